/** Switches that no edition turns, but a designer may: each does what the schema says of it. */
import { describe, expect, it } from 'vitest'
import { on, scene } from './scenario.ts'

const v2 = (patch: Record<string, unknown>, white = 'soldier d3', black = 'soldier d6, soldier d4') =>
  scene('v0.2', white, black, patch)

describe('switches of the schema', () => {
  it('poke.range and poke.damage', () => {
    const m = v2({ 'poke.range': 3, 'poke.damage': 2 })
    expect(on(m.turn('white 1 d3.d6')[0]!, 'd6')).toBe('d6 black soldier 1')
    expect(m.choices('white')).not.toContain('1 d3.d5')
  })

  it('poke.rest', () => {
    const hit = { never: 'd3 white soldier 3', always: 'd3 white soldier 3 rests' } as const
    for (const rest of ['never', 'always'] as const)
      for (const target of ['d5', 'e4'])
        expect(on(v2({ 'poke.rest': rest }).turn(`white 1 d3.${target}`)[0]!, 'd3')).toBe(hit[rest])
    // A unit that always rests after a poke is certain to, so its next phase is not offered.
    const planned = v2({ 'poke.rest': 'always' }).play(['white 1 d3.d5'])
    expect(planned.choices('white').some(text => text.startsWith('2'))).toBe(false)
  })

  it('convert.range', () => {
    expect(v2({ 'convert.range': 1 }, 'monk d3').turn('white 1 d3.d4')[0]!.favour).toBe(3)
  })

  it('cleave.range, cleave.damage and cleave.delay', () => {
    const m = v2({ cleave: { range: 3, damage: 3, delay: 0 } })
    expect(m.turn('white 1 d3xd6')[0]).toMatchObject({ favour: 3, pending: [] })
  })

  it('cleave.rest', () => {
    const miss = { cleave: { delay: 0, rest: 'miss' } }
    expect(on(v2(miss).turn('white 1 d3xd4')[0]!, 'd3')).toBe('d3 white soldier 3')
    expect(on(v2(miss).turn('white 1 d3xe3')[0]!, 'd3')).toBe('d3 white soldier 3 rests')
    expect(on(v2({ 'cleave.rest': 'never' }).turn('white 1 d3xd4')[0]!, 'd3')).toBe('d3 white soldier 3')
  })

  it('pray.favour, pray.rest and pray.sign', () => {
    const m = v2({ pray: { favour: 2, rest: 'never', sign: ';' } }, 'monk d3')
    expect(m.turn('white 1 d3;d3', 'white 2 d3;d3').map(f => f.favour)).toEqual([2, 4, 4])
  })

  it('block.absorbs', () => {
    const m = scene('golems-2025-12', 'golem d3', 'soldier d4', { 'block.absorbs': 5 })
    expect(on(m.turn('green 1 d3;d3', 'purple 1 d4xd3')[0]!, 'd3')).toBe('d3 green golem 4')
  })

  it('phases and orders', () => {
    const m = v2({ phases: 2, orders: 1 }).play(['white 2 d3>c3', 'black done'])
    expect(m.frames.map(f => f.phase)).toEqual([1, 2])
    expect(on(m.frames[1]!, 'c3')).toBe('c3 white soldier 3')
  })

  it('hit points of a unit kind', () => {
    const soldier = { hp: 1, actions: ['poke'] }
    const m = v2({ units: { soldier } }, 'soldier d3, soldier a1', 'soldier d5, soldier h8')
    expect(m.turn('black 2 d5.d3')[1]!.units.map(u => `${u.at} ${u.hp}`)).toEqual(['a1 1', 'd5 1', 'h8 1'])
    expect(m.choices('white').every(text => /^done$|\./.test(text))).toBe(true)
  })
})
