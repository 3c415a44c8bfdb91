/** The path of an iteration: the edges that its seats selected, and the decisions of its first turn. */
import { type Action, CHANCE, type Seat } from '../../engine/contract/index.ts'
import type { Tree } from './tree.ts'

/** Stands for the place of a selection made once the turn is closed. */
export const AFTER_TURN = -1

/** Stands for an unknown reply. No reply is this word. */
export const UNKNOWN = -1

const PRIME = 0x01000193

/** Arrays are as long as a match can have decisions. */
export class Path {
  /** Selections. */
  length = 0
  /** By selection: its edge, node and seat. */
  readonly edge: Int32Array
  readonly node: Int32Array
  readonly seat: Int32Array
  /** By selection: its place in `turnAction`; AFTER_TURN once the turn is closed. */
  readonly turn: Int32Array
  /** By selection: 1 if the edge before it is the node's only parent. */
  readonly follows: Uint8Array
  /** By selection: the steps resolved before it. */
  readonly step: Int32Array
  steps = 0
  /** Decisions of the turn: those until the first step or part of one is resolved. */
  decisions = 0
  isTurnOpen = false
  /** Whether the iteration ends where the descent did. */
  isCut = false
  /** The actions of the turn, selected or played, by seat and in order. */
  readonly turnAction: Int32Array
  /** By seat: just past its last action in `turnAction`. */
  readonly turnEnd: Int32Array
  /** Places in `turnAction` for each seat. */
  readonly #room: number

  constructor(decisionMax: number, seats: number) {
    const size = decisionMax + 1
    this.#room = size
    this.edge = new Int32Array(size)
    this.node = new Int32Array(size)
    this.seat = new Int32Array(size)
    this.turn = new Int32Array(size)
    this.step = new Int32Array(size)
    this.follows = new Uint8Array(size)
    this.turnAction = new Int32Array(seats * size)
    this.turnEnd = new Int32Array(seats)
  }

  clear(): void {
    this.length = 0
    this.steps = 0
    this.decisions = 0
    for (let seat = 0; seat < this.turnEnd.length; seat++) this.turnEnd[seat] = seat * this.#room
    this.isTurnOpen = true
    this.isCut = false
  }

  /** Adds a selection; note its action next. */
  add(seat: Seat, node: number, edge: number, follows: boolean): void {
    const at = this.length++
    this.edge[at] = edge
    this.node[at] = node
    this.step[at] = this.steps
    this.seat[at] = seat
    this.turn[at] = this.isTurnOpen ? this.turnEnd[seat]! : AFTER_TURN
    this.follows[at] = follows ? 1 : 0
  }

  /** Counts resolved steps, or parts of one; 0 leave the turn open. */
  pass(steps: number): void {
    if (steps === 0) return
    this.isTurnOpen = false
    this.steps += steps
  }

  /** Notes a decision, selected or played, while the turn is open; chance is only counted. */
  note(seat: Seat, action: Action): void {
    if (!this.isTurnOpen) return
    this.decisions++
    if (seat !== CHANCE) this.turnAction[this.turnEnd[seat]!++] = action
  }

  /**
   * The decisions of the `others` other seats in the step of selection number `i`, as one word (with two seats, the other's action); UNKNOWN unless each
   * seat selected once in that step.
   */
  replyTo(i: number, tree: Tree, others: number): number {
    const { seat, step } = this
    let j = i
    while (j > 0 && step[j - 1] === step[i]) j--
    let word = 0
    let met = 1 << seat[i]!
    let known = 0
    for (; j < this.length && step[j] === step[i]; j++) {
      if (j === i) continue
      const bit = 1 << seat[j]!
      if ((met & bit) !== 0) return UNKNOWN
      met |= bit
      known++
      word = (Math.imul(word, PRIME) + tree.edgeAction[this.edge[j]!]!) & 0x7fffffff
    }
    return known === others ? word : UNKNOWN
  }
}
