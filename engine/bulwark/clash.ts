/** Battles from the first to the last of a turn: who fights, who falls, who retreats, and what reports count of it. */
import { CHANCE_BIT, CONCEDED, FIELDED, LOST, RESOLVE_BIT, SCORED, USED } from '../contract/index.ts'
import * as board from './board.ts'
import * as fights from './fights.ts'
import * as layout from './layout.ts'
import * as retreat from './retreat.ts'
import type { Tables } from './tables.ts'

// Constants of this module, for speed: see layout.ts.
const { ACTORS, ASKED, AT, BATTLE, FRESH, LIVING, MAIN, OUTCOME, RECOVER, SIDE, STAGE, STEPPED } = layout
const { TILE, TRAINED, TURN, UNITS, UNIT_BITS, SLOT_SHIFT, CLOSING, FIGHTING, RETREATING } = layout
const { lowest, seatOf, teamOf } = layout
const { BY_LOSSES } = board
const chanceBit = CHANCE_BIT
const resolveBit = RESOLVE_BIT

const NO_TILE = -1

export class Clashes {
  readonly fights: fights.Fights
  readonly retreats: retreat.Retreats
  readonly #board: board.Board
  readonly #tiles: number
  readonly #seatEvents: number
  readonly #battleEvents: Int32Array
  readonly #reconEvents: number
  readonly #trainingEvents: number

  constructor(t: Tables, units: board.Board) {
    this.#board = units
    this.fights = new fights.Fights(t)
    this.retreats = new retreat.Retreats(t, units)
    this.#tiles = t.tiles
    this.#seatEvents = t.assets.seatEvents
    this.#battleEvents = t.assets.battle
    this.#reconEvents = t.assets.recon
    this.#trainingEvents = t.assets.training
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
    const recon = this.#reconEvents
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
    s[ASKED] = seat << SLOT_SHIFT
    this.#train(s)
  }

  /** Notes whether the seat that retreats has Training: for defenders, who go as one group, before the first of them goes. */
  #train(s: Int32Array): void {
    s[TRAINED] = this.retreats.trained(s, s[SIDE]!) ? 1 : 0
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
        // Attackers go each on their own: an earlier one may have come to the tile of Training.
        if (s[SIDE] === s[TURN]) this.#train(s)
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
    events[seatOf(slot) * this.#seatEvents + this.#trainingEvents + FIELDED]!++
    this.#send(s, events, slot, this.retreats.destination(s, slot))
    if (s[OUTCOME] === 0) this.retreat(s, events)
  }

  /** Sends it elsewhere, with Training. */
  choose(s: Int32Array, events: Int32Array, to: number): void {
    const slot = s[ASKED]!
    const counts = seatOf(slot) * this.#seatEvents + this.#trainingEvents
    events[counts + FIELDED]!++
    events[counts + USED]!++
    this.#send(s, events, slot, to)
    this.retreat(s, events)
  }

  #send(s: Int32Array, events: Int32Array, slot: number, to: number): void {
    s[ASKED] = slot + 1
    if (to !== NO_TILE) this.#board.move(s, events, slot, to)
    else if (!this.won(s) && this.#board.remove(s, events, slot))
      this.#board.putOut(s, events, seatOf(slot), BY_LOSSES)
  }

  #settleBattle(s: Int32Array, events: Int32Array, tile: number): void {
    this.#board.own(s, events, tile, seatOf(lowest(s[LIVING]!)))
    s.fill(0, BATTLE, TRAINED + 1)
    this.fight(s)
  }
}
