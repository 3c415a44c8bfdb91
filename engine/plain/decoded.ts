/**
 * Decodes one author's state at a time, that of the last position, with its moves. A move may change the
 * state, which is then dropped. Authors only get states read from words, so no two states share lists or
 * objects.
 */
import { CHANCE, type Seat } from '../contract/index.ts'
import { GameError, isStrict } from '../modules/index.ts'
import { type Author, freeze } from './author.ts'
import { isFullyEncoded, requirePlain } from './checked.ts'
import type { Codec } from './codec.ts'
import type { Definition } from './define.ts'
import {
  CHOICE,
  CHOICE_SIZE,
  CHOICES,
  CHOICES_SIZE,
  LIVE,
  NONE,
  POSITION,
  POSITION_SIZE,
  type PositionTable,
  UNASKED,
} from './position-table.ts'

/**
 * One state in so many is checked for parts that encoding loses, which takes as long as a move. It is chosen
 * by its hash, so that a move is refused in every match or in none.
 */
const CHECKED_EVERY = 64

export type Maker = 'setup' | 'apply' | 'applyAll' | 'view' | 'determinize'

export class DecodedStates {
  readonly #author: Author
  readonly #codec: Codec
  readonly #positions: PositionTable
  readonly #most: number
  readonly #of: Definition
  /** A separate buffer: a state that is too long or fails half-way must not reach positions. */
  readonly #written: Int32Array
  /** Weights of chance as last asked for, and their sum. */
  #weights: readonly number[] = []
  #weightSum = 0
  /** The decoded position, or NONE; its state; its moves by seat. */
  #shown = NONE
  #serial = 0
  #value: unknown = null
  #drafted = NONE
  /** As its author's function left the state that LIVE has a copy of: what lies in two places is shared here. */
  #left: unknown = null
  #isLive = false
  readonly #moves: (readonly unknown[] | null)[] = new Array(CHANCE + 1).fill(null)

  /** `most`: words of a state. `definition` has the functions that errors name. */
  constructor(author: Author, codec: Codec, positions: PositionTable, most: number, definition: Definition) {
    this.#author = author
    this.#codec = codec
    this.#positions = positions
    this.#most = most
    this.#written = new Int32Array(most)
    this.#of = definition
  }

  /** Lent. */
  of(position: number): unknown {
    if (!this.#isShown(position)) {
      const value = this.#codec.read(this.#positions.words, position + POSITION_SIZE)
      if (isStrict()) freeze(value)
      this.#show(position, value)
    }
    return this.#value
  }

  /** By action; lent. */
  movesOf(position: number, seat: Seat): readonly unknown[] {
    const value = this.of(position)
    const known = this.#moves[seat]
    if (known) return known
    let moves: readonly unknown[]
    if (seat === CHANCE) {
      const chances = this.#author.chances(value)
      this.#weights = chances.weights
      this.#weightSum = 0
      for (const weight of chances.weights) this.#weightSum += weight
      moves = chances.moves
    } else moves = this.#author.moves(value, seat)
    this.#moves[seat] = moves
    return moves
  }

  /** NONE if they are not kept. */
  choicesOf(position: number, seat: Seat): number {
    const known = this.#positions.choicesOf(position, seat)
    if (known !== NONE || !this.#positions.isKept(position)) return known
    const { length } = this.movesOf(position, seat)
    const at = this.#positions.addChoices(position, seat, length)
    if (at === NONE || seat !== CHANCE) return at
    const { words } = this.#positions
    words[at + CHOICES.SUM] = this.#weightSum
    for (let place = 0; place < length; place++)
      words[at + CHOICES_SIZE + place * CHOICE_SIZE + CHOICE.WEIGHT] = this.#weights[place]!
    return at
  }

  countOf(position: number, seat: Seat): number {
    const choices = this.choicesOf(position, seat)
    if (choices === NONE) return this.movesOf(position, seat).length
    return this.#positions.words[choices + CHOICES.COUNT]!
  }

  /** `choices` is from `choicesOf`. */
  weightSumOf(position: number, choices: number): number {
    if (choices !== NONE) return this.#positions.words[choices + CHOICES.SUM]!
    this.movesOf(position, CHANCE)
    return this.#weightSum
  }

  /** Only after `weightSumOf` or `countOf`. */
  weightOf(choices: number, place: number): number {
    if (choices === NONE) return this.#weights[place]!
    return this.#positions.words[choices + CHOICES_SIZE + place * CHOICE_SIZE + CHOICE.WEIGHT]!
  }

  askOutcome(position: number): void {
    const { ending, winners } = this.#author.outcome(this.of(position))
    const { words } = this.#positions
    words[position + POSITION.ENDING] = ending
    words[position + POSITION.WINNERS] = winners
  }

  askNext(position: number): void {
    const { mask, isJoint } = this.#author.next(this.of(position))
    const { words } = this.#positions
    words[position + POSITION.NEXT] = mask
    words[position + POSITION.JOINT] = isJoint ? 1 : 0
  }

  /** A state for its author to change. */
  draft(position: number): unknown {
    this.#drafted = position
    if (isStrict()) return this.before()
    const value = this.of(position)
    this.#shown = NONE
    return value
  }

  /** A fresh copy of the last draft. */
  readonly before = (): unknown => this.#copyOf(this.#drafted)

  /** Copies the position's state on every call, as long as the position is valid. */
  copierOf(position: number): () => unknown {
    return () => this.#copyOf(position)
  }

  #copyOf(position: number): unknown {
    if (position !== LIVE) return this.#codec.read(this.#positions.words, position + POSITION_SIZE)
    return this.#codec.copy(this.#left, this.#most)
  }

  /** From now on, `enter` makes LIVE the position, which has no words; first with the state of this one. */
  beginLive(position: number): void {
    this.#isLive = true
    this.#enterLive(this.#copyOf(position), 'apply')
  }

  /** Whatever the match threw: from now on, positions have words again. */
  endLive(): void {
    this.#isLive = false
  }

  /** Writes the last state of LIVE; returns the number of words. */
  writeLive(words: Int32Array, from: number): number {
    return this.write(this.#left, words, from, 'apply')
  }

  #enterLive(value: unknown, by: Maker): number {
    let copy = this.#codec.copy(value, this.#most)
    if (copy === undefined) {
      // Names what is wrong.
      this.write(value, this.#written, 0, by)
      copy = this.#codec.read(this.#written, 0)
    }
    this.#left = value
    this.#show(this.#positions.renew(), copy)
    return LIVE
  }

  /** Encodes a state made by the author's function `by`. */
  enter(value: unknown, by: Maker): number {
    if (this.#isLive) return this.#enterLive(value, by)
    const length = this.write(value, this.#written, 0, by)
    const position = this.#positions.at(this.#written, 0, length)
    if (isStrict() || this.#positions.hashAt(position) % CHECKED_EVERY === 0) this.#requireWhole(value, by)
    else if (this.#positions.words[position + POSITION.ENDING] === UNASKED) {
      // The next call takes a copy, which is faster than reading words.
      const copy = this.#codec.copy(value, this.#most)
      if (copy !== undefined) this.#show(position, copy)
    }
    return position
  }

  /** Throws a GameError for parts that encoding loses, such as a list's own keys. */
  #requireWhole(value: unknown, by: Maker): void {
    if (!this.#codec.isLenient && !isFullyEncoded(value)) this.#requirePlain(value, by)
  }

  /** Returns the number of words. */
  write(value: unknown, words: Int32Array, from: number, by: Maker): number {
    const length = this.#encode(value, words, from, by) - from
    if (length > this.#most)
      throw new GameError(
        `the state has grown to ${length} words, expected at most ${this.#most}: set stateWords, or remove data that no player needs, such as a list of all past moves`,
        this.#of.apply,
      )
    return length
  }

  /** Names the part that is not plain, and its function. */
  #encode(value: unknown, words: Int32Array, from: number, by: Maker): number {
    try {
      return this.#codec.write(value, words, from)
    } catch (error) {
      this.#requirePlain(value, by)
      throw error
    }
  }

  #requirePlain(value: unknown, by: Maker): void {
    const part = this.#of[by]
    const what = `${by} ${by === 'apply' || by === 'applyAll' ? 'leaves' : 'returned'}`
    if (part) requirePlain(value, { part, what, isLenient: this.#codec.isLenient })
  }

  #isShown(position: number): boolean {
    return position === this.#shown && this.#positions.words[position + POSITION.SERIAL] === this.#serial
  }

  #show(position: number, value: unknown): void {
    this.#shown = position
    this.#serial = this.#positions.words[position + POSITION.SERIAL]!
    this.#value = value
    for (let seat = 0; seat <= CHANCE; seat++) this.#moves[seat] = null
  }
}
