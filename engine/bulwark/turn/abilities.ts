/** Rally and Bee Swarm: when they can be used, on which units, and what they do. */
import { FIELDED, lowest, USED } from '../../contract/index.ts'
import { DIRECTIONS } from '../rules/map.ts'
import { NONE, type Tables } from '../rules/tables.ts'
import { type Board, timeOf } from '../state/board.ts'
import {
  AT,
  FROM,
  numberOf,
  ownerIn,
  RECOVERING,
  SLOTS,
  STEPPED,
  seatOf,
  TILE,
  TO_MOVE,
  TURN,
  teamOf,
  UNITS,
} from '../state/layout.ts'
import type { Retreats } from './retreats.ts'

/** Timed abilities by number: rallies first, then swarms. */
export class Abilities {
  readonly #tables: Tables
  readonly #board: Board
  readonly #retreats: Retreats
  // What is read at every question, in fields of its own for speed: how many timed abilities there are, how many of them rallies, ...
  readonly #timed: number
  readonly #rallies: number
  /** ... their tiles, and where the state holds the cooldown of the first. */
  readonly #timedTile: Int32Array
  readonly #ready: number
  // Rule readings, as fields for speed.
  readonly #rallyContested: boolean
  readonly #rallyUnit: boolean
  readonly #rallyStep: boolean
  readonly #rallyAll: boolean
  readonly #swarmContested: boolean
  readonly #swarmOwner: boolean
  /** Mask of RECOVERING: the units that an ability can't touch. */
  readonly #rallyExempt: number
  readonly #swarmExempt: number
  readonly #friends: boolean
  readonly #enemies: boolean
  /** Whether Training serves units that a swarm drives off. */
  readonly #trains: boolean
  /** Turns between a use and the next, beyond the cooldown. */
  readonly #wait: number

  constructor(compiled: Tables, board: Board, retreats: Retreats) {
    const { cooldown, rally, swarm, training } = compiled.rules
    this.#tables = compiled
    this.#board = board
    this.#retreats = retreats
    this.#timed = compiled.timed.length
    this.#rallies = compiled.rallies
    this.#timedTile = compiled.timedTile
    this.#ready = compiled.ready
    this.#rallyContested = rally.contested
    this.#rallyUnit = rally.unit
    this.#rallyStep = rally.step
    this.#rallyAll = rally.targets === 'all'
    this.#swarmContested = swarm.contested
    this.#swarmOwner = swarm.owner
    this.#rallyExempt = rally.recovering ? 0 : -1
    this.#swarmExempt = swarm.recovering ? 0 : -1
    this.#friends = swarm.targets !== 'enemies'
    this.#enemies = swarm.targets !== 'friends'
    this.#trains = training.swarm
    this.#wait = cooldown.useTurn ? 0 : 1
  }

  /** Forgets cooldowns that are over, so that equal positions have equal words. */
  clearCooldowns(s: Int32Array): void {
    const { ready, timed } = this.#tables
    const time = timeOf(this.#tables, s)
    for (let at = ready; at < ready + timed.length; at++) if (s[at]! <= time) s[at] = 0
  }

  /** Whether the seat can use an ability now. */
  any(s: Int32Array, seat: number): boolean {
    for (let k = 0; k < this.#timed; k++)
      if (
        this.#isReady(s, seat, k) &&
        (k < this.#rallies ? this.#rallied(s, seat, k, false) : this.#targets(s, seat, k)) !== 0
      )
        return true
    return false
  }

  /** Appends the seat's uses of abilities to `count` actions, ascending; returns how many there are then. */
  list(s: Int32Array, seat: number, out: Int32Array, count: number): number {
    const timed = this.#timed
    let n = count
    for (let k = 0; k < timed; k++) {
      if (!this.#isReady(s, seat, k)) continue
      const { codes } = this.#tables
      if (k >= this.#rallies)
        for (let rest = this.#targets(s, seat, k); rest !== 0; rest &= rest - 1)
          out[n++] = codes.swarm + k * SLOTS + lowest(rest)
      else if (this.#rallied(s, seat, k, false) !== 0) out[n++] = codes.rally + k
    }
    return n
  }

  #isReady(s: Int32Array, seat: number, k: number): boolean {
    // A cooldown that was over when the turn began is 0.
    if (s[this.#ready + k]! !== 0) return false
    return ownerIn(s[TILE + this.#timedTile[k]!]!) === 1 + seat || (!this.#swarmOwner && k >= this.#rallies)
  }

  /**
   * Units that a rally moves, all or the first of them. None while units of others stand on its tile, or without an
   * own one if it takes one. A battle has two teams, so none either if it would fetch units of two other teams.
   */
  #rallied(s: Int32Array, seat: number, k: number, all: boolean): number {
    const { seats, timedTile } = this.#tables
    const bell = timedTile[k]!
    if (this.#board.hostile(s, bell, seat) || (this.#rallyUnit && (s[TILE + bell]! & teamOf(seat)) === 0))
      return 0
    const own = this.#ralliedOf(s, seat, k, all)
    if (!this.#rallyAll) return own
    let others = 0
    for (let other = 0; other < seats; other++) {
      const units = other === seat ? 0 : this.#ralliedOf(s, other, k, true)
      if (units !== 0 && others !== 0) return 0
      others |= units
    }
    return own | others
  }

  #ralliedOf(s: Int32Array, team: number, k: number, all: boolean): number {
    const { tiles, timedReach } = this.#tables
    const row = k * tiles
    const left = (s[RECOVERING]! & this.#rallyExempt) | (this.#rallyStep ? s[STEPPED]! : 0)
    let found = 0
    for (let rest = s[UNITS + team]! & ~left; rest !== 0; rest &= rest - 1) {
      const slot = lowest(rest)
      const tile = s[AT + slot]!
      if (timedReach[row + tile] === 1 && (this.#rallyContested || !this.#board.hostile(s, tile, team))) {
        found |= 1 << slot
        if (!all) break
      }
    }
    return found
  }

  /** Units that a swarm can drive off; it takes a unit of the seat on the ability's tile. */
  #targets(s: Int32Array, seat: number, k: number): number {
    const { seats, timedTile } = this.#tables
    if ((s[TILE + timedTile[k]!]! & teamOf(seat)) === 0) return 0
    let found = 0
    for (let other = 0; other < seats; other++)
      if (other === seat ? this.#friends : this.#enemies) found |= this.#targetsOf(s, other, k)
    return found
  }

  #targetsOf(s: Int32Array, team: number, k: number): number {
    const { tiles, timedReach } = this.#tables
    const row = k * tiles
    let found = 0
    for (let rest = s[UNITS + team]! & ~(s[RECOVERING]! & this.#swarmExempt); rest !== 0; rest &= rest - 1) {
      const slot = lowest(rest)
      const tile = s[AT + slot]!
      if (timedReach[row + tile] === 0) continue
      if (!this.#swarmContested && this.#board.hostile(s, tile, team)) continue
      if (this.refuges(s, slot) > 0) found |= 1 << slot
    }
    return found
  }

  /** Moves all units that it can to the tile of rally k, which it returns. */
  rally(s: Int32Array, events: Int32Array, seat: number, k: number): number {
    const { assets, timedTile } = this.#tables
    const bell = timedTile[k]!
    const units = this.#rallied(s, seat, k, true)
    const own = units & teamOf(seat)
    if (this.#rallyStep) s[STEPPED]! |= own
    for (let rest = own; rest !== 0; rest &= rest - 1) {
      const slot = lowest(rest)
      // Only where enemies are fetched too may there be a battle to retreat from.
      if (this.#rallyAll) s[FROM + slot] = 1 + s[AT + slot]!
      this.#board.move(s, events, slot, bell, true)
    }
    // Enemies come last, so that they take the tile only if no own unit stands on it.
    for (let rest = units & ~own; rest !== 0; rest &= rest - 1)
      this.#board.move(s, events, lowest(rest), bell, true)
    this.#spend(s, events, seat, k, assets.rally)
    return bell
  }

  /** Uses up swarm k; its target then decides where to move. */
  swarm(s: Int32Array, events: Int32Array, seat: number, k: number): void {
    this.#spend(s, events, seat, k, this.#tables.assets.swarm)
  }

  #spend(s: Int32Array, events: Int32Array, seat: number, k: number, asset: number): void {
    const { assets, ready, timedCooldown } = this.#tables
    s[ready + k] = timeOf(this.#tables, s) + timedCooldown[k]! + this.#wait
    events[seat * assets.seatEvents + asset + FIELDED]!++
    events[seat * assets.seatEvents + asset + USED]!++
  }

  /** Drives a unit off to a tile, from which it may leave a tile to those who attack it. */
  flee(s: Int32Array, events: Int32Array, slot: number, to: number): void {
    const { capture, swarm } = this.#tables.rules
    const from = s[AT + slot]!
    const seat = s[TURN]!
    if (swarm.routs) this.#board.rout(s, 1 << slot)
    this.#board.move(s, events, slot, to, capture.swarmed)
    const attacked = (s[TILE + from]! & teamOf(seat)) !== 0 && seatOf(slot) !== seat
    if (attacked && !this.#board.hostile(s, from, seat)) this.#board.claim(s, events, from, seat)
  }

  /** Lets the team that chooses where a driven-off unit goes decide. */
  askFlight(s: Int32Array, slot: number): void {
    s[TO_MOVE] = 1 << (this.#tables.rules.swarm.chooser === 'user' ? s[TURN]! : seatOf(slot))
  }

  /** Whether Training lets a unit that is driven off choose any free tile. */
  #trained(s: Int32Array, slot: number): boolean {
    return this.#trains && this.#retreats.trained(s, seatOf(slot), s[AT + slot]!)
  }

  /** Whether a unit can flee to a tile: adjacent and without units of other teams or, with Training, any that is free. */
  #isRefuge(s: Int32Array, slot: number, tile: number, trained: boolean): boolean {
    const { directions, tiles, walkable } = this.#tables
    const from = s[AT + slot]!
    const seat = seatOf(slot)
    const adjacent = directions[from * tiles + tile] !== NONE && walkable[tile] !== 0
    if (adjacent && !this.#board.hostile(s, tile, seat)) return true
    return trained && this.#retreats.free(s, seat, from, tile)
  }

  /** The tile in a direction from a unit if it can flee there on foot: one without units of other teams; else NONE. */
  #refuge(s: Int32Array, slot: number, direction: number): number {
    const tile = this.#tables.near[s[AT + slot]! * DIRECTIONS + direction]!
    return tile !== NONE && this.#board.hostile(s, tile, seatOf(slot)) ? NONE : tile
  }

  refuges(s: Int32Array, slot: number): number {
    let count = 0
    if (this.#trained(s, slot)) {
      for (let tile = 0; tile < this.#tables.tiles; tile++) if (this.#isRefuge(s, slot, tile, true)) count++
      return count
    }
    for (let d = 0; d < DIRECTIONS; d++) if (this.#refuge(s, slot, d) !== NONE) count++
    return count
  }

  /** The first of them in map order; there is one at least. */
  lowestRefuge(s: Int32Array, slot: number): number {
    const trained = this.#trained(s, slot)
    let tile = 0
    while (!this.#isRefuge(s, slot, tile, trained)) tile++
    return tile
  }

  listFlights(s: Int32Array, slot: number, out: Int32Array): number {
    const { codes, tiles } = this.#tables
    const code = codes.flee + numberOf(slot) * tiles
    const trained = this.#trained(s, slot)
    let count = 0
    for (let tile = 0; tile < tiles; tile++)
      if (this.#isRefuge(s, slot, tile, trained)) out[count++] = code + tile
    return count
  }

  lowestFlight(s: Int32Array, slot: number): number {
    const { codes, tiles } = this.#tables
    return codes.flee + numberOf(slot) * tiles + this.lowestRefuge(s, slot)
  }
}
