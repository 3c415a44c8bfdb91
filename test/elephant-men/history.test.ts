/** The rulings' table of the game's history: what each rule set differs in. */
import { describe, expect, it } from 'vitest'
import { gameOf, RULE_SETS, rulesOf } from './load.ts'
import { Match, on, scene, see } from './scenario.ts'

describe('history, all rule sets', () => {
  it.each(RULE_SETS)('%s is a valid rule set that says nothing that the schema would not keep', set => {
    const game = gameOf(set)
    expect(game.info.seats).toEqual(set.startsWith('v') ? ['white', 'black'] : ['green', 'purple'])
    expect(rulesOf(set).limits.turns).toBe(60)
  })

  it('v0.2 is the default of every key', () => {
    expect(rulesOf('v0.2')).toEqual(rulesOf('v0.1', { perPhase: 'any' }))
    expect(rulesOf('v0.2').perPhase).toBe('any')
  })
})

describe('history, v0.1', () => {
  it('allows one order per phase, and differs from v0.2 in nothing else', () => {
    const m = new Match(gameOf('v0.1')).play(['white 1 c3>c4'])
    expect(() => m.decide('white 1 d3>d4')).toThrow(/second order/)
    expect({ ...rulesOf('v0.1'), perPhase: 'any' }).toEqual(rulesOf('v0.2'))
  })

  it('ends a turn when both sides have an order for each phase', () => {
    const m = new Match(gameOf('v0.1'))
    m.play(['white 3 c3>c4', 'white 1 d3>d4', 'black 2 c6>c5', 'white 2 f3>f4', 'black 3 f6>f5'])
    expect(m.frames).toHaveLength(0)
    expect(m.play(['black 1 e6>e5']).frames).toHaveLength(3)
  })
})

describe('history, v0.0', () => {
  const v0 = (white: string, black: string, patch = {}) =>
    scene('v0.0', white, black, { perPhase: 'any', ...patch })

  it('nine win', () => {
    const m = v0('monk a1, monk c1, monk e1', 'soldier a3, soldier c3, soldier e3, soldier h8')
    const all = ['white 1 a1.a3', 'white 2 c1.c3', 'white 3 e1.e3']
    expect(m.turn(...all).map(f => [f.favour, f.winner])).toEqual([
      [3, null],
      [6, null],
      [9, 'white'],
    ])
  })

  it('a side gives one order per phase', () => {
    const m = new Match(gameOf('v0.0')).play(['white 1 c3>c4'])
    expect(() => m.decide('white 1 d3>d4')).toThrow(/second order/)
  })

  it('a cleave lands before the moves of the next phase', () => {
    const frames = v0('soldier d3', 'soldier d4').turn('white 1 d3xd4', 'black 2 d4>d5')
    expect(frames[0]!.pending).toEqual([{ at: 'd4', damage: 2 }])
    expect(see(frames[1]!)).toEqual(['d3 white soldier 3', 'd5 black soldier 1'])
  })

  it('a prayer is heard in the next phase, and is listed until then, after blows on its square', () => {
    const frames = v0('monk d3', 'soldier d4').turn('white 1 d3 p', 'black 1 d4xd3')
    expect(frames[0]).toMatchObject({
      favour: 0,
      pending: [
        { at: 'd3', damage: 2 },
        { at: 'd3', favour: 1 },
      ],
    })
    // The blow kills the monk that prayed; its prayer is heard nevertheless.
    expect(frames[1]).toMatchObject({ favour: -2, pending: [] })
  })

  it('a pending prayer carries over the end of a turn', () => {
    const m = v0('monk d3', 'soldier h8')
    expect(m.turn('white 3 d3 p')[2]).toMatchObject({ favour: 0, pending: [{ at: 'd3', favour: 1 }] })
    expect(m.turn()[0]).toMatchObject({ favour: 1, pending: [] })
  })

  it('nobody rests for a cleave or a prayer: the unit is free in the phase where it lands', () => {
    const cleave = v0('soldier d3', 'soldier h8').turn('white 1 d3xd4', 'white 2 d3xd4', 'white 3 d3>d2')
    expect(cleave.map(f => see(f)[0])).toEqual([
      'd3 white soldier 3',
      'd3 white soldier 3',
      'd2 white soldier 3',
    ])
    expect(cleave.map(f => f.pending.length)).toEqual([1, 1, 0])
    const pray = v0('monk d3', 'soldier h8').turn('white 1 d3 p', 'white 2 d3 p', 'white 3 d3>d2')
    expect(pray.map(f => f.favour)).toEqual([0, 1, 2])
    expect(on(pray[2]!, 'd2')).toBe('d2 white monk 2')
  })

  it('a poke still rests on a miss', () => {
    const [first] = v0('soldier d3', 'soldier h8').turn('white 1 d3.d5')
    expect(on(first!, 'd3')).toBe('d3 white soldier 3 rests')
  })

  it('a blow that lands interrupts a convert, but no poke', () => {
    const units = {
      soldier: { hp: 3, actions: ['move', 'poke', 'cleave'] },
      monk: { hp: 4, actions: ['move', 'convert', 'pray'] },
    }
    const monk = v0('soldier d3', 'monk d4, soldier h8', { units })
    expect(monk.turn('white 1 d3xd4', 'black 2 d4.c3', 'black 2 h8>h7', 'black 3 d4.e4')[1]!.favour).toBe(0)
    const aimed = v0('soldier d3, soldier e5', 'monk d4', { units }).turn('white 1 d3xd4', 'black 2 d4.e5')
    expect(on(aimed[1]!, 'e5')).toBe('e5 white soldier 3')
    const poke = v0('soldier d3, soldier e5', 'soldier d4').turn('white 1 d3xd4', 'black 2 d4.e5')
    expect(on(poke[1]!, 'e5')).toBe('e5 white soldier 2')
  })

  it('pokes interrupt converts and what starts', () => {
    const pray = v0('soldier d1', 'monk d3').turn('white 1 d1.d3', 'black 1 d3 p')
    expect(pray[0]!.pending).toEqual([])
    const cleave = v0('soldier d1', 'soldier d3').turn('white 1 d1.d3', 'black 1 d3xd4')
    expect(cleave[0]!.pending).toEqual([])
    const convert = v0('soldier d1, soldier e4', 'monk d3').turn('white 1 d1.d3', 'black 1 d3.e4')
    expect(on(convert[0]!, 'e4')).toBe('e4 white soldier 3')
  })

  it('nothing interrupts what has started', () => {
    const frames = v0('soldier d1', 'monk d3').turn('black 1 d3 p', 'white 2 d1.d3')
    expect(frames[1]).toMatchObject({ favour: -1 })
  })

  it('a convert fails if its monk is aimed at by a convert', () => {
    const duel = v0('monk d1', 'monk d3').turn('white 1 d1.d3', 'black 1 d3.d1')
    expect(see(duel[0]!)).toEqual(['d1 white monk 2', 'd3 black monk 2'])
    const chain = v0('monk d1, soldier h1', 'monk d3, monk e4').turn(
      'white 1 d1.d3',
      'black 1 e4.d3',
      'black 1 d3.b3',
    )
    expect(on(chain[0]!, 'd3')).toBe('d3 white monk 2')
    const third = v0('monk d1, soldier b3', 'monk d3').turn('white 1 d1.d3', 'black 1 d3.b3')
    expect(see(third[0]!)).toEqual(['b3 white soldier 3', 'd1 white monk 2', 'd3 white monk 2'])
  })
})

describe('history, golems of January 2026', () => {
  const jan = (green: string, purple: string) => scene('golems-2026-01', green, purple, { perPhase: 'any' })

  it('starts with golems on the wings', () => {
    expect(see(new Match(gameOf('golems-2026-01')).now())).toEqual([
      'b2 green golem 4',
      'b7 purple golem 4',
      'c3 green soldier 3',
      'c6 purple soldier 3',
      'd3 green soldier 3',
      'd6 purple monk 2',
      'e3 green monk 2',
      'e6 purple soldier 3',
      'f3 green soldier 3',
      'f6 purple soldier 3',
      'g2 green golem 4',
      'g7 purple golem 4',
    ])
  })

  it('pays one for each hit point lost, two for a kill and three for a convert', () => {
    expect(jan('soldier d1', 'soldier d3').turn('green 1 d1.d3')[0]!.favour).toBe(1)
    expect(jan('golem d1', 'monk d2, soldier h8').turn('green 1 d1xd2')[0]!.favour).toBe(4)
    expect(jan('monk d1', 'golem d3, soldier h8').turn('green 1 d1.d3')[0]!.favour).toBe(3)
  })

  it('pays only for hit points actually lost, to the opponent of the owner', () => {
    // A monk of 2 under two cleaves loses 2, by its own side's hand.
    const m = jan('golem d1, golem c2, monk d2', 'soldier h8')
    expect(m.turn('green 1 d1xd2', 'green 1 c2xd2')[0]!.favour).toBe(-4)
    const blocked = jan('golem d1', 'golem d2, soldier h8').turn('green 1 d1xd2', 'purple 1 d2;d2')
    expect(blocked[0]!.favour).toBe(1)
  })

  it('a poke at a unit that was blocking rests as on a miss', () => {
    const [first] = jan('soldier d1, soldier c2', 'golem d3').turn(
      'green 1 d1.d3',
      'green 1 c2.d3',
      'purple 1 d3;d3',
    )
    expect(see(first!)).toEqual(['c2 green soldier 3 rests', 'd1 green soldier 3 rests', 'd3 purple golem 3'])
    const old = scene('golems-2025-12', 'soldier d1', 'golem d3').turn('green 1 d1.d3', 'purple 1 d3;d3')
    expect(on(old[0]!, 'd1')).toBe('d1 green soldier 3')
  })

  it('a block is over with its phase', () => {
    const frames = jan('soldier d1', 'golem d3').turn('purple 1 d3;d3', 'green 2 d1.d3')
    expect(frames.map(f => on(f, 'd3'))).toEqual([
      'd3 purple golem 4',
      'd3 purple golem 3',
      'd3 purple golem 3',
    ])
  })
})

describe('history, golems of April 2026', () => {
  const apr = (green: string, purple: string) => scene('golems-2026-04', green, purple, { perPhase: 'any' })

  it('differs from January in the block alone', () => {
    expect(rulesOf('golems-2026-01', { 'block.lasts': 'hit' })).toEqual(rulesOf('golems-2026-04'))
  })

  it('a block lasts over phases and turns, until a hit is absorbed', () => {
    const m = apr('soldier d1', 'golem d3')
    expect(m.turn('purple 1 d3;d3').map(f => on(f, 'd3'))).toEqual(
      new Array(3).fill('d3 purple golem 4 blocks'),
    )
    const frames = m.turn('green 2 d1.d3', 'green 3 d1.d3')
    expect(frames.map(f => on(f, 'd3'))).toEqual([
      'd3 purple golem 4 blocks',
      'd3 purple golem 4',
      'd3 purple golem 4',
    ])
    // The poke at the block rested, so the third phase's order was void.
    expect(frames[2]!.favour).toBe(0)
  })

  it('a block lasts through a shove', () => {
    const frames = apr('golem c3', 'golem d3').turn('purple 1 d3;d3', 'green 2 c3>d3')
    expect(on(frames[1]!, 'e3')).toBe('e3 purple golem 4 blocks')
  })

  it('a block lasts through a conversion', () => {
    const frames = apr('monk d1', 'golem d3, soldier h8').turn('purple 1 d3;d3', 'green 2 d1.d3')
    expect(on(frames[1]!, 'd3')).toBe('d3 green golem 4 blocks')
  })

  it.each([
    ['shove', 'd3>d4'],
    ['cleave', 'd3xd4'],
    ['block', 'd3;d3'],
  ])('a %s of the golem fails and only ends the block', (_, order) => {
    const frames = apr('monk a1', 'golem d3, soldier h8').turn('purple 1 d3;d3', `purple 2 ${order}`)
    expect(frames.map(f => on(f, 'd3'))).toEqual([
      'd3 purple golem 4 blocks',
      'd3 purple golem 4',
      'd3 purple golem 4',
    ])
  })

  it('the order that ends a block marks nothing and causes no rest', () => {
    const m = apr('monk d4, soldier a1', 'golem d3, soldier h8')
    const frames = m.turn('purple 1 d3;d3', 'purple 2 d3xd4', 'green 2 d4;d4', 'purple 3 d3xd4')
    expect(frames[1]!.favour).toBe(1)
    expect(on(frames[2]!, 'd3')).toBe('d3 purple golem 4 rests')
  })

  it("an order that is void or interrupted doesn't end the block", () => {
    const empty = apr('monk a1', 'golem d3').turn('purple 1 d3;d3', 'purple 2 d3>d5')
    expect(on(empty[1]!, 'd3')).toBe('d3 purple golem 4 blocks')
    const m = apr('golem c3', 'golem d3').turn('purple 1 d3;d3', 'purple 2 d3xd4', 'green 2 c3>d3')
    // Shoved to e3, with its own square marked before the cleave's step.
    expect(on(m[1]!, 'e3')).toBe('e3 purple golem 4 blocks')
  })

  it('the block is over before anything of that step: a cleave of the same step hits in full', () => {
    const frames = apr('golem d4', 'golem d3').turn('purple 1 d3;d3', 'purple 2 d3xd2', 'green 2 d4xd3')
    expect(on(frames[1]!, 'd3')).toBe('d3 purple golem 2')
  })

  it('a golem whose shove only ends its block is pushed like any unit', () => {
    const frames = apr('golem c3', 'golem d3').turn('purple 1 d3;d3', 'purple 2 d3>d4', 'green 2 c3>d3')
    expect(see(frames[1]!)).toEqual(['d3 green golem 4', 'e3 purple golem 4'])
  })
})
