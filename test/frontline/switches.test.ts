/** Every key of the schema does what it says; the sourced figures are its defaults. */
import { describe, expect, it } from 'vitest'
import { listKeys } from '../../documents/index.ts'
import { newState } from '../../engine/contract/index.ts'
import { schema } from '../../engine/frontline/rules.ts'
import { gameOf } from './load.ts'
import { lane, match, see } from './scene.ts'

describe('the rule sets', () => {
  it('default is the source: every figure is a default', () => {
    const rows = listKeys(schema, schema.parse({})).map(({ key, default: value }) => `${key} ${value}`)
    expect(rows).toEqual([
      'cells 12',
      'turns 100',
      'first A',
      'tiebreak none',
      'advanceAfterAttack true',
      'promotion infantry',
      'secondAttack action3',
      'base.hp 100',
      'base.shielded true',
      'base.falls atOnce',
      'gold.start 0',
      'gold.perTurn 8',
      'gold.bounty 50',
      'gold.friendlyKill none',
      'units.infantry.price 10',
      'units.infantry.hp 10',
      'units.infantry.attack 4',
      'units.archer.price 12',
      'units.archer.hp 8',
      'units.archer.attack 3',
      'units.archer.range 3',
      'units.archer.overOwn true',
      'units.catapult.price 20',
      'units.catapult.hp 12',
      'units.catapult.attack 6',
      'units.catapult.range 4',
      'units.catapult.middle far',
      'units.catapult.tooNear aimsPast',
      'units.catapult.friendlyFire true',
      'units.super-soldier.attack 4',
    ])
  })

  it('lean gives 4 gold a turn', () => {
    const game = gameOf('lean')
    const state = newState(game.info)
    game.start(state, new Int32Array(40))
    game.resolve(state, new Int32Array(40))
    expect(game.text.describe(state)).toMatchObject({ gold: { A: 4, B: 4 } })
  })
})

describe('switches', () => {
  it('first: B has the first turn of every round, and both are paid before it', () => {
    const m = match({ first: 'B', 'units.archer.price': 8 })
    expect(m.now()).toMatchObject({ round: 1, player: 'B', gold: { A: 8, B: 8 } })
    expect(m.decide('B archer').wait().now()).toMatchObject({ round: 1, player: 'A', gold: { A: 8, B: 0 } })
    expect(m.decide('A none').wait().now()).toMatchObject({ round: 2, player: 'B', gold: { A: 16, B: 8 } })
  })

  it('tiebreak base: the base with more hit points wins when the turns are over', () => {
    const end = (units: string, tiebreak: string) => {
      const m = lane(units, { tiebreak, turns: 6 })
      m.turn('A')
      for (m.wait(); m.game.toMove(m.state) !== 0; m.wait())
        m.decide(`${'AB'[m.game.toMove(m.state) - 1]} none`)
      const returns = new Int32Array(2)
      return [m.now().winner, m.game.info.endings[m.game.result(m.state, returns)]!.id, ...returns]
    }
    expect(end('A infantry 11', 'base')).toEqual(['A', 'base-lead', 60, 0])
    expect(end('B infantry 2', 'base')).toEqual(['B', 'base-lead', 0, 60])
    expect(end('', 'base')).toEqual(['draw', 'turns', 30, 30])
    expect(end('A infantry 11', 'none')).toEqual(['draw', 'turns', 30, 30])
  })

  it('turns, cells and base.hp', () => {
    const m = match({ turns: 1, cells: 5, 'base.hp': 7, 'gold.start': 20 })
    m.decide('A archer').wait().decide('B infantry')
    expect(m.now()).toMatchObject({ base: { A: 7, B: 7 }, winner: 'draw' })
    expect(see(m.now())).toEqual(['A archer 1:8', 'B infantry 5:10'])
  })

  it('gold.start and gold.perTurn', () => {
    expect(match({ gold: { start: 3, perTurn: 30 } }).now().gold).toEqual({ A: 33, B: 33 })
  })

  it.each([
    [0, 0],
    [25, 2],
    [100, 10],
  ])('gold.bounty %d pays %d for an infantry', (bounty, gold) => {
    expect(lane('A archer 4, B infantry 6:1', { 'gold.bounty': bounty }).turn('A').gold.A).toBe(gold)
  })

  it('price, hit points and attack of a kind, and the bounty that follows the price', () => {
    const figures = { price: 7, hp: 5, attack: 2 }
    for (const kind of ['infantry', 'archer', 'catapult'] as const) {
      const patch = { units: { [kind]: figures } }
      const m = match({ ...patch, 'gold.start': 20 }).decide(`A ${kind}`)
      expect(m.now()).toMatchObject({ gold: { A: 21 }, units: [{ kind, hp: 5 }] })
      const at = kind === 'catapult' ? 6 : 5
      expect(see(lane(`A ${kind} 4, B catapult ${at}:20`, patch).turn('A')).at(-1)).toBe(
        `B catapult ${at}:18`,
      )
      expect(lane(`A super-soldier 4, B ${kind} 5:4`, patch).turn('A').gold.A).toBe(3)
    }
    // A super-soldier is paid for as the infantry that it was recruited as.
    const dear = { units: { infantry: { price: 31 } } }
    expect(lane('A infantry 4, B super-soldier 5:4', dear).turn('A').gold.A).toBe(15)
  })

  it("units.super-soldier.attack, and the archer's range", () => {
    const strong = { 'units.super-soldier.attack': 9 }
    expect(see(lane('A super-soldier 4, B catapult 5:20', strong).turn('A')).at(-1)).toBe('B catapult 5:2')
    const far = (range: number) => lane('A archer 1, B catapult 6', { 'units.archer.range': range })
    expect(far(4).turn('A').units.at(-1)!.hp).toBe(12)
    expect(far(5).turn('A').units.at(-1)!.hp).toBe(9)
  })

  it('the smallest lane: bases side by side, nobody ever moves', () => {
    const m = match({ cells: 2, 'gold.start': 20, turns: 30, 'base.hp': 9 })
    m.decide('A infantry').wait().decide('B none').wait()
    // A is not to move: its cell is taken.
    expect(m.now()).toMatchObject({ round: 2, player: 'B', base: { A: 9, B: 5 } })
    expect(see(m.now())).toEqual(['A infantry 1:10'])
  })
})

describe('the schema refuses', () => {
  it.each<[string, object]>([
    ['a lane of one cell', { cells: 1 }],
    ['a side that there is not', { first: 'C' }],
    ['a price of the super-soldier, which is not for sale', { units: { 'super-soldier': { price: 3 } } }],
    ['hit points of 0', { units: { archer: { hp: 0 } } }],
    ['half a piece of gold', { gold: { perTurn: 4.5 } }],
    ['an unknown key', { gold: { income: 4 } }],
  ])('%s', (_, rules) => {
    expect(schema.safeParse(rules).success).toBe(false)
  })
})
