/** Moves and shoves of a phase: one by one, which is nearly always possible, or together. */
import { MOVE, SHOVE } from '../rules/actions.ts'
import { directionOf, type Tables } from '../rules/tables.ts'
import { EMPTY, slotIn } from '../state/cells.ts'
import { aimsIn, seatOf, slotOf, spotAt, wordOf } from '../state/codes.ts'
import { setStand } from '../state/lanes.ts'
import { BOARD, SQUARES } from '../state/layout.ts'
import { CARRIED_OUT, OBSTRUCTED, originOf, targetOf } from '../state/orders.ts'
import { active, fail, marksApart, markTarget, succeed } from './active.ts'
import { Displacement } from './displace.ts'
import type { Losses } from './losses.ts'

export class Movement {
  readonly #words: Int32Array
  readonly #losses: Losses
  readonly #displacement: Displacement
  readonly #files: number
  readonly #squares: number
  readonly #neighbour: Int32Array
  /** 1 if moves go only to squares that are empty when the step begins. */
  readonly #emptyOnly: number
  /** 1 if a move that fails marks its target. */
  readonly #marksBlocked: number
  /** 1 if units may be pushed off the board. */
  readonly #falls: number
  /** Most units that one shove pushes. */
  readonly #most: number
  /** Where the second side's marks lie, see active.ts. */
  readonly #apart: number

  constructor(t: Tables, losses: Losses) {
    const { move, shove } = t.rules
    this.#words = t.words
    this.#losses = losses
    this.#displacement = new Displacement(t)
    this.#files = t.files
    this.#squares = t.squares
    this.#neighbour = t.neighbour
    this.#emptyOnly = move.into === 'empty' ? 1 : 0
    this.#marksBlocked = move.marks === 'blocked' ? 1 : 0
    this.#falls = shove.edge === 'falls' ? 1 : 0
    this.#most = shove.most
    this.#apart = marksApart(t.rules)
  }

  /** Without any step `later` in the phase, nobody asks what was marked. */
  move(s: Int32Array, events: Int32Array, first: number, count: number, later: number): void {
    if (count > 1) {
      this.#moves(s, events, first, count, later)
      return
    }
    const entry = active[first]!
    const order = s[wordOf(entry)]!
    const square = targetOf(order)
    if (s[BOARD + square] === EMPTY) {
      s[BOARD + square] = s[BOARD + originOf(order)]!
      s[BOARD + originOf(order)] = EMPTY
      this.place(s, slotOf(entry), square)
      succeed(s, events, entry, wordOf(entry), order, CARRIED_OUT)
    } else this.#obstruct(s, events, entry, later)
  }

  /** A move fails. */
  #obstruct(s: Int32Array, events: Int32Array, entry: number, later: number): void {
    const order = s[wordOf(entry)]!
    fail(s, events, entry, wordOf(entry), order, OBSTRUCTED)
    if (this.#marksBlocked !== 0) markTarget(targetOf(order), seatOf(entry), this.#apart, later)
  }

  /**
   * Several moves, one after another, which gives the same result as long as every target is free by then; otherwise takes them
   * back and judges all of them together.
   */
  #moves(s: Int32Array, events: Int32Array, first: number, count: number, later: number): void {
    if (this.#emptyOnly !== 0) {
      this.#displace(s, events, MOVE, first, count, later)
      return
    }
    for (let i = first; i < first + count; i++) {
      const order = s[wordOf(active[i]!)]!
      const to = BOARD + targetOf(order)
      if (s[to] !== EMPTY) {
        this.#takeBack(s, first, i)
        this.#displace(s, events, MOVE, first, count, later)
        return
      }
      s[to] = s[BOARD + originOf(order)]!
      s[BOARD + originOf(order)] = EMPTY
    }
    for (let i = first; i < first + count; i++) {
      const entry = active[i]!
      const order = s[wordOf(entry)]!
      this.place(s, slotOf(entry), targetOf(order))
      succeed(s, events, entry, wordOf(entry), order, CARRIED_OUT)
    }
  }

  #takeBack(s: Int32Array, first: number, end: number): void {
    for (let i = end - 1; i >= first; i--) {
      const order = s[wordOf(active[i]!)]!
      s[BOARD + originOf(order)] = s[BOARD + targetOf(order)]!
      s[BOARD + targetOf(order)] = EMPTY
    }
  }

  /** A slot's lanes follow its unit on the board. */
  place(s: Int32Array, slot: number, square: number): void {
    setStand(s, SQUARES, slot, square, aimsIn(this.#words[spotAt(slot, square)]!))
  }

  /** Without any step `later` in the phase, nobody asks what was marked. */
  shove(s: Int32Array, events: Int32Array, first: number, count: number, later: number): void {
    if (count > 1) this.#displace(s, events, SHOVE, first, count, later)
    else this.#shoveAlone(s, events, active[first]!, later)
  }

  /** A step's only shove: every unit of the line before it takes the next one's place, from its own square on. */
  #shoveAlone(s: Int32Array, events: Int32Array, entry: number, later: number): void {
    const neighbour = this.#neighbour
    const at = wordOf(entry)
    const order = s[at]!
    const ahead = directionOf(originOf(order), targetOf(order), this.#files) * this.#squares
    let pushed = 0
    let square = targetOf(order)
    for (; square >= 0 && s[BOARD + square] !== EMPTY; square = neighbour[ahead + square]!) pushed++
    if (pushed > this.#most || (square < 0 && this.#falls === 0)) {
      fail(s, events, entry, at, order, OBSTRUCTED)
      return
    }
    succeed(s, events, entry, at, order, CARRIED_OUT)
    let moving = s[BOARD + originOf(order)]!
    s[BOARD + originOf(order)] = EMPTY
    for (square = targetOf(order); moving !== EMPTY && square >= 0; square = neighbour[ahead + square]!) {
      const next = s[BOARD + square]!
      s[BOARD + square] = moving
      this.place(s, slotIn(moving), square)
      markTarget(square, seatOf(entry), this.#apart, later)
      moving = next
    }
    if (moving !== EMPTY) this.#losses.fall(s, events, slotIn(moving), entry)
  }

  #displace(
    s: Int32Array,
    events: Int32Array,
    action: number,
    first: number,
    count: number,
    later: number,
  ): void {
    const d = this.#displacement
    for (let i = 0; i < count; i++) {
      const order = s[wordOf(active[first + i]!)]!
      d.from[i] = originOf(order)
      d.to[i] = targetOf(order)
    }
    const ok = action === MOVE ? d.moves(s, BOARD, count) : d.shoves(s, BOARD, count)
    for (let i = 0; i < count; i++) {
      const at = wordOf(active[first + i]!)
      if ((ok >>> i) & 1) succeed(s, events, active[first + i]!, at, s[at]!, CARRIED_OUT)
      else if (action === MOVE) this.#obstruct(s, events, active[first + i]!, later)
      else fail(s, events, active[first + i]!, at, s[at]!, OBSTRUCTED)
    }
    for (let i = 0; i < d.movedCount; i++) {
      this.place(s, slotIn(d.movedCell[i]!), d.movedTo[i]!)
      const by = active[first + d.movedBy[i]!]!
      if (action === SHOVE) markTarget(d.movedTo[i]!, seatOf(by), this.#apart, later)
    }
    for (let i = 0; i < d.fellCount; i++)
      this.#losses.fall(s, events, slotIn(d.fellCell[i]!), active[first + d.fellBy[i]!]!)
  }
}
