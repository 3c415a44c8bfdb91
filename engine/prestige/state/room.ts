/** Whether the state has room for what a rule set may put into it. */
import { requireFit } from '../../contract/index.ts'
import type { Tables } from '../rules/tables.ts'
import { FIELDS } from './fields.ts'

/**
 * Holds rules to the widths of packed words. Throws a RangeError that names the field that is too narrow, and what these
 * rules may put into it. `fields` is another declaration for tests.
 */
export function requireRoom({ seats, cap, setupTroops, cardCopies }: Tables, fields = FIELDS): void {
  // All of a seat's troops may be of one type, stand on one territory, and roll the same value.
  const troops = Math.max(cap, setupTroops)
  for (const field of Object.values(fields.troops)) requireFit(field, troops)
  requireFit(fields.dice.dice, troops)
  requireFit(fields.holder.holder, seats)
  // All cards may be in one part of the deck.
  const copies = cardCopies.reduce((sum, each) => sum + each, 0)
  for (const field of Object.values(fields.card)) requireFit(field, copies)
}
