/** What matches count of missions, troop types, attacks, factions and starts. */
import { describe, expect, it } from 'vitest'
import { DECK, LINE, Match, scene } from './scenario.ts'

const QUIET = { name: 'quiet', cards: [{ name: 'far', kind: 'troops', count: 99, copies: 20 }] }

describe('missions', () => {
  it('count as fielded when they come into a dossier, as lost when they leave it unmet', () => {
    const match = new Match('two', { map: LINE, deck: DECK })
    match.play('chance draw lands', 'chance draw west', 'chance draw ends', 'chance draw safe')
    match.play('red mulligan lands', 'blue mulligan ends safe', 'chance draw took')
    expect(match.counts('red', 'mission', 'lands')).toEqual([1, 0, 0, 0, 1])
    expect(match.counts('red', 'mission', 'west')).toEqual([1, 0, 0, 0, 0])
    expect(match.counts('red', 'mission', 'took')).toEqual([1, 0, 0, 0, 0])
    expect(match.counts('blue', 'mission', 'safe')).toEqual([1, 0, 0, 0, 1])
  })

  it('count as used when they are met, and score their prestige', () => {
    const lands = { a: 'red 1 assault', f: 'red 1 assault', c: 'blue 1 assault' }
    const match = scene({ lands, dossiers: { red: 'ends far' }, turn: 'red' })
    expect(match.counts('red', 'mission', 'ends')).toEqual([0, 1, 2, 0, 0])
  })

  it('that are exchanged count as lost, those set aside as nothing', () => {
    const lands = { a: 'red 1 assault', b: 'red 1 assault', f: 'blue 1 assault' }
    const match = scene({ lands, turn: 'red' }).play('red incoming assault 2', 'red discard far')
    match.play('chance draw west', 'chance draw lands')
    expect(match.counts('red', 'mission', 'far')).toEqual([0, 0, 0, 0, 1])
    expect(match.counts('red', 'mission', 'west')).toEqual([0, 0, 0, 0, 0])
    expect(match.counts('red', 'mission', 'lands')).toEqual([1, 0, 0, 0, 0])
  })
})

describe('troop types', () => {
  it('count as fielded when raised, as used in every comparison, as lost when removed', () => {
    const lands = { a: 'red 3 assault', b: 'blue 2 mounted' }
    const match = scene({ lands, turn: 'red' }, { deck: QUIET })
    match.attack('red', 'a b; assault 2', '9 0|5 5', 'red pick 9 assault', 'blue pick 5 mounted')
    match.play(
      'red pick 0 assault',
      'blue pick 5 mounted',
      'red done',
      'red incoming assault 0',
      'red incoming mounted 2',
    )
    expect(match.counts('red', 'troop', 'assault')).toEqual([0, 2, 0, 0, 1])
    expect(match.counts('blue', 'troop', 'mounted')).toEqual([0, 2, 0, 0, 1])
    expect(match.counts('red', 'troop', 'mounted')).toEqual([2, 0, 0, 0, 0])
  })
})

describe('attacks of k against m', () => {
  it('count as fielded when declared, as used when they conquer, else as lost', () => {
    const lands = { a: 'red 7 assault', b: 'blue 1 mounted', c: 'blue 2 mounted' }
    const match = scene({ lands, turn: 'red' }, { deck: QUIET })
    match.attack('red', 'a b; assault 6', '9 0 0 0 0 0|0', 'red pick 9 assault', 'blue pick 0 mounted')
    expect(match.counts('red', 'attack', '5+v1')).toEqual([1, 1, 0, 0, 0])
    match.attack('red', 'b c; assault 1', '0|9 9', 'red pick 0 assault', 'blue pick 9 mounted')
    expect(match.counts('red', 'attack', '1v2')).toEqual([1, 0, 0, 0, 1])
  })
})

describe('factions and starts', () => {
  const seats = [{ name: 'red', faction: 'riders' }, { name: 'blue' }]

  it('count for the seat that has them', () => {
    const match = new Match('two', { map: LINE, deck: QUIET, seats })
    for (let i = 0; i < 4; i++) match.decide('chance draw far')
    match.play('red mulligan far', 'blue mulligan far', 'chance draw far', 'chance draw far', 'red start b')
    expect(match.counts('red', 'faction', 'riders')).toEqual([1, 1, 0, 0, 0])
    expect(match.counts('blue', 'faction', 'riders')).toEqual([0, 0, 0, 0, 0])
    expect(match.counts('blue', 'faction', 'standard')).toEqual([1, 1, 0, 0, 0])
    expect(match.counts('red', 'start', 'b')).toEqual([1, 1, 0, 0, 0])
    match.play('red start assault 3')
    expect(match.counts('red', 'troop', 'assault')[0]).toBe(3)
    expect(match.counts('red', 'troop', 'mounted')[0]).toBe(1)
  })

  it('a faction is lost with a player who is out, and so are his incoming troops', () => {
    const lands = { a: 'red 3 assault', b: 'blue 1 mounted' }
    const match = scene(
      { lands, incoming: { blue: '2 ranged' }, turn: 'red' },
      { deck: QUIET, comeback: false },
    )
    match.attack('red', 'a b; assault 2', '9 9|0', 'red pick 9 assault', 'blue pick 0 mounted')
    match.play('red incoming assault 2', 'red keep')
    expect(match.counts('blue', 'faction', 'standard')[4]).toBe(1)
    expect(match.counts('blue', 'troop', 'ranged')[4]).toBe(2)
    expect(match.counts('blue', 'mission', 'far')[4]).toBe(2)
  })
})
