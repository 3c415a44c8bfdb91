/** Turns from the first to the last: the questions of a turn, and what happens at its end. */
import { FIELDED, lowest, NOBODY, USED } from '../../contract/index.ts'
import { BY_CAPITAL, BY_LENGTH } from '../info.ts'
import type { Tables } from '../rules/tables.ts'
import type { Board } from '../state/board.ts'
import {
  ANSWERING,
  ASKED,
  AT,
  CAPITAL,
  ENDING,
  FLEEING,
  FROM,
  GONE,
  HELD,
  HELD_COUNTING,
  HELD_FALLEN,
  OUT,
  OUTCOME,
  ownerIn,
  RECOVERING,
  ROUND,
  ROUTED_NOW,
  SLOTS,
  STAGE,
  STEPPED,
  slotOf,
  TEAM_SLOTS,
  TILE,
  TO_MOVE,
  TURN,
  teamOf,
  UNITS,
} from '../state/layout.ts'
import type { Abilities } from './abilities.ts'
import type { Battles } from './battles.ts'
import type { Capitals } from './capitals.ts'

export class Turns {
  readonly #tables: Tables
  readonly #board: Board
  readonly #capitals: Capitals
  readonly #abilities: Abilities
  readonly #battles: Battles
  readonly #first: number

  /** Whether a lost capital counts only the team's own turns, and recovery too. */
  readonly #countsOwn: boolean
  readonly #recoversOwn: boolean
  /** Whether units take tiles when they come, not at the end of a turn. */
  readonly #takesOnEntry: boolean
  /** Whether Rally fetches enemies, so that units stand on contested tiles without a step. */
  readonly #rallyAll: boolean
  /** Words of a seat's events, and where among them the counts of units begin. */
  readonly #seatEvents: number
  readonly #unitEvents: number

  constructor(tables: Tables, board: Board, capitals: Capitals, abilities: Abilities, battles: Battles) {
    this.#tables = tables
    this.#board = board
    this.#capitals = capitals
    this.#abilities = abilities
    this.#battles = battles
    this.#first = tables.rules.setup.move - 1
    this.#countsOwn = tables.rules.capital.count === 'own'
    this.#recoversOwn = tables.rules.recovery.turns === 'own'
    this.#takesOnEntry = tables.rules.capture.when === 'entry'
    this.#rallyAll = tables.rules.rally.targets === 'all'
    this.#seatEvents = tables.assets.seatEvents
    this.#unitEvents = tables.assets.unit
  }

  start(s: Int32Array, events: Int32Array): void {
    s.fill(0)
    s.fill(GONE, AT, AT + SLOTS)
    this.#capitals.start(s, events)
    this.#askCapital(s, events)
  }

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
    // From here on a capital that has fallen counts turns.
    if (this.#countsOwn) this.#beginCounting(s, s[TURN]!)
    else for (let seat = 0; seat < this.#tables.seats; seat++) this.#beginCounting(s, seat)
    this.#abilities.clearCooldowns(s)
    this.askFrom(s, 0)
  }

  #beginCounting(s: Int32Array, seat: number): void {
    if (s[HELD + seat] === HELD_FALLEN) s[HELD + seat] = HELD_COUNTING
  }

  /** Asks the next unit from a slot on that has a choice, else offers abilities for the last time, else opens battles. */
  askFrom(s: Int32Array, slot: number): void {
    const seat = s[TURN]!
    let waiting = s[UNITS + seat]! & ~(s[STEPPED]! | s[RECOVERING]!) & (-1 << slot)
    if (this.#rallyAll) waiting = this.#free(s, seat, waiting)
    if (waiting !== 0) {
      s[ASKED] = lowest(waiting)
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

  /** Those of a seat's units that stand on no contested tile. */
  #free(s: Int32Array, seat: number, units: number): number {
    let free = units
    for (let rest = units; rest !== 0; rest &= rest - 1)
      if (this.#board.hostile(s, s[AT + lowest(rest)]!, seat)) free &= ~(rest & -rest)
    return free
  }

  stay(s: Int32Array): void {
    this.askFrom(s, s[ASKED]! + 1)
  }

  step(s: Int32Array, events: Int32Array, to: number): void {
    const slot = s[ASKED]!
    events[s[TURN]! * this.#seatEvents + this.#unitEvents + USED]!++
    s[FROM + slot] = 1 + s[AT + slot]!
    s[STEPPED]! |= 1 << slot
    this.#board.move(s, events, slot, to, true)
    if (!this.#battles.openAt(s, to, slot + 1)) this.askFrom(s, slot + 1)
  }

  ferry(s: Int32Array, events: Int32Array, to: number): void {
    const counts = s[TURN]! * this.#seatEvents + this.#tables.assets.ferry
    events[counts + FIELDED]!++
    events[counts + USED]!++
    this.step(s, events, to)
  }

  rally(s: Int32Array, events: Int32Array, ability: number): void {
    const bell = this.#abilities.rally(s, events, s[TURN]!, ability)
    if (!this.#battles.openAt(s, bell, 0)) this.askFrom(s, 0)
  }

  swarm(s: Int32Array, events: Int32Array, ability: number, slot: number): void {
    this.#abilities.swarm(s, events, s[TURN]!, ability)
    s[ASKED] = slot
    s[STAGE] = FLEEING
    if (this.#abilities.refuges(s, slot) > 1) this.#abilities.askFlight(s, slot)
    else this.flee(s, events, this.#abilities.lowestRefuge(s, slot))
  }

  flee(s: Int32Array, events: Int32Array, to: number): void {
    this.#abilities.flee(s, events, s[ASKED]!, to)
    this.askFrom(s, 0)
  }

  end(s: Int32Array): void {
    this.#battles.openNext(s)
  }

  /** The end of a turn: capitals, recovery, the next team. */
  close(s: Int32Array, events: Int32Array): void {
    if (s[OUTCOME] === 0) this.#takeTiles(s, events)
    this.#board.count(s, events, s[TURN]!, USED)
    if (s[OUTCOME] === 0) this.#countCapitals(s, events)
    if (s[OUTCOME] === 0) this.#recover(s)
    if (s[OUTCOME] === 0) this.#pass(s)
    if (s[OUTCOME] !== 0) s[TO_MOVE] = 0
  }

  /** Counts the turn against the teams whose capitals are lost; in turn order, for the first to go may set the next free. */
  #countCapitals(s: Int32Array, events: Int32Array): void {
    const { seats } = this.#tables
    if (this.#countsOwn) this.#countCapital(s, events, s[TURN]!)
    else
      for (let i = 0; i < seats && s[OUTCOME] === 0; i++)
        this.#countCapital(s, events, (s[TURN]! + i) % seats)
  }

  #countCapital(s: Int32Array, events: Int32Array, seat: number): void {
    const held = HELD + seat
    if (s[held]! < HELD_COUNTING) return
    const { capital } = this.#tables.rules
    const word = s[TILE + s[CAPITAL + seat]! - 1]!
    const captor = ownerIn(word) - 1
    if (capital.count === 'captor' && captor !== s[TURN]) return
    if (capital.occupied && (word & teamOf(captor)) === 0) s[held] = HELD_COUNTING
    else if (++s[held]! - HELD_COUNTING >= capital.turns) this.#board.eliminate(s, events, seat, BY_CAPITAL)
  }

  /** Where tiles are taken at the end of a turn: those that its team's units stand on. */
  #takeTiles(s: Int32Array, events: Int32Array): void {
    if (this.#takesOnEntry) return
    const seat = s[TURN]!
    const exempt = this.#tables.rules.capture.routed ? 0 : s[RECOVERING]!
    for (let rest = s[UNITS + seat]! & ~exempt; rest !== 0; rest &= rest - 1)
      this.#board.take(s, events, s[AT + lowest(rest)]!, seat)
  }

  /** Ends recovery of those that were routed before this turn, and forgets its steps. */
  #recover(s: Int32Array): void {
    const seat = s[TURN]!
    const team = this.#recoversOwn ? teamOf(seat) : -1
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
      s[TURN] = s[TURN] === seats - 1 ? 0 : s[TURN]! + 1
      if (s[TURN] === this.#first && ++s[ROUND]! > rules.limits.turns) {
        s[ROUND]!--
        this.#board.end(s, BY_LENGTH, NOBODY)
        return
      }
    } while (((s[OUT]! >> s[TURN]!) & 1) !== 0)
    this.#begin(s)
  }
}
