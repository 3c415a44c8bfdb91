/**
 * What may be chosen. Placing and moving list their choices in one canonical order: once a choice is made, only later ones
 * are listed, so that the same set of troops is placed and moved in one way. The rules do not know this order: `canPlace`
 * and `canMoveAlong` ask only whether an action is possible.
 */
import { CHANCE, type Seat, type State } from '../../contract/index.ts'
import { DONE } from '../rules/actions.ts'
import { TYPE_COUNT } from '../rules/parts.ts'
import type { Tables } from '../rules/tables.ts'
import { firstType, movable } from '../state/board.ts'
import { diceOf, facesToRoll, sideOf, troopsOfSide } from '../state/dice.ts'
import { countIn, holderIn, totalIn } from '../state/fields.ts'
import {
  ASKED_TYPE,
  ATTACKING,
  BACK,
  CURSOR,
  DOSSIER,
  EXCHANGE,
  HOLDER,
  INCOMING,
  MIXED,
  MOVED,
  MOVING,
  MULLIGAN,
  PHASE,
  PICKING,
  PLACING,
  RETURN,
  ROLLING,
  START,
  seatAt,
  TROOPS,
  territoryAt,
} from '../state/layout.ts'
import { fewest, most } from './counts.ts'
import { listCards } from './deck.ts'

/** Whether the seat in turn could place a troop of the type on the territory, whatever was placed before. */
export const canPlace = (s: State, seat: Seat, territory: number, type: number): boolean =>
  countIn(s[seatAt(seat) + INCOMING]!, type) > 0 && holderIn(s[territoryAt(territory) + HOLDER]!) === 1 + seat

/** Writes the actions of a seat to move, or the outcomes of chance, ascending; returns their number. */
export const listLegal = (t: Tables, s: State, seat: Seat, out: Int32Array): number => {
  if (seat === CHANCE) return s[PHASE] === ROLLING ? listValues(t, s, out) : listCards(t, s, out)
  switch (s[PHASE]) {
    case PLACING:
      return listPlaces(t, s, seat, out)
    case MOVING:
      return listMoves(t, s, seat, out)
    case MIXED:
      return listAttacks(t, s, seat, out, listMoves(t, s, seat, out))
    case ATTACKING:
      out[0] = DONE
      return listAttacks(t, s, seat, out, 1)
    case PICKING:
      return listPicks(t, s, seat, out)
    case START:
    case RETURN:
      return listTerritories(t, s, seat, out)
    case MULLIGAN:
      return listMulligans(t, s, seat, out)
    case EXCHANGE:
      return listExchanges(t, s, seat, out)
    default:
      return listCounts(t, s, seat, out)
  }
}

const listValues = (t: Tables, s: State, out: Int32Array): number => {
  const faces = facesToRoll(t, s)
  for (let value = 0; value < faces; value++) out[value] = value
  return faces
}

const listPlaces = (t: Tables, s: State, seat: Seat, out: Int32Array): number => {
  const n = t.territories
  const first = t.placeAction + firstType(s[seatAt(seat) + INCOMING]!) * n
  const cursor = s[CURSOR]!
  let count = 0
  for (let r = cursor > first && cursor < first + n ? cursor - first : 0; r < n; r++)
    if (holderIn(s[territoryAt(t.order[seat * n + r]!) + HOLDER]!) === 1 + seat) out[count++] = first + r
  return count
}

const listMoves = (t: Tables, s: State, seat: Seat, out: Int32Array): number => {
  const n = t.territories
  const cursor = s[CURSOR]!
  const back = s[BACK]! - 1
  out[0] = DONE
  let count = 1
  let r = 0
  if (cursor > 0) {
    const link = ((cursor - t.moveAction) / TYPE_COUNT) | 0
    r = t.rank[seat * n + t.linkFrom[seat * t.links + link]!]!
  }
  // The territory that troops may still leave ranks no higher than that of the cursor; its troops are listed in full.
  if (back >= 0) count = listMovesFrom(t, s, seat, t.rank[seat * n + back]!, 0, out, count)
  if (back >= 0 && t.rank[seat * n + back] === r) r++
  for (; r < n; r++) {
    const at = territoryAt(t.order[seat * n + r]!)
    if (holderIn(s[at + HOLDER]!) === 1 + seat && totalIn(s[at + TROOPS]!) > 1)
      count = listMovesFrom(t, s, seat, r, cursor, out, count)
  }
  return count
}

/** Moves from the territory of that rank, those from `least` on. */
const listMovesFrom = (
  t: Tables,
  s: State,
  seat: Seat,
  r: number,
  least: number,
  out: Int32Array,
  listed: number,
): number => {
  const { linkTo } = t
  const troops = movable(s, t.order[seat * t.territories + r]!)
  let count = listed
  if (troops === 0) return count
  const start = seat * (t.territories + 1) + r
  const links = seat * t.links
  const end = t.linkStart[start + 1]!
  for (let e = t.linkStart[start]!; e < end; e++) {
    const holder = holderIn(s[territoryAt(linkTo[links + e]!) + HOLDER]!)
    if (holder !== 0 && holder !== 1 + seat) continue
    const first = t.moveAction + e * TYPE_COUNT
    for (let type = 0; type < TYPE_COUNT; type++)
      if (first + type >= least && countIn(troops, type) > 0) out[count++] = first + type
  }
  return count
}

const listAttacks = (t: Tables, s: State, seat: Seat, out: Int32Array, listed: number): number => {
  const { guard, movedRest, territories: n } = t
  const links = seat * t.links
  let count = listed
  for (let r = 0; r < n; r++) {
    const at = territoryAt(t.order[seat * n + r]!)
    if (s[at + HOLDER] !== 1 + seat || totalIn(s[at + TROOPS]!) <= guard) continue
    if (movedRest && s[at + TROOPS] === s[at + MOVED]) continue
    const start = seat * (n + 1) + r
    for (let e = t.linkStart[start]!; e < t.linkStart[start + 1]!; e++) {
      const holder = holderIn(s[territoryAt(t.linkTo[links + e]!) + HOLDER]!)
      if (holder !== 0 && holder !== 1 + seat) out[count++] = t.attackAction + e
    }
  }
  return count
}

const listPicks = (t: Tables, s: State, seat: Seat, out: Int32Array): number => {
  const side = sideOf(s, seat)
  const troops = troopsOfSide(s, side)
  if (t.ownDice) return listOwnPicks(t, s, side, troops, out)
  let count = 0
  for (let value = t.sides - 1; value >= 0; value--) {
    if (diceOf(t, s, side, 0, value) === 0) continue
    const first = t.pickAction + (t.sides - 1 - value) * TYPE_COUNT
    for (let type = 0; type < TYPE_COUNT; type++) if (countIn(troops, type) > 0) out[count++] = first + type
  }
  return count
}

/** The picks where a die fights for its own type. */
const listOwnPicks = (t: Tables, s: State, side: number, troops: number, out: Int32Array): number => {
  let count = 0
  for (let value = t.sides - 1; value >= 0; value--)
    for (let type = 0; type < TYPE_COUNT; type++)
      if (countIn(troops, type) > 0 && diceOf(t, s, side, type, value) > 0)
        out[count++] = t.pickAction + (t.sides - 1 - value) * TYPE_COUNT + type
  return count
}

const listTerritories = (t: Tables, s: State, seat: Seat, out: Int32Array): number => {
  const n = t.territories
  let count = 0
  for (let r = 0; r < n; r++)
    if (s[territoryAt(t.order[seat * n + r]!) + HOLDER] === 0) out[count++] = t.territoryAction + r
  return count
}

const listCounts = (t: Tables, s: State, seat: Seat, out: Int32Array): number => {
  const type = s[ASKED_TYPE]!
  const least = fewest(t, s, seat, type)
  let count = 0
  for (let troops = most(t, s, seat, type); troops >= least; troops--) out[count++] = t.noneAction - troops
  return count
}

/** Of equal missions those in the first places are put back. */
const listMulligans = (t: Tables, s: State, seat: Seat, out: Int32Array): number => {
  let count = 0
  for (let mask = t.mulliganMin; mask < 1 << t.dossier; mask++)
    if (isFirstOfEquals(t, s, seat, mask)) out[count++] = t.mulliganAction + mask
  return count
}

/** Whether no place in the mask holds the same mission as an earlier place that is not in it. */
const isFirstOfEquals = (t: Tables, s: State, seat: Seat, mask: number): boolean => {
  const dossier = seatAt(seat) + DOSSIER
  for (let p = 1; p < t.dossier; p++) {
    if (((mask >> p) & 1) === 0) continue
    for (let q = 0; q < p; q++) if (((mask >> q) & 1) === 0 && s[dossier + p] === s[dossier + q]) return false
  }
  return true
}

const listExchanges = (t: Tables, s: State, seat: Seat, out: Int32Array): number => {
  const dossier = seatAt(seat) + DOSSIER
  out[0] = DONE
  let count = 1
  for (let p = 0; p < t.dossier; p++)
    if (s[dossier + p] !== 0 && isFirstOfEquals(t, s, seat, 1 << p)) out[count++] = t.exchangeAction + p
  return count
}

/** Whether the seat in turn could move a troop of the type along the link, whatever was moved before. */
export const canMoveAlong = (t: Tables, s: State, seat: Seat, link: number, type: number): boolean => {
  const from = t.linkFrom[seat * t.links + link]!
  const holder = holderIn(s[territoryAt(t.linkTo[seat * t.links + link]!) + HOLDER]!)
  return (
    holderIn(s[territoryAt(from) + HOLDER]!) === 1 + seat &&
    (holder === 0 || holder === 1 + seat) &&
    countIn(movable(s, from), type) > 0
  )
}
