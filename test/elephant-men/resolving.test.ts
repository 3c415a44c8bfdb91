/** The rulings' clauses on resolving a phase, beyond what the rules texts say themselves. */

import { describe, expect, it } from 'vitest'
import { newState } from '../../engine/contract/index.ts'
import { on, scene, see } from './scenario.ts'

const v2 = (white: string, black: string, patch = {}) => scene('v0.2', white, black, patch)
const golems = (green: string, purple: string, patch = {}) =>
  scene('golems-2025-12', green, purple, { perPhase: 'any', ...patch })

describe('rulings, the phase', () => {
  it('resting is one whole phase, and is carried from the last phase into the next turn', () => {
    const m = v2('soldier d3', 'soldier h8')
    expect(on(m.turn('white 3 d3.d5')[2]!, 'd3')).toBe('d3 white soldier 3 rests')
    const frames = m.turn('white 1 d3>d4', 'white 2 d3>d2')
    expect(frames.map(f => see(f)[0]).slice(0, 2)).toEqual(['d3 white soldier 3', 'd2 white soldier 3'])
  })

  it('what is interrupted marks nothing: a stopped convert stops no cleave', () => {
    const ally = ['black 1 d3.d5', 'black 1 d5xd6']
    expect(v2('soldier b3', 'monk d3, soldier d5').turn(...ally)[0]!.pending).toEqual([])
    // The poke stops the monk, whose convert would have stopped its ally's blow.
    const [first] = v2('soldier b3', 'monk d3, soldier d5').turn('white 1 b3.d3', ...ally)
    expect(first!.pending).toEqual([{ at: 'd6', damage: 2 }])
  })

  it('an order that names a marked square is interrupted although its unit was shoved off it', () => {
    const m = golems('golem c3', 'monk d3, soldier h8')
    const [first] = m.turn('green 1 c3>d3', 'purple 1 d3.c2')
    expect(see(first!)).toEqual(['d3 green golem 4', 'e3 purple monk 2', 'h8 purple soldier 3'])
  })

  it('a convert of an ally marks, and so it interrupts', () => {
    const m = v2('monk d1, monk d3', 'soldier h8')
    expect(m.turn('white 1 d1.d3', 'white 1 d3 p')[0]!.favour).toBe(0)
  })

  it('a converted unit does not act in the later steps of the phase', () => {
    const [first] = v2('monk d1, soldier a1', 'monk d3, soldier h8').turn('white 1 d1.d3', 'black 1 d3 p')
    expect(first!.favour).toBe(3)
    expect(on(first!, 'd3')).toBe('d3 white monk 2')
  })

  it('later orders of the old owner for a converted unit are void', () => {
    const frames = v2('monk d1', 'soldier d3, soldier h8').turn('white 1 d1.d3', 'black 2 d3>d4')
    expect(on(frames[1]!, 'd3')).toBe('d3 white soldier 3')
  })

  it('an order that the new owner happened to give for its square is carried out', () => {
    const frames = v2('monk d1', 'soldier d3, soldier h8').turn(
      'white 1 d1.d3',
      'white 2 d3>d4',
      'black 2 d3>e3',
    )
    expect(on(frames[1]!, 'd4')).toBe('d4 white soldier 3')
  })

  it('units are removed at the end of the step: two pokes can kill each other', () => {
    const m = v2('soldier a1, soldier c1, soldier h1', 'soldier a3, soldier c3, soldier h8')
    const all = [
      'white 1 a1.a3',
      'white 2 a1.a3',
      'white 3 a1.a3',
      'black 1 a3.a1',
      'black 2 a3.a1',
      'black 3 a3.a1',
    ]
    const frames = m.turn(...all)
    expect(frames[2]!.favour).toBe(0)
    expect(frames[2]!.units.map(u => u.at)).toEqual(['c1', 'c3', 'h1', 'h8'])
  })
})

describe('rulings, the end', () => {
  it('favour is judged before elimination', () => {
    const one = { hp: 1, actions: ['move', 'poke', 'cleave'] }
    const m = v2('soldier a1', 'soldier a3, soldier b2, soldier h8', {
      'units.soldier': one,
      'favour.win': 3,
    })
    // White loses its last unit, but black two: the mark is reached.
    const frames = m.turn('white 1 a1.a3', 'black 1 a3.b2', 'black 1 b2.a1')
    expect(frames.map(f => [f.favour, see(f), f.winner])).toEqual([[3, ['h8 black soldier 1'], 'white']])
  })

  it('without units on either side it is a draw', () => {
    const one = { hp: 1, actions: ['move', 'poke', 'cleave'] }
    const m = v2('soldier a1', 'soldier a3', { 'units.soldier': one })
    expect(m.turn('white 1 a1.a3', 'black 1 a3.a1').at(-1)).toMatchObject({
      favour: 0,
      units: [],
      winner: 'draw',
    })
    const returns = new Int32Array(2)
    expect(m.game.info.endings[m.game.result(m.state, returns)]!.kind).toBe('draw')
    expect([...returns]).toEqual([30, 30])
  })

  it('favour at the mark wins even when nobody is left', () => {
    const one = { hp: 1, actions: ['move', 'poke', 'cleave'] }
    const m = v2('soldier a1', 'soldier a3, soldier b2', { 'units.soldier': one, 'favour.win': 3 })
    // Three deaths: two black units and a white one.
    const n = m.turn('white 1 a1.a3', 'black 1 a3.b2', 'black 1 b2.a1')
    expect(n.at(-1)).toMatchObject({ favour: 3, units: [], winner: 'white' })
  })

  it('the last turn of the limit ends in a draw, counted separately from other draws', () => {
    const m = v2('soldier a1', 'soldier h8', { 'limits.turns': 2 })
    expect(m.turn().at(-1)!.winner).toBeNull()
    const frames = m.turn()
    expect(frames.map(f => f.winner)).toEqual([null, null, 'length'])
    const returns = new Int32Array(2)
    expect(m.game.info.endings[m.game.result(m.state, returns)]!.kind).toBe('length')
    expect([...returns]).toEqual([30, 30])
  })

  it('the limit is 60 turns unless the rules say otherwise', () => {
    const m = v2('soldier a1', 'soldier h8')
    while (m.game.toMove(m.state) !== 0) m.turn()
    expect(m.frames.at(-1)).toMatchObject({ turn: 60, phase: 3, winner: 'length' })
  })
})

describe('rulings, moves', () => {
  it('chains and cycles of any length succeed, of both sides', () => {
    const m = v2('soldier a1, soldier b2', 'soldier b1, monk a2')
    const [first] = m.turn('white 1 a1>b1', 'black 1 b1>b2', 'white 1 b2>a2', 'black 1 a2>a1')
    expect(see(first!)).toEqual([
      'a1 black monk 2',
      'a2 white soldier 3',
      'b1 white soldier 3',
      'b2 black soldier 3',
    ])
  })

  it('a chain fails as a whole behind a move that fails', () => {
    const m = v2('soldier a1, soldier b1, soldier c1', 'soldier d1')
    const [first] = m.turn('white 1 a1>b1', 'white 1 b1>c1', 'white 1 c1>d1')
    expect(first!.units.map(u => u.at)).toEqual(['a1', 'b1', 'c1', 'd1'])
  })

  it('a clash for the square that a chain leaves stops the chain', () => {
    const m = v2('soldier a1, soldier b1', 'soldier c2')
    const [first] = m.turn('white 1 a1>b1', 'white 1 b1>c1', 'black 1 c2>c1')
    expect(first!.units.map(u => u.at)).toEqual(['a1', 'b1', 'c2'])
  })

  it('a move into a target of pokes is not interrupted and interrupts nothing', () => {
    const m = v2('soldier a1', 'soldier a4, monk b3')
    const [first] = m.turn('white 1 a1.a3', 'black 1 a4>a3', 'black 1 b3 p')
    expect(on(first!, 'a3')).toBe('a3 black soldier 2')
    expect(first!.favour).toBe(-1)
  })
})

describe('rulings, converts', () => {
  it('v0.2: rivals are each judged against the owner at the start: one change, paid once', () => {
    const own = v2('monk d1, monk b3', 'soldier d3, soldier h8').turn('white 1 d1.d3', 'white 1 b3.d3')
    expect(own[0]!.favour).toBe(3)
    const both = v2('monk d1, soldier h1', 'soldier d3, monk d5').turn('white 1 d1.d3', 'black 1 d5.d3')
    expect(on(both[0]!, 'd3')).toBe('d3 white soldier 3')
    expect(both[0]!.favour).toBe(3)
  })

  it('golems: several converts of one unit all fail and mark nothing', () => {
    const m = golems('monk d1, soldier h1', 'golem d3, monk d5')
    const [first] = m.turn('green 1 d1.d3', 'purple 1 d5.d3', 'purple 1 d3xd4')
    expect(on(first!, 'd3')).toBe('d3 purple golem 4 rests')
    expect(first!.favour).toBe(0)
  })

  it('golems: converts of one empty square do not cancel anything', () => {
    const [first] = golems('monk d1, monk b3', 'soldier h8').turn('green 1 d1.d3', 'green 1 b3.d3')
    expect(see(first!)).toEqual(['b3 green monk 2', 'd1 green monk 2', 'h8 purple soldier 3'])
  })

  it('a converted unit keeps its rest and its block', () => {
    const rested = v2('monk d1', 'soldier d3, soldier h8').turn(
      'black 1 d3.e4',
      'white 1 d1.d3',
      'white 2 d3>d4',
    )
    expect(on(rested[0]!, 'd3')).toBe('d3 white soldier 3 rests')
    expect(on(rested[1]!, 'd3')).toBe('d3 white soldier 3')
    const blocked = golems('monk d1, soldier d4', 'golem d3, soldier h8')
    const [first] = blocked.turn('purple 1 d3;d3', 'green 1 d1.d3', 'green 1 d4xd3')
    expect(on(first!, 'd3')).toBe('d3 green golem 3')
  })
})

describe('rulings, delayed cleaves', () => {
  it('the blow lands although its cleaver is gone by then', () => {
    const m = v2('soldier d3, soldier h1', 'soldier d4, soldier d5, soldier c4, soldier b3')
    // Three pokes kill the cleaver in the phase in which its blow lands.
    const frames = m.turn('white 1 d3xd4', 'black 2 d5.d3', 'black 2 c4.d3', 'black 2 b3.d3')
    expect(on(frames[1]!, 'd3')).toBeUndefined()
    expect(on(frames[1]!, 'd4')).toBe('d4 black soldier 1')
  })

  it('is carried over the end of the turn, in public', () => {
    const m = v2('soldier d3', 'soldier d4')
    expect(m.turn('white 3 d3xd4')[2]!.pending).toEqual([{ at: 'd4', damage: 2 }])
    const view = newState(m.game.info)
    m.game.observe(m.state, 1, view)
    expect(m.game.text.describe(view)).toMatchObject({ pending: [{ at: 'd4', damage: 2 }] })
    expect(on(m.turn()[0]!, 'd4')).toBe('d4 black soldier 1')
  })

  it('marks nothing when it starts', () => {
    const [first] = v2('soldier d3', 'monk d4').turn('white 1 d3xd4', 'black 1 d4 p')
    expect(first!.favour).toBe(-1)
  })

  it('landing does not interrupt a cleave that starts in the same step', () => {
    const frames = v2('soldier d3', 'soldier d4').turn('white 1 d3xd4', 'black 2 d4xd3')
    expect(on(frames[1]!, 'd4')).toBe('d4 black soldier 1 rests')
    expect(frames[1]!.pending).toEqual([{ at: 'd3', damage: 2 }])
  })

  it('landing leaves the blow of a unit that it kills', () => {
    const m = v2('soldier d3, soldier b4', 'soldier d4, soldier h8')
    const frames = m.turn('white 1 d3xd4', 'white 1 b4.d4', 'black 2 d4xd3')
    expect(on(frames[1]!, 'd4')).toBeUndefined()
    expect(on(frames[2]!, 'd3')).toBe('d3 white soldier 1')
  })
})
