/** One scenario for each rule of the v0.2 rules text, section by section: setup, play, favour, what units can do. */
import { describe, expect, it } from 'vitest'
import { gameOf } from './load.ts'
import { Match, on, scene, see } from './scenario.ts'

const match = (white: string, black: string, patch = {}) => scene('v0.2', white, black, patch)

describe('v0.2, setup', () => {
  it('soldiers and monks of both sides stand on their starting squares, unhurt', () => {
    expect(see(new Match(gameOf('v0.2')).now())).toEqual([
      'c3 white soldier 3',
      'c6 black soldier 3',
      'd3 white soldier 3',
      'd6 black monk 2',
      'e3 white monk 2',
      'e6 black soldier 3',
      'f3 white soldier 3',
      'f6 black soldier 3',
    ])
  })

  it('favour is even before the first turn', () => {
    const start = new Match(gameOf('v0.2')).now()
    expect(start).toMatchObject({ turn: 1, phase: 0, favour: 0, pending: [], winner: null })
  })
})

describe('v0.2, play', () => {
  it('a turn has three phases, resolved one after another', () => {
    const m = new Match(gameOf('v0.2'))
    const frames = m.turn('white 1 c3>c4', 'white 2 c4>c5', 'white 3 c5>b5')
    expect(frames.map(f => [f.turn, f.phase])).toEqual([
      [1, 1],
      [1, 2],
      [1, 3],
    ])
    expect(frames.map(f => f.units.find(u => u.side === 'white' && /^[bc]/.test(u.at))?.at)).toEqual([
      'c4',
      'c5',
      'b5',
    ])
    expect(m.turn().map(f => f.turn)).toEqual([2, 2, 2])
  })

  it('nothing happens before both sides have chosen three actions', () => {
    const m = new Match(gameOf('v0.2'))
    m.play(['white 1 c3>c4', 'white 2 d3>d4', 'white 3 f3>f4', 'black 1 c6>c5', 'black 2 c5>b5'])
    expect(m.frames).toEqual([])
    expect(on(m.now(), 'c3')).toBe('c3 white soldier 3')
    m.decide('black 3 b5>b4')
    expect(m.frames).toHaveLength(3)
  })

  it('a side has no more than three actions a turn', () => {
    const m = new Match(gameOf('v0.2')).play(['white 1 c3>c4', 'white 1 d3>d4', 'white 1 f3>f4'])
    expect(() => m.decide('white 2 c4>c5')).toThrow(/^decision 4: .*too many/)
  })

  it('the actions may be spread over the phases in any way, all on one of them too', () => {
    for (const phase of [1, 2, 3]) {
      const m = new Match(gameOf('v0.2'))
      const frames = m.turn(`white ${phase} c3>c4`, `white ${phase} d3>d4`, `white ${phase} f3>f4`)
      const before = frames[phase - 2] ?? new Match(gameOf('v0.2')).now()
      expect(['c3', 'd3', 'f3'].map(square => on(before, square))).not.toContain(undefined)
      expect(['c4', 'd4', 'f4'].map(square => on(frames[phase - 1]!, square))).not.toContain(undefined)
    }
  })

  it('several units may act in one phase, but each of them only once', () => {
    const m = new Match(gameOf('v0.2'))
    const [first] = m.turn('white 1 c3>c4', 'white 1 c3>b3', 'white 1 d3>d4')
    expect(['b3', 'c4', 'd4'].map(square => on(first!, square))).toEqual([
      undefined,
      'c4 white soldier 3',
      'd4 white soldier 3',
    ])
  })

  it('one unit may act in every phase of a turn', () => {
    const frames = match('soldier a1', 'soldier h8').turn('white 1 a1>a2', 'white 2 a2>a3', 'white 3 a3>a4')
    expect(frames.map(f => f.units[0]!.at)).toEqual(['a2', 'a3', 'a4'])
  })

  it('the result depends on the action, not on which side chose first', () => {
    const orders = ['white 1 a1.a3', 'white 2 a1.a3', 'black 1 a3>b3', 'black 2 b3>a3', 'black 3 a3.a1']
    const there = match('soldier a1', 'soldier a3').turn(...orders)
    const back = match('soldier a1', 'soldier a3').turn(...orders.toReversed())
    expect(back).toEqual(there)
  })
})

describe('v0.2, favour', () => {
  it('is one number that white raises and black lowers', () => {
    const m = match('monk a1, soldier a8', 'monk h8, soldier h1')
    expect(m.turn('white 1 a1 p')[2]!.favour).toBe(1)
    expect(m.turn('black 1 h8 p')[2]!.favour).toBe(0)
    expect(m.turn('black 1 h8 p')[2]!.favour).toBe(-1)
  })

  it('eliminating an enemy unit brings three', () => {
    const m = match('soldier a1, soldier b2', 'monk a3, soldier h8')
    const [first] = m.turn('white 1 a1.a3', 'white 1 b2.a3')
    expect(see(first!)).toEqual(['a1 white soldier 3', 'b2 white soldier 3', 'h8 black soldier 3'])
    expect(first!.favour).toBe(3)
  })

  it('converting an enemy unit brings three', () => {
    expect(match('monk a1', 'soldier a3, soldier h8').turn('white 1 a1.a3')[0]!.favour).toBe(3)
    expect(match('soldier a3, soldier h8', 'monk a1').turn('black 1 a1.a3')[0]!.favour).toBe(-3)
  })

  it('a prayer brings one', () => {
    expect(match('monk a1', 'soldier h8').turn('white 1 a1 p')[0]!.favour).toBe(1)
  })

  it('eliminating an ally gives the opponent three', () => {
    const m = match('soldier a1, soldier b2, monk a3', 'soldier h8')
    expect(m.turn('white 1 a1.a3', 'white 1 b2.a3')[0]!.favour).toBe(-3)
  })

  it('seven at the end of a phase win, for either side', () => {
    // Two converts in one phase, then a prayer while the other monk rests.
    const rich = match('monk a1, monk c1', 'soldier a3, soldier c3, soldier h8')
    const frames = rich.turn('white 1 a1.a3', 'white 1 c1.c3', 'white 2 a1 p')
    expect(frames.map(f => [f.favour, f.winner])).toEqual([
      [6, null],
      [7, 'white'],
    ])
    const poor = match('soldier a3, soldier c3, soldier h8', 'monk a1, monk c1')
    expect(poor.turn('black 1 a1.a3', 'black 1 c1.c3', 'black 2 a1 p').at(-1)).toMatchObject({
      favour: -7,
      winner: 'black',
    })
  })

  it('seven in the middle of a phase do not win if they are gone at its end', () => {
    const m = match('monk a1, monk c1, soldier h8', 'soldier a3, soldier c3, monk h1', { 'favour.win': 6 })
    // White's converts make 6, but black prays before the phase is over.
    const [first] = m.turn('white 1 a1.a3', 'white 1 c1.c3', 'black 1 h1 p')
    expect(first).toMatchObject({ favour: 5, winner: null })
  })

  it('more than seven win as well', () => {
    const m = match('monk a1, monk c1, monk e1', 'soldier a3, soldier c3, soldier e3, soldier h8')
    const frames = m.turn('white 1 a1.a3', 'white 1 c1.c3', 'white 1 e1.e3')
    expect(frames).toHaveLength(1)
    expect(frames[0]).toMatchObject({ favour: 9, winner: 'white' })
  })

  it('a side whose last unit is eliminated or converted loses', () => {
    const shot = match('soldier a1, soldier b2', 'monk a3').turn('white 1 a1.a3', 'white 1 b2.a3')
    expect(shot.at(-1)).toMatchObject({ favour: 3, winner: 'white' })
    const turned = match('soldier a3', 'monk a1').turn('black 2 a1.a3')
    expect(turned.at(-1)).toMatchObject({ phase: 2, favour: -3, winner: 'black' })
  })
})

describe('v0.2, available actions', () => {
  it('a soldier has 3 hit points and moves, pokes and cleaves', () => {
    const m = match('soldier b2', 'soldier h8')
    expect(on(m.now(), 'b2')).toBe('b2 white soldier 3')
    const signs = m.choices('white').map(text => text.replace(/^\d b2(.)..$/, '$1'))
    expect([...new Set(signs)].sort()).toEqual(['.', '>', 'done', 'x'])
  })

  it('a soldier cannot pray', () => {
    const [first] = match('soldier b2', 'soldier h8').turn('white 1 b2 p')
    expect(first!.favour).toBe(0)
    expect(on(first!, 'b2')).toBe('b2 white soldier 3')
  })

  it('a monk has 2 hit points and moves, prays and converts', () => {
    const m = match('monk b2', 'soldier h8')
    expect(on(m.now(), 'b2')).toBe('b2 white monk 2')
    const signs = m.choices('white').map(text => text.replace(/^\d b2(.).*$/, '$1'))
    expect([...new Set(signs)].sort()).toEqual([' ', '.', '>', 'done'])
  })

  it('a monk cannot cleave, and its point is not a poke', () => {
    const m = match('monk b2', 'soldier b3, soldier b4')
    expect(see(m.turn('white 1 b2xb3', 'white 2 b2xb3')[2]!)).toContain('b3 black soldier 3')
    expect(see(m.turn('white 1 b2.b4')[0]!)).toContain('b4 white soldier 3')
  })

  it('a unit without health is removed at once: its later action of the phase is lost', () => {
    const m = match('soldier a1, soldier b2', 'monk c1, soldier c4')
    // Two pokes kill the monk before its convert of b2, and its square is free in the next phase.
    const frames = m.turn('white 1 a1.c1', 'white 1 b2.c1', 'black 1 c1.b2', 'white 2 b2>c2')
    expect(see(frames[0]!)).toEqual(['a1 white soldier 3', 'b2 white soldier 3', 'c4 black soldier 3'])
    expect(frames[0]!.favour).toBe(3)
    expect(on(m.turn('white 1 c2>c1')[0]!, 'c1')).toBe('c1 white soldier 3')
  })
})

describe('v0.2, notation', () => {
  const m = match('soldier c3, monk e3', 'soldier h8')

  it.each([
    ['a move', '1 c3>c4'],
    ['a poke', '2 c3.d4'],
    ['a convert', '3 e3.e5'],
    ['a cleave', '1 c3xd3'],
    ['a prayer', '3 e3 p'],
    ['the end of ordering', 'done'],
  ])('%s is written and read as %s', (_, text) => {
    expect(m.choices('white')).toContain(text)
    expect(m.game.text.format(m.state, 0, m.game.text.parse(m.state, 0, text))).toBe(text)
  })
})
