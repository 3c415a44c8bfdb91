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
  [
    'matrix-game',
    {
      row: ['up', 'down'],
      payoffs: [
        [9, -3, 0],
        [0, 0, 100],
      ],
    },
  ],
  ['matrix-game', { row: ['only'], column: ['one'], payoffs: [[0]] }],
  ['kuhn-poker', { cards: 50 }],
  ['leduc-poker', { ranks: 13, suits: 4, raises: 8, ante: 5 }],
  ['leduc-poker', { ranks: 2, suits: 2, raises: 1, firstRaise: 1, secondRaise: 100 }],
]

registerLaws([
  ...listClassics().map(({ id }): LawfulGame => [id, classicOf(id)]),
  ...ODD.map(([id, rules]): LawfulGame => [`${id} ${JSON.stringify(rules)}`, classicOf(id, rules)]),
])
