/** One scenario for each mechanic of the golem edition's rules text: action order, turns, range, favour, rest. */
import { describe, expect, it } from 'vitest'
import { on, scene, see } from './scenario.ts'

const match = (green: string, purple: string, patch = {}) => scene('golems-2025-12', green, purple, patch)

describe('golems, action order', () => {
  it('move comes before block, poke and shove', () => {
    const poked = match('soldier d1', 'soldier d3').turn('green 1 d1.d3', 'purple 1 d3>e3')
    expect(see(poked[0]!)).toEqual(['d1 green soldier 3 rests', 'e3 purple soldier 3'])
    const shoved = match('golem a1', 'soldier b1').turn('green 1 a1>b1', 'purple 1 b1>b2')
    expect(see(shoved[0]!)).toEqual(['b1 green golem 4', 'b2 purple soldier 3'])
  })

  it('block comes before poke', () => {
    const [first] = match('golem d3', 'soldier d5').turn('green 1 d3;d3', 'purple 1 d5.d3')
    expect(on(first!, 'd3')).toBe('d3 green golem 4')
  })

  it('poke comes before shove', () => {
    const [first] = match('golem d3', 'soldier d5').turn('green 1 d3>d4', 'purple 1 d5.d3')
    expect(on(first!, 'd3')).toBe('d3 green golem 3')
  })

  it('shove comes before convert: a shoved unit is no longer where the monk aims', () => {
    const m = match('golem a1, soldier h1', 'soldier b1, monk b3')
    const [first] = m.turn('green 1 a1>b1', 'purple 1 b3.b1')
    // The golem that took its place is converted instead.
    expect(see(first!)).toEqual([
      'b1 purple golem 4',
      'b3 purple monk 2',
      'c1 purple soldier 3',
      'h1 green soldier 3',
    ])
  })

  it('convert comes before cleave', () => {
    const m = match('monk d1, soldier e3', 'soldier d3, soldier h8')
    const [first] = m.turn('green 1 d1.d3', 'purple 1 d3xe3')
    expect(on(first!, 'd3')).toBe('d3 green soldier 3')
    expect(on(first!, 'e3')).toBe('e3 green soldier 3')
  })

  it('cleave comes before pray', () => {
    const m = match('monk d3, soldier a1', 'soldier d4')
    expect(m.turn('green 1 d3;d3', 'purple 1 d4xd3')[0]!.favour).toBe(-3)
  })
})

describe('golems, turns and phases', () => {
  it('each side chooses three actions, revealed together once both have', () => {
    const m = match('soldier a1', 'soldier h8')
    m.play(['green 1 a1>a2', 'green 2 a2>a3', 'green 3 a3>a4', 'purple 1 h8>h7', 'purple 2 h7>h6'])
    expect(m.frames).toEqual([])
    m.decide('purple 3 h6>h5')
    expect(m.frames.map(f => f.units.map(u => u.at))).toEqual([
      ['a2', 'h7'],
      ['a3', 'h6'],
      ['a4', 'h5'],
    ])
  })

  it('a side orders one piece a phase', () => {
    const m = match('soldier a1, soldier c1', 'soldier h8').play(['green 1 a1>a2'])
    expect(() => m.decide('green 1 c1>c2')).toThrow(/^decision 2: .*second order for phase 1/)
    expect(m.choices('green').some(text => text.startsWith('1 '))).toBe(false)
  })

  it('the same piece may act in every phase of a turn', () => {
    const frames = match('golem a1', 'soldier h8').turn('green 1 a1>a2', 'green 2 a2>a3', 'green 3 a3>a4')
    expect(on(frames[2]!, 'a4')).toBe('a4 green golem 4')
  })

  it('all phases are alike', () => {
    const played = [1, 2, 3].map(phase => {
      const m = match('monk d1, golem a1', 'soldier d3, soldier h8')
      return m.turn(`green ${phase} d1.d3`, `purple ${phase} d3.d1`)[phase - 1]!
    })
    for (const frame of played) expect({ ...frame, phase: 1 }).toEqual(played[0])
  })

  it('whether a side may split its orders otherwise is a rule to be compared', () => {
    const m = match('soldier a1, soldier c1, golem e1', 'soldier h8', { perPhase: 'any' })
    const [first] = m.turn('green 1 a1>a2', 'green 1 c1>c2', 'green 1 e1>e2')
    expect(first!.units.map(u => u.at)).toEqual(['a2', 'c2', 'e2', 'h8'])
  })
})

describe('golems, range', () => {
  it('is counted without diagonals and exact: a diagonal step is not a move', () => {
    const [first] = match('soldier d3, golem a1', 'soldier h8').turn('green 1 d3>e4', 'green 2 a1>b2')
    expect(see(first!).slice(0, 2)).toEqual(['a1 green golem 4', 'd3 green soldier 3'])
  })

  it('two spaces in a line or one diagonally are in range 2, neighbours are not', () => {
    for (const [square, hp] of [
      ['d5', 2],
      ['e4', 2],
      ['d4', 3],
    ] as const) {
      const [first] = match('soldier d3', `soldier ${square}`).turn(`green 1 d3.${square}`)
      expect(on(first!, square)).toBe(`${square} purple soldier ${hp}`)
    }
  })

  it('nothing blocks the line', () => {
    const [first] = match('soldier d3, golem d4', 'soldier d5').turn('green 1 d3.d5')
    expect(on(first!, 'd5')).toBe('d5 purple soldier 2')
  })
})

describe('golems, favour', () => {
  it('seven to one side win', () => {
    const m = match('monk a1, monk c1', 'soldier a3, soldier c3, soldier h8')
    const frames = m.turn('green 1 a1.a3', 'green 2 c1.c3', 'green 3 a1;a1')
    expect(frames.map(f => [f.favour, f.winner])).toEqual([
      [3, null],
      [6, null],
      [7, 'green'],
    ])
  })

  it("one player's gain is the other's loss", () => {
    const m = match('monk a1, soldier a8', 'monk h8')
    expect(m.turn('green 1 a1;a1', 'purple 1 h8;h8', 'purple 3 h8;h8')[2]!.favour).toBe(-1)
    const gauges = new Int32Array(m.game.info.gauges.length * 2)
    m.game.gauge(m.state, gauges, 0)
    expect(Array.from(gauges.subarray(0, 2))).toEqual([-1, 1])
  })

  it('a kill brings three to the opponent of the unit, struck by whomever', () => {
    const foe = match('golem d3', 'monk d4, soldier h8').turn('green 1 d3xd4')
    expect(foe[0]!.favour).toBe(3)
    const friend = match('golem d3, monk d4', 'soldier h8').turn('green 1 d3xd4')
    expect(friend[0]!.favour).toBe(-3)
  })

  it('a convert brings three', () => {
    expect(match('monk d3', 'golem d5, soldier h8').turn('green 1 d3.d5')[0]!.favour).toBe(3)
  })
})

describe('golems, rest', () => {
  it('lasts to the end of the next phase, and what the piece attempts there fails', () => {
    const m = match('golem d3', 'soldier h8')
    const frames = m.turn('green 1 d3xd4', 'green 2 d3>d2', 'green 3 d3>d2')
    expect(frames.map(f => see(f)[0])).toEqual([
      'd3 green golem 4 rests',
      'd3 green golem 4',
      'd2 green golem 4',
    ])
  })
})

describe('golems, interruption', () => {
  it('a poke, at range 2, interrupts', () => {
    const m = match('monk d3', 'soldier d5')
    expect(m.turn('green 1 d3;d3', 'purple 1 d5.d3')[0]!.favour).toBe(0)
  })

  it('a cleave, at range 1, interrupts', () => {
    const units = {
      golem: { hp: 4, actions: ['shove', 'block', 'cleave'] },
      monk: { hp: 3, actions: ['move', 'convert', 'pray'] },
    }
    const m = match('monk d3', 'golem d4', { units })
    expect(m.turn('green 1 d3;d3', 'purple 1 d4xd3')[0]!.favour).toBe(0)
  })

  it('a convert, at range 2, interrupts, even of an ally', () => {
    const m = match('monk d1, golem d3', 'soldier d4', { perPhase: 'any' })
    const [first] = m.turn('green 1 d1.d3', 'green 1 d3xd4')
    expect(see(first!)).toEqual(['d1 green monk 2', 'd3 green golem 4', 'd4 purple soldier 3'])
  })

  it('failed actions interrupt nobody: a shove against the edge', () => {
    const m = match('golem g1', 'monk h1')
    const [first] = m.turn('green 1 g1>h1', 'purple 1 h1;h1')
    expect(see(first!)).toEqual(['g1 green golem 4', 'h1 purple monk 2 rests'])
    expect(first!.favour).toBe(-1)
  })

  it('failed actions interrupt nobody: two shoves that clash', () => {
    const m = match('golem b1, monk c1', 'golem d1', { perPhase: 'any' })
    // Both golems push the monk, nothing moves, and the monk's prayer is heard.
    expect(m.turn('green 1 b1>c1', 'purple 1 d1>c1', 'green 1 c1;c1')[0]!.favour).toBe(1)
  })
})
