/** Units and owners on the board: who stands where, whose tile that makes, and who is out. */
import { CONCEDED, FIELDED, LOST, RESOLVE_BIT, SCORED, USED } from '../contract/index.ts'
import * as layout from './layout.ts'
import type { Tables } from './tables.ts'

// Constants of this module, for speed: see layout.ts.
const { AT, CAPITAL, FRESH, FROM, GONE, HELD, OUT, RECOVER, STEPPED, TILE, TILES_OWNED, UNITS, UNIT_BITS } =
  layout
const { ACTORS, BATTLE, CLOSING, OUTCOME, STAGE, TRAINED } = layout
const { HELD_FALLEN, HELD_NOT, homeIn, lowest, ownerIn, seatOf, teamOf, withHome, withOwner } = layout

const resolveBit = RESOLVE_BIT

// How a match ends: the indices of the game's endings, and what stands for a winner when there is none.
export const BY_CAPITAL = 0
export const BY_LOSSES = 1
export const BY_LENGTH = 2
export const NOBODY = -1

export class Board {
  readonly #tiles: number
  readonly #seats: number
  readonly #seatEvents: number
  readonly #tileEvents: Int32Array
  readonly #siteEvents: Int32Array
  readonly #unitEvents: number

  constructor({ tiles, seats, assets }: Tables) {
    this.#tiles = tiles
    this.#seats = seats
    this.#seatEvents = assets.seatEvents
    this.#tileEvents = assets.tile
    this.#siteEvents = assets.site
    this.#unitEvents = assets.unit
  }

  /** Makes a tile a seat's capital, with all its units. */
  found(s: Int32Array, events: Int32Array, seat: number, tile: number, units: number): void {
    s[CAPITAL + seat] = 1 + tile
    s[TILE + tile] = withHome(s[TILE + tile]!, 1 + seat)
    const slots = teamOf(seat) & (((1 << units) - 1) << (seat << layout.SLOT_SHIFT))
    s[UNITS + seat] = slots
    s[TILE + tile]! |= slots
    for (let rest = slots; rest !== 0; rest &= rest - 1) s[AT + lowest(rest)] = tile
    this.own(s, events, tile, seat)
    const counts = seat * this.#seatEvents
    events[counts + this.#siteEvents[tile]! + FIELDED]!++
    events[counts + this.#siteEvents[tile]! + USED]!++
    events[counts + this.#unitEvents + FIELDED]! += units
  }

  /** Whether units of other teams stand on the tile. */
  hostile(s: Int32Array, tile: number, seat: number): boolean {
    return (s[TILE + tile]! & UNIT_BITS & ~teamOf(seat)) !== 0
  }

  /** Puts a unit on a tile; it becomes its team's unless units of others stand there. */
  move(s: Int32Array, events: Int32Array, slot: number, to: number): void {
    const bit = 1 << slot
    s[TILE + s[AT + slot]!]! &= ~bit
    s[AT + slot] = to
    s[TILE + to]! |= bit
    const seat = seatOf(slot)
    if (!this.hostile(s, to, seat)) this.own(s, events, to, seat)
  }

  /** Makes a tile a seat's own. */
  own(s: Int32Array, events: Int32Array, tile: number, seat: number): void {
    const word = s[TILE + tile]!
    const before = ownerIn(word)
    if (before === 1 + seat) return
    s[TILE + tile] = withOwner(word, 1 + seat)
    s[TILES_OWNED + seat]!++
    const asset = this.#tileEvents[tile]!
    const counts = seat * this.#seatEvents + asset
    events[counts + FIELDED]!++
    events[counts + SCORED]!++
    if (before !== 0) {
      s[TILES_OWNED + before - 1]!--
      const lost = (before - 1) * this.#seatEvents + asset
      events[lost + CONCEDED]!++
      events[lost + LOST]!++
    }
    const home = homeIn(word)
    if (home === 0) return
    if (home === 1 + seat) s[HELD + seat] = HELD_NOT
    else if (s[HELD + home - 1] === HELD_NOT && ((s[OUT]! >> (home - 1)) & 1) === 0) {
      s[HELD + home - 1] = HELD_FALLEN
      events[(home - 1) * this.#seatEvents + this.#siteEvents[tile]! + LOST]!++
    }
  }

  /** Takes a unit out of the game. True if it was its team's last. */
  remove(s: Int32Array, events: Int32Array, slot: number): boolean {
    const keep = ~(1 << slot)
    const seat = seatOf(slot)
    s[TILE + s[AT + slot]!]! &= keep
    s[AT + slot] = GONE
    s[FROM + slot] = 0
    s[STEPPED]! &= keep
    s[RECOVER]! &= keep
    s[FRESH]! &= keep
    s[UNITS + seat]! &= keep
    events[seat * this.#seatEvents + this.#unitEvents + LOST]!++
    return s[UNITS + seat] === 0
  }

  /** A team's units are gone, its tiles nobody's. */
  #eliminate(s: Int32Array, events: Int32Array, seat: number): void {
    s[OUT]! |= 1 << seat
    for (let rest = s[UNITS + seat]!; rest !== 0; rest &= rest - 1) this.remove(s, events, lowest(rest))
    for (let tile = 0; tile < this.#tiles; tile++) {
      const word = s[TILE + tile]!
      if (ownerIn(word) !== 1 + seat) continue
      s[TILE + tile] = withOwner(word, 0)
      events[seat * this.#seatEvents + this.#tileEvents[tile]! + LOST]!++
      events[seat * this.#seatEvents + this.#tileEvents[tile]! + CONCEDED]!++
      if (homeIn(word) !== 0) s[HELD + homeIn(word) - 1] = HELD_NOT
    }
    s[TILES_OWNED + seat] = 0
    s[HELD + seat] = HELD_NOT
  }

  /** Puts a team out; if one alone is left, it has won, by `ending`. */
  putOut(s: Int32Array, events: Int32Array, seat: number, ending: number): void {
    this.#eliminate(s, events, seat)
    const left = ((1 << this.#seats) - 1) & ~s[OUT]!
    if ((left & (left - 1)) === 0) this.end(s, ending, lowest(left))
  }

  /** Ends the match, and a battle in hand with it; the turn in hand is still to be closed. */
  end(s: Int32Array, ending: number, winner: number): void {
    s[OUTCOME] = (1 + ending) | ((winner + 1) << 4)
    s.fill(0, BATTLE, TRAINED + 1)
    s[STAGE] = CLOSING
    s[ACTORS] = resolveBit
  }
}
