/** The laws for every classic, under the standard rules and odd ones. */
import { listClassics } from '../../engine/registry/index.ts'
import { type LawfulGame, registerLaws } from '../laws/register.ts'
import { classicOf } from './load.ts'

/** Rules besides the standard ones: the narrowest, the widest, switches turned. */
const ODD: readonly (readonly [id: string, rules: object])[] = [
  ['tic-tac-toe', { misere: true }],
  ['connect-four', { columns: 1, rows: 1 }],
  ['connect-four', { columns: 8, rows: 7 }],
  ['connect-four', { columns: 4, rows: 12 }],
]

registerLaws([
  ...listClassics().map(({ id }): LawfulGame => [id, classicOf(id)]),
  ...ODD.map(([id, rules]): LawfulGame => [`${id} ${JSON.stringify(rules)}`, classicOf(id, rules)]),
])
