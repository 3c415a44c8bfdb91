/** What `replay` says of a turn: income, blows, losses, promotions, recruits. */
import { describe, expect, it } from 'vitest'
import { type Lane, lane, match } from './scene.ts'

/** The sentences of a turn of A, in which it recruits nothing unless it says so. */
function told(m: Lane, recruit?: string): string[] {
  const before = m.state.slice()
  if (recruit === undefined) m.turn('A')
  else m.wait().decide(recruit)
  const { narrate } = m.game.text
  return narrate!(before, m.state)
    .split('\n')
    .filter(line => line.startsWith('  '))
    .map(line => line.trim())
}

describe('a turn in brief', () => {
  const brief = (m: Lane, recruit?: string): readonly string[] => {
    const before = m.state.slice()
    if (recruit === undefined) m.turn('A')
    else m.wait().decide(recruit)
    return m.game.text.brief!(before, m.state)
  }

  it('names what a side loses, what the other recruits, and that it struck if that took nothing', () => {
    expect(brief(lane('', { 'gold.start': 50 }), 'A catapult')).toEqual(['A recruits catapult'])
    expect(brief(lane('A archer 5, B infantry 8'))).toEqual(['A strikes without a kill'])
    expect(brief(lane('A archer 5, B infantry 8:3'))).toEqual(['B loses infantry on 8'])
    expect(brief(lane(''))).toEqual([])
  })
})

describe('the story of a turn', () => {
  it('names income and recruit, or why there is none', () => {
    const m = match({ 'gold.start': 12 })
    const before = m.state.slice()
    m.decide('A archer')
    expect(m.game.text.narrate!(before, m.state)).toContain('\n  A recruits an archer for 12 gold\n')
    expect(told(lane('', { 'gold.perTurn': 8 }))).toEqual([
      'both sides get 8 gold',
      'A cannot recruit: its gold buys nothing',
    ])
    expect(told(lane('', { 'gold.start': 50 }))).toEqual(['A recruits nothing'])
    expect(told(lane('A catapult 1, B archer 4')).slice(1)).toEqual([
      'A cannot recruit: a unit stands on the cell of its base',
    ])
  })

  it('names who strikes whom, what is left, and what a kill pays', () => {
    expect(told(lane('A archer 5, B infantry 8'))[0]).toBe(
      "A's archer on 5 hits B's infantry on 8 for 3 (7 left)",
    )
    expect(told(lane('A archer 5, B archer 7:2'))[0]).toBe(
      "A's archer on 5 kills B's archer on 7; A earns 6 gold",
    )
    expect(told(lane('A infantry 11'))[0]).toBe("A's infantry on 11 hits B's base for 4 (96 left)")
    expect(told(lane('A infantry 11', { 'base.hp': 3 }))).toEqual(["A's infantry on 11 destroys B's base"])
    expect(told(lane('A infantry 11', { 'base.hp': 3, 'base.falls': 'roundEnd' }))).toEqual([
      "A's infantry on 11 destroys B's base",
      'A cannot recruit: its gold buys nothing',
    ])
    expect(told(lane('A infantry 11, B archer 12', { 'base.shielded': false }))[0]).toBe(
      "A's infantry on 11 hits B's archer on 12 for 4 (4 left) and hits B's base for 4 (96 left)",
    )
  })

  it('names a promotion, and the blow that follows it', () => {
    expect(told(lane('A infantry 5, B infantry 6:4, B archer 7')).slice(0, 2)).toEqual([
      "A's infantry on 5 kills B's infantry on 6; A earns 5 gold; it becomes a super-soldier",
      "A's super-soldier on 6 hits B's archer on 7 for 4 (4 left)",
    ])
  })

  it("names both cells of a catapult's blow, its own side's unit included, and whom that pays", () => {
    expect(
      told(lane('A catapult 4, A infantry 7:5, B archer 8', { 'gold.friendlyKill': 'opponent' }))[0],
    ).toBe(
      "A's catapult on 4 kills A's infantry on 7 and hits B's archer on 8 for 6 (2 left); B earns 5 gold",
    )
    expect(told(lane('A archer 5, B infantry 8', { 'units.archer.attack': 0 }))[0]).toBe(
      "A's archer on 5 strikes without effect",
    )
  })
})
