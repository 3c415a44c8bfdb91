/** The passive action of each phase, found without a list of the legal actions. */
import type { Action, Seat, State } from '../../contract/index.ts'
import { DONE } from '../rules/actions.ts'
import { TYPE_COUNT } from '../rules/parts.ts'
import type { Tables } from '../rules/tables.ts'
import { firstType } from '../state/board.ts'
import { diceOf, sideOf, troopsOfSide } from '../state/dice.ts'
import { countIn, holderIn } from '../state/fields.ts'
import {
  ASKED_TYPE,
  ATTACKING,
  CURSOR,
  EXCHANGE,
  HOLDER,
  INCOMING,
  MIXED,
  MOVING,
  MULLIGAN,
  PHASE,
  PICKING,
  PLACING,
  RETURN,
  START,
  seatAt,
  territoryAt,
} from '../state/layout.ts'
import { most } from './counts.ts'

/**
 * The passive action of a seat to move.
 *
 * No further move, attack or exchange, and as few missions put back as the rules allow. Where something must be given, it
 * is what serves a player who looks no further: the most troops, the highest die with the first type that can fight, the
 * first territory from the seat's own share on. With the fewest troops and the lowest die every attack would fail, and an
 * agent that fills in passive actions, such as greedy, would never attack.
 *
 * In this game it is also the lowest legal action. `test/prestige/passive.test.ts` checks that.
 */
export const passiveAction = (t: Tables, s: State, seat: Seat): Action => {
  switch (s[PHASE]) {
    case MOVING:
    case MIXED:
    case ATTACKING:
    case EXCHANGE:
      return DONE
    case PICKING:
      return bestPick(t, s, seat)
    case PLACING:
      return firstPlace(t, s, seat)
    case START:
    case RETURN:
      return t.territoryAction + firstRank(t, s, seat, 0, 0)
    case MULLIGAN:
      // The mask of the fewest places: none, or the first.
      return t.mulliganAction + t.mulliganMin
    default:
      return t.noneAction - most(t, s, seat, s[ASKED_TYPE]!)
  }
}

/** The highest die, with the first type that can fight. */
const bestPick = (t: Tables, s: State, seat: Seat): Action => {
  const side = sideOf(s, seat)
  const troops = troopsOfSide(s, side)
  let value = t.sides - 1
  let type = typeFor(t, s, side, troops, value)
  while (type === TYPE_COUNT) type = typeFor(t, s, side, troops, --value)
  return t.pickAction + (t.sides - 1 - value) * TYPE_COUNT + type
}

/** The first type that can fight with a die of the value; TYPE_COUNT if none can. */
const typeFor = (t: Tables, s: State, side: number, troops: number, value: number): number => {
  let type = 0
  while (type < TYPE_COUNT && (countIn(troops, type) === 0 || diceOf(t, s, side, type, value) === 0)) type++
  return type
}

/** One of the first type, where the canonical order continues. */
const firstPlace = (t: Tables, s: State, seat: Seat): Action => {
  const { placeAction, territories } = t
  const first = placeAction + firstType(s[seatAt(seat) + INCOMING]!) * territories
  const passed = s[CURSOR]! - first
  const from = passed > 0 && passed < territories ? passed : 0
  return first + firstRank(t, s, seat, from, 1 + seat)
}

/** The first rank from one on whose territory has that holder, 1 + seat, or 0 for nobody; there must be one. */
const firstRank = (t: Tables, s: State, seat: Seat, from: number, holder: number): number => {
  const { order, territories } = t
  let rank = from
  while (holderIn(s[territoryAt(order[seat * territories + rank]!) + HOLDER]!) !== holder) rank++
  return rank
}
