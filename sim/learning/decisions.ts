/** Decisions to learn from: who made them, what was seen, and what the match brought. */
import { Features } from '../../agents/index.ts'
import type { Action, Game, Seat, State } from '../../engine/contract/index.ts'

/** Words before the view of a decision: seat, action, flags, and, as bits of floats, the probability that it was drawn with and its seat's share of the match. */
const HEAD = 5
const FLAGS = 2
const CHANCE = 3
const SHARE = 4
/** Whether it was an expert's, and whether it is the first of its match. */
const IS_EXPERT = 1
const IS_FIRST = 2
/** Decisions that there is room for at first. */
const FIRST_ROOM = 256

export class Decisions {
  /** Words of a view. */
  readonly #size: number
  #words: Int32Array
  /** The same memory. */
  #floats: Float32Array
  count = 0
  /** Those of each decision, where players that practise made all of them and whole matches are kept; `packed` and `append` leave them alone. */
  readonly features = new Features()
  /** The first decision of the match that is being played. */
  #opened = 0

  constructor({ info }: Game) {
    this.#size = HEAD + info.stateSize
    this.#words = new Int32Array(FIRST_ROOM * this.#size)
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

  /** `isExpert`: whether it is worth learning even if the match is drawn. `chance`: the probability of a decision that was drawn from a policy. */
  add(view: State, seat: Seat, action: Action, isExpert: boolean, chance = 0): void {
    const at = this.count * this.#size
    this.#makeRoom(at + this.#size)
    this.#words[at] = seat
    this.#words[at + 1] = action
    this.#words[at + FLAGS] = (isExpert ? IS_EXPERT : 0) | (this.count === this.#opened ? IS_FIRST : 0)
    this.#floats[at + CHANCE] = chance
    this.#floats[at + SHARE] = 0
    this.#words.set(view, at + HEAD)
    this.count++
  }

  /** The match is over: keeps the decisions of seats with more than `fair` win units, and with `keepsExperts` those of experts with as many. */
  close(returns: Int32Array, fair: number, keepsExperts: boolean): void {
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

  /** The match is over: keeps its decisions, whatever it brought, with the share of their seat. */
  closeWhole(shareOf: (seat: Seat) => number): void {
    for (let i = this.#opened; i < this.count; i++)
      this.#floats[i * this.#size + SHARE] = shareOf(this.seat(i))
    this.#opened = this.count
  }

  seat(i: number): Seat {
    return this.#words[i * this.#size]!
  }

  action(i: number): Action {
    return this.#words[i * this.#size + 1]!
  }

  /** The probability of a decision that was drawn from a policy. */
  chance(i: number): number {
    return this.#floats[i * this.#size + CHANCE]!
  }

  /** What the match brought the seat, from 0 to 1, where the match was kept whole. */
  share(i: number): number {
    return this.#floats[i * this.#size + SHARE]!
  }

  /** Whether it is the first decision of its match. */
  isFirst(i: number): boolean {
    return (this.#words[i * this.#size + FLAGS]! & IS_FIRST) !== 0
  }

  /** Copies the view of a decision. */
  view(i: number, out: State): void {
    const at = i * this.#size + HEAD
    for (let w = 0; w < out.length; w++) out[w] = this.#words[at + w]!
  }
}
