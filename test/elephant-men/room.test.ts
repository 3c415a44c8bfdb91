/** The packed words of a state have room for whatever the schema accepts, and rules that would overflow them are refused. */
import { describe, expect, it } from 'vitest'
import { bitFields } from '../../engine/contract/index.ts'
import { compile, schema } from '../../engine/elephant-men/index.ts'
import type { Rules } from '../../engine/elephant-men/rules/schema.ts'
import { FIELDS, requireRoom } from '../../engine/elephant-men/state/room.ts'
import { generator } from '../../engine/laws/walk.ts'
import { fileOf, gameOf, overlay, type Patch, rulesOf } from './load.ts'
import { Match } from './scenario.ts'

const FILES = [...'abcdefghijklmno']
const KINDS = ['k0', 'k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'k7']
const POKERS = ['shove', 'poke', 'cleave', 'block', 'pray']
const CONVERTERS = ['move', 'convert', 'cleave', 'block', 'pray']

/** Every number that a packed word holds, as large as the schema allows. */
const LIMITS: Patch = {
  phases: 6,
  orders: 6,
  board: { files: 15, ranks: 15 },
  sides: [
    { name: 'white', units: FILES.map((file, i) => `${KINDS[i % 8]} ${file}1`) },
    { name: 'black', units: ['k7 h8', ...FILES.map((file, i) => `${KINDS[i % 8]} ${file}15`)] },
  ],
  units: Object.fromEntries(KINDS.map((kind, k) => [kind, { hp: 30, actions: k < 4 ? POKERS : CONVERTERS }])),
  order: ['move', 'block', 'poke', 'shove', 'convert', 'cleave', 'pray'],
  poke: { range: 2, damage: 30 },
  convert: { range: 3 },
  cleave: { range: 3, damage: 30, delay: 1, rest: 'never' },
  pray: { favour: 20, delay: 1, rest: 'never' },
  favour: { win: 99, kill: 0, convert: 0 },
  'limits.turns': 8,
}
/** What they come to. */
const SIZES = { units: 31, aims: 38, mostAims: 30, listed: 41_000, seatEvents: 75 }

const isRefused = (patch: Patch): boolean =>
  !schema.safeParse(overlay(fileOf('v0.2'), overlay(LIMITS, patch))).success

describe('the widths of packed words', () => {
  it('hold everything that the schema allows', () => {
    expect(gameOf('v0.2', LIMITS).info.legalMax).toBe(1 + 6 * SIZES.units * SIZES.mostAims)
    const beyond: Patch[] = [
      { phases: 7 },
      { orders: 7 },
      { 'board.files': 16 },
      { 'board.ranks': 16 },
      { 'units.k0.hp': 31 },
      { 'units.k8': { hp: 1, actions: ['move'] } },
      { 'convert.range': 4 },
      { 'cleave.range': 4 },
      { 'cleave.damage': 31 },
      { 'pray.favour': 21 },
    ]
    for (const patch of beyond) expect(isRefused(patch), JSON.stringify(patch)).toBe(true)
    expect(isRefused({})).toBe(false)
  })

  it.each<[string, Patch, string]>([
    ['phases', { phases: 9 }, 'phase may come to 8, but has 3 bits, for 7 at most'],
    ['ranges', { 'convert.range': 15 }, 'distance may come to 16, but has 4 bits'],
    ['squares', { 'board.files': 18 }, 'origin may come to 270, but has 8 bits'],
    ['damage', { 'cleave.damage': 256 }, 'damage may come to 256, but has 8 bits'],
    ['prayers', { 'pray.favour': 256 }, 'favour may come to 256, but has 8 bits'],
    ['hit points', { 'units.k0.hp': 256 }, 'value of a lane may come to 256, but has 8 bits'],
    ['kinds', { 'units.k8': { hp: 1, actions: ['move'] } }, 'kind may come to 8, but has 3 bits'],
    ['orders', { orders: 7 }, 'orders may need 7 words, but there is room for 6'],
    ['orders of a step', { orders: 8 }, 'orders of a step may come to 16, but has 4 bits'],
  ])('refuse rules whose %s outgrow them', (_, patch, message) => {
    const rules = overlay(rulesOf('v0.2', LIMITS), patch) as Rules
    expect(() => compile('elephant-men', rules)).toThrow(message)
  })

  it('refuse a unit too many', () => {
    const [white, black] = rulesOf('v0.2', LIMITS).sides
    const sides = [{ ...white, units: [...white!.units, 'k0 a2'] }, black]
    const rules = overlay(rulesOf('v0.2', LIMITS), { sides }) as Rules
    expect(() => compile('elephant-men', rules)).toThrow('slot may come to 32, but has 5 bits')
  })

  it.each<[keyof typeof FIELDS, number, number]>([
    ['phase', 2, 5],
    ['sign', 2, 4],
    ['distance', 2, 4],
    ['origin', 7, 225],
    ['target', 7, 225],
    ['status', 3, 15],
    ['flags', 2, 7],
    ['landsOn', 7, 224],
    ['damage', 4, 30],
    ['favour', 4, 20],
    ['startedBy', 2, 7],
    ['slot', 4, 31],
    ['kind', 2, 7],
    ['square', 7, 225],
    ['hp', 4, 30],
    ['count', 6, 120],
    ['codePhase', 2, 5],
    ['aim', 5, 37],
    ['aims', 4, 30],
    ['list', 15, 52_264],
    ['step', 3, 12],
    ['stepShift', 4, 24],
    ['action', 2, 6],
    ['word', 7, 159],
    ['kindEvents', 6, 110],
    ['actionEvents', 7, 145],
  ])('refuse the limits where the field %s has only %i bits', (name, bits, most) => {
    const rules = rulesOf('v0.2', LIMITS)
    expect(() => requireRoom(rules, SIZES)).not.toThrow()
    const narrow = { ...FIELDS, [name]: bitFields({ [name]: bits })[name]! }
    expect(() => requireRoom(rules, SIZES, narrow)).toThrow(
      `${name} may come to ${most}, but has ${bits} bits`,
    )
  })
})

it('matches at the limits replay from their records', () => {
  const rng = generator('room', 0, 0)
  for (let n = 0; n < 3; n++) {
    const match = new Match(gameOf('v0.2', LIMITS))
    const { game, state } = match
    while (game.toMove(state) !== 0) {
      const seat = game.toMove(state) & 1 ? 0 : 1
      const text = game.text.format(state, seat, game.sample(state, seat, rng))
      match.decide(`${game.info.seats[seat]} ${text}`)
    }
    for (const { units, pending } of match.frames) {
      expect(new Set(units.map(unit => unit.at)).size).toBe(units.length)
      for (const unit of units) expect(unit.hp).toBeLessThanOrEqual(30)
      for (const { damage, favour } of pending) expect(damage ?? favour).toBe(damage === undefined ? 20 : 30)
    }
    expect(match.frames.length).toBeGreaterThan(6)
  }
})
