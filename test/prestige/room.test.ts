/** The state has room for all that the schema allows, and rules that need more are refused. */
import { describe, expect, it } from 'vitest'
import { bitFields } from '../../engine/contract/index.ts'
import { walk } from '../../engine/laws/walk.ts'
import { CARDS_MAX, TERRITORIES_MAX, TYPE_COUNT, TYPES } from '../../engine/prestige/rules/parts.ts'
import { DOSSIER_MAX, SEATS_MAX, SIDES_MAX, TROOPS_MAX } from '../../engine/prestige/rules/shape.ts'
import { compileTables } from '../../engine/prestige/rules/tables.ts'
import { diceOf } from '../../engine/prestige/state/dice.ts'
import { countIn, FIELDS, totalIn } from '../../engine/prestige/state/fields.ts'
import { requireRoom, TROOPS, territoryAt } from '../../engine/prestige/state/layout.ts'
import { gameOf, rulesOf } from './load.ts'
import { scene } from './scenario.ts'

const names = Array.from({ length: TERRITORIES_MAX }, (_, i) => `t-${i}`)
/** Every number at the most that the schema allows. */
const LIMITS = {
  seats: ['red', 'blue', 'green', 'yellow'].map(name => ({ name, faction: 'standard' })),
  map: {
    name: 'ring',
    territories: names.map((name, i) => ({ name, region: 'r', next: [names[(i + 1) % names.length]!] })),
  },
  deck: {
    name: 'one',
    cards: [{ name: 'far', kind: 'troops', count: 100, prestige: 10, copies: CARDS_MAX }],
  },
  'dossier.size': DOSSIER_MAX,
  'setup.troops': TROOPS_MAX,
  'troops.cap': TROOPS_MAX,
  'dice.sides': SIDES_MAX,
  'limits.rounds': 2,
}
const tables = compileTables(rulesOf('four', LIMITS))

describe('rules at the limits of the schema', () => {
  it('are the most that there can be', () => {
    expect(tables.seats).toBe(SEATS_MAX)
    for (const [key, patch] of [
      ['dossier.size', DOSSIER_MAX + 1],
      ['setup.troops', TROOPS_MAX + 1],
      ['troops.cap', TROOPS_MAX + 1],
      ['dice.sides', SIDES_MAX + 1],
      ['deck', { ...LIMITS.deck, cards: [{ ...LIMITS.deck.cards[0], copies: CARDS_MAX + 1 }] }],
      ['seats', [...LIMITS.seats, { name: 'pink', faction: 'standard' }]],
    ] as const)
      expect(() => rulesOf('four', { ...LIMITS, [key]: patch })).toThrow()
  })

  it('compile, and a match never spills from one field into another', () => {
    const game = gameOf('four', LIMITS)
    let seen = 0
    walk(game, 'limits', 0, ({ state }) => {
      for (let territory = 0; territory < names.length; territory++) {
        const troops = state[territoryAt(territory) + TROOPS]!
        if (troops === 0) continue
        let sum = 0
        for (let type = 0; type < TYPE_COUNT; type++) sum += countIn(troops, type)
        if (sum !== totalIn(troops)) expect(sum).toBe(totalIn(troops))
        seen = Math.max(seen, sum)
      }
    })
    expect(seen).toBe(TROOPS_MAX)
  })

  it('have room for all troops and dice of a seat in one place', () => {
    const lands = { a: `red ${TROOPS_MAX} ranged`, b: `blue ${TROOPS_MAX} ranged` }
    const high = { 'troops.cap': TROOPS_MAX, 'dice.sides': SIDES_MAX }
    for (const value of [0, SIDES_MAX - 1]) {
      const match = scene({ lands, turn: 'red' }, high)
      match.attack(
        'red',
        `a b; ranged ${TROOPS_MAX - 1}`,
        Array.from({ length: 2 * TROOPS_MAX - 1 }, () => value).join(' '),
      )
      const dice = (side: number) =>
        Array.from({ length: SIDES_MAX }, (_, v) => diceOf(match.tables, match.state, side, 0, v)).filter(
          count => count > 0,
        )
      expect([dice(0), dice(1)]).toEqual([[TROOPS_MAX - 1], [TROOPS_MAX]])
    }
  })
})

describe('a field that is too narrow', () => {
  const types = Object.fromEntries(TYPES.map(type => [type, 8])) as Record<(typeof TYPES)[number], number>

  it('for none of the fields there are', () => {
    expect(() => requireRoom(tables)).not.toThrow()
  })

  it.each([
    ['assault', { troops: bitFields({ ...types, assault: 6, total: 7 }) }, TROOPS_MAX],
    ['ranged', { troops: bitFields({ ...types, ranged: 6, total: 7 }) }, TROOPS_MAX],
    ['total', { troops: bitFields({ ...types, total: 6 }) }, TROOPS_MAX],
    ['dice', { dice: bitFields({ dice: 6 }) }, TROOPS_MAX],
    ['holder', { holder: bitFields({ holder: 2, taken: 1 }) }, SEATS_MAX],
    ['upper', { card: bitFields({ upper: 6, lower: 8, discarded: 8, aside: 8 }) }, CARDS_MAX],
    ['aside', { card: bitFields({ upper: 8, lower: 8, discarded: 8, aside: 6 }) }, CARDS_MAX],
  ])('%s is refused by name', (name, fields, most) => {
    expect(() => requireRoom(tables, { ...FIELDS, ...fields })).toThrow(
      `${name} may come to ${most}, but has`,
    )
  })
})
