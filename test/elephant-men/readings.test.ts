/** Where the sources can be read in several ways, or a designer would ask "and if not?": each key does what it says. */
import { describe, expect, it } from 'vitest'
import { gameOf } from './load.ts'
import { type Match, on, scene, see } from './scenario.ts'

const v2 = (white: string, black: string, patch: Record<string, unknown> = {}): Match =>
  scene('v0.2', white, black, patch)
const golems = (green: string, purple: string, patch: Record<string, unknown> = {}): Match =>
  scene('golems-2025-12', green, purple, { perPhase: 'any', ...patch })

/** The kinds of v0.2 with other hit points. */
const kinds = (soldier: number, monk: number) => ({
  soldier: { hp: soldier, actions: ['move', 'poke', 'cleave'] },
  monk: { hp: monk, actions: ['move', 'convert', 'pray'] },
})

/** Who stands where, as 'a1 c1'. */
const squares = (frame: { units: readonly { at: string }[] }) => frame.units.map(u => u.at).join(' ')

/** How a match ended and what it paid: 'length 30 30'. */
function endOf({ game, state }: Match): string {
  const returns = new Int32Array(2)
  const ending = game.info.endings[game.result(state, returns)]!
  return [ending.id, ...returns].join(' ')
}

describe('how a match ends', () => {
  it('limits.tiebreak: at the turn limit favour decides, if it leans to a side', () => {
    const last = (tiebreak: string, ...orders: string[]) => {
      const m = v2('monk a1', 'monk h8', { limits: { turns: 1, tiebreak } })
      m.turn(...orders)
      return `${m.now().winner} ${endOf(m)}`
    }
    expect(last('none', 'white 1 a1 p')).toBe('length length 30 30')
    expect(last('favour', 'white 1 a1 p')).toBe('white favour-lead 60 0')
    expect(last('favour', 'black 1 h8 p')).toBe('black favour-lead 0 60')
    expect(last('favour')).toBe('length length 30 30')
    expect(gameOf('v0.2').info.endings.map(({ id }) => id)).not.toContain('favour-lead')
  })

  it('judged: 7 favour in the middle of a phase that is gone at its end', () => {
    // The poke takes white to 3, the convert back to 0.
    const play = (judged: string) =>
      v2('soldier d3, monk a1', 'soldier d5, monk c1, monk h8', {
        judged,
        units: kinds(1, 2),
        'favour.win': 3,
      }).turn('white 1 d3.d5', 'black 1 c1.a1')
    expect(play('phase').map(f => [f.favour, f.winner])).toEqual([
      [0, null],
      [0, null],
      [0, null],
    ])
    expect(play('step').map(f => [f.favour, f.winner])).toEqual([[3, 'white']])
  })

  it('judged: a side without units loses after the step, the phase or the turn', () => {
    const play = (judged: string) =>
      v2('soldier d3, monk a1', 'monk d5', { judged, units: kinds(3, 1), 'favour.win': 9 }).turn(
        'white 1 d3.d5',
        'white 1 a1 p',
        'white 3 d3>d4',
      )
    expect(play('step').map(f => [f.favour, f.winner])).toEqual([[3, 'white']])
    expect(play('phase').map(f => [f.favour, f.winner])).toEqual([[4, 'white']])
    const turn = play('turn')
    expect(turn.map(f => f.winner)).toEqual([null, null, 'white'])
    expect(squares(turn[2]!)).toBe('a1 d4')
  })

  it('judged step: delayed blows that land first are a separate step', () => {
    const m = v2('soldier d3, monk a1', 'soldier d4, monk h8', {
      judged: 'step',
      landing: 'first',
      'cleave.damage': 3,
      'favour.win': 3,
    })
    const [, second] = m.turn('white 1 d3xd4', 'white 2 a1 p')
    expect([second!.favour, second!.winner]).toEqual([3, 'white'])
  })

  it('elimination playsOn: a side without units may still win by favour, and cannot order anything', () => {
    const play = (elimination: string) => {
      const m = v2('soldier d3', 'monk d5', { elimination, units: kinds(3, 1) })
      m.turn('white 1 d3.d5')
      return m
    }
    expect(play('loses').now().winner).toBe('white')
    const m = play('playsOn')
    expect(m.now()).toMatchObject({ winner: null, favour: 3 })
    expect(m.choices('black')).toEqual(['done'])
  })
})

describe('moves and shoves', () => {
  it('move.into: a chain, a swap and a ring of moves', () => {
    const chain = (into: string) =>
      squares(
        v2('soldier c3, soldier d3', 'monk h8', { move: { into } }).turn(
          'white 1 c3>d3',
          'white 1 d3>e3',
        )[0]!,
      )
    expect(['leaving', 'noSwaps', 'empty'].map(chain)).toEqual(['d3 e3 h8', 'd3 e3 h8', 'c3 e3 h8'])
    const swap = (into: string) =>
      see(v2('soldier c3', 'soldier d3', { move: { into } }).turn('white 1 c3>d3', 'black 1 d3>c3')[0]!)[0]
    expect(['leaving', 'noSwaps', 'empty'].map(swap)).toEqual([
      'c3 black soldier 3',
      'c3 white soldier 3',
      'c3 white soldier 3',
    ])
    const ring = (into: string) =>
      see(
        v2('soldier a1, soldier a2', 'soldier b2, soldier b1', { move: { into } }).turn(
          'white 1 a1>a2',
          'white 1 a2>b2',
          'black 1 b2>b1',
          'black 1 b1>a1',
        )[0]!,
      )[0]
    expect(['leaving', 'noSwaps', 'empty'].map(ring)).toEqual([
      'a1 black soldier 3',
      'a1 black soldier 3',
      'a1 white soldier 3',
    ])
  })

  it('move.into: shoves go by the same rule', () => {
    const swap = (into: string) =>
      see(golems('golem c3', 'golem d3', { move: { into } }).turn('green 1 c3>d3', 'purple 1 d3>c3')[0]!)[0]
    expect(['leaving', 'noSwaps', 'empty'].map(swap)).toEqual([
      'c3 purple golem 4',
      'c3 green golem 4',
      'c3 green golem 4',
    ])
    const follow = (into: string) =>
      squares(
        golems('golem c3, golem d3', 'monk h8', { move: { into } }).turn(
          'green 1 c3>d3',
          'green 1 d3>e3',
        )[0]!,
      )
    expect(['leaving', 'noSwaps', 'empty'].map(follow)).toEqual(['d3 e3 h8', 'd3 e3 h8', 'c3 e3 h8'])
  })

  it('shove.edge falls: a unit pushed off the board is eliminated, and paid for', () => {
    const m = golems('golem f1, soldier g1', 'monk h1, monk a8', { 'shove.edge': 'falls' })
    const [first] = m.turn('green 1 f1>g1', 'purple 1 h1;h1')
    expect([squares(first!), first!.favour]).toEqual(['a8 g1 h1', 3])
    const own = golems('golem g1, soldier h1', 'monk a8', { 'shove.edge': 'falls' })
    expect(own.turn('green 1 g1>h1')[0]).toMatchObject({ favour: -3, units: [{ at: 'a8' }, { at: 'h1' }] })
  })

  it('shove.edge falls: what falls counts as lost, and its killer scores', () => {
    const m = golems('golem g1', 'monk h1, monk a8', { 'shove.edge': 'falls' })
    m.turn('green 1 g1>h1')
    const { assets } = m.game.info
    const count = (seat: number, id: string, column: number) =>
      m.events[(seat * assets.length + assets.findIndex(a => a.id === id)) * 5 + column]
    expect([count(0, 'shove', 2), count(0, 'golem', 2), count(1, 'monk', 4), count(1, 'monk', 3)]).toEqual([
      3, 3, 1, 3,
    ])
  })

  it('shove.edge falls: who is planned to be pushed off the board is planned to be gone', () => {
    const planned = (edge: string) =>
      golems('golem g1, soldier h1', 'monk a8', { 'shove.edge': edge })
        .play(['green 1 g1>h1'])
        .choices('green')
        .some(text => text.startsWith('2 h1.'))
    expect([planned('stops'), planned('falls')]).toEqual([true, false])
  })

  it('shove.most: a longer line stays', () => {
    const push = (most: number) =>
      squares(golems('golem a1, soldier b1', 'soldier c1', { 'shove.most': most }).turn('green 1 a1>b1')[0]!)
    expect([push(1), push(2)]).toEqual(['a1 b1 c1', 'b1 c1 d1'])
    const fall = (most: number) =>
      squares(
        golems('golem f1, soldier g1', 'soldier h1, monk a8', { shove: { edge: 'falls', most } }).turn(
          'green 1 f1>g1',
        )[0]!,
      )
    expect([fall(1), fall(2)]).toEqual(['a8 f1 g1 h1', 'a8 g1 h1'])
  })
})

describe('blows', () => {
  it('sight blocked: a straight poke or convert over a unit fails, rests nobody and marks nothing', () => {
    const m = v2('soldier d3, monk d4', 'monk d5, monk d6', { sight: 'blocked' })
    const [first] = m.turn('white 1 d3.d5', 'white 1 d4.d6', 'black 1 d6 p', 'black 1 d5 p')
    expect(first!.favour).toBe(-2)
    expect(on(first!, 'd3')).toBe('d3 white soldier 3')
    const open = v2('soldier d3, monk d4', 'monk d5, monk d6')
    expect(open.turn('white 1 d3.d5', 'white 1 d4.d6', 'black 1 d6 p', 'black 1 d5 p')[0]!.favour).toBe(3)
    // Diagonals have nothing between.
    const beside = v2('soldier d3, monk d4', 'monk e4, monk h8', { sight: 'blocked' })
    expect(on(beside.turn('white 1 d3.e4')[0]!, 'e4')).toBe('e4 black monk 1')
    // Along a rank, with a longer range.
    const along = v2('soldier a1', 'monk b1, monk d1', { sight: 'blocked', 'poke.range': 3 })
    expect(on(along.turn('white 1 a1.d1')[0]!, 'd1')).toBe('d1 black monk 2')
  })

  it('friendlyFire: who is paid for a unit that its own side kills, or whether it is hurt', () => {
    const kill = (friendlyFire: string, ...more: string[]) =>
      v2('soldier d3, monk d5', 'soldier d7, monk h8', {
        friendlyFire,
        units: kinds(3, 1),
        'favour.damage': 1,
      }).turn('white 1 d3.d5', ...more)[0]!
    expect(kill('paid').favour).toBe(-4)
    expect(kill('unpaid').favour).toBe(0)
    expect(squares(kill('unpaid'))).toBe('d3 d7 h8')
    // Where the other side had a hand in it, it is paid.
    expect(kill('unpaid', 'black 1 d7.d5').favour).toBe(-4)
    expect(see(kill('harmless'))).toEqual([
      'd3 white soldier 3 rests',
      'd5 white monk 1',
      'd7 black soldier 3',
      'h8 black monk 1',
    ])
  })

  it('friendlyFire: cleaves, at once and delayed, and units shoved off the board', () => {
    for (const delay of [0, 1]) {
      const m = v2('soldier d3, soldier d4', 'monk h8', { friendlyFire: 'harmless', cleave: { delay } })
      expect(on(m.turn('white 1 d3xd4')[1]!, 'd4')).toBe('d4 white soldier 3')
    }
    const m = golems('golem g1, soldier h1', 'monk a8', { 'shove.edge': 'falls', friendlyFire: 'unpaid' })
    expect(m.turn('green 1 g1>h1')[0]).toMatchObject({ favour: 0, units: [{ at: 'a8' }, { at: 'h1' }] })
  })

  it('block.against each: a block takes 1 off every blow of its step', () => {
    const poked = (against: string) =>
      on(
        golems('soldier d3, soldier c4', 'golem d5, monk h8', { 'block.against': against }).turn(
          'green 1 d3.d5',
          'green 1 c4.d5',
          'purple 1 d5;d5',
        )[0]!,
        'd5',
      )
    expect([poked('step'), poked('each')]).toEqual(['d5 purple golem 3', 'd5 purple golem 4'])
  })

  it('convert.rest: as the other actions rest', () => {
    const rests = (rest: string, target: string) =>
      on(
        v2('monk d3, soldier c4', 'soldier d5, monk h8', { 'convert.rest': rest }).turn(
          `white 1 d3.${target}`,
        )[0]!,
        'd3',
      )
    const [free, resting] = ['d3 white monk 2', 'd3 white monk 2 rests']
    expect(['d5', 'c4', 'e4'].map(target => rests('never', target))).toEqual([free, free, free])
    expect(['d5', 'c4', 'e4'].map(target => rests('miss', target))).toEqual([free, resting, resting])
    expect(['d5', 'c4', 'e4'].map(target => rests('always', target))).toEqual([resting, resting, resting])
    const planned = v2('monk d3', 'monk h8', { 'convert.rest': 'always' }).play(['white 1 d3.d5'])
    expect(planned.choices('white').some(text => text.startsWith('2'))).toBe(false)
  })

  it('convert.heals: a converted unit gets its hit points back', () => {
    const m = v2('soldier d3, monk d7', 'soldier d5, monk h8', { 'convert.heals': true })
    expect(on(m.turn('white 1 d3.d5', 'white 2 d7.d5')[1]!, 'd5')).toBe('d5 white soldier 3')
    const gauges = new Int32Array(6)
    m.game.gauge(m.state, gauges, 0)
    expect([...gauges.subarray(2)]).toEqual([8, 2, 3, 1])
  })
})

describe('interrupting and resting', () => {
  it('interrupted rests: a monk poked at prayer gains nothing and rests all the same', () => {
    const poked = (interrupted: string) =>
      on(
        v2('soldier d3', 'monk d5, monk h8', { interrupted }).turn('white 1 d3.d5', 'black 1 d5 p')[0]!,
        'd5',
      )
    expect([poked('free'), poked('rests')]).toEqual(['d5 black monk 1', 'd5 black monk 1 rests'])
    // An action that never rests does not make its unit rest by being interrupted.
    const convert = v2('soldier d3', 'monk d5, monk h8', { interrupted: 'rests' })
    expect(on(convert.turn('white 1 d3.d5', 'black 1 d5.d7')[0]!, 'd5')).toBe('d5 black monk 1')
  })

  it('move.marks blocked: a move that a praying monk blocks interrupts the prayer', () => {
    const prayed = (marks: string, ...orders: string[]) =>
      v2('soldier d4, soldier e5, monk a1', 'monk d5, monk h8', { 'move.marks': marks }).turn(
        ...orders,
        'black 1 d5 p',
      )[0]!
    expect([prayed('never', 'white 1 d4>d5').favour, prayed('blocked', 'white 1 d4>d5').favour]).toEqual([
      -1, 0,
    ])
    expect(on(prayed('blocked', 'white 1 d4>d5'), 'd5')).toBe('d5 black monk 2')
    // Two moves at the monk are judged together, and a move to another square targets nobody.
    expect(prayed('blocked', 'white 1 d4>d5', 'white 1 e5>d5').favour).toBe(0)
    expect(prayed('blocked', 'white 1 d4>c4', 'white 1 e5>e6').favour).toBe(-1)
    // A void move does nothing.
    expect(prayed('blocked', 'white 1 c5>d5').favour).toBe(-1)
    const own = (interruptedBy: string) =>
      v2('soldier d4, monk d5', 'monk h8', { 'move.marks': 'blocked', interruptedBy }).turn(
        'white 1 d4>d5',
        'white 1 d5 p',
      )[0]!.favour
    expect([own('any'), own('foe')]).toEqual([0, 1])
  })

  it('interruptedBy foe: own pokes, blows and shoves interrupt nobody on their side', () => {
    const poked = (interruptedBy: string, poker: string) =>
      v2('soldier d3, monk d5', 'soldier d7, monk h8', { interruptedBy }).turn(poker, 'white 1 d5 p')[0]!
        .favour
    expect([poked('any', 'white 1 d3.d5'), poked('foe', 'white 1 d3.d5')]).toEqual([0, 1])
    expect([poked('any', 'black 1 d7.d5'), poked('foe', 'black 1 d7.d5')]).toEqual([0, 0])
    const shoved = (interruptedBy: string, pusher: string, other: string) =>
      golems(`${pusher}, monk a8`, `${other}, monk h8`, { interruptedBy }).turn(
        'green 1 c1>d1',
        'purple 1 c1>d1',
        'green 1 d1;d1',
        'purple 1 d1;d1',
      )[0]!.favour
    expect([
      shoved('any', 'golem c1, monk d1', 'soldier h1'),
      shoved('foe', 'golem c1, monk d1', 'soldier h1'),
    ]).toEqual([0, 1])
    expect([shoved('any', 'golem c1', 'monk d1'), shoved('foe', 'golem c1', 'monk d1')]).toEqual([0, 0])
    const landed = (interruptedBy: string) =>
      v2('soldier d3, monk d4', 'monk h8', { interruptedBy, units: kinds(3, 3) })
        .turn('white 1 d3xd4', 'white 2 d4 p')
        .map(f => f.favour)
    expect([landed('any')[1], landed('foe')[1]]).toEqual([0, 1])
  })

  it('cleave.marks start: a cleave that starts interrupts a prayer of its phase', () => {
    const favour = (marks: string) =>
      v2('soldier d3', 'monk d4, monk h8', { 'cleave.marks': marks })
        .turn('white 1 d3xd4', 'black 1 d4 p', 'black 2 h8 p')
        .map(f => f.favour)
    expect(favour('landing')).toEqual([-1, 1, 1])
    expect(favour('start')[0]).toBe(0)
    expect(favour('both')[0]).toBe(0)
  })

  it('cleave.marks start: a blow that lands interrupts nobody any more', () => {
    const favour = (marks: string) =>
      v2('soldier d3', 'monk d4, monk h8', { 'cleave.marks': marks, units: kinds(3, 3) }).turn(
        'white 1 d3xd4',
        'black 2 d4 p',
      )[1]!.favour
    expect([favour('landing'), favour('start'), favour('both')]).toEqual([0, -1, 0])
  })

  it('delayed: a blow whose cleaver was killed, converted or targeted meanwhile', () => {
    const lands = (delayed: string, ...orders: string[]) =>
      on(
        v2('soldier d3, monk a1', 'soldier d4, soldier e2, soldier d1, monk c4, monk h8', {
          delayed,
          units: kinds(2, 2),
          'favour.win': 20,
        }).turn('white 1 d3xd4', ...orders)[1]!,
        'd4',
      )
    const [hit, spared] = [undefined, 'd4 black soldier 2']
    const targeted = ['black 2 e2.d3']
    const killed = ['black 2 e2.d3', 'black 2 d1.d3']
    const converted = ['black 2 c4.d3']
    for (const [orders, ...expected] of [
      [[], hit, hit, hit],
      [targeted, hit, hit, spared],
      [killed, hit, spared, spared],
      [converted, hit, spared, spared],
    ] as const)
      expect(['always', 'alive', 'untouched'].map(delayed => lands(delayed, ...orders))).toEqual(expected)
  })

  it('delayed: prayers go by the same rule, and marks of the landing step itself stop nothing', () => {
    const prayed = (delayed: string) =>
      v2('monk d3', 'soldier d5, monk h8', { delayed, 'pray.delay': 1 }).turn(
        'white 1 d3 p',
        'black 2 d5.d3',
      )[1]!.favour
    expect(['always', 'alive', 'untouched'].map(prayed)).toEqual([1, 1, 0])
    const both = v2('soldier d3, monk a1', 'soldier d4, monk h8', { delayed: 'untouched' })
    const [, second] = both.turn('white 1 d3xd4', 'black 1 d4xd3')
    expect(see(second!)).toContain('d3 white soldier 1')
    expect(see(second!)).toContain('d4 black soldier 1')
  })

  it('carries.rest: whether rest outlasts the turn', () => {
    const free = (rest: boolean) => {
      const m = v2('monk d3', 'monk h8', { 'carries.rest': rest })
      m.turn('white 3 d3 p')
      return m.choices('white').includes('1 d3 p')
    }
    expect([free(true), free(false)]).toEqual([false, true])
  })

  it('carries.delayed: whether a blow outlasts the turn', () => {
    const pending = (delayed: boolean) => {
      const m = v2('soldier d3', 'soldier d4', { 'carries.delayed': delayed })
      return [m.turn('white 3 d3xd4')[2]!.pending.length, on(m.turn()[0]!, 'd4')]
    }
    expect(pending(true)).toEqual([1, 'd4 black soldier 1'])
    expect(pending(false)).toEqual([0, 'd4 black soldier 3'])
  })
})

it('who started what is pending takes words of a state only where the rules ask', () => {
  const size = (patch = {}) => gameOf('v0.2', patch).info.stateSize
  expect([size({ delayed: 'alive' }) - size(), size({ delayed: 'always' }) - size()]).toEqual([24, 0])
})
