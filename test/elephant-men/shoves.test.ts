/** The rulings' clauses on shoves and blocks, in the golem edition with any split of orders. */
import { describe, expect, it } from 'vitest'
import { on, scene, see } from './scenario.ts'

const golems = (green: string, purple: string, patch = {}) =>
  scene('golems-2025-12', green, purple, { perPhase: 'any', ...patch })

/** Who stands where after phase 1, as 'a1 c1'. */
const squares = (frames: readonly { units: readonly { at: string }[] }[]) =>
  frames[0]!.units.map(u => u.at).join(' ')

describe('rulings, shoves', () => {
  it('a line that would leave the board stays, and its shove marks nothing', () => {
    const m = golems('golem f1, soldier g1', 'monk h1')
    const [first] = m.turn('green 1 f1>g1', 'purple 1 h1;h1')
    expect(squares([first!])).toBe('f1 g1 h1')
    expect(first!.favour).toBe(-1)
  })

  it('a line of any length is pushed, up to a gap', () => {
    const m = golems('golem a1, monk b1, soldier c1', 'golem d1, soldier f1')
    expect(squares(m.turn('green 1 a1>b1'))).toBe('b1 c1 d1 e1 f1')
  })

  it('everywhere that a line moves into is marked', () => {
    const m = golems('golem a1, soldier b1, monk c1', 'golem d1')
    const [first] = m.turn('green 1 a1>b1', 'green 1 c1;c1', 'purple 1 d1xd2')
    expect(see(first!)).toEqual([
      'b1 green golem 4',
      'c1 green soldier 3',
      'd1 green monk 2',
      'e1 purple golem 4',
    ])
    expect(first!.favour).toBe(0)
  })

  it('squares beyond a pushed line are not marked', () => {
    const m = golems('golem a1', 'soldier b1, monk d1')
    expect(m.turn('green 1 a1>b1', 'purple 1 d1;d1')[0]!.favour).toBe(-1)
  })

  it('two pushed units on one square: both shoves fail', () => {
    const m = golems('golem a1, soldier b1', 'golem e1, soldier d1')
    expect(squares(m.turn('green 1 a1>b1', 'purple 1 e1>d1'))).toBe('a1 b1 d1 e1')
  })

  it('two pushers on one square: both shoves fail, and a unit there stays', () => {
    const m = golems('golem a1', 'golem c1, soldier b1')
    expect(squares(m.turn('green 1 a1>b1', 'purple 1 c1>b1'))).toBe('a1 b1 c1')
    const corner = golems('golem a1, golem b2', 'soldier b1')
    expect(squares(corner.turn('green 1 a1>b1', 'green 1 b2>b1'))).toBe('a1 b1 b2')
  })

  it('a clash counts squares that a shove failing at the edge intended', () => {
    // f3 cannot push h3 off the board, but its intent to enter g3 still stops g4, which could push g3 down.
    const m = golems('golem f3, golem g4', 'soldier g3, soldier h3')
    expect(squares(m.turn('green 1 f3>g3', 'green 1 g4>g3'))).toBe('f3 g3 g4 h3')
    expect(squares(golems('golem f3, golem g4', 'soldier g3, soldier h3').turn('green 1 g4>g3'))).toBe(
      'f3 g2 g3 h3',
    )
  })

  it('a clash counts the squares of a shove that waits without effect', () => {
    // a3 needs c3 to leave, which fails at the edge; still b4 finds b3 claimed.
    const small = { board: { files: 4, ranks: 4 } }
    const m = golems('golem a3, golem b4', 'soldier b3, golem c3, soldier d3', small)
    expect(squares(m.turn('green 1 a3>b3', 'green 1 b4>b3', 'purple 1 c3>d3'))).toBe('a3 b3 b4 c3 d3')
  })

  it('four golems in a ring follow each other', () => {
    const m = golems('golem a1, golem a2', 'golem b2, golem b1')
    const [first] = m.turn('green 1 a1>a2', 'green 1 a2>b2', 'purple 1 b2>b1', 'purple 1 b1>a1')
    expect(see(first!).map(text => text.slice(0, 5))).toEqual(['a1 pu', 'a2 gr', 'b1 pu', 'b2 gr'])
  })

  it('a shove onto a golem that fails to shove away fails with it', () => {
    const m = golems('golem a1', 'golem b1, soldier b2, soldier b3, golem b4', {
      board: { files: 8, ranks: 4 },
    })
    expect(squares(m.turn('green 1 a1>b1', 'purple 1 b1>b2'))).toBe('a1 b1 b2 b3 b4')
  })

  it('a pushed line ends before a golem that shoves away, and needs it to', () => {
    const free = golems('golem a1, soldier b1', 'golem c1')
    expect(squares(free.turn('green 1 a1>b1', 'purple 1 c1>c2'))).toBe('b1 c1 c2')
    const stuck = golems('golem a1, soldier b1', 'golem c1, soldier c2', { board: { files: 4, ranks: 2 } })
    expect(squares(stuck.turn('green 1 a1>b1', 'purple 1 c1>c2'))).toBe('a1 b1 c1 c2')
  })

  it('a golem whose shove is interrupted is pushed like any unit', () => {
    const m = golems('golem a1', 'golem b1, soldier b3', {})
    const [first] = m.turn('green 1 a1>b1', 'purple 1 b1>b2', 'purple 1 b3.b1')
    expect(see(first!)).toEqual(['b1 green golem 4', 'b3 purple soldier 3', 'c1 purple golem 3'])
  })

  it('a golem whose shove is void is pushed like any unit', () => {
    const m = golems('golem a1', 'golem b1')
    expect(squares(m.turn('green 1 a1>b1', 'purple 1 b1>b3'))).toBe('b1 c1')
  })

  it('moves come first: a shove meets the units where they have moved to', () => {
    const m = golems('golem a1', 'soldier b2')
    expect(squares(m.turn('green 1 a1>b1', 'purple 1 b2>b1'))).toBe('b1 c1')
  })
})

describe('rulings, blocks', () => {
  it('one block takes one off the total of the step that spends it', () => {
    const m = golems('golem d3', 'soldier d5, soldier e4')
    const [first] = m.turn('green 1 d3;d3', 'purple 1 d5.d3', 'purple 1 e4.d3')
    expect(on(first!, 'd3')).toBe('d3 green golem 3')
  })

  it('a block that is interrupted does not begin', () => {
    const order = ['move', 'poke', 'block', 'shove', 'convert', 'cleave', 'pray']
    const m = golems('golem d3', 'soldier d5, soldier d4', { order })
    const [first] = m.turn('green 1 d3;d3', 'purple 1 d5.d3', 'purple 1 d4xd3')
    expect(on(first!, 'd3')).toBe('d3 green golem 1')
  })

  it('a spent block no longer helps in a later step', () => {
    const m = golems('golem d3', 'soldier d5, soldier d4')
    const [first] = m.turn('green 1 d3;d3', 'purple 1 d5.d3', 'purple 1 d4xd3')
    expect(on(first!, 'd3')).toBe('d3 green golem 2')
  })
})
