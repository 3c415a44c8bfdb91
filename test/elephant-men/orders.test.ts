/** The rulings' clauses on the board, on orders and on records, beyond what the rules texts say themselves. */

import { describe, expect, it } from 'vitest'
import { newState } from '../../engine/contract/index.ts'
import { gameOf, RULE_SETS, rulesOf } from './load.ts'
import { Match, on, scene, see } from './scenario.ts'

const white = (units: string, patch = {}) => scene('v0.2', units, 'soldier h8', patch)

describe('rulings, the board', () => {
  it.each(RULE_SETS)('%s: the layout is symmetric under a half turn', set => {
    const { board, sides } = rulesOf(set)
    const turned = (text: string): string => {
      const [kind, square] = text.split(' ') as [string, string]
      const file = String.fromCharCode(97 + board.files - 1 - (square.charCodeAt(0) - 97))
      return `${kind} ${file}${board.ranks + 1 - Number(square[1])}`
    }
    expect(sides[0]!.units.map(turned).sort()).toEqual([...sides[1]!.units].sort())
  })

  it('layout, size and names of the sides are rules', () => {
    const sides = [
      { name: 'north', units: ['monk c1'] },
      { name: 'south', units: ['soldier a2'] },
    ]
    const m = new Match(gameOf('v0.2', { board: { files: 3, ranks: 2 }, sides }))
    expect(see(m.now())).toEqual(['a2 south soldier 3', 'c1 north monk 2'])
    expect(m.choices('north')).toEqual(expect.arrayContaining(['1 c1>b1', '1 c1>c2', '1 c1.b2', '1 c1.a1']))
    expect(m.choices('north').filter(text => text.startsWith('1'))).toHaveLength(5)
  })
})

describe('rulings, orders that are void', () => {
  /** What the order did to a soldier on d3 that could have moved: nothing, and it is free in the next phase. */
  const idle = (order: string, units = 'soldier d3') => {
    const frames = white(units).turn(`white 1 ${order}`, 'white 2 d3>d4')
    expect(on(frames[0]!, 'd3')).toBe('d3 white soldier 3')
    expect(on(frames[1]!, 'd4')).toBe('d4 white soldier 3')
  }

  it('no own unit on the origin', () => {
    idle('e5>e6')
    idle('h8>h7')
    idle('h9>h8')
  })

  it('an action that the unit does not have', () => idle('d3 p'))

  it('a target off the board', () => {
    const m = scene('v0.2', 'soldier h1, soldier a1', 'soldier h8')
    const frames = m.turn('white 1 h1>i1', 'white 1 a1xa0', 'white 1 a1.a2')
    expect(see(frames[0]!)).toEqual(['a1 white soldier 3', 'h1 white soldier 3', 'h8 black soldier 3'])
  })

  it('a target out of range', () => {
    idle('d3>d5')
    idle('d3.d4')
    idle('d3xe4')
    idle('d3xd3')
  })

  it('a unit that rests when its phase begins', () => {
    const frames = white('soldier d3').turn('white 1 d3.d5', 'white 2 d3xd4', 'white 3 d3>d2')
    expect(frames[1]!.pending).toEqual([])
    expect(on(frames[2]!, 'd2')).toBe('d2 white soldier 3')
  })

  it('a unit that an earlier order of the phase uses', () => {
    const [first] = white('soldier d3').turn('white 1 d3>d4', 'white 1 d3>e3', 'white 1 d3.d5')
    expect(see(first!)).toEqual(['d4 white soldier 3', 'h8 black soldier 3'])
  })

  it('but a void order uses nobody: the next one for the unit is carried out', () => {
    const [first] = white('soldier d3').turn('white 1 d3>d5', 'white 1 d3>e3')
    expect(see(first!)).toEqual(['e3 white soldier 3', 'h8 black soldier 3'])
  })

  it('void orders block no move, interrupt nobody and tire nobody', () => {
    const m = scene('v0.2', 'soldier d3, soldier a1', 'monk d5')
    // The resting soldier's poke would interrupt the prayer; its move would block the other's.
    const frames = m.turn('white 1 d3.e4', 'white 2 d3.d5', 'white 3 a1>a2', 'black 2 d5 p')
    expect(frames[1]).toMatchObject({ favour: -1 })
    expect(on(frames[1]!, 'd3')).toBe('d3 white soldier 3')
    const blocked = white('soldier d3, soldier d5').turn('white 1 d3.e4', 'white 2 d3>d4', 'white 2 d5>d4')
    expect(on(blocked[1]!, 'd4')).toBe('d4 white soldier 3')
  })
})

describe('rulings, orders name squares, not units', () => {
  it('an order is for the square: another own unit that stands there by then carries it out', () => {
    const m = scene('v0.2', 'soldier d3, soldier d4', 'soldier h8')
    const frames = m.turn('white 1 d4>d5', 'white 2 d3>d4', 'white 3 d4>c4')
    expect(see(frames[2]!)).toEqual(['c4 white soldier 3', 'd5 white soldier 3', 'h8 black soldier 3'])
  })

  it('fewer than all orders may be given, none too', () => {
    const m = new Match(gameOf('v0.2'))
    expect(m.play(['white done', 'black done']).frames).toHaveLength(3)
    expect(m.play(['black done', 'white 2 c3>c4', 'white done']).frames).toHaveLength(6)
  })
})

describe('rulings, what agents may choose from', () => {
  it('units act from where their own moves bring them', () => {
    const m = white('soldier d3')
    m.decide('white 1 d3>d4')
    const choices = m.choices('white').filter(text => text !== 'done')
    expect(new Set(choices.map(text => text.slice(2, 4)))).toEqual(new Set(['d4']))
    expect(new Set(choices.map(text => text[0]))).toEqual(new Set(['2', '3']))
  })

  it('planned moves are carried out alone: a unit whose move fails against standing units stays put', () => {
    const m = scene('v0.2', 'soldier d3', 'soldier d4').play(['white 1 d3>d4'])
    expect(
      m.choices('white').every(text => text === 'done' || text.startsWith('2 d3') || text.startsWith('3 d3')),
    ).toBe(true)
  })

  it('planned moves are carried out together: two to one square both fail, and chains follow', () => {
    const origins = (m: Match) => [...new Set(m.choices('white').map(text => text.slice(0, 4)))].sort()
    const clash = white('soldier d3, soldier d5').play(['white 1 d3>d4', 'white 1 d5>d4'])
    expect(origins(clash)).toEqual(['2 d3', '2 d5', '3 d3', '3 d5', 'done'])
    const chain = white('soldier d3, soldier d4').play(['white 1 d3>d4', 'white 1 d4>d5'])
    expect(origins(chain)).toEqual(['2 d4', '2 d5', '3 d4', '3 d5', 'done'])
  })

  it('own shoves are planned through, enemies pushed too', () => {
    const m = scene('golems-2025-12', 'golem d3, soldier d4', 'soldier d5').play(['green 1 d3>d4'])
    const origins = new Set(m.choices('green').map(text => text.slice(2, 4)))
    expect(origins).toEqual(new Set(['ne', 'd4', 'd5']))
  })

  it('nobody is hurt or converted while planning', () => {
    const m = scene('v0.2', 'soldier d1, soldier e2, monk d3', 'monk h8').play([
      'white 1 d1.d3',
      'white 1 e2.d3',
    ])
    expect(m.choices('white').some(text => text.startsWith('3 d3'))).toBe(true)
  })

  it('a unit certain to rest is left out, for that phase alone', () => {
    const phases = (m: Match) => [...new Set(m.choices('white').map(text => text[0]))]
    expect(phases(white('soldier d3').play(['white 1 d3xd4']))).toEqual(['3', 'd'])
    expect(phases(white('monk d3').play(['white 1 d3 p']))).toEqual(['3', 'd'])
    // A poke may hit, so it is not certain.
    expect(phases(white('soldier d3').play(['white 1 d3.d5']))).toEqual(['2', '3', 'd'])
    const resting = white('soldier d3')
    resting.turn('white 3 d3.d5')
    expect(phases(resting)).toEqual(['2', '3', 'd'])
  })

  it('distinct plans are reached by exactly one sequence of decisions', () => {
    const plans = new Set<string>()
    let sequences = 0
    const sides = [
      { name: 'white', units: ['monk a1', 'soldier b1'] },
      { name: 'black', units: ['monk b2'] },
    ]
    const game = gameOf('v0.2', { board: { files: 2, ranks: 2 }, sides, orders: 2, phases: 2 })
    const visit = (state: Int32Array, plan: readonly string[]) => {
      if ((game.toMove(state) & 1) === 0) {
        sequences++
        plans.add([...plan].sort().join())
        return
      }
      const out = new Int32Array(game.info.legalMax)
      for (const action of out.subarray(0, game.legal(state, 0, out))) {
        const text = game.text.format(state, 0, action)
        const copy = state.slice()
        game.apply(copy, 0, action, new Int32Array(1000))
        visit(copy, text === 'done' ? plan : [...plan, text])
      }
    }
    visit(new Match(game).state, [])
    expect(sequences).toBeGreaterThan(100)
    expect(plans.size).toBe(sequences)
  })
})

describe('rulings, secrecy', () => {
  it('no order shows in the view of the other side before all are given, record-only or not', () => {
    const m = new Match(gameOf('v0.2'))
    m.turn('black 1 c6>c5', 'black 3 e6.e4')
    const seen = () => {
      const words = newState(m.game.info)
      m.game.observe(m.state, 0, words)
      return words
    }
    const before = seen()
    for (const decision of ['black 3 h3>i3', 'black 1 a1.h8', 'black 2 d6 p']) {
      m.decide(decision)
      expect(seen()).toEqual(before)
    }
  })
})

describe('rulings, records', () => {
  const start = () => new Match(gameOf('v0.2'))

  it('orders may come in any order of phases and sides', () => {
    const mixed = [
      'black 3 c6>c5',
      'white 2 c4>c5',
      'black 1 d6 p',
      'white 1 c3>c4',
      'white done',
      'black done',
    ]
    const sorted = [
      'white 1 c3>c4',
      'white 2 c4>c5',
      'white done',
      'black 1 d6 p',
      'black 3 c6>c5',
      'black done',
    ]
    expect(start().play(mixed).lines).toEqual(start().play(sorted).lines)
  })

  it('orders that are certain to fail are well-formed', () => {
    for (const order of ['h3>i3', 'c3>c9', 'c3>c0', 'a1.h8', 'e3xe3', 'e5 p'])
      expect(start().play([`white 1 ${order}`, 'white done', 'black done']).frames).toHaveLength(3)
    const golems = new Match(gameOf('golems-2025-12'))
    expect(golems.play(['green 1 c2;c3', 'green done', 'purple done']).frames).toHaveLength(3)
  })

  it('orders on the board are written back as they were read, record-only ones too', () => {
    const { game, state } = start()
    for (const order of ['1 c3>c4', '2 a1>h8', '3 e5 p', '1 d6.d6', '2 c6xc7', '3 h1xh2', 'done'])
      expect(game.text.format(state, 0, game.text.parse(state, 0, order))).toBe(order)
  })

  it.each([
    ['malformed text', ['white 1 c3-c4'], 1],
    ['a phase with a leading zero', ['white 01 c3>c4'], 1],
    ['two blanks', ['white 1  c3>c4'], 1],
    ['no phase', ['white c3>c4'], 1],
    ['a target missing', ['white 1 c3>'], 1],
    ['a sign that no unit has', ['white 1 c3>c4', 'white 1 c3;c3'], 2],
    ['a prayer at somewhere', ['white 1 e3pe3'], 1],
    ['phase 0', ['white 0 c3>c4'], 1],
    ['phase 4', ['white done', 'black 4 c6>c5'], 2],
    ['an order too many', ['white 1 c3>c4', 'white 1 d3>d4', 'white 1 f3>f4', 'white 1 e3>e4'], 4],
    ['an order after done', ['white 1 c3>c4', 'white done', 'white 2 c4>c5'], 3],
    ['an unknown side', ['white 1 c3>c4', 'green 1 c3>c4'], 2],
  ])('%s is an error that names its decision', (_, decisions, number) => {
    expect(() => start().play(decisions)).toThrow(new RegExp(`^decision ${number}: .`))
  })

  it('a side that owes nothing may say done again: it changes nothing', () => {
    const orders = ['white 1 c3>c4', 'white 1 d3>d4', 'white 1 f3>f4']
    const said = start().play([...orders, 'white done', 'white done', 'black done'])
    expect(said.lines).toEqual(start().play([...orders, 'black done']).lines)
  })

  it('under one order a phase, a second order for a phase is an error', () => {
    const m = new Match(gameOf('v0.1')).play(['white 2 c3>c4', 'white 1 c3>c4'])
    expect(() => m.decide('white 2 d3>d4')).toThrow(/^decision 3: .*second order for phase 2/)
  })

  it('a decision after the end is an error', () => {
    const m = scene('v0.2', 'monk a1', 'soldier a3').play(['white 1 a1.a3', 'white done', 'black done'])
    expect(m.game.toMove(m.state)).toBe(0)
    expect(() => m.decide('white done')).toThrow(/^decision 4: /)
  })

  it('a position is one line of JSON with its keys in the stated order', () => {
    const m = scene('v0.2', 'soldier c4, soldier a1', 'monk d6').play([
      'white 1 c4xd4',
      'white done',
      'black done',
    ])
    expect(m.lines[0]).toBe(
      '{"turn":1,"phase":1,"favour":0,"units":[' +
        '{"at":"a1","kind":"soldier","side":"white","hp":3,"resting":false,"blocking":false},' +
        '{"at":"c4","kind":"soldier","side":"white","hp":3,"resting":true,"blocking":false},' +
        '{"at":"d6","kind":"monk","side":"black","hp":2,"resting":false,"blocking":false}],' +
        '"pending":[{"at":"d4","damage":2}],"winner":null}',
    )
  })
})
