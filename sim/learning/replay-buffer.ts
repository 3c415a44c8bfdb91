/** The replay buffer: decisions with the views they were made at and what their matches brought. */
import { Features } from '../../agents/index.ts'
import type { Action, Game, Seat, State } from '../../engine/contract/index.ts'

/**
 * Words before a decision's view: seat, action, flags, and as bits of floats its probability and its seat's
 * result.
 */
const HEAD = 5
const FLAGS = 2
const PROBABILITY = 3
const OUTCOME = 4
const IS_EXPERT = 1
/** Of the first decision of a match. */
const IS_FIRST = 2
/** Decisions in a new buffer. */
const ROOM = 256

export class ReplayBuffer {
  /** Words of a decision. */
  readonly #size: number
  #words: Int32Array
  /** The same memory. */
  #floats: Float32Array
  count = 0
  /**
   * Of each decision, if whole matches of practising players are kept. `packed` and `append` leave them out.
   */
  readonly features = new Features()
  /** The first decision of the match in progress. */
  #opened = 0

  constructor({ info }: Game) {
    this.#size = HEAD + info.stateSize
    this.#words = new Int32Array(ROOM * this.#size)
    this.#floats = new Float32Array(this.#words.buffer)
  }

  /** A copy of the decisions kept, which `append` takes. */
  packed(): Int32Array {
    return this.#words.slice(0, this.count * this.#size)
  }

  /** Adds what `packed` returned, between matches. */
  append(packed: Int32Array): void {
    const used = this.count * this.#size
    this.#makeRoom(used + packed.length)
    this.#words.set(packed, used)
    this.count += packed.length / this.#size
    this.#opened = this.count
  }

  #makeRoom(words: number): void {
    if (words <= this.#words.length) return
    const more = new Int32Array(Math.max(words, 2 * this.#words.length))
    more.set(this.#words)
    this.#words = more
    this.#floats = new Float32Array(more.buffer)
  }

  /** `isExpert`: worth learning even from a draw. `probability`: of a decision drawn from a policy. */
  add(view: State, seat: Seat, action: Action, isExpert: boolean, probability = 0): void {
    const at = this.count * this.#size
    this.#makeRoom(at + this.#size)
    this.#words[at] = seat
    this.#words[at + 1] = action
    this.#words[at + FLAGS] = (isExpert ? IS_EXPERT : 0) | (this.count === this.#opened ? IS_FIRST : 0)
    this.#floats[at + PROBABILITY] = probability
    this.#floats[at + OUTCOME] = 0
    this.#words.set(view, at + HEAD)
    this.count++
  }

  /**
   * Ends the match: keeps decisions of seats with more than `fair` win units; with `keepsExperts`, experts'
   * with `fair`, too.
   */
  endMatch(returns: Int32Array, fair: number, keepsExperts: boolean): void {
    const size = this.#size
    let kept = this.#opened
    for (let i = this.#opened; i < this.count; i++) {
      const at = i * size
      const units = returns[this.#words[at]!]!
      const isDrawn = units === fair && keepsExperts && (this.#words[at + FLAGS]! & IS_EXPERT) !== 0
      if (units <= fair && !isDrawn) continue
      if (kept < i) this.#words.copyWithin(kept * size, at, at + size)
      kept++
    }
    this.count = kept
    this.#opened = kept
  }

  /** Ends the match: keeps all decisions, with the outcome of their seat, from 0 to 1. */
  endWholeMatch(outcomeOf: (seat: Seat) => number): void {
    for (let i = this.#opened; i < this.count; i++)
      this.#floats[i * this.#size + OUTCOME] = outcomeOf(this.seat(i))
    this.#opened = this.count
  }

  seat(i: number): Seat {
    return this.#words[i * this.#size]!
  }

  action(i: number): Action {
    return this.#words[i * this.#size + 1]!
  }

  probability(i: number): number {
    return this.#floats[i * this.#size + PROBABILITY]!
  }

  /** The seat's share of the match, from 0 to 1, if that was kept whole. */
  outcome(i: number): number {
    return this.#floats[i * this.#size + OUTCOME]!
  }

  isFirst(i: number): boolean {
    return (this.#words[i * this.#size + FLAGS]! & IS_FIRST) !== 0
  }

  view(i: number, out: State): void {
    const at = i * this.#size + HEAD
    for (let w = 0; w < out.length; w++) out[w] = this.#words[at + w]!
  }
}
