/** The result of a plan's moves and shoves of one phase, carried out alone while every other unit stands still. */
import * as actions from '../rules/actions.ts'
import type { Tables } from '../rules/tables.ts'
import * as cells from '../state/cells.ts'
import * as codes from '../state/codes.ts'
import * as lanes from '../state/lanes.ts'
import * as layout from '../state/layout.ts'
import * as orders from '../state/orders.ts'
import { Displacement } from './displace.ts'

// Constants of this module, for speed: see state/layout.ts.
const { PLAN_COUNT, PLAN_FROM, PLAN_ORDERS, PLAN_PHASE } = layout.PLAN
const { SQUARES } = layout.WORDS
const { EMPTY, packCell, slotIn } = cells
const { GONE, lane, setLane } = lanes
const { isFor, originOf, shapeOf, targetOf } = orders
const { actionIn, meaningAt } = codes
const { MOVE, SHOVE } = actions

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
