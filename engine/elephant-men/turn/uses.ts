/** Which decisions use a unit kind or an action. */
import type { Action, Seat, State } from '../../contract/index.ts'
import type { Tables } from '../rules/tables.ts'
import { packCell } from '../state/cells.ts'
import { actionIn, DONE_ORDERING, meaningAt, slotIn } from '../state/codes.ts'
import { shapeOf } from '../state/orders.ts'
import type { Planner } from './plan.ts'

/**
 * Whether a plannable order is to a unit of the kind, or is that action: kinds come first among the assets. By the unit that the plan
 * expects there: if another one stands there in the end, the order is its.
 */
export function usesAsset(
  { kinds, slotKind, words }: Tables,
  planner: Planner,
  s: State,
  seat: Seat,
  action: Action,
  asset: number,
): boolean {
  if (action === DONE_ORDERING) return false
  const kind = slotKind[slotIn(action)]!
  if (asset < kinds.length) return asset === kind
  const shape = shapeOf(planner.orderOf(s, seat, action))
  return asset - kinds.length === actionIn(words[meaningAt(packCell(0, kind), shape)]!)
}
