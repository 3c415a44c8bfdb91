/** Training: fits of a policy to decisions, practice by policy gradients, and the value function. */
import { Critic, LEAD_WEIGHT, Policy, type Steps, type ValueWeights } from '../../agents/index.ts'
import { type Game, newState } from '../../engine/contract/index.ts'
import { below, rootOf } from '../../engine/rng.ts'
import type { ReplayBuffer } from './replay-buffer.ts'

/** A copy in shared memory, so that tasks hold no copies. */
export function shared(floats: Float32Array): Float32Array {
  const copy = new Float32Array(new SharedArrayBuffer(floats.byteLength))
  copy.set(floats)
  return copy
}

/** A critic in training, in memory that threads share. */
export interface CriticState {
  readonly values: ValueWeights
  /** AdaGrad's sums of squared gradients. */
  readonly squares: Float32Array
}

export const newCriticState = (weights: number): CriticState => ({
  values: {
    weights: shared(new Float32Array(weights)),
    lead: new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT)).fill(LEAD_WEIGHT),
  },
  squares: shared(new Float32Array(weights).fill(1)),
})

/** Moves the value of each decision's position towards the outcome of its match. */
export function fitCritic(
  game: Game,
  { values, squares }: CriticState,
  decisions: ReplayBuffer,
  seed: string,
): void {
  const critic = new Critic(game, values)
  const rng = rootOf(seed)
  const view = newState(game.info)
  for (let i = 0; i < decisions.count; i++) {
    const seat = decisions.seat(i)
    decisions.view(i, view)
    critic.learn(view, seat, critic.leadOf(view, seat, rng), decisions.outcome(i), squares)
  }
}

/** From this part of the steps on, the rate is a third. */
const DECAYS = 0.75

export interface Fit {
  /** Steps per decision; each step takes one drawn at random. */
  readonly epochs: number
  /** AdaGrad's rate, and the sum of squared gradients that each weight starts from. */
  readonly rate: number
  readonly squares: number
  readonly seed: string
}

/** Fits a policy to decisions by cross entropy. */
export function fitPolicy(
  game: Game,
  policy: Policy,
  decisions: ReplayBuffer,
  { epochs, rate, squares: first, seed }: Fit,
): void {
  const view = newState(game.info)
  const legal = new Int32Array(game.info.legalMax)
  const squares = new Float32Array(policy.weights.length).fill(first)
  const rng = rootOf(seed)
  const steps = decisions.count * epochs
  for (let step = 0; step < steps; step++) {
    const i = below(rng, decisions.count)
    const seat = decisions.seat(i)
    decisions.view(i, view)
    const count = game.legal(view, seat, legal)
    const now = step < steps * DECAYS ? rate : rate / 3
    policy.learn(view, seat, legal, count, decisions.action(i), squares, now)
  }
}

export interface Practice extends Steps {
  /** Batches of a round, and the matches of each as a multiple of the round's. */
  readonly batches: number
  readonly share: number
  /** Lambda of generalized advantage estimation: 0 looks to the next decision, 1 to the end of the match. */
  readonly trace: number
  /**
   * Who is met of greedy and earlier rounds: `even`, greedy and one earlier round drawn for each batch, by
   * their shares; `strong`, greedy and all kept rounds, more often those that still beat the policy.
   * Opponents with share 0 are skipped.
   */
  readonly matchmaking: 'even' | 'strong'
  /**
   * What rate and bonus for entropy come to in each further round, batch by batch; the round's policy is then the
   * mean of its batches.
   */
  readonly falling?: { readonly rate: number; readonly entropy: number }
}

/** A batch's practice. */
export function practiceAt(practice: Practice, round: number, batch: number): Practice {
  const { batches, entropy, falling, rate } = practice
  if (!falling) return practice
  const rounds = round - 1 + batch / batches
  return { ...practice, rate: rate * falling.rate ** rounds, entropy: entropy * falling.entropy ** rounds }
}

export const PRACTICE: Practice = {
  batches: 25,
  share: 1,
  trace: 0.95,
  matchmaking: 'strong',
  rate: 0.05,
  clip: 0.2,
  entropy: 0.02,
}

/** A policy in practice and its critic, in memory that threads share: every batch changes them. */
export interface ActorCritic {
  readonly weights: Float32Array
  readonly squares: Float32Array
  readonly critic: CriticState
}

/** At the start of a round's practice; copies the weights. */
export const newActorCritic = (weights: Float32Array): ActorCritic => ({
  weights: shared(weights),
  squares: shared(new Float32Array(weights.length).fill(1)),
  critic: newCriticState(weights.length),
})

/**
 * Trains on a batch of whole matches of the policy: decisions become likelier by how much better the match
 * went than its critic expected. Advantages: Schulman et al., "High-dimensional continuous control using
 * generalized advantage estimation", 2016; clipped steps: Schulman et al., "Proximal policy optimization
 * algorithms", 2017. Throws an Error if decisions lack features.
 */
export function practise(
  game: Game,
  { weights, squares, critic: { values, squares: valueSquares } }: ActorCritic,
  decisions: ReplayBuffer,
  practice: Practice,
  seed: string,
): void {
  const policy = new Policy(game, weights)
  const critic = new Critic(game, values)
  const rng = rootOf(seed)
  const { features } = decisions
  if (features.count !== decisions.count)
    throw new Error(`features of ${features.count} decisions, expected ${decisions.count}`)
  const leads = new Float64Array(decisions.count)
  const advantages = advantagesOf(game, critic, decisions, practice.trace, leads, rng)
  const scale = deviationOf(advantages)
  for (const i of shuffled(decisions.count, rng)) {
    const drawn = { before: decisions.probability(i), advantage: advantages[i]! / scale }
    policy.reinforce(features, i, drawn, squares, practice)
    critic.learnAt(features, i, leads[i]!, decisions.outcome(i), valueSquares)
  }
}

/** By decision: how much better than expected it turned out. Fills `leads`. */
function advantagesOf(
  { info }: Game,
  critic: Critic,
  decisions: ReplayBuffer,
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
  // By seat: the value at its next decision, or the outcome after its last one, and the advantage there.
  const next = new Float64Array(info.seats.length).fill(Number.NaN)
  const later = new Float64Array(info.seats.length)
  for (let i = decisions.count - 1; i >= 0; i--) {
    const seat = decisions.seat(i)
    if (Number.isNaN(next[seat])) next[seat] = decisions.outcome(i)
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
