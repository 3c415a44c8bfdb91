/** Which decisions use a mission, a troop type, an attack of some size or a start. */
import type { Action, Seat, State } from '../../contract/index.ts'
import { DONE } from '../rules/actions.ts'
import { attackOf } from '../rules/assets.ts'
import { TYPE_COUNT } from '../rules/parts.ts'
import type { Tables } from '../rules/tables.ts'
import { totalIn } from '../state/fields.ts'
import {
  ASKED_TYPE,
  ATTACKING,
  DOSSIER,
  EXCHANGE,
  FROM,
  MIXED,
  MOVING,
  MULLIGAN,
  PHASE,
  PICKING,
  PLACING,
  RAISING,
  SENDING,
  START,
  START_COUNT,
  seatAt,
  TO,
  TROOPS,
  territoryAt,
} from '../state/layout.ts'
import { forces, raises, sends } from './counts.ts'

/**
 * A mission is used by keeping it where it could be given back, a troop type by raising, placing, moving, sending or picking one, an attack by
 * what settles that it is of that size, a start by beginning there. Factions are given.
 */
export const usesAsset = (t: Tables, s: State, seat: Seat, action: Action, asset: number): boolean => {
  if (asset < t.typeAsset) return keeps(t, s, seat, action, asset)
  if (asset < t.attackAsset) return usesType(t, s, seat, action, asset - t.typeAsset)
  if (asset < t.factionAsset) return attacksBy(t, s, seat, action, asset - t.attackAsset)
  if (asset < t.startAsset || s[PHASE] !== START) return false
  return t.order[seat * t.territories + action - t.territoryAction] === asset - t.startAsset
}

/** Whether the seat holds the mission after it was free to give back some. */
const keeps = (t: Tables, s: State, seat: Seat, action: Action, card: number): boolean => {
  const phase = s[PHASE]
  if (phase !== MULLIGAN && phase !== EXCHANGE) return false
  const given =
    phase === MULLIGAN ? action - t.mulliganAction : action === DONE ? 0 : 1 << (action - t.exchangeAction)
  for (let p = 0; p < t.dossier; p++)
    if (((given >> p) & 1) === 0 && s[seatAt(seat) + DOSSIER + p] === 1 + card) return true
  return false
}

const usesType = (t: Tables, s: State, seat: Seat, action: Action, type: number): boolean => {
  switch (s[PHASE]) {
    case PLACING:
      return (((action - t.placeAction) / t.territories) | 0) === type
    case MOVING:
    case MIXED:
      return (
        action >= t.moveAction && action < t.attackAction && (action - t.moveAction) % TYPE_COUNT === type
      )
    case PICKING:
      return (action - t.pickAction) % TYPE_COUNT === type
    case START_COUNT:
    case RAISING:
      return raises(t, s, seat, t.noneAction - action, type)
    case SENDING:
      return sends(t, s, t.noneAction - action, type)
    default:
      return false
  }
}

/** Whether every force that the seat may still send makes it an attack of that size. */
const attacksBy = (t: Tables, s: State, seat: Seat, action: Action, size: number): boolean => {
  const phase = s[PHASE]
  if (phase === SENDING) {
    const { least, most } = forces(t, s, s[FROM]!, s[ASKED_TYPE]! + 1, t.noneAction - action)
    return isAttackOf(s, s[TO]!, least, most, size)
  }
  if ((phase !== ATTACKING && phase !== MIXED) || action < t.attackAction) return false
  const link = seat * t.links + action - t.attackAction
  const { least, most } = forces(t, s, t.linkFrom[link]!, 0, 0)
  return isAttackOf(s, t.linkTo[link]!, least, most, size)
}

const isAttackOf = (s: State, to: number, least: number, most: number, size: number): boolean => {
  const defenders = totalIn(s[territoryAt(to) + TROOPS]!)
  return attackOf(least, defenders) === size && attackOf(most, defenders) === size
}
