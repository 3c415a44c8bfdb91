/** Units and owners on the board: where units stand, whose tile that makes, and which teams are out. */
import {
  bitCount,
  CONCEDED,
  FIELDED,
  LOST,
  lowest,
  packOutcome,
  RESOLVE_BIT,
  SCORED,
  USED,
} from '../../contract/index.ts'
import type { Tables } from '../rules/tables.ts'
import {
  AT,
  BATTLE,
  BATTLE_END,
  CAPITAL,
  CLOSING,
  FROM,
  GONE,
  HELD,
  HELD_FALLEN,
  HELD_NOT,
  homeIn,
  OUT,
  OUTCOME,
  ownerIn,
  RECOVERING,
  ROUND,
  ROUTED_NOW,
  STAGE,
  STEPPED,
  seatOf,
  slotOf,
  TILE,
  TO_MOVE,
  TURN,
  teamOf,
  UNIT_BITS,
  UNITS,
  WORD_TILES,
  withHome,
  withOwner,
} from './layout.ts'

const TILE_SHIFT = lowest(WORD_TILES)

export function tilesOwned({ owned, ownedWords }: Tables, s: Int32Array, seat: number): number {
  const first = owned + seat * ownedWords
  let count = 0
  for (let at = first; at < first + ownedWords; at++) count += bitCount(s[at]!)
  return count
}

export class Board {
  readonly #tables: Tables
  /** Whether units take a tile when they come to it. */
  readonly #onEntry: boolean
  /** Whether the next turn of any team ends recovery. */
  readonly #recoverSoon: boolean
  /** Where the state holds the tiles that seats own, and how many words for each. */
  readonly #owned: number
  readonly #ownedWords: number

  constructor(tables: Tables) {
    this.#tables = tables
    this.#owned = tables.owned
    this.#ownedWords = tables.ownedWords
    this.#onEntry = tables.rules.capture.when === 'entry'
    this.#recoverSoon = tables.rules.recovery.turns === 'all'
  }

  /** Makes a tile a seat's capital, with all its units. */
  foundCapital(s: Int32Array, events: Int32Array, seat: number, tile: number): void {
    const { assets, sizes } = this.#tables
    const units = sizes[seat]!
    s[CAPITAL + seat] = 1 + tile
    s[TILE + tile] = withHome(s[TILE + tile]!, 1 + seat)
    const slots = ((1 << units) - 1) << slotOf(seat, 0)
    s[UNITS + seat] = slots
    s[TILE + tile]! |= slots
    for (let rest = slots; rest !== 0; rest &= rest - 1) s[AT + lowest(rest)] = tile
    this.take(s, events, tile, seat)
    const counts = seat * assets.seatEvents
    events[counts + assets.site[tile]! + FIELDED]!++
    events[counts + assets.site[tile]! + USED]!++
    events[counts + assets.unit + FIELDED]! += units
  }

  hostile(s: Int32Array, tile: number, seat: number): boolean {
    return (s[TILE + tile]! & UNIT_BITS & ~teamOf(seat)) !== 0
  }

  /** Puts a unit on a tile; if it takes tiles, this one becomes its team's unless units of others stand there. */
  move(s: Int32Array, events: Int32Array, slot: number, to: number, takes: boolean): void {
    const bit = 1 << slot
    s[TILE + s[AT + slot]!]! &= ~bit
    s[AT + slot] = to
    s[TILE + to]! |= bit
    const seat = seatOf(slot)
    if (takes && this.#onEntry && !this.hostile(s, to, seat)) this.take(s, events, to, seat)
  }

  /** Makes a seat the owner of a tile that its units came to, unless tiles are taken at the end of a turn. */
  claim(s: Int32Array, events: Int32Array, tile: number, seat: number): void {
    if (this.#onEntry) this.take(s, events, tile, seat)
  }

  rout(s: Int32Array, slots: number): void {
    s[RECOVERING]! |= slots
    s[ROUTED_NOW]! |= this.#recoverSoon ? slots : slots & teamOf(s[TURN]!)
  }

  take(s: Int32Array, events: Int32Array, tile: number, seat: number): void {
    const word = s[TILE + tile]!
    const before = ownerIn(word)
    if (before === 1 + seat) return
    s[TILE + tile] = withOwner(word, 1 + seat)
    this.#flip(s, seat, tile)
    const { seatEvents, site, tile: tileEvents } = this.#tables.assets
    const asset = tileEvents[tile]!
    const counts = seat * seatEvents + asset
    events[counts + FIELDED]!++
    events[counts + SCORED]!++
    if (before !== 0) {
      this.#flip(s, before - 1, tile)
      const lost = (before - 1) * seatEvents + asset
      events[lost + CONCEDED]!++
      events[lost + LOST]!++
    }
    const home = homeIn(word)
    if (home === 0) return
    if (home === 1 + seat) s[HELD + seat] = HELD_NOT
    else if (s[HELD + home - 1] === HELD_NOT && ((s[OUT]! >> (home - 1)) & 1) === 0) {
      s[HELD + home - 1] = HELD_FALLEN
      events[(home - 1) * seatEvents + site[tile]! + LOST]!++
    }
  }

  /** Takes a unit out of the game. True if it was its team's last. */
  remove(s: Int32Array, events: Int32Array, slot: number): boolean {
    const { assets } = this.#tables
    const keep = ~(1 << slot)
    const seat = seatOf(slot)
    s[TILE + s[AT + slot]!]! &= keep
    s[AT + slot] = GONE
    s[FROM + slot] = 0
    s[STEPPED]! &= keep
    s[RECOVERING]! &= keep
    s[ROUTED_NOW]! &= keep
    s[UNITS + seat]! &= keep
    events[seat * assets.seatEvents + assets.unit + LOST]!++
    return s[UNITS + seat] === 0
  }

  /** Puts a team out: its units leave the game, its tiles become free. If one team is left, it has won, by `ending`. */
  eliminate(s: Int32Array, events: Int32Array, seat: number, ending: number): void {
    s[OUT]! |= 1 << seat
    for (let rest = s[UNITS + seat]!; rest !== 0; rest &= rest - 1) this.remove(s, events, lowest(rest))
    this.#release(s, events, seat)
    s[HELD + seat] = HELD_NOT
    const left = ((1 << this.#tables.seats) - 1) & ~s[OUT]!
    if ((left & (left - 1)) === 0) this.end(s, ending, lowest(left))
  }

  #release(s: Int32Array, events: Int32Array, seat: number): void {
    this.count(s, events, seat, LOST)
    this.count(s, events, seat, CONCEDED)
    const first = this.#owned + seat * this.#ownedWords
    for (let word = 0; word < this.#ownedWords; word++) {
      for (let rest = s[first + word]!; rest !== 0; rest &= rest - 1) {
        const at = TILE + word * WORD_TILES + lowest(rest)
        const home = homeIn(s[at]!)
        if (home !== 0) s[HELD + home - 1] = HELD_NOT
        s[at] = withOwner(s[at]!, 0)
      }
      s[first + word] = 0
    }
  }

  /** Puts a tile into the set of those that a seat owns, or takes it out. */
  #flip(s: Int32Array, seat: number, tile: number): void {
    s[this.#owned + seat * this.#ownedWords + (tile >> TILE_SHIFT)]! ^= 1 << tile
  }

  count(s: Int32Array, events: Int32Array, seat: number, event: number): void {
    const { seatEvents, tile } = this.#tables.assets
    const counts = seat * seatEvents + event
    const first = this.#owned + seat * this.#ownedWords
    for (let word = 0; word < this.#ownedWords; word++)
      for (let rest = s[first + word]!; rest !== 0; rest &= rest - 1)
        events[counts + tile[word * WORD_TILES + lowest(rest)]!]!++
  }

  clearBattle(s: Int32Array): void {
    for (let at = BATTLE; at < BATTLE_END; at++) s[at] = 0
  }

  /** Ends the match, and the current battle with it; the current turn is still to be closed. */
  end(s: Int32Array, ending: number, winner: number): void {
    s[OUTCOME] = packOutcome(ending, winner)
    this.clearBattle(s)
    s[STAGE] = CLOSING
    s[TO_MOVE] = RESOLVE_BIT
  }
}

/**
 * The round or, where every team's turns count, the turn, from 1; a round then has a turn for every team, those that are out
 * among them.
 */
export function timeOf({ rules, seats }: Tables, s: Int32Array): number {
  if (rules.cooldown.turns === 'own') return s[ROUND]!
  return (s[ROUND]! - 1) * seats + ((s[TURN]! - rules.setup.move + 1 + seats) % seats) + 1
}
