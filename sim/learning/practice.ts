/**
 * Learning from practice: the policy plays, and every decision becomes likelier or less likely by how much better or worse the match went from there than
 * a critic expected (advantage actor-critic; advantages: Schulman and others, "High-dimensional continuous control using generalized advantage estimation",
 * 2016; clipped steps: Schulman and others, "Proximal policy optimization algorithms", 2017). Nobody looks ahead, so a match costs as little as one that is only played.
 */
import { Critic, Policy, type Steps } from '../../agents/index.ts'
import { type Game, newState } from '../../engine/contract/index.ts'
import { below, rootOf } from '../../engine/rng.ts'
import type { Decisions } from './decisions.ts'
import { shared } from './shared.ts'
import { newValuing, type Valuing } from './values.ts'

/** How a policy practises. */
export interface Practice extends Steps {
  /** Batches of a round, and matches of each: so many times those of the round that are lessons. */
  readonly batches: number
  readonly share: number
  /** How far advantages look ahead: 0 to the next decision, 1 to the end of the match. */
  readonly trace: number
  /**
   * Whom the policy meets in the matches that its recipe gives to greedy and the past: these two in its parts, the past being a round drawn for each batch;
   * or greedy and all rounds kept, the more often who still beats it. Whose part is nothing is not met.
   */
  readonly rivals: 'even' | 'strong'
}

/** How policies practise unless their recipe says otherwise. */
export const PRACTICE: Practice = {
  batches: 25,
  share: 1,
  trace: 0.95,
  rivals: 'strong',
  rate: 0.05,
  clip: 0.2,
  entropy: 0.02,
}

/** A policy that practises, with all that the next batch goes on from. Threads share its buffers: a batch changes them. */
export interface Nets {
  readonly weights: Float32Array
  readonly squares: Float32Array
  /** Of the critic that judges its decisions. */
  readonly valuing: Valuing
}

/** A policy at the beginning of a round's practice; the weights are copied. */
export const netsOf = (weights: Float32Array): Nets => ({
  weights: shared(weights),
  squares: shared(new Float32Array(weights.length).fill(1)),
  valuing: newValuing(weights.length),
})

/** Takes nets through a batch of whole matches that their policy played. Throws an Error if decisions lack features. */
export function practise(
  game: Game,
  nets: Nets,
  decisions: Decisions,
  practice: Practice,
  seed: string,
): void {
  const policy = new Policy(game, nets.weights)
  const { values, squares } = nets.valuing
  const critic = new Critic(game, values)
  const rng = rootOf(seed)
  const { features } = decisions
  if (features.count !== decisions.count)
    throw new Error(`features of ${features.count} decisions, expected ${decisions.count}`)
  const leads = new Float64Array(decisions.count)
  const advantages = advantagesOf(game, critic, decisions, practice.trace, leads, rng)
  const scale = deviationOf(advantages)
  for (const i of shuffled(decisions.count, rng)) {
    const drawn = { before: decisions.chance(i), advantage: advantages[i]! / scale }
    policy.reinforce(features, i, drawn, nets.squares, practice)
    critic.learnAt(features, i, leads[i]!, decisions.share(i), squares)
  }
}

/** How much better each decision turned out than was expected at its position; fills `leads`. */
function advantagesOf(
  { info }: Game,
  critic: Critic,
  decisions: Decisions,
  trace: number,
  leads: Float64Array,
  rng: Int32Array,
): Float64Array {
  const view = newState(info)
  const values = new Float64Array(decisions.count)
  for (let i = 0; i < decisions.count; i++) {
    decisions.view(i, view)
    leads[i] = critic.leadOf(view, decisions.seat(i), rng)
    values[i] = critic.valueAt(decisions.features, i, leads[i]!)
  }
  const advantages = new Float64Array(decisions.count)
  // By seat: what it was worth at its next decision, and the advantage there; of its last decision in a match, what the match brought.
  const next = new Float64Array(info.seats.length).fill(Number.NaN)
  const later = new Float64Array(info.seats.length)
  for (let i = decisions.count - 1; i >= 0; i--) {
    const seat = decisions.seat(i)
    if (Number.isNaN(next[seat])) next[seat] = decisions.share(i)
    later[seat] = next[seat]! - values[i]! + trace * later[seat]!
    advantages[i] = later[seat]
    next[seat] = values[i]!
    if (!decisions.isFirst(i)) continue
    next.fill(Number.NaN)
    later.fill(0)
  }
  return advantages
}

/** The standard deviation of numbers, or 1 where they are all alike. */
function deviationOf(numbers: Float64Array): number {
  let sum = 0
  let squares = 0
  for (const one of numbers) {
    sum += one
    squares += one * one
  }
  const mean = sum / numbers.length
  return Math.sqrt(Math.max(0, squares / numbers.length - mean * mean)) || 1
}

/** The numbers below `count` in a random order. */
function shuffled(count: number, rng: Int32Array): Int32Array {
  const order = Int32Array.from({ length: count }, (_, i) => i)
  for (let i = count - 1; i > 0; i--) {
    const j = below(rng, i + 1)
    const one = order[i]!
    order[i] = order[j]!
    order[j] = one
  }
  return order
}
