/** Fits a policy to decisions. */
import type { Policy } from '../../agents/index.ts'
import { type Game, newState } from '../../engine/contract/index.ts'
import { below } from '../../engine/rng.ts'
import type { Decisions } from './decisions.ts'

/** From this part of the steps on, the rate is a third, to settle. */
const SETTLES = 0.75

/**
 * As many steps as `epochs` times the decisions, each on one drawn at random; `squares` are AdaGrad's sums. Returns the mean probability of
 * the decisions when they were met.
 */
export function fitPolicy(
  game: Game,
  policy: Policy,
  decisions: Decisions,
  epochs: number,
  rate: number,
  squares: Float32Array,
  rng: Int32Array,
): number {
  const view = newState(game.info)
  const legal = new Int32Array(game.info.legalMax)
  const steps = decisions.count * epochs
  let likely = 0
  for (let step = 0; step < steps; step++) {
    const i = below(rng, decisions.count)
    const seat = decisions.seat(i)
    decisions.view(i, view)
    const count = game.legal(view, seat, legal)
    const now = step < steps * SETTLES ? rate : rate / 3
    likely += policy.learn(view, seat, legal, count, decisions.action(i), squares, now)
  }
  return steps === 0 ? 0 : likely / steps
}
