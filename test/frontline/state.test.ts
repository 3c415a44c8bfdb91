/** The words of a state: what they keep twice agrees with the lane, and no rule set outgrows them. */
import { describe, expect, it } from 'vitest'
import { compile, schema } from '../../engine/frontline/index.ts'
import { UNITS } from '../../engine/frontline/state.ts'
import { walk } from '../../engine/laws/walk.ts'
import { overlay, type Patch } from '../elephant-men/load.ts'
import { gameOf } from './load.ts'
import { Lane, type Position } from './scene.ts'

it.each<Patch>([{}, { 'gold.perTurn': 4 }, { cells: 7, 'units.catapult.price': 9 }])(
  'masks and the price of the army in a state of Frontline follow the units: %o',
  patch => {
    const game = gameOf('default', patch)
    for (let index = 0; index < 20; index++)
      walk(game, 'twice', index, ({ state }) => {
        const { units } = game.text.describe(state) as Position
        const written = units.map(({ side, kind, cell, hp }) => `${side} ${kind} ${cell}:${hp}`)
        const again = new Lane(game).place(written.join(', '), patch)
        expect(state.subarray(UNITS).join()).toBe(again.state.subarray(UNITS).join())
      })
  },
)

describe('the widths of packed words', () => {
  /** The highest figures that the schema allows, all at once. */
  const LIMITS: Patch = {
    cells: 30,
    turns: 1000,
    'base.hp': 9999,
    gold: { start: 9999, perTurn: 999, bounty: 100 },
    units: {
      infantry: { price: 999, hp: 999, attack: 999 },
      archer: { price: 999, hp: 999, attack: 999, range: 30 },
      catapult: { price: 999, hp: 999, attack: 999, range: 30 },
      'super-soldier': { attack: 999 },
    },
  }

  it('hold everything that the schema allows', () => {
    expect(() => gameOf('default', LIMITS)).not.toThrow()
    for (const key of ['cells', 'base.hp', 'units.infantry.hp', 'units.archer.hp', 'units.catapult.hp']) {
      const limit = schema.parse(overlay({}, LIMITS))
      const value = key.split('.').reduce<unknown>((part, name) => (part as Patch)[name], limit)
      expect(schema.safeParse(overlay(LIMITS, { [key]: (value as number) + 1 })).success, key).toBe(false)
    }
  })

  it('refuse rules that outgrow them', () => {
    const rules = schema.parse({})
    const grown = { ...rules.units, archer: { ...rules.units.archer, hp: 1024 } }
    expect(() => compile('frontline', { ...rules, units: grown })).toThrow(
      /hp may come to 1024, but has 10 bits/,
    )
    expect(() => compile('frontline', { ...rules, cells: 31 })).toThrow(
      /positions may come to \d+, but has 30 bits/,
    )
  })
})
