/** Words of a state that say again what others say, for speed: sets of territories, and how many cards are in each part. */
import { describe, expect, it } from 'vitest'
import { walk } from '../../engine/laws/walk.ts'
import { setBitOf, setWordOf, setWordsOf } from '../../engine/prestige/rules/map.ts'
import { holderIn, kindsIn, troopsOf, valuesIn } from '../../engine/prestige/state/fields.ts'
import * as layout from '../../engine/prestige/state/layout.ts'
import { gameOf, type Patch, RULE_SETS, rulesOf } from './load.ts'

/** A ring of more territories than a word has bits. */
const WIDE = {
  map: {
    name: 'ring',
    territories: Array.from({ length: 40 }, (_, i) => ({
      name: `t-${i}`,
      region: 'r',
      next: [`t-${(i + 1) % 40}`, `t-${(i + 5) % 40}`],
    })),
  },
  deck: { name: 'one', cards: [{ name: 'far', kind: 'took', count: 9, copies: 12 }] },
  attack: { guard: false },
  'limits.rounds': 8,
}

describe.each<[string, (typeof RULE_SETS)[number], Patch]>([
  ...RULE_SETS.map((set): [string, typeof set, Patch] => [set, set, {}]),
  ['a map of 40 territories', 'two', WIDE],
  [
    'missions set aside and territories left',
    'four',
    { attack: { guard: false }, 'attack.picks': 'attacker' },
  ],
])('by the rules of %s', (_, set, patch) => {
  const game = gameOf(set, patch)
  const { map, deck, seats } = rulesOf(set, patch)
  const territories = map.territories.length
  const cards = deck.cards.length
  const words = setWordsOf(territories)

  it('each territory is in the set of its holder alone', () => {
    walk(game, 'sets', 0, ({ state }) => {
      const expected = new Int32Array((1 + seats.length) * words)
      for (let at = 0; at < territories; at++) {
        const holder = holderIn(state[layout.territoryAt(at) + layout.HOLDER]!)
        expected[holder * words + setWordOf(at)]! |= setBitOf(at)
      }
      const first = layout.setsAt(territories, cards)
      expect(state.slice(first, first + expected.length)).toEqual(expected)
    })
  })

  it('the parts of the deck hold as many cards as all missions have in them', () => {
    walk(game, 'deck', 0, ({ state }) => {
      const first = layout.cardsAt(territories)
      const sum = state.slice(first, first + cards).reduce((all, word) => (all + word) | 0, 0)
      expect(state[layout.DECK]).toBe(sum)
    })
  })
})

describe('packed words', () => {
  it('count the types of troops', () => {
    for (let mask = 0; mask < 8; mask++)
      for (const count of [1, 2, 60, 127]) {
        const types = [0, 1, 2].filter(type => (mask >> type) & 1)
        // The total has room for 127 troops, the counts by type have it each.
        const troops = types.reduce((sum, type) => sum + troopsOf(type, count), 0) & 0xffffff
        expect(kindsIn(troops)).toBe(types.length)
      }
  })

  it('name the values of dice', () => {
    for (let mask = 0; mask < 16; mask++)
      for (const count of [1, 2, 64, 127]) {
        const dice = [0, 1, 2, 3].reduce((sum, v) => sum | ((((mask >> v) & 1) * count) << (8 * v)), 0)
        expect(valuesIn(dice)).toBe(mask)
      }
  })
})
