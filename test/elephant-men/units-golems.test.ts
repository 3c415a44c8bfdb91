/** One scenario for each rule of the golem edition's rules text: units, notation, start, and the details of actions. */
import { describe, expect, it } from 'vitest'
import { gameOf } from './load.ts'
import { Match, on, scene, see } from './scenario.ts'

const match = (green: string, purple: string, patch = {}) => scene('golems-2025-12', green, purple, patch)

/** The signs that a lone unit on d3 may use in the first phase. */
function signs(kind: string): string[] {
  const found = match(`${kind} d3`, 'soldier h8').choices('green')
  return [...new Set(found.filter(text => text.startsWith('1 ')).map(text => text[4]!))].sort()
}

/** The targets that it may choose for a sign. */
function targets(kind: string, sign: string): string[] {
  const found = match(`${kind} d3`, 'soldier h8').choices('green')
  return found.filter(text => text.startsWith(`1 d3${sign}`)).map(text => text.slice(5))
}

const NEIGHBOURS = ['c3', 'd2', 'd4', 'e3']
const TWO_AWAY = ['b3', 'c2', 'c4', 'd1', 'd5', 'e2', 'e4', 'f3']

describe('golems, format and units', () => {
  it('an order is a square, a sign and a square', () => {
    const m = match('golem d3', 'soldier h8')
    expect(m.choices('green').every(text => /^(done|[123] [a-h][1-8][>.x;][a-h][1-8])$/.test(text))).toBe(
      true,
    )
    expect(() => m.game.text.parse(m.state, 0, '1 d3 p')).toThrow(/no unit/)
  })

  it('a soldier has 3 hit points and moves, pokes and cleaves', () => {
    expect(on(match('soldier d3', 'soldier h8').now(), 'd3')).toBe('d3 green soldier 3')
    expect(signs('soldier')).toEqual(['.', '>', 'x'])
  })

  it('a golem has 4 hit points and shoves, blocks and cleaves', () => {
    expect(on(match('golem d3', 'soldier h8').now(), 'd3')).toBe('d3 green golem 4')
    expect(signs('golem')).toEqual([';', '>', 'x'])
  })

  it('a monk has 2 hit points and moves, converts and prays', () => {
    expect(on(match('monk d3', 'soldier h8').now(), 'd3')).toBe('d3 green monk 2')
    expect(signs('monk')).toEqual(['.', ';', '>'])
  })

  it('both sides start with six units each, where the layout puts them', () => {
    expect(see(new Match(gameOf('golems-2025-12')).now())).toEqual([
      'c2 green golem 4',
      'c3 green soldier 3',
      'c6 purple soldier 3',
      'c7 purple golem 4',
      'd2 green soldier 3',
      'd7 purple monk 2',
      'e2 green monk 2',
      'e7 purple soldier 3',
      'f2 green golem 4',
      'f3 green soldier 3',
      'f6 purple soldier 3',
      'f7 purple golem 4',
    ])
  })
})

describe('golems, move', () => {
  it('has range 1, to an empty square or one that its unit moves out of', () => {
    expect(targets('soldier', '>').sort()).toEqual(NEIGHBOURS)
    const [first] = match('soldier a1, soldier b1', 'soldier h8').turn('green 1 a1>a2')
    expect(on(first!, 'a2')).toBe('a2 green soldier 3')
    const chase = match('soldier a1', 'soldier b1').turn('green 1 a1>b1', 'purple 1 b1>c1')
    expect(see(chase[0]!)).toEqual(['b1 green soldier 3', 'c1 purple soldier 3'])
    const stay = match('soldier a1', 'soldier b1').turn('green 1 a1>b1')
    expect(on(stay[0]!, 'a1')).toBe('a1 green soldier 3')
  })

  it('fails twice when two pieces choose one square', () => {
    const [first] = match('soldier a1', 'soldier c1').turn('green 1 a1>b1', 'purple 1 c1>b1')
    expect(see(first!)).toEqual(['a1 green soldier 3', 'c1 purple soldier 3'])
  })

  it('neither hurts nor tires', () => {
    const frames = match('soldier a1', 'soldier h8').turn('green 1 a1>a2', 'green 2 a2>a3', 'green 3 a3>a4')
    expect(see(frames[2]!)).toEqual(['a4 green soldier 3', 'h8 purple soldier 3'])
  })
})

describe('golems, block', () => {
  it('aims at itself and never tires', () => {
    expect(targets('golem', ';')).toEqual(['d3'])
    const frames = match('golem d3', 'soldier h8').turn('green 1 d3;d3', 'green 2 d3>d4')
    expect(on(frames[1]!, 'd4')).toBe('d4 green golem 4')
  })

  it('takes one off the next attack', () => {
    const poked = match('golem d3', 'soldier d5').turn('green 1 d3;d3', 'purple 1 d5.d3')
    expect(on(poked[0]!, 'd3')).toBe('d3 green golem 4')
    const cleft = match('golem d3', 'soldier d4').turn('green 1 d3;d3', 'purple 1 d4xd3')
    expect(on(cleft[0]!, 'd3')).toBe('d3 green golem 3')
  })

  it('is spent by that attack', () => {
    const m = match('golem d3, golem e3', 'soldier d5', { perPhase: 'any' })
    const [first] = m.turn('green 1 d3;d3', 'purple 1 d5.d3', 'green 1 e3xd3')
    expect(on(first!, 'd3')).toBe('d3 green golem 2')
  })

  it('is over before the next phase', () => {
    const frames = match('golem d3', 'soldier d5').turn('green 1 d3;d3', 'purple 2 d5.d3')
    expect(frames.map(f => on(f, 'd3'))).toEqual(['d3 green golem 4', 'd3 green golem 3', 'd3 green golem 3'])
  })
})

describe('golems, poke', () => {
  it('has range 2 and takes one hit point', () => {
    expect(targets('soldier', '.').sort()).toEqual(TWO_AWAY)
    const [first] = match('soldier d3', 'soldier e4').turn('green 1 d3.e4')
    expect(see(first!)).toEqual(['d3 green soldier 3', 'e4 purple soldier 2'])
  })

  it('tires on a miss only', () => {
    const [first] = match('soldier d3', 'soldier e5').turn('green 1 d3.e4')
    expect(on(first!, 'd3')).toBe('d3 green soldier 3 rests')
  })
})

describe('golems, shove', () => {
  it('has range 1 and moves to an empty square like a move', () => {
    expect(targets('golem', '>').sort()).toEqual(NEIGHBOURS)
    expect(on(match('golem d3', 'soldier h8').turn('green 1 d3>d4')[0]!, 'd4')).toBe('d4 green golem 4')
  })

  it('pushes friend and foe in a line before it', () => {
    const [first] = match('golem a1, soldier b1', 'soldier c1, soldier e1').turn('green 1 a1>b1')
    expect(see(first!)).toEqual([
      'b1 green golem 4',
      'c1 green soldier 3',
      'd1 purple soldier 3',
      'e1 purple soldier 3',
    ])
  })

  it('fails twice when two shove into one square, as moves do', () => {
    const [first] = match('golem a1', 'golem c1').turn('green 1 a1>b1', 'purple 1 c1>b1')
    expect(see(first!)).toEqual(['a1 green golem 4', 'c1 purple golem 4'])
  })

  it('follows a golem that shoves away, as a move follows a move', () => {
    const [first] = match('golem a1', 'golem b1').turn('green 1 a1>b1', 'purple 1 b1>b2')
    expect(see(first!)).toEqual(['b1 green golem 4', 'b2 purple golem 4'])
    const swap = match('golem a1', 'golem b1').turn('green 1 a1>b1', 'purple 1 b1>a1')
    expect(see(swap[0]!)).toEqual(['a1 purple golem 4', 'b1 green golem 4'])
  })

  it('interrupts everybody whose square is moved into', () => {
    // The monk is pushed, so its own square is taken by the golem; the prayer comes after the shove and fails.
    const pushed = match('golem a1', 'monk b1').turn('green 1 a1>b1', 'purple 1 b1;b1')
    expect(see(pushed[0]!)).toEqual(['b1 green golem 4', 'c1 purple monk 2'])
    expect(pushed[0]!.favour).toBe(0)
    const last = match('golem a1, soldier b1', 'monk c1').turn('green 1 a1>b1', 'purple 1 c1;c1')
    expect(last[0]!.favour).toBe(0)
  })

  it('neither hurts nor tires', () => {
    const frames = match('golem a1', 'soldier b1').turn('green 1 a1>b1', 'green 2 b1>c1')
    expect(see(frames[1]!)).toEqual(['c1 green golem 4', 'd1 purple soldier 3'])
  })
})

describe('golems, convert', () => {
  it('has range 2 and changes only the side', () => {
    expect(targets('monk', '.').sort()).toEqual(TWO_AWAY)
    const m = match('monk d1, soldier d5', 'soldier d3, soldier h8')
    const frames = m.turn('green 1 d5.d3', 'purple 2 d3.e4', 'green 2 d1.d3')
    // Hurt in phase 1; in phase 2 its poke misses, and it is converted resting.
    expect(on(frames[1]!, 'd3')).toBe('d3 green soldier 2 rests')
  })

  it('never tires', () => {
    const frames = match('monk d1', 'soldier d3, soldier h8').turn(
      'green 1 d1.d3',
      'green 2 d1.d3',
      'green 3 d1>d2',
    )
    expect(on(frames[2]!, 'd2')).toBe('d2 green monk 2')
  })
})

describe('golems, cleave', () => {
  it('has range 1, takes two hit points at once and always tires', () => {
    expect(targets('golem', 'x').sort()).toEqual(NEIGHBOURS)
    const [first] = match('golem d3', 'soldier d4').turn('green 1 d3xd4')
    expect(see(first!)).toEqual(['d3 green golem 4 rests', 'd4 purple soldier 1'])
    expect(first!.pending).toEqual([])
    expect(on(match('golem d3', 'soldier h8').turn('green 1 d3xd4')[0]!, 'd3')).toBe('d3 green golem 4 rests')
  })
})

describe('golems, pray', () => {
  it('aims at itself, gives its side one favour and always tires', () => {
    expect(targets('monk', ';')).toEqual(['d3'])
    const [first] = match('soldier h8', 'monk d3').turn('purple 1 d3;d3')
    expect(on(first!, 'd3')).toBe('d3 purple monk 2 rests')
    expect(first!.favour).toBe(-1)
  })
})
