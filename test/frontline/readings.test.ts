/** Where the text can be read in several ways, or a designer would ask "and if not?": each key does what it says. */
import { describe, expect, it } from 'vitest'
import { gameOf } from './load.ts'
import { lane, match, see } from './scene.ts'

describe('bases', () => {
  it('base.shielded: a blow on a unit that stands on the cell of its base', () => {
    const base = (units: string, shielded: boolean) =>
      lane(units, { 'base.shielded': shielded }).turn('A').base.B
    expect([true, false].map(shielded => base('A infantry 11, B infantry 12', shielded))).toEqual([100, 96])
    expect([true, false].map(shielded => base('A archer 10, B infantry 12', shielded))).toEqual([100, 97])
    // The stone hits 11 and 12: the archer on 12 shields the base.
    expect([true, false].map(shielded => base('A catapult 9, B archer 11, B archer 12', shielded))).toEqual([
      100, 94,
    ])
    // A unit on another cell is no concern of the base.
    expect(base('A infantry 10, B infantry 11', false)).toBe(100)
    const killed = lane('A infantry 11, B infantry 12:4', { 'base.shielded': false }).turn('A')
    // The blow that kills and hits the base, then that of the new super-soldier on the free base.
    expect([killed.base.B, ...see(killed)]).toEqual([92, 'A super-soldier 11:10'])
  })

  it('base.falls: the round goes on, and both bases may fall', () => {
    const play = (falls: string, units: string) => {
      const m = lane(units, { cells: 5, base: { hp: 4, falls } })
      m.turn('A')
      if (m.game.toMove(m.state) !== 0) m.turn('B')
      const returns = new Int32Array(2)
      const ending = m.game.info.endings[m.game.result(m.state, returns)]!
      const { base, round, winner } = m.now()
      return [base.A, base.B, round, winner, ending.id, ending.kind, ...returns]
    }
    const both = 'A catapult 2, B catapult 4'
    expect(play('atOnce', both)).toEqual([4, -2, 1, 'A', 'base', 'win', 60, 0])
    expect(play('roundEnd', both)).toEqual([-2, -2, 1, 'draw', 'both-bases', 'draw', 30, 30])
    expect(play('roundEnd', 'A archer 3, A infantry 4')).toEqual([4, -3, 1, 'A', 'base', 'win', 60, 0])
    expect(play('roundEnd', 'B infantry 2')).toEqual([0, 4, 1, 'B', 'base', 'win', 0, 60])
    expect(gameOf('default').info.endings.map(({ id }) => id)).not.toContain('both-bases')
  })

  it('base.falls roundEnd: a base that falls in the last round is no matter of the turn limit', () => {
    const m = match({ turns: 1, cells: 2, 'gold.start': 12, base: { hp: 4, falls: 'roundEnd' } })
    m.decide('A none').wait().decide('B none')
    expect(m.now().winner).toBe('draw')
    const fallen = lane('A infantry 11', { turns: 1, base: { hp: 4, falls: 'roundEnd' } })
    fallen.turn('A')
    fallen.turn('B')
    expect(fallen.now().winner).toBe('A')
  })
})

describe('soldiers and archers', () => {
  it('promotion: what an infantry must kill', () => {
    const kinds = (victim: string) =>
      (['never', 'infantry', 'soldiers', 'any'] as const).map(
        promotion => lane(`A infantry 5, B ${victim} 6:4`, { promotion }).turn('A').units[0]!.kind,
      )
    const [plain, promoted] = ['infantry', 'super-soldier']
    expect(kinds('infantry')).toEqual([plain, promoted, promoted, promoted])
    expect(kinds('super-soldier')).toEqual([plain, plain, promoted, promoted])
    expect(kinds('archer')).toEqual([plain, plain, plain, promoted])
    expect(kinds('catapult')).toEqual([plain, plain, plain, promoted])
    // Nobody but infantry is promoted.
    expect(see(lane('A archer 5, B infantry 6:3', { promotion: 'any' }).turn('A'))).toEqual(['A archer 6:8'])
    // A blow that does not kill promotes nobody.
    expect(see(lane('A infantry 5, B infantry 6', { promotion: 'any' }).turn('A'))[0]).toBe('A infantry 5:10')
  })

  it('secondAttack: that of a promotion in action 1, in action 3 or at once', () => {
    const fought = (secondAttack: string, units: string) => {
      const position = lane(units, { secondAttack, cells: 7, 'base.hp': 8 }).turn('A')
      return [...see(position), `base ${position.base.B}`]
    }
    // The next enemy is near enough only after the advance.
    const apart = 'A infantry 4, B infantry 5:4, B catapult 6'
    expect(fought('action3', apart)).toEqual(['A super-soldier 5:10', 'B catapult 6:8', 'base 8'])
    expect(fought('atOnce', apart)).toEqual(['A super-soldier 5:10', 'B catapult 6:12', 'base 8'])
    // A base whose shield fell is near enough at once, and only once.
    const shield = 'A archer 2, A infantry 6, B infantry 7:4'
    for (const reading of ['action3', 'atOnce'])
      expect(fought(reading, shield)).toEqual(['A archer 3:8', 'A super-soldier 6:10', 'base 4'])
    // Promotions in action 3 and super-soldiers aren't affected.
    expect(fought('atOnce', 'A infantry 4, B infantry 6:4')).toEqual(['A super-soldier 5:10', 'base 8'])
    expect(fought('atOnce', 'A super-soldier 4, B infantry 5:4, B archer 6')).toEqual([
      'A super-soldier 5:10',
      'B archer 6:4',
      'base 8',
    ])
  })

  it('advanceAfterAttack: whoever attacked in action 1 stays', () => {
    const ahead = (units: string, advanceAfterAttack: boolean) =>
      see(lane(units, { advanceAfterAttack }).turn('A')).filter(text => text.startsWith('A'))
    const shooting = 'A archer 4, B catapult 7'
    expect([true, false].map(go => ahead(shooting, go))).toEqual([['A archer 5:8'], ['A archer 4:8']])
    const slaying = 'A infantry 4, B archer 5:4'
    expect([true, false].map(go => ahead(slaying, go))).toEqual([['A infantry 5:10'], ['A infantry 4:10']])
    // Who did not attack goes, and strikes in action 3.
    expect(see(lane('A infantry 4, B archer 6', { advanceAfterAttack: false }).turn('A'))).toEqual([
      'A infantry 5:10',
      'B archer 6:4',
    ])
  })

  it('units.archer.overOwn: an archer behind its own units', () => {
    const shot = (units: string, overOwn: boolean) =>
      lane(units, { 'units.archer.overOwn': overOwn }).turn('A').units.at(-1)!.hp
    const behind = 'A archer 4, A catapult 5, B catapult 6'
    expect([true, false].map(over => shot(behind, over))).toEqual([9, 12])
    expect([true, false].map(over => shot('A archer 4, B catapult 6', over))).toEqual([9, 9])
  })
})

describe('the catapult', () => {
  it('units.catapult.middle: an enemy 3 cells ahead is in both pairs', () => {
    const shelled = (enemies: string, middle: string) =>
      lane(`A catapult 2, ${enemies}`, { 'units.catapult.middle': middle })
        .turn('A')
        .units.slice(1)
        .map(({ hp }) => hp)
    // 3 ahead: the far pair hits 5 and 6, the near one 4 and 5.
    expect(shelled('B archer 5, B archer 6', 'far')).toEqual([2, 2])
    expect(shelled('B archer 5, B archer 6', 'near')).toEqual([2, 8])
    // 2 and 4 ahead leave no choice.
    for (const middle of ['far', 'near']) {
      expect(shelled('B archer 4, B archer 5, B archer 6', middle)).toEqual([2, 2, 8])
      expect(shelled('B archer 6, B archer 7', middle)).toEqual([2, 8])
    }
    const own = (middle: string) =>
      see(lane('A catapult 2, A archer 4, B archer 5', { 'units.catapult.middle': middle }).turn('A'))
    // The archer shoots too: 6 off the enemy by the stone, then 3.
    expect(own('far')).toEqual(['A catapult 2:12', 'A archer 5:8'])
    expect(own('near')).toEqual(['A catapult 2:12', 'A archer 5:2'])
  })

  it('units.catapult.tooNear: an enemy on the next cell', () => {
    const [past, silent] = ['aimsPast', 'silent'].map(tooNear =>
      see(lane('A catapult 2, B archer 3, B archer 5', { 'units.catapult.tooNear': tooNear }).turn('A')),
    )
    expect(past).toEqual(['A catapult 2:12', 'B archer 3:8', 'B archer 5:2'])
    expect(silent).toEqual(['A catapult 2:12', 'B archer 3:8', 'B archer 5:8'])
  })

  it('units.catapult.friendlyFire: a catapult on 8 and its own soldier on 11', () => {
    const play = (friendlyFire: boolean) => {
      const position = lane('A catapult 8, A infantry 11:10', {
        'units.catapult.friendlyFire': friendlyFire,
        'units.infantry.attack': 0,
      }).turn('A')
      return [...see(position), position.base.B]
    }
    expect(play(true)).toEqual(['A catapult 8:12', 'A infantry 11:4', 94])
    expect(play(false)).toEqual(['A catapult 8:12', 'A infantry 11:10', 94])
  })
})
