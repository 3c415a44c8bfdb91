/** The catapult: which pair of cells it hits, which units, and who is paid. */
import { describe, expect, it } from 'vitest'
import type { Patch } from '../elephant-men/load.ts'
import { lane } from './scene.ts'

/** Far from the enemy base, so that only units are enemies. */
const FROM = 2

/** Distances at which some enemy was hit by a catapult with enemies at those distances. */
function hits(distances: readonly number[], patch: Patch = {}): number[] {
  const enemies = distances.map(distance => `B super-soldier ${FROM + distance}:50`)
  const { units } = lane([`A catapult ${FROM}`, ...enemies].join(', '), { cells: 20, ...patch }).turn('A')
  return units.filter(unit => unit.side === 'B' && unit.hp === 44).map(unit => unit.cell - FROM)
}

describe('the pair', () => {
  it.each<[string, number[], number[]]>([
    ['nobody on the next cell: no attack without a second enemy', [1], []],
    ['2 ahead: the pair 2 and 3', [2], [2]],
    ['3 ahead: the pair 3 and 4', [3], [3]],
    ['4 ahead: the pair 3 and 4', [4], [4]],
    ['5 ahead: out of reach', [5], []],
    ['2 and 3 ahead: both', [2, 3], [2, 3]],
    ['2 and 4 ahead: the nearer of them decides', [2, 4], [2]],
    ['3 and 4 ahead: both', [3, 4], [3, 4]],
    ['3 and 5 ahead: the nearer', [3, 5], [3]],
    ['1 and 2 ahead: the second decides, the pair 2 and 3', [1, 2], [2]],
    ['1 and 3 ahead: the second decides, the pair 3 and 4', [1, 3], [3]],
    ['1 and 4 ahead: the second decides', [1, 4], [4]],
    ['1 and 5 ahead: the second is out of reach', [1, 5], []],
    ['1, 2 and 3 ahead', [1, 2, 3], [2, 3]],
    ['1, 3 and 4 ahead', [1, 3, 4], [3, 4]],
    ['1, 2, 3 and 4 ahead', [1, 2, 3, 4], [2, 3]],
  ])('%s', (_, enemies, expected) => {
    expect(hits(enemies)).toEqual(expected)
  })

  it('follows the range of the rules', () => {
    const ranged = (range: number, ...distances: number[]) =>
      hits(distances, { 'units.catapult.range': range })
    expect(ranged(3, 1, 2, 3)).toEqual([1, 2])
    expect(ranged(3, 3)).toEqual([3])
    expect(ranged(6, 3, 4, 6)).toEqual([4])
    expect(ranged(6, 5, 6, 7)).toEqual([5, 6])
    expect(ranged(6, 1, 2, 3)).toEqual([])
  })
})

describe('a blow on two cells', () => {
  it('hits the nearer first: its own unit there is gone before the base falls', () => {
    const end = lane('A catapult 8, A archer 11:6', { 'base.hp': 6 }).turn('A')
    expect(end).toMatchObject({ base: { B: 0 }, winner: 'A' })
    expect(end.units.map(unit => unit.kind)).toEqual(['catapult'])
  })

  it('pays the bounty of the nearer before the base falls', () => {
    const end = lane('A catapult 8, B infantry 11:6', { 'base.hp': 6 }).turn('A')
    expect(end).toMatchObject({ gold: { A: 5, B: 0 }, base: { B: 0 }, winner: 'A' })
  })
})

describe('the base as a target', () => {
  const baseAfter = (units: string) => lane(units).turn('A').base.B

  it.each([
    [11, 100],
    [10, 94],
    [9, 94],
    [8, 94],
    [7, 100],
  ])('from cell %d a lone catapult leaves the base %d', (cell, hp) => {
    expect(baseAfter(`A catapult ${cell}`)).toBe(hp)
  })

  it('is hit behind a unit that decides, if nobody stands on its cell', () => {
    expect(baseAfter('A catapult 8, B archer 11:50')).toBe(94)
    expect(baseAfter('A catapult 8, B archer 11:50, B archer 12:50')).toBe(100)
  })

  it('is the second enemy where one unit stands next to the catapult', () => {
    expect(baseAfter('A catapult 10, B archer 11:50')).toBe(94)
  })

  it('is no second enemy while a unit stands on its cell', () => {
    const m = lane('A catapult 11, B archer 12:50')
    expect(m.turn('A').units.map(unit => unit.hp)).toEqual([12, 50])
    expect(m.count('A', 'catapult', 'used')).toBe(0)
  })

  it('takes no hit from the blow that kills the unit on its cell', () => {
    const m = lane('A catapult 9, B archer 12:1')
    expect(m.turn('A')).toMatchObject({ base: { B: 100 }, units: [{ kind: 'catapult' }] })
  })
})

describe('its own side', () => {
  it('is hit 3 cells ahead when the enemy that decides is 4 ahead', () => {
    const units = 'A catapult 2, A catapult 3, A catapult 4, A catapult 5, B catapult 6'
    // Of the other three, the one on 4 has B at 2 ahead, the one on 3 at 3 ahead; the one on 5 has nobody to hit.
    expect(
      lane(units)
        .turn('A')
        .units.map(unit => unit.hp),
    ).toEqual([12, 12, 12, 6])
  })

  it('is shelled on cell 11 by a catapult on 8 that aims at the base', () => {
    const m = lane('A catapult 8, A archer 11')
    expect(m.turn('A')).toMatchObject({ base: { B: 100 - 6 - 3 } })
    expect(m.now().units.at(-1)).toMatchObject({ kind: 'archer', hp: 2 })
    expect(m.count('A', 'catapult', 'scored')).toBe(6)
  })

  it('loses a unit at once: the dead does not act, the cell ahead is free', () => {
    const m = lane('A catapult 8, A infantry 10, A archer 11:6')
    expect(m.turn('A').units.map(unit => [unit.cell, unit.kind])).toEqual([
      [8, 'catapult'],
      [11, 'infantry'],
    ])
    expect(m.now().base.B).toBe(100 - 6 - 4)
    expect(m.count('A', 'archer', 'used')).toBe(0)
    expect(m.count('A', 'archer', 'lost')).toBe(1)
  })

  it('is spared where the pair is 2 and 3: enemies stand on both or beyond', () => {
    expect(
      lane('A catapult 2, A catapult 3, B catapult 4')
        .turn('A')
        .units.map(u => u.hp),
    ).toEqual([12, 12, 6])
  })
})

describe('a blow on two units', () => {
  it('pays for both kills', () => {
    expect(lane('A catapult 2, B archer 4:1, B infantry 5:6').turn('A').gold).toEqual({ A: 11, B: 0 })
  })

  it('makes no super-soldier', () => {
    expect(
      lane('A catapult 2, B infantry 4:1')
        .turn('A')
        .units.map(unit => unit.kind),
    ).toEqual(['catapult'])
  })

  it.each<[string, { A: number; B: number }]>([
    ['none', { A: 0, B: 0 }],
    ['opponent', { A: 0, B: 6 }],
    ['owner', { A: 6, B: 0 }],
  ])('that kills a unit of its own side pays, with gold.friendlyKill %s', (who, gold) => {
    const patch = { 'gold.friendlyKill': who }
    expect(lane('A catapult 8, A archer 11:6', patch).turn('A').gold).toEqual(gold)
    expect(lane('B catapult 5, B archer 2:6', patch).turn('B').gold).toEqual({ A: gold.B, B: gold.A })
  })
})
