/** The laws for every classic, thoroughly, under its standard rules and under odd ones. */
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
  ['nim', { piles: [1] }],
  ['nim', { piles: [20, 1, 20, 2], misere: true }],
  ['pig', { goal: 2, sides: 2, turns: 2 }],
  ['pig', { goal: 40, sides: 20, turns: 5 }],
  ['goofspiel', { cards: 2, order: 'descending' }],
  ['goofspiel', { cards: 13, order: 'ascending', stakes: 'win' }],
  ['goofspiel', { cards: 3, bids: 'hidden' }],
  ['goofspiel', { cards: 8, order: 'descending', bids: 'hidden', stakes: 'win' }],
  ['oshi-zumo', { coins: 1, size: 1 }],
  ['oshi-zumo', { coins: 200, size: 10, minimum: 10 }],
  ['oshi-zumo', { coins: 2, minimum: 10 }],
  ['breakthrough', { files: 2, ranks: 3 }],
  ['breakthrough', { files: 16, ranks: 5 }],
  ['kalah', { houses: 1, seeds: 1 }],
  ['kalah', { houses: 8, seeds: 10 }],
  ['kalah', { houses: 1, seeds: 9 }],
  ['liars-dice', { dice: 2, sides: 3 }],
  ['liars-dice', { dice: 5, sides: 6, wild: false }],
]

registerLaws(listClassics().map(({ id }): LawfulGame => [id, classicOf(id)]))
registerLaws(
  ODD.map(
    ([id, rules]): LawfulGame => [`${id} ${JSON.stringify(rules)}`, classicOf(id, rules), { samples: 1000 }],
  ),
)
