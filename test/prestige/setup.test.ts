/** Setup, rule by rule of the source: missions drawn, put back under the deck, redrawn; then the first troops. */
import { describe, expect, it } from 'vitest'
import * as fields from '../../engine/prestige/state/fields.ts'
import * as layout from '../../engine/prestige/state/layout.ts'
import { DECK, LINE, Match, see } from './scenario.ts'

const PATCH = { map: LINE, deck: DECK }

/** A match of two in which red drew lands and west, blue ends and safe. */
function dealt(patch = {}): Match {
  return new Match('two', { ...PATCH, ...patch }).play(
    'chance draw lands',
    'chance draw west',
    'chance draw ends',
    'chance draw safe',
  )
}

/** How many cards of each mission a part of the deck holds. */
function part(match: Match, shift: number): Record<string, number> {
  const { state, tables } = match
  const first = layout.cardsAt(tables.territories)
  const counts = tables.cardNames.map((name, c) => [name, (state[first + c]! >>> shift) & 255] as const)
  return Object.fromEntries(counts.filter(([, count]) => count > 0))
}

describe('setup 1: each player draws two missions, face up', () => {
  it('in turn order, all from the whole deck', () => {
    const match = new Match('two', PATCH)
    expect(match.due()).toEqual(['chance'])
    expect(match.choices('chance')).toEqual(DECK.cards.map(({ name }) => `draw ${name}`))
    match.play('chance draw lands', 'chance draw west')
    expect(match.now().dossiers).toEqual({ red: ['lands', 'west'], blue: [null, null] })
    match.play('chance draw ends', 'chance draw safe')
    expect(match.now().dossiers).toEqual({ red: ['lands', 'west'], blue: ['ends', 'safe'] })
  })

  it('each card equally likely: a mission counts as often as there are cards of it', () => {
    const match = new Match('two', PATCH)
    const odds = new Int32Array(match.game.info.legalMax)
    expect(match.game.chanceWeights!(match.state, odds)).toBe(18)
    expect(Array.from(odds.subarray(0, 11))).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 8, 1])
    match.decide('chance draw far')
    expect(match.game.chanceWeights!(match.state, odds)).toBe(17)
    expect(odds[9]).toBe(7)
  })

  it('a player without territories meets no mission, so that none is set aside', () => {
    const match = new Match('two', {
      ...PATCH,
      deck: { name: 'one', cards: [{ ...DECK.cards[8], copies: 8 }] },
    })
    match.decide('chance draw border')
    expect(match.now().dossiers.red).toEqual(['border', null])
  })
})

describe('setup 2: each puts back one or both', () => {
  it('in turn order and openly; keeping both is not allowed', () => {
    const match = dealt()
    expect(match.due()).toEqual(['red'])
    expect(match.choices('red')).toEqual(['mulligan lands', 'mulligan west', 'mulligan lands west'])
    match.decide('red mulligan west')
    expect(match.now().dossiers).toEqual({ red: ['lands', null], blue: ['ends', 'safe'] })
    expect(match.due()).toEqual(['blue'])
  })

  it('of two equal missions it does not matter which', () => {
    const match = new Match('two', PATCH).play(
      'chance draw far',
      'chance draw far',
      'chance draw ends',
      'chance draw safe',
    )
    expect(match.choices('red')).toEqual(['mulligan far', 'mulligan far far'])
    match.decide('red mulligan far')
    expect(match.now().dossiers.red).toEqual([null, 'far'])
  })

  it('a rule set may let players keep all', () => {
    const match = dealt({ mulligan: { min: 0 } })
    expect(match.choices('red')[0]).toBe('mulligan none')
    match.play('red mulligan none', 'blue mulligan none')
    expect(match.now().dossiers).toEqual({ red: ['lands', 'west'], blue: ['ends', 'safe'] })
    expect(match.choices('red')[0]).toMatch(/^start /)
  })
})

describe('setup 2: with one mission each', () => {
  const single = (min: number) =>
    new Match('two', { ...PATCH, 'dossier.size': 1, 'mulligan.min': min }).play(
      'chance draw lands',
      'chance draw west',
    )

  it('it is put back without a question', () => {
    const match = single(1)
    expect(match.due()).toEqual(['chance'])
    expect(part(match, fields.LOWER)).toEqual({ lands: 1, west: 1 })
  })

  it('or kept, where the rules allow it', () => {
    const match = single(0)
    expect(match.choices('red')).toEqual(['mulligan none', 'mulligan lands'])
    match.play('red mulligan none', 'blue mulligan west')
    expect(match.now().dossiers).toEqual({ red: ['lands'], blue: [null] })
  })
})

describe('setup 3: what was put back goes under the deck', () => {
  it('when all have chosen, and not before', () => {
    const match = dealt().play('red mulligan lands west')
    expect(part(match, fields.LOWER)).toEqual({})
    match.decide('blue mulligan safe')
    expect(part(match, fields.LOWER)).toEqual({ lands: 1, safe: 1, west: 1 })
  })

  it('it is drawn only once the upper part is spent', () => {
    const cards = [
      { name: 'far', kind: 'troops', count: 99, copies: 7 },
      { name: 'wide', kind: 'territories', count: 99 },
    ]
    const match = new Match('two', { ...PATCH, deck: { name: 'eight', cards } })
    match.play('chance draw far', 'chance draw far', 'chance draw far', 'chance draw wide')
    match.play('red mulligan far far', 'blue mulligan far wide')
    for (let i = 0; i < 4; i++) {
      expect(match.choices('chance')).toEqual(['draw far'])
      match.decide('chance draw far')
    }
    expect(part(match, fields.UPPER)).toEqual({})
    expect(part(match, fields.LOWER)).toEqual({ far: 3, wide: 1 })
    const turn = ['start a', 'start assault 4']
    match.play(...turn.map(text => `red ${text}`), 'blue start f', 'blue start assault 4')
    match.play('red done', 'red incoming assault 2', 'red discard far')
    expect(match.choices('chance')).toEqual(['draw far', 'draw wide'])
  })
})

describe('setup 4: each draws as many as were put back', () => {
  it('in turn order, into the empty places', () => {
    const match = dealt().play('red mulligan lands west', 'blue mulligan ends')
    match.play('chance draw alike', 'chance draw took')
    expect(match.now().dossiers).toEqual({ red: ['alike', 'took'], blue: [null, 'safe'] })
    match.decide('chance draw far')
    expect(match.now().dossiers).toEqual({ red: ['alike', 'took'], blue: ['far', 'safe'] })
    expect(match.due()).toEqual(['red'])
  })
})

describe('setup 5: each in turn order puts 4 troops in an empty territory', () => {
  const ready = (patch = {}) =>
    dealt(patch).play('red mulligan west', 'blue mulligan safe', 'chance draw far', 'chance draw far')

  it('any that is empty, with types of his choice, all in one', () => {
    const match = ready()
    expect(match.choices('red')).toEqual(['a', 'b', 'c', 'd', 'e', 'f'].map(name => `start ${name}`))
    match.decide('red start b')
    expect(match.choices('red')).toEqual([4, 3, 2, 1, 0].map(n => `start assault ${n}`))
    match.decide('red start assault 1')
    expect(match.choices('red')).toEqual([3, 2, 1, 0].map(n => `start mounted ${n}`))
    match.decide('red start mounted 2')
    expect(see(match.now())).toEqual(['b red 1 assault 2 mounted 1 ranged'])
    // Every seat lists the map from its own share on.
    expect(match.choices('blue')).toEqual(['d', 'e', 'f', 'a', 'c'].map(name => `start ${name}`))
  })

  it('types of his faction only', () => {
    const seats = [{ name: 'red', faction: 'wardens' }, { name: 'blue' }]
    const match = ready({ seats }).play('red start a', 'red start assault 1')
    expect(see(match.now())).toEqual(['a red 1 assault 3 ranged'])
  })

  it('as many as the rule set says', () => {
    const match = ready({ setup: { troops: 7 } }).play('red start a', 'red start assault 7')
    expect(see(match.now())).toEqual(['a red 7 assault'])
  })

  it('then the first player moves, with nothing to place', () => {
    const match = ready().play('red start a', 'red start assault 4', 'blue start f', 'blue start assault 4')
    expect(match.due()).toEqual(['red'])
    expect(match.choices('red')).toEqual(['done', 'move assault a b'])
  })

  it('the last of as many territories as seats leaves no choice', () => {
    const map = {
      name: 'pair',
      territories: [
        { name: 'a', region: 'r', next: ['b'] },
        { name: 'b', region: 'r' },
      ],
    }
    const deck = { name: 'far', cards: [{ name: 'far', kind: 'troops', count: 99, copies: 8 }] }
    const match = new Match('two', { map, deck })
    for (let i = 0; i < 4; i++) match.decide('chance draw far')
    match.play('red mulligan far', 'blue mulligan far', 'chance draw far', 'chance draw far', 'red start a')
    match.decide('red start assault 4')
    expect(match.choices('blue')[0]).toBe('start assault 4')
  })
})
