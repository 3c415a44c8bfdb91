/** A learned policy: a softmax over the sums of the weights of each legal action's features. */
import type { Action, Game, Seat, State } from '../../engine/contract/index.ts'
import { next } from '../../engine/rng.ts'
import { Crosses } from './crosses.ts'
import { expOf } from './exponential.ts'
import type { Features } from './features.ts'

const WORD_VALUES = 4294967296

export class Policy {
  readonly weights: Float32Array
  readonly #crosses: Crosses
  /** Scores, then probabilities, of the actions last asked about. */
  readonly #chances: Float64Array
  /** Scores less the highest, where both are needed. */
  readonly #scores: Float64Array

  /** WEIGHTS weights, which may be shared. */
  constructor(game: Game, weights: Float32Array) {
    this.weights = weights
    this.#crosses = new Crosses(game)
    this.#chances = new Float64Array(game.info.legalMax)
    this.#scores = new Float64Array(game.info.legalMax)
  }

  /** The action with the highest score, the first of equals. */
  best(view: State, seat: Seat, legal: Int32Array, count: number): Action {
    return legal[this.#score(view, seat, legal, count)]!
  }

  /** An action drawn from the probabilities at a temperature above 0, which divides the scores. */
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

  /** The place of an action drawn from the probabilities that were asked for last, of `count` actions. */
  place(count: number, rng: Int32Array): number {
    const chances = this.#chances
    let left = (next(rng) >>> 0) / WORD_VALUES
    for (let i = 0; i < count - 1; i++) {
      left -= chances[i]!
      if (left < 0) return i
    }
    return count - 1
  }

  /** The probabilities of `legal`, in a buffer of the policy that its next call overwrites. */
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

  /** By how much each score is below the highest, in a buffer of the policy that its next call overwrites: at temperature 1 the logarithms of how much likelier the likeliest is. */
  lags(view: State, seat: Seat, legal: Int32Array, count: number): Float64Array {
    const lags = this.#chances
    const most = lags[this.#score(view, seat, legal, count)]!
    for (let i = 0; i < count; i++) lags[i] = most - lags[i]!
    return lags
  }

  /**
   * Makes a decision likelier, by a step of AdaGrad on the cross entropy; returns the probability that it had. Actions whose
   * gradients are tiny are left alone, which saves most of the time.
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

  /** Keeps the decision for the action at `place` of the `count` that were asked about last, for `reinforce`. */
  keep(features: Features, count: number, place: number): void {
    this.#crosses.keep(features, count, place)
  }

  /**
   * Makes a decision that was kept, and was drawn with the probability `before` likelier if its advantage is positive, else less likely: a step of AdaGrad on the
   * clipped objective of proximal policy optimization (Schulman and others 2017), with a bonus of `entropy` times the entropy of the choice.
   * Leaves the policy alone where the decision's probability has already moved by more than `clip` in that direction.
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

  /** Fills `#chances` with scores and returns the place of the highest. */
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

/** A decision that was drawn: the probability that it had then, and how much better it turned out than was expected. */
export interface Drawn {
  readonly before: number
  readonly advantage: number
}

/** How a policy is moved. */
export interface Steps {
  readonly rate: number
  readonly clip: number
  readonly entropy: number
}

const TINY = 2e-3
/** A decision that has become so much likelier counts no more than this: only one with a negative advantage may have. */
const RATIO_MAX = 3
