/** The result of a plan's moves and shoves of one phase, carried out while every other unit stands still. */
import { MOVE, SHOVE } from '../rules/actions.ts'
import type { Tables } from '../rules/tables.ts'
import { EMPTY, packCell, slotIn } from '../state/cells.ts'
import { actionIn, meaningAt } from '../state/codes.ts'
import { GONE, lane, setLane } from '../state/lanes.ts'
import { PLAN_COUNT, PLAN_FROM, PLAN_ORDERS, PLAN_PHASE, SQUARES } from '../state/layout.ts'
import { isFor, originOf, shapeOf, targetOf } from '../state/orders.ts'
import { Displacement } from './displace.ts'

export class Preview {
  readonly #words: Int32Array
  readonly #slotKind: Int32Array
  readonly #board: Int32Array
  readonly #displacement: Displacement

  constructor(t: Tables) {
    this.#words = t.words
    this.#slotKind = t.slotKind
    this.#board = new Int32Array(t.squares)
    this.#displacement = new Displacement(t)
  }

  /** Writes every slot's square after the phase of the plan at `base` to the lanes at `then`. */
  write(s: Int32Array, base: number, then: number): void {
    const from = SQUARES + s[base + PLAN_FROM]!
    this.#board.fill(EMPTY)
    for (let slot = 0; slot < this.#slotKind.length; slot++) {
      const square = lane(s, from, slot)
      setLane(s, then, slot, square)
      if (square !== GONE) this.#board[square] = packCell(slot, this.#slotKind[slot]!)
    }
    this.#carryOut(s, base, then, MOVE)
    this.#carryOut(s, base, then, SHOVE)
  }

  /** All moves, or all shoves, of the plan's phase, the latest order included, which is not counted yet. */
  #carryOut(s: Int32Array, base: number, then: number, action: number): void {
    const d = this.#displacement
    const board = this.#board
    const first = base + PLAN_ORDERS
    const phase = s[base + PLAN_PHASE]!
    let count = 0
    for (let at = first; at <= first + s[base + PLAN_COUNT]!; at++) {
      const order = s[at]!
      if (!isFor(order, phase)) continue
      const cell = board[originOf(order)]!
      if (cell === EMPTY || actionIn(this.#words[meaningAt(cell, shapeOf(order))]!) !== action) continue
      d.from[count] = originOf(order)
      d.to[count++] = targetOf(order)
    }
    if (action === MOVE) d.moves(board, 0, count)
    else d.shoves(board, 0, count)
    for (let i = 0; i < d.movedCount; i++) setLane(s, then, slotIn(d.movedCell[i]!), d.movedTo[i]!)
    for (let i = 0; i < d.fellCount; i++) setLane(s, then, slotIn(d.fellCell[i]!), GONE)
  }
}
