/**
 * What may be chosen. Placing and moving list their choices in one canonical order: a choice made lets only later ones be
 * listed, so that the same set of troops is placed and moved in one way. Rules do not know of it: `possible` asks only
 * whether an action can be done.
 */
import { CHANCE, type Seat } from '../contract/index.ts'
import * as actions from './actions.ts'
import * as attack from './attack.ts'
import * as board from './board.ts'
import * as counts from './counts.ts'
import * as deck from './deck.ts'
import * as layout from './layout.ts'
import type { Tables } from './tables.ts'

// Constants of this module, for speed: see layout.ts.
const { DONE, TYPE_COUNT } = actions
const { ATTACKER, DEFENDER, diceOf, troopsOfSide } = attack
const { fewest, most } = counts
const { listCards } = deck
const { free } = board
const { ATTACKING, BACK, COUNTED, CURSOR, DOSSIER, EXCHANGE, HOLDER, INCOMING, MOVING, MULLIGAN } = layout
const { PHASE, PICKING, PLACING, RETURN, ROLLING, START, TROOPS, TURN } = layout
const { countIn, holderIn, landAt, seatAt, totalIn } = layout

/** Writes the actions of a seat that is due, or the outcomes of chance, ascending; returns their number. */
export const list = (t: Tables, s: Int32Array, seat: Seat, out: Int32Array): number => {
  if (seat === CHANCE) return s[PHASE] === ROLLING ? listValues(t, out) : listCards(t, s, out)
  switch (s[PHASE]) {
    case PLACING:
      return listPlaces(t, s, seat, out)
    case MOVING:
      return listMoves(t, s, seat, out)
    case ATTACKING:
      return listAttacks(t, s, seat, out)
    case PICKING:
      return listPicks(t, s, seat, out)
    case START:
    case RETURN:
      return listLands(t, s, seat, out)
    case MULLIGAN:
      return listMulligans(t, s, seat, out)
    case EXCHANGE:
      return listExchanges(t, s, seat, out)
    default:
      return listCounts(t, s, seat, out)
  }
}

const listValues = (t: Tables, out: Int32Array): number => {
  for (let value = 0; value < t.sides; value++) out[value] = value
  return t.sides
}

/** The first type of which there are troops in a word. */
const firstType = (troops: number): number => {
  let type = 0
  while (countIn(troops, type) === 0) type++
  return type
}

const listPlaces = (t: Tables, s: Int32Array, seat: Seat, out: Int32Array): number => {
  const n = t.territories
  const first = t.placeAction + firstType(s[seatAt(seat) + INCOMING]!) * n
  const cursor = s[CURSOR]!
  let count = 0
  for (let r = cursor > first && cursor < first + n ? cursor - first : 0; r < n; r++)
    if (holderIn(s[landAt(t.order[seat * n + r]!) + HOLDER]!) === 1 + seat) out[count++] = first + r
  return count
}

const listMoves = (t: Tables, s: Int32Array, seat: Seat, out: Int32Array): number => {
  const n = t.territories
  const cursor = s[CURSOR]!
  const back = s[BACK]! - 1
  out[0] = DONE
  let count = 1
  let r = 0
  if (cursor > 0) {
    const link = ((cursor - t.moveAction) / TYPE_COUNT) | 0
    r = t.rank[seat * n + t.edgeFrom[seat * t.edges + link]!]!
  }
  // The territory that may be gone back to ranks no higher than the cursor's; its troops are listed in full.
  if (back >= 0) count = listMovesFrom(t, s, seat, t.rank[seat * n + back]!, 0, out, count)
  if (back >= 0 && t.rank[seat * n + back] === r) r++
  for (; r < n; r++) {
    const at = landAt(t.order[seat * n + r]!)
    if (holderIn(s[at + HOLDER]!) === 1 + seat && totalIn(s[at + TROOPS]!) > 1)
      count = listMovesFrom(t, s, seat, r, cursor, out, count)
  }
  return count
}

/** Moves from the territory of that rank, those from `least` on. */
const listMovesFrom = (
  t: Tables,
  s: Int32Array,
  seat: Seat,
  r: number,
  least: number,
  out: Int32Array,
  listed: number,
): number => {
  const { edgeTo } = t
  const troops = free(s, t.order[seat * t.territories + r]!)
  let count = listed
  if (troops === 0) return count
  const start = seat * (t.territories + 1) + r
  const links = seat * t.edges
  const end = t.edgeStart[start + 1]!
  for (let e = t.edgeStart[start]!; e < end; e++) {
    const holder = holderIn(s[landAt(edgeTo[links + e]!) + HOLDER]!)
    if (holder !== 0 && holder !== 1 + seat) continue
    const first = t.moveAction + e * TYPE_COUNT
    for (let type = 0; type < TYPE_COUNT; type++)
      if (first + type >= least && countIn(troops, type) > 0) out[count++] = first + type
  }
  return count
}

const listAttacks = (t: Tables, s: Int32Array, seat: Seat, out: Int32Array): number => {
  const n = t.territories
  const links = seat * t.edges
  out[0] = DONE
  let count = 1
  for (let r = 0; r < n; r++) {
    const at = landAt(t.order[seat * n + r]!)
    if (s[at + HOLDER] !== 1 + seat || totalIn(s[at + TROOPS]!) < 2) continue
    const start = seat * (n + 1) + r
    for (let e = t.edgeStart[start]!; e < t.edgeStart[start + 1]!; e++) {
      const holder = holderIn(s[landAt(t.edgeTo[links + e]!) + HOLDER]!)
      if (holder !== 0 && holder !== 1 + seat) out[count++] = t.attackAction + e
    }
  }
  return count
}

const listPicks = (t: Tables, s: Int32Array, seat: Seat, out: Int32Array): number => {
  const side = seat === s[TURN] ? ATTACKER : DEFENDER
  const troops = troopsOfSide(s, side)
  let count = 0
  for (let value = t.sides - 1; value >= 0; value--) {
    if (diceOf(s, side, value) === 0) continue
    const first = t.pickAction + (t.sides - 1 - value) * TYPE_COUNT
    for (let type = 0; type < TYPE_COUNT; type++) if (countIn(troops, type) > 0) out[count++] = first + type
  }
  return count
}

const listLands = (t: Tables, s: Int32Array, seat: Seat, out: Int32Array): number => {
  const n = t.territories
  let count = 0
  for (let r = 0; r < n; r++)
    if (s[landAt(t.order[seat * n + r]!) + HOLDER] === 0) out[count++] = t.landAction + r
  return count
}

const listCounts = (t: Tables, s: Int32Array, seat: Seat, out: Int32Array): number => {
  const type = s[COUNTED]!
  const least = fewest(t, s, seat, type)
  let count = 0
  for (let troops = most(t, s, seat, type); troops >= least; troops--) out[count++] = t.noneAction - troops
  return count
}

/** Of equal missions those in the first places are put back. */
const listMulligans = (t: Tables, s: Int32Array, seat: Seat, out: Int32Array): number => {
  let count = 0
  for (let mask = t.mulliganMin; mask < 1 << t.dossier; mask++)
    if (isFirstOfEquals(t, s, seat, mask)) out[count++] = t.mulliganAction + mask
  return count
}

/** Whether no place in the mask holds the same mission as an earlier place that is not in it. */
const isFirstOfEquals = (t: Tables, s: Int32Array, seat: Seat, mask: number): boolean => {
  const dossier = seatAt(seat) + DOSSIER
  for (let p = 1; p < t.dossier; p++) {
    if (((mask >> p) & 1) === 0) continue
    for (let q = 0; q < p; q++) if (((mask >> q) & 1) === 0 && s[dossier + p] === s[dossier + q]) return false
  }
  return true
}

const listExchanges = (t: Tables, s: Int32Array, seat: Seat, out: Int32Array): number => {
  const dossier = seatAt(seat) + DOSSIER
  out[0] = DONE
  let count = 1
  for (let p = 0; p < t.dossier; p++)
    if (s[dossier + p] !== 0 && isFirstOfEquals(t, s, seat, 1 << p)) out[count++] = t.exchangeAction + p
  return count
}

/** Whether the seat in turn could place a troop of the type on the territory, whatever was placed before. */
export const canPlace = (s: Int32Array, seat: Seat, territory: number, type: number): boolean =>
  countIn(s[seatAt(seat) + INCOMING]!, type) > 0 && holderIn(s[landAt(territory) + HOLDER]!) === 1 + seat

/** Whether the seat in turn could move a troop of the type along the link, whatever was moved before. */
export const canMoveAlong = (t: Tables, s: Int32Array, seat: Seat, link: number, type: number): boolean => {
  const from = t.edgeFrom[seat * t.edges + link]!
  const holder = holderIn(s[landAt(t.edgeTo[seat * t.edges + link]!) + HOLDER]!)
  return (
    holderIn(s[landAt(from) + HOLDER]!) === 1 + seat &&
    (holder === 0 || holder === 1 + seat) &&
    countIn(free(s, from), type) > 0
  )
}
