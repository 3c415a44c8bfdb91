/** Attacks, rule by rule of the source: choosing, rolling, picking, comparing, clearing. */
import { describe, expect, it } from 'vitest'
import { type Match, scene, see } from './scenario.ts'

/** Red on c against blue on d; neither can move. */
function duel(red: string, blue: string, patch = {}): Match {
  const lands = { a: 'blue 1 assault', b: 'blue 1 assault', c: `red ${red}`, d: `blue ${blue}` }
  return scene({ lands, turn: 'red' }, { deck: QUIET, ...patch })
}
/** Missions out of reach, so that nobody is paid. */
const QUIET = { name: 'quiet', cards: [{ name: 'far', kind: 'troops', count: 99, copies: 12 }] }

/** What stands on c and d. */
const cd = (match: Match) => see(match.now()).filter(text => /^[cd] /.test(text))

describe('attacking 1: the attacker chooses troops of one territory against an adjacent one', () => {
  it('of an enemy; never an empty one, never his own', () => {
    const match = duel('3 assault', '1 ranged')
    expect(match.choices('red')).toEqual(['done', 'attack c b', 'attack c d'])
    const empty = scene({ lands: { a: 'red 3 assault', c: 'blue 1 assault' }, turn: 'red' }).play('red done')
    expect(empty.choices('red')).not.toContain('attack a b')
    expect(empty.due()).toEqual(['red'])
  })

  it('any that stand there, at least one', () => {
    const match = duel('2 assault 1 mounted', '1 ranged').play('red attack c d')
    expect(match.choices('red')).toEqual(['send assault 2', 'send assault 1', 'send assault 0'])
    match.decide('red send assault 0')
    // Only the mounted troop can attack.
    expect(match.due()).toEqual(['chance'])
  })

  it('at least one stays behind', () => {
    const match = duel('3 assault', '1 ranged').play('red attack c d')
    expect(match.choices('red')).toEqual(['send assault 2', 'send assault 1'])
    expect(duel('1 assault', '1 ranged').choices('red')[0]).toMatch(/^incoming/)
  })

  it('troops that moved this turn may attack', () => {
    const match = scene(
      { lands: { b: 'red 2 assault', d: 'blue 1 ranged', f: 'blue 1 assault' }, turn: 'red' },
      { deck: QUIET },
    )
    match.play('red move assault b c')
    expect(match.choices('red').some(text => text.startsWith('attack'))).toBe(false)
    const back = scene(
      { lands: { b: 'red 2 assault', c: 'red 1 mounted', d: 'blue 1 ranged' }, turn: 'red' },
      { deck: QUIET },
    )
    back.play('red move assault b c', 'red done').attack('red', 'c d; assault 1', '9|0')
    expect(back.due()).toEqual(['red', 'blue'])
  })

  it('turn 2, attacks: any number, from one territory too, until the player is done', () => {
    const match = duel('3 assault', '3 ranged')
    match.attack('red', 'c d; assault 1', '0|1 1 1', 'red pick 0 assault', 'blue pick 1 ranged')
    expect(cd(match)).toEqual(['c red 2 assault', 'd blue 3 ranged'])
    match.attack('red', 'c d', '0|1 1 1', 'red pick 0 assault', 'blue pick 1 ranged')
    expect(cd(match)).toEqual(['c red 1 assault', 'd blue 3 ranged'])
    expect(match.choices('red')[0]).toMatch(/^incoming/)
  })
})

describe('attacking 2: a die for each attacking and each defending troop', () => {
  it("all of the attacker's first, one by one", () => {
    const match = duel('3 assault', '2 ranged').play('red attack c d', 'red send assault 2')
    for (const value of [9, 8, 7, 6]) {
      expect(match.choices('chance')).toEqual(Array.from({ length: 10 }, (_, v) => `die ${v}`))
      match.decide(`chance die ${value}`)
    }
    expect(match.choices('red')).toEqual(['pick 9 assault', 'pick 8 assault'])
    expect(match.choices('blue')).toEqual(['pick 7 ranged', 'pick 6 ranged'])
  })

  it('with ten sides, 0 to 9, or as many as the rule set says', () => {
    const match = duel('2 assault', '1 ranged', { dice: { sides: 6 } }).play('red attack c d')
    expect(match.choices('chance')).toEqual(['die 0', 'die 1', 'die 2', 'die 3', 'die 4', 'die 5'])
  })
})

describe('attacking 4: both pick one of their dice and one of their types, at the same step', () => {
  it('each die with each type that is still in the attack; equal dice count once', () => {
    const match = duel('3 assault 2 mounted', '1 assault 1 ranged').attack(
      'red',
      'c d; assault 2; mounted 1',
      '4 4 7|2 2',
    )
    expect(match.due()).toEqual(['red', 'blue'])
    expect(match.choices('red')).toEqual([
      'pick 7 assault',
      'pick 7 mounted',
      'pick 4 assault',
      'pick 4 mounted',
    ])
    expect(match.choices('blue')).toEqual(['pick 2 assault', 'pick 2 ranged'])
  })

  it('what one has picked is sealed until the other has', () => {
    const match = duel('2 assault', '1 ranged').attack('red', 'c d', '5|5')
    const before = JSON.stringify(match.now())
    match.decide('blue pick 5 ranged')
    expect(match.due()).toEqual(['red'])
    expect(JSON.stringify(match.now())).toBe(before)
    expect(() => match.decide('blue pick 5 ranged')).toThrow(/blue has nothing to decide/)
  })
})

describe('attacking 6: modifiers', () => {
  const meet = (attacker: string, defender: string, dice: string, patch = {}) => {
    const [a, d] = dice.split('|')
    const match = duel(`2 ${attacker}`, `1 ${defender}`, patch).attack('red', 'c d', dice)
    match.play(`red pick ${a} ${attacker}`, `blue pick ${d} ${defender}`)
    return cd(match).at(-1)!.startsWith('d red') ? 'attacker' : 'defender'
  }

  it.each([
    ['assault', 'mounted'],
    ['mounted', 'ranged'],
    ['ranged', 'assault'],
  ])('%s has +1 against %s', (strong, weak) => {
    // Attacking, it takes 1 off the defender's die; defending, it adds 1 to it.
    expect(meet(strong, weak, '5|5')).toBe('attacker')
    expect(meet(strong, weak, '5|6')).toBe('defender')
    expect(meet(weak, strong, '6|5')).toBe('defender')
    expect(meet(weak, strong, '7|5')).toBe('attacker')
  })

  it.each(['assault', 'mounted', 'ranged'])('%s has none against its own kind', type => {
    expect(meet(type, type, '6|5')).toBe('attacker')
    expect(meet(type, type, '5|5')).toBe('defender')
  })

  it('a value never goes below 0', () => {
    // 0 less 1 stays 0, so that a 0 still ties with it, and loses.
    expect(meet('assault', 'mounted', '0|0')).toBe('defender')
    expect(meet('assault', 'mounted', '1|0')).toBe('attacker')
  })

  it('a value never goes above 9', () => {
    // Where ties are the attacker's it shows: 9 and 1 more stay 9.
    expect(meet('mounted', 'assault', '9|9', { ties: 'attacker' })).toBe('attacker')
    expect(meet('mounted', 'assault', '8|9', { ties: 'attacker' })).toBe('defender')
  })

  it('they are numbers of the rule set', () => {
    expect(meet('assault', 'mounted', '4|6', { modifiers: { assault: { mounted: 3 } } })).toBe('attacker')
    expect(meet('assault', 'assault', '4|5', { modifiers: { assault: { assault: 5 } } })).toBe('defender')
  })
})

describe('attacking 7: the lower one removes its troop', () => {
  it('of the type that it picked', () => {
    const match = duel('2 assault 2 mounted', '2 assault 2 ranged')
    match.attack(
      'red',
      'c d; assault 1; mounted 2',
      '1 2 8|5 5 5 5',
      'red pick 1 mounted',
      'blue pick 5 ranged',
    )
    expect(cd(match)).toEqual(['c red 2 assault 1 mounted', 'd blue 2 assault 2 ranged'])
    match.play('red pick 8 mounted', 'blue pick 5 ranged')
    expect(cd(match)).toEqual(['c red 2 assault 1 mounted', 'd blue 2 assault 1 ranged'])
  })

  it("ties are the defender's, or as the rule set says the attacker's", () => {
    const tie = (ties: string) =>
      cd(
        duel('2 assault', '1 assault', { ties })
          .attack('red', 'c d', '5|5')
          .play('red pick 5 assault', 'blue pick 5 assault'),
      )
    expect(tie('defender')).toEqual(['c red 1 assault', 'd blue 1 assault'])
    expect(tie('attacker')).toEqual(['c red 1 assault', 'd red 1 assault'])
  })

  it('both dice are spent; the winning troop stays and may be picked again', () => {
    const match = duel('3 assault 1 mounted', '2 ranged').attack(
      'red',
      'c d; assault 2; mounted 1',
      '9 8 0|3 3',
    )
    match.play('red pick 9 mounted', 'blue pick 3 ranged')
    expect(match.choices('red')).toEqual([
      'pick 8 assault',
      'pick 8 mounted',
      'pick 0 assault',
      'pick 0 mounted',
    ])
    expect(match.choices('blue')).toEqual(['pick 3 ranged'])
  })
})

describe('attacking 8: until one side has no die left', () => {
  it('after as many comparisons as the smaller side had troops; dice left over are void', () => {
    const match = duel('2 assault', '3 ranged')
    match.attack('red', 'c d', '0|9 9 9', 'red pick 0 assault', 'blue pick 9 ranged')
    expect(cd(match)).toEqual(['c red 1 assault', 'd blue 3 ranged'])
    expect(match.choices('red')[0]).toMatch(/^incoming/)
    const large = duel('6 assault', '1 ranged')
    large.attack('red', 'c d; assault 5', '0 0 0 0 0|9', 'red pick 0 assault', 'blue pick 9 ranged')
    expect(cd(large)).toEqual(['c red 5 assault', 'd blue 1 ranged'])
    // New dice for the next attack of the same territories.
    expect(large.choices('red')).toContain('attack c d')
  })

  it('one that brings fewer troops than defend can not conquer', () => {
    const match = duel('2 assault', '2 mounted')
    match.attack('red', 'c d', '9|0 0', 'red pick 9 assault', 'blue pick 0 mounted')
    expect(cd(match)).toEqual(['c red 2 assault', 'd blue 1 mounted'])
  })

  it('one that loses a comparison can not conquer, however many it brings', () => {
    const match = duel('5 assault', '2 mounted').attack('red', 'c d; assault 4', '9 9 0 0|5 5')
    match.play('red pick 0 assault', 'blue pick 5 mounted', 'red pick 9 assault', 'blue pick 5 mounted')
    expect(cd(match)).toEqual(['c red 4 assault', 'd blue 1 mounted'])
    expect(match.choices('red')).toContain('attack c d')
  })

  it('attack.refill: both roll again for the troops that are left, until one side has none', () => {
    const match = duel('3 assault', '2 mounted', { attack: { refill: true } })
    match.attack('red', 'c d; assault 2', '9 0|5 5', 'red pick 9 assault', 'blue pick 5 mounted')
    match.play('red pick 0 assault', 'blue pick 5 mounted')
    expect(cd(match)).toEqual(['c red 2 assault', 'd blue 1 mounted'])
    expect(match.due()).toEqual(['chance'])
    match.play('chance die 4', 'chance die 3')
    expect(match.choices('red')).toEqual(['pick 4 assault'])
    match.play('red pick 4 assault', 'blue pick 3 mounted')
    expect(cd(match)).toEqual(['c red 1 assault', 'd red 1 assault'])
  })

  it('attack.refill ends, too, when no attacker is left', () => {
    const match = duel('2 assault', '2 mounted', { attack: { refill: true } })
    match.attack('red', 'c d', '0|5 5', 'red pick 0 assault', 'blue pick 5 mounted')
    expect(cd(match)).toEqual(['c red 1 assault', 'd blue 2 mounted'])
    expect(match.choices('red')[0]).toMatch(/^incoming/)
  })
})

describe('attacking 9: a cleared territory', () => {
  it('all remaining attackers move in, and no others', () => {
    const match = duel('3 assault 1 ranged', '1 mounted')
    match.attack('red', 'c d; assault 2; ranged 1', '9 1 1|0', 'red pick 9 assault', 'blue pick 0 mounted')
    expect(cd(match)).toEqual(['c red 1 assault', 'd red 2 assault 1 ranged'])
  })

  it('else they stay where they were', () => {
    const match = duel('3 assault', '2 mounted').attack('red', 'c d; assault 2', '9 0|1 1')
    match.play('red pick 9 assault', 'blue pick 1 mounted', 'red pick 0 assault', 'blue pick 1 mounted')
    expect(cd(match)).toEqual(['c red 2 assault', 'd blue 1 mounted'])
  })

  it('blitz: it may be attacked from at once', () => {
    const lands = { b: 'blue 1 assault', c: 'red 4 assault', d: 'blue 1 mounted', e: 'blue 1 mounted' }
    const fight = (blitz: boolean) =>
      scene({ lands, turn: 'red' }, { deck: QUIET, blitz })
        .attack('red', 'c d; assault 3', '9 9 9|0')
        .play('red pick 9 assault', 'blue pick 0 mounted')
    expect(fight(true).choices('red')).toContain('attack d e')
    // The others may attack all the same.
    const wide = scene(
      { lands: { ...lands, c: 'red 6 assault' }, turn: 'red' },
      { deck: QUIET, blitz: false },
    )
    wide.attack('red', 'c d; assault 3', '9 9 9|0', 'red pick 9 assault', 'blue pick 0 mounted')
    expect(wide.choices('red')).toEqual(['done', 'attack c b'])
    const slow = fight(false)
    expect(slow.choices('red')[0]).toMatch(/^incoming/)
    slow.play('red incoming assault 2', 'red keep', 'blue incoming assault 2', 'blue keep')
    slow.play('red place assault d', 'red place assault d', 'red done')
    expect(slow.choices('red')).toContain('attack d e')
  })

  it('the next territory of a chain is attacked by those that moved in', () => {
    const lands = { c: 'red 3 assault', d: 'blue 1 mounted', e: 'blue 1 mounted' }
    const match = scene({ lands, turn: 'red' }, { deck: QUIET })
    match
      .play('red done')
      .attack('red', 'c d; assault 2', '9 9|0', 'red pick 9 assault', 'blue pick 0 mounted')
    match.attack('red', 'd e', '9|0', 'red pick 9 assault', 'blue pick 0 mounted')
    expect(see(match.now())).toEqual(['c red 1 assault', 'd red 1 assault', 'e red 1 assault'])
  })
})
