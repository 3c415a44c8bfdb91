/** A learned policy: a softmax over the sums of the weights of each legal action's features (its logits). */
import type { Action, Game, Seat, State } from '../../engine/contract/index.ts'
import { next } from '../../engine/rng.ts'
import { FeatureCrosses } from './crosses.ts'
import type { Features } from './features.ts'

const WORD_VALUES = 4294967296

export class Policy {
  readonly weights: Float32Array
  readonly #crosses: FeatureCrosses
  /** Logits, then probabilities, of the last actions asked about. */
  readonly #chances: Float64Array
  /** Logits less the highest. */
  readonly #scores: Float64Array

  /** WEIGHTS weights, which threads may share. */
  constructor(game: Game, weights: Float32Array) {
    this.weights = weights
    this.#crosses = new FeatureCrosses(game)
    this.#chances = new Float64Array(game.info.legalMax)
    this.#scores = new Float64Array(game.info.legalMax)
  }

  /** The action with the highest logit, the first of equals. */
  best(view: State, seat: Seat, legal: Int32Array, count: number): Action {
    return legal[this.#score(view, seat, legal, count)]!
  }

  /** An action drawn at a temperature above 0, which divides the logits. */
  draw(
    view: State,
    seat: Seat,
    legal: Int32Array,
    count: number,
    temperature: number,
    rng: Int32Array,
  ): Action {
    this.probabilities(view, seat, legal, count, temperature)
    return legal[this.place(count, rng)]!
  }

  /** The place of an action drawn from the last probabilities, of `count` actions. */
  place(count: number, rng: Int32Array): number {
    const chances = this.#chances
    let left = (next(rng) >>> 0) / WORD_VALUES
    for (let i = 0; i < count - 1; i++) {
      left -= chances[i]!
      if (left < 0) return i
    }
    return count - 1
  }

  /** The probabilities of `legal`, in a buffer that the next call overwrites. */
  probabilities(
    view: State,
    seat: Seat,
    legal: Int32Array,
    count: number,
    temperature: number,
  ): Float64Array {
    const chances = this.#chances
    const most = chances[this.#score(view, seat, legal, count)]!
    let sum = 0
    for (let i = 0; i < count; i++) {
      chances[i] = expOf((chances[i]! - most) / temperature)
      sum += chances[i]!
    }
    for (let i = 0; i < count; i++) chances[i]! /= sum
    return chances
  }

  /** How far each logit is below the highest, in a buffer that the next call overwrites. */
  logitGaps(view: State, seat: Seat, legal: Int32Array, count: number): Float64Array {
    const gaps = this.#chances
    const most = gaps[this.#score(view, seat, legal, count)]!
    for (let i = 0; i < count; i++) gaps[i] = most - gaps[i]!
    return gaps
  }

  /**
   * One step of AdaGrad on the cross entropy of a decision; returns the probability that it had. Skips actions with tiny gradients, which
   * saves most of the time.
   */
  learn(
    view: State,
    seat: Seat,
    legal: Int32Array,
    count: number,
    chosen: Action,
    squares: Float32Array,
    rate: number,
  ): number {
    const chances = this.probabilities(view, seat, legal, count, 1)
    let likely = 0
    for (let i = 0; i < count; i++) {
      const isChosen = legal[i] === chosen
      if (isChosen) likely = chances[i]!
      const gradient = chances[i]! - (isChosen ? 1 : 0)
      if (Math.abs(gradient) >= TINY) this.#crosses.add(this.weights, squares, i, gradient, rate)
    }
    return likely
  }

  /** Keeps the last decision, for the action at `place` of `count`, for `reinforce`. */
  keep(features: Features, count: number, place: number): void {
    this.#crosses.keep(features, count, place)
  }

  /**
   * One step of AdaGrad on the clipped objective of proximal policy optimization (Schulman and others 2017) for a kept decision that was drawn with
   * probability `before`, with a bonus of `entropy` times the entropy. Doesn't change the policy where that probability has already moved by
   * more than `clip` in the advantage's direction.
   */
  reinforce(
    features: Features,
    decision: number,
    { before, advantage }: Drawn,
    squares: Float32Array,
    { rate, clip, entropy }: Steps,
  ): void {
    const chances = this.#chances
    const scores = this.#scores
    this.#crosses.take(features, decision)
    const count = this.#crosses.takeActions(features, decision)
    const at = features.place(decision)
    const most = this.#scoreListed(count)
    let sum = 0
    for (let i = 0; i < count; i++) scores[i] = chances[i]! - chances[most]!
    for (let i = 0; i < count; i++) {
      chances[i] = expOf(scores[i]!)
      sum += chances[i]!
    }
    let mean = 0
    for (let i = 0; i < count; i++) {
      chances[i]! /= sum
      mean += chances[i]! * scores[i]!
    }
    const ratio = chances[at]! / before
    if (advantage > 0 ? ratio > 1 + clip : ratio < 1 - clip) return
    const weight = Math.min(ratio, RATIO_MAX) * advantage
    for (let i = 0; i < count; i++) {
      const chance = chances[i]!
      // The entropy's gradient is chance times (log chance + entropy), in which the logarithm of the sum cancels.
      const gradient = weight * (chance - (i === at ? 1 : 0)) + entropy * chance * (scores[i]! - mean)
      if (Math.abs(gradient) >= TINY) this.#crosses.add(this.weights, squares, i, gradient, rate)
    }
  }

  /** Fills `#chances` with logits; returns the place of the highest. */
  #score(view: State, seat: Seat, legal: Int32Array, count: number): number {
    this.#crosses.read(view, seat)
    for (let i = 0; i < count; i++) this.#crosses.list(legal[i]!, i)
    return this.#scoreListed(count)
  }

  #scoreListed(count: number): number {
    const chances = this.#chances
    let most = 0
    for (let i = 0; i < count; i++) {
      chances[i] = this.#crosses.sum(this.weights, i)
      if (chances[i]! > chances[most]!) most = i
    }
    return most
  }
}

/** The probability with which a decision was drawn, and how much better than expected it turned out. */
export interface Drawn {
  readonly before: number
  readonly advantage: number
}

/** The hyperparameters of `reinforce`. */
export interface Steps {
  readonly rate: number
  readonly clip: number
  readonly entropy: number
}

const TINY = 2e-3
/** The largest ratio that counts: one above 1 + clip is left only with a negative advantage. */
const RATIO_MAX = 3

const LEAST = -60

/** 2^-k for k from 0. */
const HALVES = Float64Array.from({ length: 90 }, (_, k) => {
  let power = 1
  for (let i = 0; i < k; i++) power /= 2
  return power
})

/** e^x for x <= 0, to a relative 1e-9; 0 below -60. The same bits on every machine: + - * and a table of powers of two. */
export function expOf(x: number): number {
  if (x < LEAST) return 0
  const k = Math.floor(-x * Math.LOG2E)
  // x = -k ln 2 - r with 0 <= r < ln 2: Taylor's series to the eighth power, from r / 2 and squared.
  const h = (x + k * Math.LN2) / 2
  const e =
    1 +
    h *
      (1 +
        (h / 2) * (1 + (h / 3) * (1 + (h / 4) * (1 + (h / 5) * (1 + (h / 6) * (1 + (h / 7) * (1 + h / 8)))))))
  return e * e * HALVES[k]!
}
