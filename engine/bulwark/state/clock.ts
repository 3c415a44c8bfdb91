/** The time that cooldowns count. */
import type { Tables } from '../rules/tables.ts'
import { ROUND, TURN } from './layout.ts'

/**
 * The round or, where every team's turns count, the turn, from 1; a round then has a turn for every team, those that are out
 * among them.
 */
export function timeOf({ rules, seats }: Tables, s: Int32Array): number {
  if (rules.cooldown.turns === 'own') return s[ROUND]!
  return (s[ROUND]! - 1) * seats + ((s[TURN]! - rules.setup.move + 1 + seats) % seats) + 1
}
