/** The course of a match: capitals, the questions of a turn, and what its end brings. Battles are in clash.ts. */
import { FIELDED, USED } from '../contract/index.ts'
import * as abilities from './abilities.ts'
import * as board from './board.ts'
import * as clash from './clash.ts'
import * as layout from './layout.ts'
import type { Tables } from './tables.ts'

// Constants of this module, for speed: see layout.ts.
const { ACTORS, ASKED, AT, CAPITAL, FRESH, FROM, HELD, OUT, OUTCOME, RECOVER, ROUND } = layout
const { SLOTS, SLOT_SHIFT, STAGE, STEPPED, TILE, TURN, UNITS } = layout
const { ANSWERING, ENDING, FLEEING, HELD_COUNTING, HELD_FALLEN, PICKING } = layout
const { lowest, ownerIn, seatOf, teamOf } = layout
const { BY_CAPITAL, BY_LENGTH, NOBODY } = board

const NO_TILE = -1

export class Course {
  readonly abilities: abilities.Abilities
  readonly clashes: clash.Clashes
  readonly #board: board.Board
  readonly #t: Tables
  readonly #tiles: number
  readonly #seats: number
  readonly #land: Uint8Array
  readonly #distance: Int32Array
  readonly #mover: number
  readonly #turnsHeld: number
  readonly #rounds: number
  readonly #seatEvents: number
  readonly #tileEvents: Int32Array
  readonly #scratch: Int32Array

  constructor(t: Tables) {
    this.#t = t
    this.#board = new board.Board(t)
    this.abilities = new abilities.Abilities(t, this.#board)
    this.clashes = new clash.Clashes(t, this.#board)
    this.#tiles = t.tiles
    this.#seats = t.seats
    this.#land = t.land
    this.#distance = t.distance
    this.#mover = t.rules.setup.move - 1
    this.#turnsHeld = t.rules.capital.turns
    this.#rounds = t.rules.limits.turns
    this.#seatEvents = t.assets.seatEvents
    this.#tileEvents = t.assets.tile
    this.#scratch = new Int32Array(t.legalMax)
  }

  start(s: Int32Array, events: Int32Array): void {
    s.fill(0)
    s.fill(layout.GONE, AT, AT + SLOTS)
    const { capitals, pick } = this.#t.rules.setup
    for (let seat = 0; seat < capitals.length; seat++)
      this.#board.found(s, events, seat, this.#t.names.indexOf(capitals[seat]!), this.#t.sizes[seat]!)
    s[TURN] = pick - 1
    this.#askSite(s, events)
  }

  /** Asks the next team for its capital, or begins the first turn once all have one. */
  #askSite(s: Int32Array, events: Int32Array): void {
    s[STAGE] = PICKING
    while (s[CAPITAL + s[TURN]!] === 0) {
      const seat = s[TURN]!
      const sites = this.sites(s, this.#scratch)
      if (sites > 1) {
        s[ACTORS] = 1 << seat
        return
      }
      this.#found(s, events, this.#scratch[0]! - this.#t.codes.pick)
    }
    s[ROUND] = 1
    s[TURN] = this.#mover
    this.#begin(s)
  }

  #found(s: Int32Array, events: Int32Array, tile: number): void {
    const seat = s[TURN]!
    this.#board.found(s, events, seat, tile, this.#t.sizes[seat]!)
    s[TURN] = (seat + 1) % this.#seats
  }

  /** Writes the choices of a capital: land, neither taken nor adjacent to one that is. */
  sites(s: Int32Array, out: Int32Array): number {
    let n = 0
    for (let tile = 0; tile < this.#tiles; tile++) {
      if (this.#land[tile] === 0) continue
      let free = true
      for (let seat = 0; seat < this.#seats; seat++) {
        const capital = s[CAPITAL + seat]! - 1
        if (capital !== NO_TILE && this.#distance[tile * this.#tiles + capital]! < 2) free = false
      }
      if (free) out[n++] = this.#t.codes.pick + tile
    }
    return n
  }

  pick(s: Int32Array, events: Int32Array, tile: number): void {
    this.#found(s, events, tile)
    this.#askSite(s, events)
  }

  #begin(s: Int32Array): void {
    const held = HELD + s[TURN]!
    if (s[held] === HELD_FALLEN) s[held] = HELD_COUNTING
    this.abilities.settle(s)
    s[ASKED] = 0
    this.ask(s)
  }

  /** Goes on to the next unit that has a choice, to the last chance for abilities, or to the battles. */
  ask(s: Int32Array): void {
    const seat = s[TURN]!
    const rest = s[UNITS + seat]! & ~(s[STEPPED]! | s[RECOVER]!) & (-1 << s[ASKED]!)
    if (rest !== 0) {
      s[ASKED] = lowest(rest)
      s[STAGE] = ANSWERING
      s[ACTORS] = 1 << seat
      return
    }
    s[ASKED] = 0
    if (this.abilities.any(s, seat)) {
      s[STAGE] = ENDING
      s[ACTORS] = 1 << seat
    } else this.clashes.fight(s)
  }

  stay(s: Int32Array): void {
    s[ASKED]!++
    this.ask(s)
  }

  step(s: Int32Array, events: Int32Array, to: number): void {
    const slot = s[ASKED]!
    const seat = s[TURN]!
    events[seat * this.#seatEvents + this.#t.assets.unit + USED]!++
    s[FROM + slot] = 1 + s[AT + slot]!
    s[STEPPED]! |= 1 << slot
    this.#board.move(s, events, slot, to)
    s[ASKED] = slot + 1
    this.ask(s)
  }

  ferry(s: Int32Array, events: Int32Array, to: number): void {
    const counts = s[TURN]! * this.#seatEvents + this.#t.assets.ferry
    events[counts + FIELDED]!++
    events[counts + USED]!++
    this.step(s, events, to)
  }

  rally(s: Int32Array, events: Int32Array, k: number): void {
    this.abilities.rally(s, events, s[TURN]!, k)
    s[ASKED] = 0
    this.ask(s)
  }

  swarm(s: Int32Array, events: Int32Array, k: number, slot: number): void {
    this.abilities.swarm(s, events, s[TURN]!, k)
    s[ASKED] = slot
    s[STAGE] = FLEEING
    const tiles = this.abilities.listRefuges(s, slot, this.#scratch)
    if (tiles > 1) s[ACTORS] = 1 << seatOf(slot)
    else this.flee(s, events, (this.#scratch[0]! - this.#t.codes.flee) % this.#tiles)
  }

  flee(s: Int32Array, events: Int32Array, to: number): void {
    this.#board.move(s, events, s[ASKED]!, to)
    s[ASKED] = 0
    this.ask(s)
  }

  /** The end of a turn: capitals, recovery, the next team. */
  close(s: Int32Array, events: Int32Array): void {
    const seat = s[TURN]!
    this.#countTiles(s, events, seat)
    if (s[OUTCOME] === 0) this.#countCapital(s, events, seat)
    if (s[OUTCOME] === 0) this.#pass(s)
    if (s[OUTCOME] !== 0) s[ACTORS] = 0
  }

  #countTiles(s: Int32Array, events: Int32Array, seat: number): void {
    const tiles = this.#tiles
    const tileEvents = this.#tileEvents
    const counts = seat * this.#seatEvents + USED
    for (let tile = 0; tile < tiles; tile++)
      if (ownerIn(s[TILE + tile]!) === 1 + seat) events[counts + tileEvents[tile]!]!++
  }

  #countCapital(s: Int32Array, events: Int32Array, seat: number): void {
    const at = HELD + seat
    if (s[at]! < HELD_COUNTING) return
    if (++s[at]! - HELD_COUNTING >= this.#turnsHeld) this.#board.putOut(s, events, seat, BY_CAPITAL)
  }

  #pass(s: Int32Array): void {
    const seat = s[TURN]!
    const team = teamOf(seat)
    s[RECOVER] = (s[RECOVER]! & ~team) | (s[FRESH]! & team)
    s[FRESH] = 0
    s[STEPPED] = 0
    for (let slot = seat << SLOT_SHIFT; slot < (seat + 1) << SLOT_SHIFT; slot++) s[FROM + slot] = 0
    do {
      s[TURN] = (s[TURN]! + 1) % this.#seats
      if (s[TURN] === this.#mover && ++s[ROUND]! > this.#rounds) {
        s[ROUND]!--
        this.#board.end(s, BY_LENGTH, NOBODY)
        return
      }
    } while (((s[OUT]! >> s[TURN]!) & 1) !== 0)
    this.#begin(s)
  }
}
