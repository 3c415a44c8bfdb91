/** Turns from the first to the last: the questions of a turn, and what happens at its end. */
import * as contract from '../../contract/index.ts'
import { BY_CAPITAL, BY_LENGTH } from '../info.ts'
import type { Tables } from '../rules/tables.ts'
import type { Board } from '../state/board.ts'
import * as layout from '../state/layout.ts'
import type { Abilities } from './abilities.ts'
import type { Battles } from './battles.ts'
import type { Capitals } from './capitals.ts'

// Constants of this module, for speed: see layout.ts.
const { ASKED, AT, FROM, HELD, OUT, OUTCOME, RECOVERING, ROUND, ROUTED_NOW, STAGE, STEPPED } = layout.WORDS
const { TILE, TO_MOVE, TURN, UNITS } = layout.WORDS
const { ANSWERING, ENDING, FLEEING, GONE, HELD_COUNTING, HELD_FALLEN, SLOTS, TEAM_SLOTS, ownerIn } = layout
const { seatOf, slotOf, teamOf } = layout
const { FIELDED, NOBODY, USED, lowest } = contract

export class Turns {
  readonly #tables: Tables
  readonly #board: Board
  readonly #capitals: Capitals
  readonly #abilities: Abilities
  readonly #battles: Battles
  /** The seat that has the first turn of a round. */
  readonly #first: number

  constructor(tables: Tables, board: Board, capitals: Capitals, abilities: Abilities, battles: Battles) {
    this.#tables = tables
    this.#board = board
    this.#capitals = capitals
    this.#abilities = abilities
    this.#battles = battles
    this.#first = tables.rules.setup.move - 1
  }

  start(s: Int32Array, events: Int32Array): void {
    s.fill(0)
    s.fill(GONE, AT, AT + SLOTS)
    this.#capitals.start(s, events)
    this.#askCapital(s, events)
  }

  /** Founds the capital that a team picked. */
  pick(s: Int32Array, events: Int32Array, tile: number): void {
    this.#capitals.pick(s, events, tile)
    this.#askCapital(s, events)
  }

  /** Asks for the next capital, or begins the first turn once all teams have one. */
  #askCapital(s: Int32Array, events: Int32Array): void {
    if (this.#capitals.ask(s, events)) return
    s[ROUND] = 1
    s[TURN] = this.#first
    this.#begin(s)
  }

  #begin(s: Int32Array): void {
    const held = HELD + s[TURN]!
    if (s[held] === HELD_FALLEN) s[held] = HELD_COUNTING
    this.#abilities.clearCooldowns(s)
    this.#askFrom(s, 0)
  }

  /** Asks the next unit from a slot on that has a choice, else offers abilities for the last time, else opens battles. */
  #askFrom(s: Int32Array, slot: number): void {
    const seat = s[TURN]!
    const rest = s[UNITS + seat]! & ~(s[STEPPED]! | s[RECOVERING]!) & (-1 << slot)
    if (rest !== 0) {
      s[ASKED] = lowest(rest)
      s[STAGE] = ANSWERING
      s[TO_MOVE] = 1 << seat
      return
    }
    s[ASKED] = 0
    if (this.#abilities.any(s, seat)) {
      s[STAGE] = ENDING
      s[TO_MOVE] = 1 << seat
    } else this.#battles.openNext(s)
  }

  stay(s: Int32Array): void {
    this.#askFrom(s, s[ASKED]! + 1)
  }

  step(s: Int32Array, events: Int32Array, to: number): void {
    const { assets } = this.#tables
    const slot = s[ASKED]!
    events[s[TURN]! * assets.seatEvents + assets.unit + USED]!++
    s[FROM + slot] = 1 + s[AT + slot]!
    s[STEPPED]! |= 1 << slot
    this.#board.move(s, events, slot, to)
    this.#askFrom(s, slot + 1)
  }

  ferry(s: Int32Array, events: Int32Array, to: number): void {
    const { assets } = this.#tables
    const counts = s[TURN]! * assets.seatEvents + assets.ferry
    events[counts + FIELDED]!++
    events[counts + USED]!++
    this.step(s, events, to)
  }

  rally(s: Int32Array, events: Int32Array, ability: number): void {
    this.#abilities.rally(s, events, s[TURN]!, ability)
    this.#askFrom(s, 0)
  }

  swarm(s: Int32Array, events: Int32Array, ability: number, slot: number): void {
    this.#abilities.swarm(s, events, s[TURN]!, ability)
    s[ASKED] = slot
    s[STAGE] = FLEEING
    if (this.#abilities.refuges(s, slot) > 1) s[TO_MOVE] = 1 << seatOf(slot)
    else this.flee(s, events, this.#abilities.lowestRefuge(s, slot))
  }

  flee(s: Int32Array, events: Int32Array, to: number): void {
    this.#board.move(s, events, s[ASKED]!, to)
    this.#askFrom(s, 0)
  }

  /** Declines the abilities that are left. */
  end(s: Int32Array): void {
    this.#battles.openNext(s)
  }

  /** The end of a turn: capitals, recovery, the next team. */
  close(s: Int32Array, events: Int32Array): void {
    this.#countTiles(s, events)
    if (s[OUTCOME] === 0) this.#countCapital(s, events)
    if (s[OUTCOME] === 0) this.#recover(s)
    if (s[OUTCOME] === 0) this.#pass(s)
    if (s[OUTCOME] !== 0) s[TO_MOVE] = 0
  }

  #countTiles(s: Int32Array, events: Int32Array): void {
    const { assets, tiles } = this.#tables
    const tileEvents = assets.tile
    const seat = s[TURN]!
    const counts = seat * assets.seatEvents + USED
    for (let tile = 0; tile < tiles; tile++)
      if (ownerIn(s[TILE + tile]!) === 1 + seat) events[counts + tileEvents[tile]!]!++
  }

  #countCapital(s: Int32Array, events: Int32Array): void {
    const seat = s[TURN]!
    const held = HELD + seat
    if (s[held]! < HELD_COUNTING) return
    if (++s[held]! - HELD_COUNTING >= this.#tables.rules.capital.turns)
      this.#board.eliminate(s, events, seat, BY_CAPITAL)
  }

  /** Ends recovery of those that were routed before this turn, and forgets its steps. */
  #recover(s: Int32Array): void {
    const seat = s[TURN]!
    const team = teamOf(seat)
    s[RECOVERING] = (s[RECOVERING]! & ~team) | (s[ROUTED_NOW]! & team)
    s[ROUTED_NOW] = 0
    s[STEPPED] = 0
    const first = FROM + slotOf(seat, 0)
    for (let at = first; at < first + TEAM_SLOTS; at++) s[at] = 0
  }

  /** Begins the turn of the next team that is not out, or ends the match at the turn limit. */
  #pass(s: Int32Array): void {
    const { rules, seats } = this.#tables
    do {
      s[TURN] = (s[TURN]! + 1) % seats
      if (s[TURN] === this.#first && ++s[ROUND]! > rules.limits.turns) {
        s[ROUND]!--
        this.#board.end(s, BY_LENGTH, NOBODY)
        return
      }
    } while (((s[OUT]! >> s[TURN]!) & 1) !== 0)
    this.#begin(s)
  }
}
