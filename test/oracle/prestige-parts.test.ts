/** The oracle's comparisons, missions and draws on examples worked by hand from the ruling of prestige. */
import { describe, expect, it } from 'vitest'
import { attackerWins } from './prestige-attack.ts'
import { type PrestigeDocument, rulesOf, type Type } from './prestige-document.ts'
import { addTroops, drawCard, meets, newPosition, type Position } from './prestige-parts.ts'
import { world } from './prestige-world.ts'

/** Troops by territory: `red assault 2 a, blue ranged 1 b`. */
function board(troops: string, document: PrestigeDocument = world(3)): Position {
  const position = newPosition(rulesOf(document))
  for (const entry of troops.split(', ')) {
    const [seat = '', type = '', count, at = ''] = entry.split(' ')
    addTroops(position, seat, type as Type, Number(count), at)
  }
  position.turn = 'red'
  return position
}

describe('a comparison', () => {
  const wins = (attack: string, defence: string, rules: Partial<PrestigeDocument> = {}): boolean => {
    const [pick, other] = [attack, defence].map(text => ({
      die: Number(text.split(' ')[0]),
      type: text.split(' ')[1] as Type,
    }))
    return attackerWins(rulesOf(world(2, rules)), pick!, other!)
  }

  it('favours the defender in a tie, or the attacker by rule', () => {
    expect([wins('5 assault', '5 assault'), wins('6 assault', '5 assault')]).toEqual([false, true])
    expect(wins('5 assault', '5 assault', { ties: 'attacker' })).toBe(true)
  })

  it('gives 1 to assault against mounted, mounted against ranged, ranged against assault', () => {
    for (const [strong, weak] of ['assault mounted', 'mounted ranged', 'ranged assault'].map(t =>
      t.split(' '),
    )) {
      expect([wins(`5 ${strong}`, `5 ${weak}`), wins(`4 ${strong}`, `5 ${weak}`)]).toEqual([true, false])
      expect([wins(`6 ${weak}`, `5 ${strong}`), wins(`7 ${weak}`, `5 ${strong}`)]).toEqual([false, true])
    }
  })

  it('clamps the defender to the range of the die', () => {
    expect(wins('9 mounted', '9 assault', { ties: 'attacker' })).toBe(true)
    expect(wins('0 assault', '0 mounted')).toBe(false)
  })
})

describe('a mission', () => {
  const met = (troops: string, mission: string, change: Partial<Position> = {}): boolean => {
    const position = Object.assign(board(troops), change)
    return meets(position, position.players[0]!, mission)
  }

  it.each([
    ['hold-3', 'red assault 1 a, red assault 1 b, red assault 1 f', 'red assault 9 a, red assault 1 b'],
    ['south', 'red assault 1 e, red assault 1 f, red assault 1 g, red assault 1 h', 'red assault 1 e'],
    ['a-and-c', 'red assault 1 a, red assault 1 c', 'red assault 1 a, blue assault 1 c'],
    [
      'safe-2',
      'red assault 1 a, red assault 1 b, blue assault 1 d',
      'red assault 1 a, red assault 1 b, blue mounted 1 e',
    ],
    ['one-type-5', 'red assault 3 a, red assault 2 b', 'red assault 4 a, red mounted 4 b'],
    [
      'combined-2',
      'red assault 1 a, red mounted 1 a, red ranged 1 a, red assault 1 b, red mounted 1 b, red ranged 1 b',
      'red assault 2 a, red mounted 2 a, red ranged 2 a, red assault 1 b, red mounted 1 b',
    ],
    ['borders', 'red assault 1 b, blue assault 1 a', 'red assault 1 b, blue assault 1 a, green assault 1 e'],
    ['borders', 'red assault 1 a, blue assault 1 b, green assault 1 e', 'red assault 1 a'],
  ])('%s is met by: %s; not by: %s', (mission, meeting, missing) => {
    expect([met(meeting, mission), met(missing, mission)]).toEqual([true, false])
  })

  it('counts the player’s own turn', () => {
    expect(met('red assault 1 a', 'took-1', { taken: ['a'] })).toBe(true)
    expect(met('red assault 1 a', 'took-2', { taken: ['a'] })).toBe(false)
    expect(met('red assault 1 a', 'removed-3', { removed: 3 })).toBe(true)
    expect(met('red assault 1 a', 'removed-3', { removed: 3, turn: 'blue' })).toBe(false)
  })

  it('is not met by a player without territories', () => {
    expect(met('blue assault 1 a', 'removed-3', { removed: 3 })).toBe(false)
  })
})

describe('a draw', () => {
  it('comes from the upper part, the cards put under it, and the discard pile, and sets aside what is met', () => {
    const position = board('red assault 1 a, red assault 1 b, red assault 1 c')
    const [player] = position.players
    Object.assign(position, { upper: ['hold-3'], lower: ['a-and-c'], discard: ['hold-5', 'took-1'] })
    const draw = drawCard(position, player!)
    const offered: string[][] = []
    let step = draw.next()
    for (const text of ['draw hold-3', 'draw a-and-c', 'draw took-1']) {
      if (step.done) break
      offered.push([...step.value[0]!.legal])
      step = draw.next({ actor: 'chance', text })
    }
    expect(offered).toEqual([['draw hold-3'], ['draw a-and-c'], ['draw hold-5', 'draw took-1']])
    expect(step).toEqual({ done: true, value: 'took-1' })
    expect(position).toMatchObject({
      upper: ['hold-5'],
      lower: [],
      setAside: [],
      discard: ['hold-3', 'a-and-c'],
    })
  })

  it('leaves the place empty when no card is left', () => {
    const position = board('red assault 1 a, red assault 1 c')
    Object.assign(position, { upper: [], discard: ['a-and-c'] })
    const draw = drawCard(position, position.players[0]!)
    expect(draw.next().value).toEqual([{ actor: 'chance', legal: ['draw a-and-c'] }])
    expect(draw.next({ actor: 'chance', text: 'draw a-and-c' })).toEqual({ done: true, value: null })
    expect(position.discard).toEqual(['a-and-c'])
  })
})
