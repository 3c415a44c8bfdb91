/**
 * Features without hand work: every aspect of an action by itself, and together with every token of the position, hashed into one table of weights
 * (feature hashing: Weinberger and others 2009). Ids are never listed: they are made and summed in one pass.
 */
import type { Action, Game, GameInfo, Seat, State } from '../../engine/contract/index.ts'
import type { Features } from './features.ts'

/** Weights of a policy: 2^18. */
export const WEIGHTS = 1 << 18
/** Weights of the value function in a file: 2^15, as tokens are far fewer than their crosses with aspects. */
export const VALUE_WEIGHTS = 1 << 15
const MASK = WEIGHTS - 1

/** Factors that hash tokens and aspects to 32 bits. */
const TOKEN_FACTOR = 0x9e3779b1
const ASPECT_FACTOR = 0x85ebca6b

const WHOLE_FACTOR = 0x2c1b3c6d

const hash = (word: number, factor: number): number => {
  const h = Math.imul(word ^ (word >>> 15), factor)
  return h ^ (h >>> 13)
}

const mix = (cross: number): number => {
  const h = Math.imul(cross ^ (cross >>> 16), 0x45d9f3b)
  return h ^ (h >>> 14)
}

const idOf = (cross: number): number => mix(cross) & MASK

/** Most words of the positions of a small game. */
const SMALL_WORDS = 20

/**
 * Whether players see a position as a whole, too, so that they can learn "this card, but only after a bet" and how
 * often to bluff: in small games that hide something and say nothing of what players see.
 */
export function seesWhole({ learning, stateSize, type }: GameInfo): boolean {
  return (
    !learning &&
    stateSize <= SMALL_WORDS &&
    (type.information === 'imperfect' || type.dynamics === 'simultaneous')
  )
}

export class FeatureCrosses {
  readonly #game: Game
  readonly #tokens: Int32Array
  /** Most aspects of an action. */
  readonly #width: number
  /** By place in a list of actions: the number of its aspects, its aspects, and the same memory as views, into which games write them. */
  readonly #counts: Int32Array
  readonly #lists: Int32Array
  readonly #slots: readonly Int32Array[]
  /** By place in the list of aspects: the last one there and its sum, as neighbours in a list of actions share most of theirs. */
  readonly #known: Int32Array
  readonly #sums: Float64Array
  readonly #seesWhole: boolean
  #count = 0
  #valid = false
  #view: State
  #seat: Seat = 0

  constructor(game: Game) {
    const { learning, legalMax, stateSize } = game.info
    this.#game = game
    this.#seesWhole = seesWhole(game.info)
    this.#tokens = new Int32Array((learning?.tokens ?? stateSize) + (this.#seesWhole ? 1 : 0))
    const width = learning?.aspects ?? 1
    const lists = new Int32Array(legalMax * width)
    this.#width = width
    this.#counts = new Int32Array(legalMax)
    this.#lists = lists
    this.#slots = Array.from({ length: game.aspects ? legalMax : 0 }, (_, i) =>
      lists.subarray(i * width, (i + 1) * width),
    )
    this.#known = new Int32Array(width)
    this.#sums = new Float64Array(width)
    this.#view = this.#tokens
  }

  /** Reads the position that the other methods refer to. The view is lent until the next call. */
  read(view: State, seat: Seat): void {
    const tokens = this.#tokens
    this.#view = view
    this.#seat = seat
    this.#valid = false
    if (this.#game.tokens) this.#count = this.#game.tokens(view, seat, tokens)
    else {
      // Raw words: what a word says depends on where it is, and on who looks.
      this.#count = view.length
      for (let at = 0; at < view.length; at++)
        tokens[at] = Math.imul(at * 8 + seat + 1, ASPECT_FACTOR) ^ (view[at]! + 1)
    }
    let whole = 0
    for (let i = 0; i < this.#count; i++) {
      tokens[i] = hash(tokens[i]!, TOKEN_FACTOR)
      whole = hash(whole + tokens[i]!, WHOLE_FACTOR)
    }
    if (this.#seesWhole) tokens[this.#count++] = whole
  }

  /** Lists the aspects of an action at its place among the legal ones, for `sum` and `add`. */
  list(action: Action, place: number): void {
    if (this.#game.aspects) {
      const count = this.#game.aspects(this.#view, this.#seat, action, this.#slots[place]!)
      // A game that lists more than its maximum must not make us read from the next place.
      this.#counts[place] = count < this.#width ? count : this.#width
    } else {
      this.#counts[place] = 1
      this.#lists[place] = action
    }
  }

  /** Adds the position and its first `actions` listed actions to `features`, as a decision for the one at `place`. */
  keep(features: Features, actions: number, place: number): void {
    features.add(place, this.#tokens, this.#count, actions, this.#counts, this.#lists, this.#width)
  }

  /** Takes the position of a kept decision, as `read` does; `takeActions` lists its actions. */
  take(features: Features, i: number): void {
    this.#valid = false
    this.#count = features.tokens(i, this.#tokens)
  }

  /** Lists the actions of a kept decision; returns their number. */
  takeActions(features: Features, i: number): number {
    return features.aspects(i, this.#counts, this.#lists, this.#width)
  }

  /** The sum of the weights of a listed action's features. */
  sum(weights: Float32Array, place: number): number {
    const tokens = this.#tokens
    const count = this.#count
    const list = place * this.#width
    const aspects = this.#counts[place]!
    let total = 0
    for (let a = 0; a < aspects; a++) {
      const aspect = this.#lists[list + a]!
      if (this.#valid && this.#known[a] === aspect) {
        total += this.#sums[a]!
        continue
      }
      const hashed = hash(aspect + 1, ASPECT_FACTOR)
      let sum = weights[idOf(hashed)]!
      for (let t = 0; t < count; t++) sum += weights[idOf(hashed ^ tokens[t]!)]!
      this.#known[a] = aspect
      this.#sums[a] = sum
      total += sum
    }
    this.#valid = aspects === this.#width
    return total
  }

  /** One step of AdaGrad (Duchi, Hazan, Singer 2011) on a listed action's features: `squares` are the sums of squared gradients. */
  add(weights: Float32Array, squares: Float32Array, place: number, gradient: number, rate: number): void {
    const tokens = this.#tokens
    const count = this.#count
    const list = place * this.#width
    const end = list + this.#counts[place]!
    this.#valid = false
    for (let a = list; a < end; a++) {
      const hashed = hash(this.#lists[a]! + 1, ASPECT_FACTOR)
      step(weights, squares, idOf(hashed), gradient, rate)
      for (let t = 0; t < count; t++) step(weights, squares, idOf(hashed ^ tokens[t]!), gradient, rate)
    }
  }

  /** The sum of the weights of the position's tokens, from their own table, whose length is a power of two. */
  sumOfPosition(weights: Float32Array): number {
    const mask = weights.length - 1
    let sum = weights[mix(0) & mask]!
    for (let t = 0; t < this.#count; t++) sum += weights[mix(this.#tokens[t]!) & mask]!
    return sum
  }

  /** One step of AdaGrad on these. */
  addToPosition(weights: Float32Array, squares: Float32Array, gradient: number, rate: number): void {
    const mask = weights.length - 1
    step(weights, squares, mix(0) & mask, gradient, rate)
    for (let t = 0; t < this.#count; t++) step(weights, squares, mix(this.#tokens[t]!) & mask, gradient, rate)
  }
}

function step(
  weights: Float32Array,
  squares: Float32Array,
  id: number,
  gradient: number,
  rate: number,
): void {
  squares[id]! += gradient * gradient
  weights[id]! -= (rate * gradient) / Math.sqrt(squares[id]!)
}
