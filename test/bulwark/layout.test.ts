/** The words of a position have room for whatever the schema allows, and rules that outgrow them are refused. */
import { describe, expect, it } from 'vitest'
import { compile, schema } from '../../engine/bulwark/index.ts'
import type { Rules } from '../../engine/bulwark/rules/schema.ts'
import {
  AT,
  extentOf,
  FIELDS,
  homeIn,
  ownerIn,
  requireRoom,
  TILE,
  UNITS,
} from '../../engine/bulwark/state/layout.ts'
import { bitFields, newState } from '../../engine/contract/index.ts'
import { walk } from '../../engine/laws/walk.ts'
import { gameOf, type Patch, rulesOf } from './load.ts'

/** As many teams, units, tiles and abilities as the schema allows, and the highest figures. */
const LIMITS: Patch = {
  'team.names': ['red', 'blue', 'green'],
  'team.size': 8,
  map: {
    name: 'wide',
    tiles: Array.from({ length: 1000 }, (_, i) => ({
      name: `t${i}`,
      at: [i % 40, Math.floor(i / 40)],
      abilities: i % 10 === 0 ? ['rally', { name: 'swarm', range: 20, cooldown: 1000 }] : [],
    })),
  },
  'rally.cooldown': 1000,
  'swarm.cooldown': 1000,
  'capital.turns': 100,
  'limits.turns': 1000,
}

/** The readings that need most room: of states, of actions listed at once, and of decisions. */
const OTHER: Patch = {
  'battle.when': 'entry',
  'swarm.targets': 'all',
  'training.swarm': true,
  'cooldown.turns': 'all',
  'capital.count': 'all',
}

/** Whether the schema refuses these rules with one key changed. */
const isRefused = (key: string, value: unknown): boolean => {
  try {
    rulesOf({ ...LIMITS, [key]: value })
    return false
  } catch {
    return true
  }
}

describe('the widths of packed words', () => {
  it('hold everything that the schema allows', () => {
    expect(() => gameOf(LIMITS)).not.toThrow()
    expect(() => gameOf({ ...LIMITS, ...OTHER })).not.toThrow()
    expect(isRefused('team.size', 9)).toBe(true)
    expect(isRefused('team.names', ['red', 'blue', 'green', 'grey'])).toBe(true)
    expect(isRefused('team.size', 8)).toBe(false)
  })

  it('refuse rules that outgrow them', () => {
    const rules = rulesOf({ 'team.names': ['red', 'blue', 'green'], 'team.size': 8 })
    const grown = (team: Rules['team']) => () => compile('bulwark', { ...rules, team })
    const { names } = rules.team
    expect(grown({ names, size: 9 })).toThrow('number may come to 8, but has 3 bits, for 7 at most')
    expect(grown({ names, size: [8, 9, 8] })).toThrow('number may come to 8, but has 3 bits')
    expect(grown({ names: [...names, 'grey'], size: 8 })).toThrow(/^units may come to \d+, but has 24 bits/)
    expect(schema.safeParse(rules).success).toBe(true)
  })

  it.each([
    ['number', 2, 'number may come to 7, but has 2 bits'],
    ['seat', 1, 'seat may come to 2, but has 1 bits'],
    ['units', 23, 'units may come to 16777215, but has 23 bits'],
    ['owner', 1, 'owner may come to 3, but has 1 bits'],
    ['home', 1, 'home may come to 3, but has 1 bits'],
  ] as const)('a field %s of %i bits is refused', (name, bits, message) => {
    expect(() => requireRoom([8, 8, 8])).not.toThrow()
    const narrow = { ...FIELDS, [name]: bitFields({ [name]: bits })[name]! }
    expect(() => requireRoom([8, 8, 8], narrow)).toThrow(message)
  })
})

it.each([
  ['our readings', {}],
  ['other readings', { ...OTHER, 'capture.routed': false, 'recovery.turns': 'all' }],
] as const)(
  'no value of a packed word reaches into another, and the tiles owned follow the owners, by %s',
  (_, patch) => {
    const game = gameOf({
      ...patch,
      'team.names': ['red', 'blue', 'green'],
      'team.size': 8,
      'capital.turns': 1,
      'limits.turns': 30,
    })
    const tiles = rulesOf().map.tiles.length
    const { owned, ownedWords } = extentOf(3, tiles, 0, false)
    const seen = { owners: new Set<number>(), homes: new Set<number>() }
    expect(newState(game.info).length).toBeGreaterThan(TILE + tiles)
    for (let index = 0; index < 5; index++)
      walk(game, 'packed', index, ({ state }) => {
        const standing = new Array<number>(tiles).fill(0)
        for (let seat = 0; seat < 3; seat++)
          for (let slot = 8 * seat; slot < 8 * seat + 8; slot++)
            if (((state[UNITS + seat]! >> slot) & 1) === 1) standing[state[AT + slot]!]! |= 1 << slot
        const packed = Array.from(state.subarray(TILE, TILE + tiles))
        const owners = packed.map(ownerIn)
        const homes = packed.map(homeIn)
        for (const owner of owners) seen.owners.add(owner)
        for (const home of homes) seen.homes.add(home)
        // An `expect` for every tile would take most of this test's time.
        expect(packed).toEqual(
          standing.map((units, tile) => units | (owners[tile]! << 24) | (homes[tile]! << 26)),
        )
        const ownedBy = (seat: number, tile: number): number =>
          (state[owned + seat * ownedWords + Math.floor(tile / 32)]! >>> (tile % 32)) & 1
        const bits = packed.map(
          (_, tile) => ownedBy(0, tile) | (ownedBy(1, tile) << 1) | (ownedBy(2, tile) << 2),
        )
        expect(bits).toEqual(owners.map(owner => (owner === 0 ? 0 : 1 << (owner - 1))))
      })
    expect([...seen.owners].sort()).toEqual([0, 1, 2, 3])
    expect([...seen.homes].sort()).toEqual([0, 1, 2, 3])
  },
)
