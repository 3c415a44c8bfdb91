/** Moves and shoves of one step, all at once: shared by the resolution of a phase and by planning. */
import { type Tables, directionOf } from './tables.ts'

/**
 * The displacing orders of one step and what came of them. The caller fills `count`, `from` and `to` (neighbouring
 * squares on the board, one order a unit), calls `moves` or `shoves` on a board (1 + slot, or 0, per square from
 * `base`), and reads `ok` per order and `movedCount` units in `movedSlot` and `movedTo`. The board is brought up to date.
 */
export class Displacement {
  count = 0
  movedCount = 0
  readonly from: Int32Array
  readonly to: Int32Array
  readonly ok: Int32Array
  readonly movedSlot: Int32Array
  readonly movedTo: Int32Array
  readonly #files: number
  readonly #squares: number
  readonly #neighbour: Int32Array
  /** Per square: 1 + the order that leaves it; how many displaced units mean to end there. Zero between calls. */
  readonly #leaver: Int32Array
  readonly #claims: Int32Array
  /** Per order: the leaver whose square its line ends on, or -1; its first intended square in `#intended`. */
  readonly #waitsFor: Int32Array
  readonly #firstIntended: Int32Array
  readonly #intended: Int32Array

  constructor(tables: Tables) {
    const most = Math.max(2 * tables.orders, tables.units)
    this.from = new Int32Array(most)
    this.to = new Int32Array(most)
    this.ok = new Int32Array(most)
    this.movedSlot = new Int32Array(most * 16)
    this.movedTo = new Int32Array(most * 16)
    this.#files = tables.files
    this.#squares = tables.squares
    this.#neighbour = tables.neighbour
    this.#leaver = new Int32Array(tables.squares)
    this.#claims = new Int32Array(tables.squares)
    this.#waitsFor = new Int32Array(most)
    this.#firstIntended = new Int32Array(most + 1)
    this.#intended = new Int32Array(most * 16)
  }

  /** Two moves to one square both fail; one onto an occupied square needs the occupant's own move to succeed. */
  moves(board: Int32Array, base: number): void {
    const { count, from, to, ok } = this
    this.movedCount = 0
    for (let i = 0; i < count; i++) {
      ok[i] = 1
      for (let j = 0; j < count; j++) if (j !== i && to[j] === to[i]) ok[i] = 0
    }
    // The greatest fixed point: swaps and cycles hold one another up.
    for (let changed = true; changed; ) {
      changed = false
      for (let i = 0; i < count; i++) {
        if (ok[i] === 0 || board[base + to[i]!] === 0) continue
        let leaves = 0
        for (let j = 0; j < count; j++) if (from[j] === to[i]) leaves = ok[j]!
        if (leaves === 0) {
          ok[i] = 0
          changed = true
        }
      }
    }
    for (let i = 0; i < count; i++) if (ok[i] !== 0) this.#lift(board, base, from[i]!, to[i]!)
    this.#settle(board, base)
  }

  /**
   * Shoves push the unbroken line before them; what would leave the board, or share a square with another displaced
   * unit, fails; a line that ends on a leaving shover's square needs that shove to succeed.
   */
  shoves(board: Int32Array, base: number): void {
    const { count, from, to, ok } = this
    this.movedCount = 0
    for (let i = 0; i < count; i++) this.#leaver[from[i]!] = i + 1
    this.#intend(board, base)
    for (let i = 0; i < count; i++)
      for (let k = this.#firstIntended[i]!; k < this.#firstIntended[i + 1]!; k++)
        if (this.#claims[this.#intended[k]!]! > 1) ok[i] = 0
    for (let changed = true; changed; ) {
      changed = false
      for (let i = 0; i < count; i++) {
        const other = this.#waitsFor[i]!
        if (ok[i] === 0 || other < 0 || ok[other] !== 0) continue
        ok[i] = 0
        changed = true
      }
    }
    for (let i = 0; i < count; i++) {
      if (ok[i] === 0) continue
      let square = from[i]!
      for (let k = this.#firstIntended[i]!; k < this.#firstIntended[i + 1]!; k++) {
        this.#lift(board, base, square, this.#intended[k]!)
        square = this.#intended[k]!
      }
    }
    this.#settle(board, base)
    for (let i = 0; i < count; i++) {
      this.#leaver[from[i]!] = 0
      this.#claims[to[i]!] = 0
    }
    for (let k = 0; k < this.#firstIntended[count]!; k++) this.#claims[this.#intended[k]!] = 0
  }

  /** Lists and claims the squares that each shove means its units to end on; `ok` falls for lines pushed off. */
  #intend(board: Int32Array, base: number): void {
    const { count, from, to, ok } = this
    let listed = 0
    for (let i = 0; i < count; i++) {
      const ahead = directionOf(from[i]!, to[i]!, this.#files) * this.#squares
      let square = to[i]!
      ok[i] = 1
      this.#firstIntended[i] = listed
      for (;;) {
        this.#intended[listed++] = square
        this.#claims[square]!++
        if (board[base + square] === 0 || this.#leaver[square] !== 0) break
        square = this.#neighbour[ahead + square]!
        if (square < 0) {
          ok[i] = 0
          break
        }
      }
      this.#waitsFor[i] = square < 0 ? -1 : this.#leaver[square]! - 1
    }
    this.#firstIntended[count] = listed
  }

  /** Takes a unit off the board; `settle` puts all of them down again. */
  #lift(board: Int32Array, base: number, square: number, to: number): void {
    const i = this.movedCount++
    this.movedSlot[i] = board[base + square]! - 1
    this.movedTo[i] = to
    board[base + square] = 0
  }

  #settle(board: Int32Array, base: number): void {
    for (let i = 0; i < this.movedCount; i++) board[base + this.movedTo[i]!] = this.movedSlot[i]! + 1
  }
}
