/** The course of a match: capitals, the questions of a turn, its battles and retreats, and what its end brings. */
import { CHANCE_BIT, CONCEDED, FIELDED, LOST, RESOLVE_BIT, SCORED, USED } from '../game.ts'
import * as abilities from './abilities.ts'
import * as board from './board.ts'
import * as fights from './fights.ts'
import * as layout from './layout.ts'
import * as retreat from './retreat.ts'
import type { Tables } from './tables.ts'

// Constants of this module, for speed: see layout.ts.
const { ACTORS, ASKED, AT, BATTLE, CAPITAL, FRESH, FROM, HELD, LIVING, MAIN, OUT, OUTCOME, RECOVER, ROUND } =
  layout
const { SIDE, SLOTS, STAGE, STEPPED, TILE, TRAINED, TURN, UNITS, UNIT_BITS, SLOT_SHIFT } = layout
const { ANSWERING, CLOSING, ENDING, FIGHTING, FLEEING, PICKING, RETREATING } = layout
const { HELD_COUNTING, HELD_FALLEN, count, lowest, ownerIn, seatOf, teamOf } = layout
const chanceBit = CHANCE_BIT
const resolveBit = RESOLVE_BIT

// How a match ends: the indices of ENDINGS.
export const BY_CAPITAL = 0
export const BY_LOSSES = 1
export const BY_LENGTH = 2
export const NOBODY = -1
const byCapital = BY_CAPITAL
const byLosses = BY_LOSSES
const byLength = BY_LENGTH
const nobody = NOBODY

const NO_TILE = -1

export class Course {
  readonly abilities: abilities.Abilities
  readonly fights: fights.Fights
  readonly retreats: retreat.Retreats
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
  readonly #battleEvents: Int32Array
  readonly #scratch: Int32Array

  constructor(t: Tables) {
    this.#t = t
    this.#board = new board.Board(t)
    this.abilities = new abilities.Abilities(t, this.#board)
    this.fights = new fights.Fights(t)
    this.retreats = new retreat.Retreats(t, this.#board)
    this.#tiles = t.tiles
    this.#seats = t.seats
    this.#land = t.land
    this.#distance = t.distance
    this.#mover = t.rules.setup.move - 1
    this.#turnsHeld = t.rules.capital.turns
    this.#rounds = t.rules.limits.turns
    this.#seatEvents = t.assets.seatEvents
    this.#tileEvents = t.assets.tile
    this.#battleEvents = t.assets.battle
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
    } else this.fight(s)
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

  /** Opens the next battle in map order, or closes the turn when there is none. */
  fight(s: Int32Array): void {
    const seat = s[TURN]!
    let next = this.#tiles
    for (let rest = s[UNITS + seat]! & s[STEPPED]!; rest !== 0; rest &= rest - 1) {
      const tile = s[AT + lowest(rest)]!
      if (tile < next && this.#board.hostile(s, tile, seat)) next = tile
    }
    s[ASKED] = 0
    if (next === this.#tiles) {
      s[STAGE] = CLOSING
      s[ACTORS] = resolveBit
      return
    }
    s[STAGE] = FIGHTING
    s[ACTORS] = chanceBit
    s[BATTLE] = 1 + next
    s[LIVING] = s[TILE + next]! & UNIT_BITS
    s[MAIN] = this.retreats.mainSource(s, s[LIVING]! & teamOf(seat))
  }

  /** Takes the fallen off the living; once a side has none left, the routed retreat. */
  fall(s: Int32Array, events: Int32Array, fallen: number): void {
    s[LIVING]! &= ~fallen
    const attacker = s[TURN]!
    const defender = this.fights.defender(s)
    const attackers = s[LIVING]! & teamOf(attacker)
    if (attackers !== 0 && (s[LIVING]! & teamOf(defender)) !== 0) return
    const loser = attackers === 0 ? attacker : defender
    this.#countBattle(s, events, attacker + defender - loser, loser)
    const routed = s[TILE + s[BATTLE]! - 1]! & UNIT_BITS & ~s[LIVING]!
    s[RECOVER]! |= routed
    s[FRESH]! |= routed & teamOf(attacker)
    s[STAGE] = RETREATING
    this.#openRetreat(s, loser)
    this.retreat(s, events)
  }

  #countBattle(s: Int32Array, events: Int32Array, winner: number, loser: number): void {
    const tile = s[BATTLE]! - 1
    const { recon } = this.#t.assets
    const won = winner * this.#seatEvents
    const lost = loser * this.#seatEvents
    const asset = this.#battleEvents[tile]!
    events[won + asset + FIELDED]!++
    events[won + asset + USED]!++
    events[lost + asset + FIELDED]!++
    events[lost + asset + LOST]!++
    if (winner === s[TURN]) {
      events[won + asset + SCORED]!++
      events[lost + asset + CONCEDED]!++
    }
    if (this.fights.edge(s, winner)) {
      events[won + recon + FIELDED]!++
      events[won + recon + USED]!++
      const units = s[TILE + tile]! & UNIT_BITS
      const own = this.fights.strength(winner, units, winner !== s[TURN])
      if (own <= this.fights.strength(loser, units, loser !== s[TURN])) events[won + recon + SCORED]!++
    }
    if (this.fights.edge(s, loser)) {
      events[lost + recon + FIELDED]!++
      events[lost + recon + USED]!++
      events[lost + recon + LOST]!++
    }
  }

  #openRetreat(s: Int32Array, seat: number): void {
    s[SIDE] = seat
    s[TRAINED] = this.retreats.trained(s, seat) ? 1 : 0
    s[ASKED] = seat << SLOT_SHIFT
  }

  /** Whether the seat that retreats won the battle. */
  won(s: Int32Array): boolean {
    return (s[LIVING]! & teamOf(s[SIDE]!)) !== 0
  }

  /** Sends routed units on their way, by number, up to one that has a choice; the loser's, then the winner's. */
  retreat(s: Int32Array, events: Int32Array): void {
    const battle = s[BATTLE]! - 1
    for (;;) {
      const waiting = s[TILE + battle]! & ~s[LIVING]! & teamOf(s[SIDE]!) & (-1 << s[ASKED]!)
      if (waiting !== 0) {
        const slot = lowest(waiting)
        const to = this.retreats.destination(s, slot)
        s[ASKED] = slot
        if (this.retreats.choices(s, slot, to) > 1) {
          s[ACTORS] = 1 << seatOf(slot)
          return
        }
        this.#send(s, events, slot, to)
        if (s[OUTCOME] !== 0) return
      } else if (this.won(s)) break
      else this.#openRetreat(s, seatOf(lowest(s[LIVING]!)))
    }
    this.#settleBattle(s, events, battle)
  }

  /** Sends the unit that was asked where the rules do. */
  accept(s: Int32Array, events: Int32Array): void {
    const slot = s[ASKED]!
    events[seatOf(slot) * this.#seatEvents + this.#t.assets.training + FIELDED]!++
    this.#send(s, events, slot, this.retreats.destination(s, slot))
    if (s[OUTCOME] === 0) this.retreat(s, events)
  }

  /** Sends it elsewhere, with Training. */
  choose(s: Int32Array, events: Int32Array, to: number): void {
    const slot = s[ASKED]!
    const counts = seatOf(slot) * this.#seatEvents + this.#t.assets.training
    events[counts + FIELDED]!++
    events[counts + USED]!++
    this.#send(s, events, slot, to)
    this.retreat(s, events)
  }

  #send(s: Int32Array, events: Int32Array, slot: number, to: number): void {
    s[ASKED] = slot + 1
    if (to !== NO_TILE) this.#board.move(s, events, slot, to)
    else if (!this.won(s) && this.#board.remove(s, events, slot))
      this.#putOut(s, events, seatOf(slot), byLosses)
  }

  #settleBattle(s: Int32Array, events: Int32Array, tile: number): void {
    this.#board.own(s, events, tile, seatOf(lowest(s[LIVING]!)))
    s[BATTLE] = 0
    s[LIVING] = 0
    s[MAIN] = 0
    s[SIDE] = 0
    s[TRAINED] = 0
    this.fight(s)
  }

  /** Puts a team out; if one alone is left, it has won. */
  #putOut(s: Int32Array, events: Int32Array, seat: number, ending: number): void {
    this.#board.eliminate(s, events, seat)
    const winner = this.#board.survivor(s)
    if (winner !== nobody) this.#end(s, ending, winner)
  }

  #end(s: Int32Array, ending: number, winner: number): void {
    s[OUTCOME] = (1 + ending) | ((winner + 1) << 4)
    s[STAGE] = CLOSING
    s[ACTORS] = resolveBit
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
    if (++s[at]! - HELD_COUNTING >= this.#turnsHeld) this.#putOut(s, events, seat, byCapital)
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
        this.#end(s, byLength, nobody)
        return
      }
    } while (((s[OUT]! >> s[TURN]!) & 1) !== 0)
    this.#begin(s)
  }

  /** Units of a seat that are fit. */
  fit(s: Int32Array, seat: number): number {
    return count(s[UNITS + seat]! & ~s[RECOVER]!)
  }
}
