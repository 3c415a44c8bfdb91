/** Moves and shoves of one step, judged together where they get in each other's way: in a phase, and in a plan. */

import type { Rules } from '../rules/schema.ts'
import { directionOf, type Tables } from '../rules/tables.ts'
import { EMPTY } from '../state/cells.ts'

/**
 * The displacing orders of one step and their result. The caller fills `from` and `to` (neighbouring
 * squares on the board, one order a unit) and calls `moves` or `shoves` for `count` orders on a board (cells
 * from `base`). They bring the board up to date, return a mask of the orders that succeeded, and list
 * `movedCount` units as `movedCell`, `movedTo` and `movedBy` (the order), and the `fellCount` that fell off the board as `fellCell`, each with
 * the order that pushed it in `fellBy`.
 */
export class Displacement {
  movedCount = 0
  readonly from: Int32Array
  readonly to: Int32Array
  readonly movedCell: Int32Array
  readonly movedTo: Int32Array
  readonly movedBy: Int32Array
  fellCount = 0
  readonly fellCell: Int32Array
  readonly fellBy: Int32Array
  readonly #into: Rules['move']['into']
  readonly #falls: boolean
  /** Most units that one shove pushes. */
  readonly #most: number
  readonly #files: number
  readonly #squares: number
  readonly #neighbour: Int32Array
  /** Per square: 1 + the order that leaves it; how many displaced units are to end there. Zero between calls. */
  readonly #leaver: Int32Array
  readonly #claims: Int32Array
  /** Per order: the order that leaves the square where its line ends, or -1; its first square in `#intended`. */
  readonly #waitsFor: Int32Array
  readonly #firstIntended: Int32Array
  readonly #intended: Int32Array
  /** Per order: 1 if its line ends at the board's edge. */
  readonly #atEdge: Int32Array

  constructor(tables: Tables) {
    const { move, shove } = tables.rules
    this.#into = move.into
    this.#falls = shove.edge === 'falls'
    this.#most = shove.most
    const most = 2 * tables.orders
    // The units of one shove come to rest on a line across the board at most.
    const line = Math.max(tables.files, tables.ranks)
    this.from = new Int32Array(most)
    this.to = new Int32Array(most)
    this.movedCell = new Int32Array(most * line)
    this.movedTo = new Int32Array(most * line)
    this.movedBy = new Int32Array(most * line)
    this.#files = tables.files
    this.#squares = tables.squares
    this.#neighbour = tables.neighbour
    this.#leaver = new Int32Array(tables.squares)
    this.#claims = new Int32Array(tables.squares)
    this.#waitsFor = new Int32Array(most)
    this.#firstIntended = new Int32Array(most + 1)
    this.#intended = new Int32Array(most * line)
    this.#atEdge = new Int32Array(most)
    this.fellCell = new Int32Array(most)
    this.fellBy = new Int32Array(most)
  }

  /** Two moves to one square both fail; one onto an occupied square needs the occupant's own move to succeed. */
  moves(board: Int32Array, base: number, count: number): number {
    const { from, to } = this
    this.movedCount = 0
    this.fellCount = 0
    let ok = (1 << count) - 1
    for (let i = 1; i < count; i++)
      for (let j = 0; j < i; j++) if (to[j] === to[i]) ok &= ~((1 << i) | (1 << j))
    // The greatest fixed point: moves in swaps and cycles let each other succeed.
    for (let before = 0; before !== ok; ) {
      before = ok
      for (let i = 0; i < count; i++) {
        if (board[base + to[i]!] === EMPTY) continue
        let leaves = 0
        for (let j = 0; j < count; j++)
          if (from[j] === to[i] && this.#lets(to[j] === from[i])) leaves = (ok >>> j) & 1
        if (leaves === 0) ok &= ~(1 << i)
      }
    }
    for (let i = 0; i < count; i++) if ((ok >>> i) & 1) this.#lift(board, base, from[i]!, to[i]!, i)
    this.#settle(board, base)
    return ok
  }

  /** Whether a square that is being left may be entered, by a unit that changes places with the other or not. */
  #lets(swap: boolean): boolean {
    return this.#into === 'leaving' || (this.#into === 'noSwaps' && !swap)
  }

  /**
   * Shoves push the unbroken line before them; what would leave the board, or share a square with another
   * displaced unit, fails; a line that ends on a leaving shover's square needs that shove to succeed.
   */
  shoves(board: Int32Array, base: number, count: number): number {
    const { from } = this
    this.movedCount = 0
    this.fellCount = 0
    for (let i = 0; i < count; i++) this.#leaver[from[i]!] = i + 1
    let ok = this.#intend(board, base, count)
    for (let i = 0; i < count; i++)
      for (let k = this.#firstIntended[i]!; k < this.#firstIntended[i + 1]!; k++)
        if (this.#claims[this.#intended[k]!]! > 1) ok &= ~(1 << i)
    for (let before = 0; before !== ok; ) {
      before = ok
      for (let i = 0; i < count; i++) {
        const other = this.#waitsFor[i]!
        if (other < 0) continue
        if (((ok >>> other) & 1) === 0 || !this.#lets(this.#waitsFor[other] === i)) ok &= ~(1 << i)
      }
    }
    for (let i = 0; i < count; i++) {
      if (((ok >>> i) & 1) === 0) continue
      let square = from[i]!
      for (let k = this.#firstIntended[i]!; k < this.#firstIntended[i + 1]!; k++) {
        this.#lift(board, base, square, this.#intended[k]!, i)
        square = this.#intended[k]!
      }
      if (this.#atEdge[i] !== 0) {
        this.fellCell[this.fellCount] = board[base + square]!
        this.fellBy[this.fellCount++] = i
        board[base + square] = EMPTY
      }
    }
    this.#settle(board, base)
    for (let i = 0; i < count; i++) this.#leaver[from[i]!] = 0
    for (let k = 0; k < this.#firstIntended[count]!; k++) this.#claims[this.#intended[k]!] = 0
    return ok
  }

  /**
   * Lists and claims the squares on which each shove is to put its units. Lines that are too long fail, and so do those
   * pushed off the board, unless their last unit falls.
   */
  #intend(board: Int32Array, base: number, count: number): number {
    let ok = (1 << count) - 1
    let listed = 0
    for (let i = 0; i < count; i++) {
      let square = this.to[i]!
      const ahead = directionOf(this.from[i]!, square, this.#files) * this.#squares
      this.#firstIntended[i] = listed
      for (;;) {
        this.#intended[listed++] = square
        this.#claims[square]!++
        if (board[base + square] === EMPTY || this.#leaver[square] !== 0) break
        square = this.#neighbour[ahead + square]!
        if (square < 0) {
          if (!this.#falls) ok &= ~(1 << i)
          break
        }
      }
      this.#atEdge[i] = square < 0 ? 1 : 0
      // All but the first square are those of units that are pushed, and one that falls has none.
      if (listed - this.#firstIntended[i]! - 1 + this.#atEdge[i]! > this.#most) ok &= ~(1 << i)
      this.#waitsFor[i] = square < 0 ? -1 : this.#leaver[square]! - 1
    }
    this.#firstIntended[count] = listed
    return ok
  }

  /** Takes a unit off the board; `settle` puts all of them down again. */
  #lift(board: Int32Array, base: number, square: number, to: number, by: number): void {
    const i = this.movedCount++
    this.movedBy[i] = by
    this.movedCell[i] = board[base + square]!
    this.movedTo[i] = to
    board[base + square] = EMPTY
  }

  #settle(board: Int32Array, base: number): void {
    for (let i = 0; i < this.movedCount; i++) board[base + this.movedTo[i]!] = this.movedCell[i]!
  }
}
