/** How an agent plays at a view, as probabilities: what it says of itself, or what it does when it is asked again and again. */
import type { Seat, State } from '../engine/contract/index.ts'
import { COUNTER } from '../engine/rng.ts'
import type { Agent } from './agent.ts'

/**
 * Writes into the first `count` entries of `out` the probabilities with which the agent takes each of `legal` at a view; they add up
 * to 1. Returns whether they are exact: so they are for an agent that draws uniformly, or one whose answer draws nothing from `rng`. Any
 * other is asked `samples` times, for its policy if it tells that, else for choices that are counted; it begins a match each time,
 * so that nothing it remembers links its answers. `scratch` has room for `count` probabilities. Throws an Error for a choice that is
 * not legal, and what the agent throws.
 */
export function policyOf(
  agent: Agent,
  view: State,
  seat: Seat,
  legal: Int32Array,
  count: number,
  rng: Int32Array,
  samples: number,
  out: Float64Array,
  scratch: Float64Array,
): boolean {
  if (count === 1 || agent.samplesUniformly === true) {
    out.fill(1 / count, 0, count)
    return true
  }
  out.fill(0, 0, count)
  for (let n = 0; n < samples; n++) {
    const drawn = rng[COUNTER]
    agent.begin?.()
    if (agent.policy) {
      agent.policy(view, seat, legal, count, rng, scratch)
      for (let i = 0; i < count; i++) out[i]! += scratch[i]!
    } else {
      const chosen = agent.choose(view, seat, legal, count, rng)
      const i = legal.subarray(0, count).indexOf(chosen)
      if (i < 0) throw new Error(`found ${chosen} as a choice, expected one of its legal actions`)
      out[i]!++
    }
    if (n === 0 && rng[COUNTER] === drawn) return true
  }
  for (let i = 0; i < count; i++) out[i]! /= samples
  return false
}
