/** The turn, rule by rule of the source: placing, moving, abandonment, incoming troops, the cap, the exchange. */
import { describe, expect, it } from 'vitest'
import { scene, see, troopText } from './scenario.ts'

const lands = { a: 'red 3 assault', f: 'blue 4 mounted' }

describe('turn 1: all incoming troops are placed on own territories', () => {
  it('split as he likes, one after another', () => {
    const match = scene({
      lands: { ...lands, b: 'red 1 ranged' },
      incoming: { red: '1 assault 1 ranged' },
      turn: 'red',
    })
    expect(match.choices('red')).toEqual(['place assault a', 'place assault b'])
    match.decide('red place assault b')
    expect(match.choices('red')).toEqual(['place ranged a', 'place ranged b'])
    match.decide('red place ranged a')
    expect(see(match.now())).toEqual([
      'a red 3 assault 1 ranged',
      'b red 1 assault 1 ranged',
      'f blue 4 mounted',
    ])
    expect(troopText(match.now().incoming.red!)).toBe('')
  })

  it('on the only one there is without a question', () => {
    const match = scene({ lands, incoming: { red: '2 ranged' }, turn: 'red' })
    expect(see(match.now())[0]).toBe('a red 3 assault 2 ranged')
    expect(match.choices('red')[0]).toBe('done')
  })

  it('never on an enemy or an empty one', () => {
    const match = scene({
      lands: { ...lands, b: 'red 1 ranged' },
      incoming: { red: '1 assault' },
      turn: 'red',
    })
    for (const name of ['c', 'f'])
      expect(() => match.decide(`red place assault ${name}`)).toThrow(/expected "place assault a" or/)
  })
})

describe('turn 2: moves', () => {
  it('go to an adjacent territory that is own or empty; an empty one is then his', () => {
    const match = scene({ lands: { ...lands, b: 'red 2 ranged', d: 'blue 1 assault' }, turn: 'red' })
    const moves = ['move assault a b', 'move ranged b a', 'move ranged b c']
    expect(match.choices('red')).toEqual(['done', ...moves])
    match.decide('red move ranged b c')
    expect(see(match.now())).toContain('c red 1 ranged')
  })

  it('never enter an enemy territory', () => {
    const match = scene({ lands: { c: 'red 3 assault', d: 'blue 3 assault' }, turn: 'red' })
    expect(match.choices('red')).toEqual(['done', 'move assault c b'])
    expect(() => match.decide('red move assault c d')).toThrow(/found "move assault c d"/)
  })

  it('as many as he likes, one troop after another', () => {
    const match = scene({ lands, turn: 'red' }).play('red move assault a b', 'red move assault a b')
    expect(see(match.now())).toEqual(['a red 1 assault', 'b red 2 assault', 'f blue 4 mounted'])
  })

  it('each troop moves at most one territory a turn', () => {
    const match = scene({ lands, turn: 'red' }).play('red move assault a b', 'red move assault a b')
    // Nobody can move any more, so there is nothing to decide.
    expect(match.choices('red')).not.toContain('done')
    const mixed = scene({ lands: { ...lands, b: 'red 1 assault' }, turn: 'red' })
    mixed.decide('red move assault a b')
    // One of the two on b has not moved.
    mixed.decide('red move assault b c')
    expect(() => mixed.decide('red move assault b c')).toThrow(/found/)
    expect(see(mixed.now())).toEqual([
      'a red 2 assault',
      'b red 1 assault',
      'c red 1 assault',
      'f blue 4 mounted',
    ])
  })

  it('one just placed may move', () => {
    const match = scene({
      lands: { a: 'red 1 assault', f: 'blue 4 mounted' },
      incoming: { red: '1 ranged' },
      turn: 'red',
    })
    match.decide('red move ranged a b')
    expect(see(match.now())).toContain('b red 1 ranged')
  })

  it('may start again next turn', () => {
    const match = scene({ lands, turn: 'red' }).play('red move assault a b', 'red move assault a b')
    match.play('red incoming assault 2', 'red keep', 'blue done', 'blue incoming assault 2', 'blue keep')
    match.play('red place assault a', 'red place assault a')
    expect(match.choices('red')).toContain('move assault b c')
  })
})

describe('abandonment: no single move leaves a territory empty', () => {
  it('the last troop stays', () => {
    const match = scene({
      lands: { a: 'red 1 assault', b: 'red 2 assault', f: 'blue 4 mounted' },
      turn: 'red',
    })
    expect(match.choices('red')).toEqual(['done', 'move assault b a', 'move assault b c'])
    match.decide('red move assault b c')
    expect(() => match.decide('red move assault b a')).toThrow(/found/)
  })

  it('a lone troop may leave once another has come', () => {
    const match = scene({
      lands: { a: 'red 2 assault', b: 'red 1 ranged', f: 'blue 4 mounted' },
      turn: 'red',
    })
    expect(() => match.decide('red move ranged b c')).toThrow(/found/)
    match.play('red move assault a b', 'red move ranged b c')
    expect(see(match.now())).toEqual([
      'a red 1 assault',
      'b red 1 assault',
      'c red 1 ranged',
      'f blue 4 mounted',
    ])
  })

  it('two lone troops can not change places', () => {
    const match = scene({
      lands: { a: 'red 1 assault', b: 'red 1 ranged', c: 'blue 1 assault' },
      turn: 'red',
    })
    expect(match.choices('red').some(text => text.startsWith('move'))).toBe(false)
  })
})

describe('turn 4: incoming troops', () => {
  const raised = (names: string, patch = {}, extra = {}) => {
    const held = Object.fromEntries([...names].map(name => [name, 'red 1 assault']))
    const match = scene({ lands: { ...held, f: 'blue 1 mounted' }, turn: 'red', ...extra }, patch)
    // Lone troops can neither move nor attack.
    return match
  }

  it('are half of his territories, rounded down', () => {
    expect(raised('abcde', { incoming: { min: 0 } }).choices('red')).toEqual(
      [2, 1, 0].map(n => `incoming assault ${n}`),
    )
    expect(raised('abcd', { incoming: { min: 0 } }).choices('red')[0]).toBe('incoming assault 2')
    expect(raised('abc', { incoming: { min: 0 } }).choices('red')[0]).toBe('incoming assault 1')
  })

  it('are at least 2', () => {
    expect(raised('a').choices('red')[0]).toBe('incoming assault 2')
    expect(raised('a', { incoming: { min: 3 } }).choices('red')[0]).toBe('incoming assault 3')
  })

  it('are of types of his choice, openly', () => {
    const match = raised('a').play('red incoming assault 1', 'red incoming mounted 0')
    expect(match.now().incoming.red).toEqual({ assault: 1, mounted: 0, ranged: 1 })
  })

  it('are of types of his faction', () => {
    const match = raised('a', { seats: [{ name: 'red', faction: 'hunters' }, { name: 'blue' }] })
    expect(match.choices('red')).toEqual([2, 1, 0].map(n => `incoming mounted ${n}`))
    match.decide('red incoming mounted 0')
    expect(troopText(match.now().incoming.red!)).toBe('2 ranged')
  })

  it('come one for each group of territories, as the rule set says', () => {
    expect(raised('abcde', { incoming: { min: 0, per: 1 } }).choices('red')[0]).toBe('incoming assault 5')
  })
})

describe('troop capacity: board and incoming together', () => {
  const full = (troops: string, cap: number) =>
    scene({ lands: { a: `red ${troops}`, b: 'blue 1 assault' }, turn: 'red' }, { troops: { cap } })

  it('only as many as fit are set aside', () => {
    const match = full('6 assault', 7).play('red done')
    expect(match.choices('red')).toEqual(['incoming assault 1', 'incoming assault 0'])
  })

  it('nobody raises more than 50', () => {
    const match = full('49 assault', 50).play('red done')
    expect(match.choices('red')[0]).toBe('incoming assault 1')
  })

  it('at the cap there are none, and nothing to decide', () => {
    const match = full('6 assault', 6).play('red done')
    expect(match.choices('red')[0]).toBe('keep')
    expect(troopText(match.now().incoming.red!)).toBe('')
  })
})

describe('turn 5: the player may discard one mission and draw another', () => {
  const ready = (patch = {}, dossier = 'lands far') =>
    scene(
      { lands: { a: 'red 1 assault', f: 'blue 1 mounted' }, dossiers: { red: dossier }, turn: 'red' },
      patch,
    ).play('red incoming assault 2')

  it('one of his choice, into its place', () => {
    const match = ready()
    expect(match.choices('red')).toEqual(['keep', 'discard lands', 'discard far'])
    match.play('red discard lands', 'chance draw west')
    expect(match.now().dossiers.red).toEqual(['west', 'far'])
    expect(match.due()).toEqual(['blue'])
  })

  it('or none', () => {
    expect(ready().play('red keep').due()).toEqual(['blue'])
  })

  it('a rule set may leave that out', () => {
    expect(ready({ exchange: false }).due()).toEqual(['blue'])
  })

  it('without missions there is nothing to decide', () => {
    const match = scene({
      lands: { a: 'red 1 assault', f: 'blue 1 mounted' },
      dossiers: { red: '- -', blue: '- -' },
      deck: {},
      turn: 'red',
    }).play('red incoming assault 2')
    expect(match.due()).toEqual(['blue'])
  })
})
