/** One scenario for each sentence of the source, section by section; fights are in fights.test.ts. */
import { describe, expect, it } from 'vitest'
import { walk } from '../../engine/laws/walk.ts'
import { gameOf, RULE_SETS } from './load.ts'
import { lane, match, type Position, see } from './scene.ts'

describe('the aim', () => {
  it('the lane has 12 cells, numbered from 1', () => {
    const m = lane('A archer 1, B archer 12')
    expect(m.now().units.map(unit => unit.cell)).toEqual([1, 12])
    const numbers = m.game.text.render(m.state).split('\n').at(-1)!
    expect(numbers.split(/ +/)).toEqual(Array.from({ length: 12 }, (_, i) => String(i + 1)))
  })

  it("A's base is on cell 1 and B's on cell 12: recruits stand there", () => {
    const m = match().decide('A infantry').wait().decide('B archer')
    expect(see(m.now())).toEqual(['A infantry 1:10', 'B archer 12:8'])
  })

  it('a side wins by destroying the enemy base', () => {
    expect(lane('A infantry 11', { 'base.hp': 4 }).turn('A')).toMatchObject({ base: { B: 0 }, winner: 'A' })
    expect(lane('B infantry 2', { 'base.hp': 4 }).turn('B')).toMatchObject({ base: { A: 0 }, winner: 'B' })
  })

  it('a side may create one unit a turn, at the end of it', () => {
    const m = match({ 'gold.start': 90 })
    expect(m.choices()).toEqual(['none', 'infantry', 'archer', 'catapult'])
    m.decide('A infantry')
    expect(m.now()).toMatchObject({ player: 'A', round: 1 })
    // Its actions are over: it stands where it was made, and the other side is due.
    expect(see(m.now())).toEqual(['A infantry 1:10'])
    expect(m.wait().game.toMove(m.state)).toBe(0b10)
  })

  it('from its next turn on a unit advances, and attacks units and the base', () => {
    expect(see(lane('A infantry 1').turn('A'))).toEqual(['A infantry 2:10'])
    expect(see(lane('A infantry 4, B archer 5').turn('A'))).toEqual(['A infantry 4:10', 'B archer 5:4'])
    expect(lane('A infantry 11').turn('A').base).toEqual({ A: 100, B: 96 })
  })
})

describe('the units', () => {
  it('super-soldiers cannot be recruited', () => {
    const m = match({ 'gold.start': 500 })
    expect(m.choices()).not.toContain('super-soldier')
    expect(() => m.decide('A super-soldier')).toThrow('expected one of none, infantry, archer, catapult')
  })

  it('a soldier of B on cell 5 can only attack an enemy on cell 4', () => {
    // In its action 3 it would attack after an advance: a friendly unit keeps it on cell 5.
    for (const cell of [1, 2, 3]) {
      const m = lane(`A infantry ${cell}, B catapult 4, B infantry 5`)
      m.turn('B')
      expect(m.count('B', 'infantry', 'used'), `cell ${cell}`).toBe(0)
    }
    const [victim] = lane('A infantry 4, B infantry 5').turn('B').units
    expect(victim).toMatchObject({ side: 'A', hp: 6 })
  })

  it.each([1, 2, 3, 4])(
    'an archer with its nearest enemy %d cells ahead shoots if that is at most 3',
    distance => {
      const m = lane(`A archer 3, B catapult ${3 + distance}`)
      const { units } = m.turn('A')
      expect(units.at(-1)).toMatchObject({ kind: 'catapult', hp: distance <= 3 ? 9 : 12 })
      expect(m.count('A', 'archer', 'used')).toBe((distance <= 3 ? 1 : 0) + (distance >= 2 ? 1 : 0))
    },
  )

  it('an archer shoots the nearest of several enemies', () => {
    expect(see(lane('A archer 3, B catapult 5, B catapult 6').turn('A')).slice(1)).toEqual([
      'B catapult 5:9',
      'B catapult 6:12',
    ])
  })

  it('a catapult hits two cells at once', () => {
    expect(see(lane('A catapult 3, B catapult 5, B catapult 6').turn('A')).slice(1)).toEqual([
      'B catapult 5:6',
      'B catapult 6:6',
    ])
  })

  it('a catapult hits its own unit on one of them too', () => {
    expect(see(lane('A catapult 3, A catapult 6, B archer 7').turn('A'))).toContain('A catapult 6:6')
  })

  it('a catapult shoots so as to hit the nearest enemy', () => {
    // On 2, 3 and 4 cells ahead: the pair 2+3 has the nearest.
    expect(see(lane('A catapult 3, B catapult 5, B catapult 6, B catapult 7').turn('A')).slice(1)).toEqual([
      'B catapult 5:6',
      'B catapult 6:6',
      'B catapult 7:12',
    ])
  })

  it('an infantry attacks once a turn', () => {
    expect(see(lane('A infantry 4, B catapult 5').turn('A'))).toContain('B catapult 5:8')
    // It kills in its action 1, follows in its action 2, and does not attack again.
    expect(see(lane('A infantry 4, B archer 5:1, B catapult 6').turn('A'))).toEqual([
      'A infantry 5:10',
      'B catapult 6:12',
    ])
  })

  it('an infantry whose action 1 was impossible attacks after its advance', () => {
    expect(see(lane('A infantry 4, B catapult 6').turn('A'))).toEqual(['A infantry 5:10', 'B catapult 6:8'])
  })

  it('an archer attacks once a turn, and never after its advance', () => {
    expect(see(lane('A archer 3, B catapult 7').turn('A'))).toEqual(['A archer 4:8', 'B catapult 7:12'])
    expect(see(lane('A archer 3, B catapult 6').turn('A'))).toEqual(['A archer 4:8', 'B catapult 6:9'])
  })

  it('a catapult does one thing a turn: it attacks, or else it advances', () => {
    expect(see(lane('A catapult 3, B catapult 5').turn('A'))).toEqual(['A catapult 3:12', 'B catapult 5:6'])
    expect(see(lane('A catapult 3, B catapult 8').turn('A'))).toEqual(['A catapult 4:12', 'B catapult 8:12'])
    // Its blow cleared the way, yet it stays.
    expect(see(lane('A catapult 3, B archer 5:1').turn('A'))).toEqual(['A catapult 3:12'])
  })
})

describe('the actions', () => {
  it('a unit does not advance onto a cell that is taken', () => {
    expect(see(lane('A archer 3, A catapult 4, B catapult 5').turn('A'))).toEqual([
      'A archer 3:8',
      'A catapult 4:12',
      'B catapult 5:9',
    ])
  })

  it.each(RULE_SETS)('%s: enemies are always between own units and the enemy base', set => {
    for (let index = 0; index < 20; index++)
      walk(gameOf(set), 'between', index, ({ game, state }) => {
        const { units } = game.text.describe(state) as Position
        const sides = units.map(unit => unit.side).join('')
        if (!/^A*B*$/.test(sides)) expect.fail(sides)
      })
  })

  it('a unit on the cell of the enemy base must die before the base can be attacked', () => {
    const m = lane('A infantry 11, B archer 12')
    expect(m.turn('A')).toMatchObject({ base: { B: 100 }, winner: null })
    m.turn('A')
    expect(see(m.now())).toEqual(['A infantry 11:10'])
    expect(m.now().base.B).toBe(100)
    expect(m.turn('A').base.B).toBe(96)
  })

  it.each([
    ['A', 9, 11],
    ['B', 4, 2],
  ] as const)('units of %s advance as far as the cell beside the enemy base', (side, from, to) => {
    for (const kind of ['infantry', 'archer', 'super-soldier']) {
      const alone = lane(`${side} ${kind} ${from}`)
      for (let turn = 0; turn < 4; turn++) alone.turn(side)
      expect(see(alone.now())).toEqual([`${side} ${kind} ${to}:${kind === 'archer' ? 8 : 10}`])
    }
  })

  it('a catapult stops where it reaches the base, 4 cells from it', () => {
    const alone = lane('A catapult 6')
    for (let turn = 0; turn < 5; turn++) alone.turn('A')
    expect(see(alone.now())).toEqual(['A catapult 8:12'])
    expect(alone.now().base.B).toBe(100 - 3 * 6)
  })
})

describe('a round', () => {
  it('gives both sides 8 gold before the turn of A', () => {
    const m = match({ 'units.archer.price': 8 })
    expect(m.now()).toMatchObject({ round: 1, player: 'A', gold: { A: 8, B: 8 } })
    expect(m.decide('A archer').wait().now()).toMatchObject({ round: 1, player: 'B', gold: { A: 0, B: 8 } })
    expect(m.decide('B none').wait().now()).toMatchObject({ round: 2, player: 'A', gold: { A: 8, B: 16 } })
  })

  it('is the whole turn of A, then that of B', () => {
    const m = lane('A infantry 5, B infantry 7')
    // A advances and strikes; only then B strikes back, from where it stood.
    expect(see(m.turn('A'))).toEqual(['A infantry 6:10', 'B infantry 7:6'])
    expect(see(m.turn('B'))).toEqual(['A infantry 6:6', 'B infantry 7:6'])
  })

  it('plays the actions of a side in the order 1, 2, 3 and recruits after them', () => {
    const m = lane('A infantry 1, B catapult 3', { 'gold.start': 10 })
    m.wait()
    // The recruit's cell was left in action 2; the blow of action 3 came after that.
    expect(see(m.now())).toEqual(['A infantry 2:10', 'B catapult 3:8'])
    expect(see(m.decide('A infantry').now())).toEqual([
      'A infantry 1:10',
      'A infantry 2:10',
      'B catapult 3:8',
    ])
  })
})

describe('the order of units', () => {
  it('actions 1 go from the unit nearest its own base to the farthest', () => {
    // The archer leaves the soldier 2 hit points; only then the infantry strikes, and is promoted by its kill.
    expect(see(lane('A archer 4, A infantry 5, B infantry 6:7').turn('A'))).toEqual([
      'A archer 5:8',
      'A super-soldier 6:10',
    ])
    // From the other end too.
    expect(see(lane('B archer 9, B infantry 8, A infantry 7:7').turn('B'))).toEqual([
      'B super-soldier 7:10',
      'B archer 8:8',
    ])
  })

  it('each unit looks at the lane as those before it have left it', () => {
    // The first archer kills, and the second shoots at the next enemy.
    expect(see(lane('A archer 3, A archer 4, B archer 6:1, B catapult 7').turn('A')).at(-1)).toBe(
      'B catapult 7:9',
    )
    // The archer kills what the infantry would have struck, so that its action 1 is impossible and its action 3 is not.
    expect(see(lane('A archer 4, A infantry 5, B archer 6:1, B catapult 7').turn('A'))).toEqual([
      'A archer 5:8',
      'A infantry 6:10',
      'B catapult 7:8',
    ])
  })

  it('actions 2 go from the farthest unit to the nearest: a column moves as one', () => {
    expect(see(lane('A infantry 1, A archer 2, A infantry 3').turn('A'))).toEqual([
      'A infantry 2:10',
      'A archer 3:8',
      'A infantry 4:10',
    ])
    expect(see(lane('B infantry 12, B archer 11').turn('B'))).toEqual(['B archer 10:8', 'B infantry 11:10'])
  })

  it('actions 3 go from the farthest unit to the nearest: so do catapults', () => {
    expect(see(lane('A catapult 1, A catapult 2, A catapult 3').turn('A'))).toEqual([
      'A catapult 2:12',
      'A catapult 3:12',
      'A catapult 4:12',
    ])
  })

  it('in action 1 a unit behind a catapult has had its turn before that shells the way', () => {
    // The archer clears cell 6, so that the catapult's nearest enemy is on 7; the other way round it would shell 6 and 7.
    expect(see(lane('A archer 3, A catapult 4, B archer 6:3, B catapult 7, B catapult 8').turn('A'))).toEqual(
      ['A archer 3:8', 'A catapult 4:12', 'B catapult 7:6', 'B catapult 8:6'],
    )
  })
})

describe('what can be done is done', () => {
  it('a catapult shells its own unit if it can hit an enemy', () => {
    const m = lane('A catapult 8, A infantry 11:3')
    expect(see(m.turn('A'))).toEqual(['A catapult 8:12'])
    // The dead did not strike the base any more.
    expect(m.now().base.B).toBe(94)
  })

  it('nobody is to move in a turn without an option', () => {
    const m = match({ 'gold.perTurn': 5 })
    expect(m.now()).toMatchObject({ round: 2, player: 'A' })
    expect(m.game.toMove(m.state)).toBe(0b01)
    const taken = lane('A catapult 1, A catapult 2, B catapult 3', { 'gold.start': 50 }).wait()
    expect([taken.now().player, taken.game.toMove(taken.state)]).toEqual(['B', 0b10])
  })
})

describe('recruiting', () => {
  it.each([
    ['infantry', 10],
    ['archer', 12],
    ['catapult', 20],
  ])('takes the price of %s, %d gold', (kind, price) => {
    const m = match({ 'gold.start': 22 })
    expect(m.decide(`A ${kind}`).now().gold).toEqual({ A: 30 - price, B: 30 })
  })

  it('needs the gold', () => {
    const affordable = (gold: number) => match({ 'gold.start': gold, 'gold.perTurn': 0 }).choices()
    expect(affordable(10)).toEqual(['none', 'infantry'])
    expect(affordable(12)).toEqual(['none', 'infantry', 'archer'])
    expect(affordable(19)).toEqual(['none', 'infantry', 'archer'])
    expect(affordable(20)).toEqual(['none', 'infantry', 'archer', 'catapult'])
    expect(() => match({ 'gold.start': 11 }).decide('A catapult')).toThrow(
      'A has 19 gold, but catapult costs 20',
    )
  })

  it("needs the cell of the own base to be free after the turn's actions", () => {
    // The infantry leaves it; the catapult, whose way is blocked, does not.
    expect(lane('A infantry 1', { 'gold.start': 10 }).wait().choices()).toContain('infantry')
    const m = lane('A catapult 1, A catapult 2, B archer 3', { 'gold.start': 10 }).wait()
    expect(m.now().player).not.toBe('A')
  })
})

describe('the end', () => {
  it('comes with the blow that destroys a base: nobody acts or recruits after it', () => {
    const m = lane('A archer 10, A infantry 11', { 'base.hp': 3, 'gold.start': 50 })
    expect(m.wait().now()).toMatchObject({ round: 1, player: 'A', base: { A: 3, B: 0 }, winner: 'A' })
    expect(m.count('A', 'infantry', 'used')).toBe(0)
    expect(m.game.toMove(m.state)).toBe(0)
    expect(m.game.info.endings[m.game.result(m.state, new Int32Array(2))]!.id).toBe('base')
  })

  it('comes at exactly 0 hit points, in action 3 as well', () => {
    expect(lane('A infantry 10', { 'base.hp': 4 }).turn('A')).toMatchObject({ base: { B: 0 }, winner: 'A' })
  })

  it('may come in action 3, and hit points are reported as they are, even below 0', () => {
    const m = lane('A infantry 10, A catapult 7', { 'base.hp': 1, 'units.catapult.range': 3 })
    expect(m.turn('A')).toMatchObject({ base: { B: -3 }, winner: 'A' })
    // The catapult behind did not advance any more.
    expect(see(m.now())).toEqual(['A catapult 7:12', 'A infantry 11:10'])
  })

  it('comes when each side has had its turns, and then nobody has won', () => {
    const m = match({ turns: 3 })
    const returns = new Int32Array(2)
    while (m.game.toMove(m.state) !== 0) m.decide(`${'AB'[m.game.toMove(m.state) - 1]} none`).wait()
    expect(m.now()).toMatchObject({ round: 3, player: 'B', winner: 'draw' })
    expect(m.game.info.endings[m.game.result(m.state, returns)]!.kind).toBe('length')
    expect([...returns]).toEqual([30, 30])
  })

  it('is after 100 turns of each side unless the rules say otherwise', () => {
    let rounds = 0
    const game = gameOf('default')
    const end = walk(game, 'hundred', 0, ({ state }) => {
      rounds = Math.max(rounds, (game.text.describe(state) as Position).round)
    })
    expect([end.steps, rounds]).toEqual([200, 100])
  })
})

describe('everything but recruiting is forced', () => {
  it('a match in which nobody recruits asks both sides every turn and moves nothing', () => {
    const game = gameOf('default')
    const m = match()
    let decisions = 0
    for (; m.game.toMove(m.state) !== 0; decisions++) {
      m.decide(`${'AB'[m.game.toMove(m.state) - 1]} none`).wait()
    }
    // All turns but those of round 1, when 8 gold buy nothing.
    expect(decisions).toBe(game.info.decisionMax - 2)
    expect(m.now().units).toEqual([])
  })
})
