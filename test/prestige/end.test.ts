/** Players without territories, and how a match ends. */
import { describe, expect, it } from 'vitest'
import { type Match, type Scene, scene, see, troopText } from './scenario.ts'

const QUIET = { name: 'quiet', cards: [{ name: 'far', kind: 'troops', count: 99, copies: 20 }] }

/** Red conquers blue's only territory; green isn't involved. */
function conquered(patch = {}, extra: Partial<Scene> = {}): Match {
  const lands = { a: 'red 3 assault', b: 'blue 1 mounted', f: 'green 1 assault' }
  const match = scene({ lands, turn: 'red', ...extra }, { deck: QUIET, ...patch }, 'three')
  match.attack('red', 'a b; assault 2', '9 9|0', 'red pick 9 assault', 'blue pick 0 mounted')
  if (match.choices('red').includes('done')) match.decide('red done')
  return match.play('red incoming assault 2', 'red keep')
}

function resultOf(match: Match): { ending: string; returns: number[] } {
  const returns = new Int32Array(match.game.info.seats.length)
  const ending = match.game.info.endings[match.game.result(match.state, returns)]!
  return { ending: `${ending.kind} ${ending.id}`, returns: [...returns] }
}

describe('a player without territories', () => {
  it('puts all his incoming troops on one empty territory of his choice', () => {
    const match = conquered({}, { incoming: { blue: '1 assault 1 ranged' } })
    expect(match.due()).toEqual(['blue'])
    expect(match.choices('blue')).toEqual(['c', 'd', 'e'].map(name => `return ${name}`))
    match.decide('blue return d')
    expect(see(match.now())).toContain('d blue 1 assault 1 ranged')
    expect(troopText(match.now().incoming.blue!)).toBe('')
    expect(match.choices('blue')).toContain('move ranged d c')
  })

  it('on the only empty one without a question', () => {
    const lands = { a: 'red 3 assault', b: 'blue 1 mounted', c: 'green 1 assault', d: 'green 1 assault' }
    const match = conquered({}, { lands: { ...lands, e: 'green 1 assault' }, incoming: { blue: '2 ranged' } })
    expect(see(match.now())).toContain('f blue 2 ranged')
  })

  it('with none incoming he goes straight to the new troops', () => {
    const match = conquered({}, { dossiers: { blue: 'far -' } })
    expect(match.choices('blue')).toEqual([2, 1, 0].map(n => `incoming assault ${n}`))
    // Nothing is drawn for the empty place, and a mission may be exchanged.
    match.decide('blue incoming assault 2')
    expect(match.choices('blue')).toEqual(['keep', 'discard far'])
    match.play('blue keep', 'green incoming assault 2', 'green keep')
    match.play('red place assault a', 'red place assault b', 'red done', 'red incoming assault 2', 'red keep')
    expect(match.choices('blue')).toEqual(['c', 'd', 'e'].map(name => `return ${name}`))
  })

  it('meets no mission: bordering every enemy takes territories', () => {
    const cards = [
      { name: 'far', kind: 'troops', count: 99, copies: 12 },
      { name: 'border', kind: 'border' },
    ]
    const match = conquered({ deck: { name: 'b', cards } }, { dossiers: { blue: 'far -' } })
    match.play('blue incoming assault 2', 'blue discard far', 'chance draw border')
    expect(match.now().dossiers.blue).toEqual(['border', null])
  })
})

describe('a player is out after any turn that leaves no territory', () => {
  const crowded = {
    lands: {
      a: 'red 3 assault',
      b: 'blue 1 mounted',
      c: 'green 1 assault',
      d: 'green 1 assault',
      e: 'green 1 assault',
      f: 'green 1 assault',
    },
    incoming: { blue: '2 ranged' },
  }

  it('if no territory is empty', () => {
    const match = conquered({}, crowded)
    expect(match.due()).toEqual(['green'])
    expect(conquered({}, { incoming: { blue: '2 ranged' } }).due()).toEqual(['blue'])
  })

  it('or if comeback is false', () => {
    expect(conquered({ comeback: false }).due()).toEqual(['green'])
  })

  it('his missions are discarded, his incoming troops lost, his turns skipped', () => {
    const match = conquered({}, crowded)
    expect(match.now().dossiers.blue).toEqual([null, null])
    expect(troopText(match.now().incoming.blue!)).toBe('')
    expect(match.game.text.render(match.state)).toMatch(/discarded 2$/)
    match.play('green incoming assault 2', 'green keep')
    expect(match.due()).toEqual(['red'])
    expect(match.steps).toBe(1)
  })

  it('the last player left wins', () => {
    const match = scene(
      { lands: { a: 'red 3 assault', b: 'blue 1 mounted' }, turn: 'red' },
      { comeback: false },
    )
    match.attack('red', 'a b; assault 2', '9 9|0', 'red pick 9 assault', 'blue pick 0 mounted')
    match.play('red incoming assault 2', 'red keep')
    expect(match.now().winner).toBe('red')
    expect(resultOf(match)).toEqual({ ending: 'win last', returns: [60, 0] })
  })
})

describe('the limit of rounds', () => {
  const lands = { a: 'red 1 assault', c: 'blue 1 mounted', f: 'green 1 assault' }
  const pass = (match: Match, ...seats: string[]) => {
    for (const seat of seats) match.play(`${seat} incoming assault 2`, `${seat} keep`)
    return match
  }

  it('a round is one turn of everyone still in', () => {
    const match = pass(scene({ lands, turn: 'red' }, { deck: QUIET }, 'three'), 'red', 'blue')
    expect(match.steps).toBe(0)
    pass(match, 'green')
    expect(match.steps).toBe(1)
  })

  it('after the last one it is a draw by length among those still in', () => {
    const match = pass(scene({ lands, turn: 'red', round: 59 }, { deck: QUIET }, 'three'), 'red', 'blue')
    expect(match.now().winner).toBe(null)
    pass(match, 'green')
    expect(match.due()).toEqual([])
    expect(match.now().winner).toBe('length')
    expect(resultOf(match)).toEqual({ ending: 'length length', returns: [20, 20, 20] })
  })

  it('those who are out have no part in it', () => {
    const match = conquered({ comeback: false, limits: { rounds: 1 } })
    pass(match, 'green')
    expect(resultOf(match)).toEqual({ ending: 'length length', returns: [30, 0, 30] })
  })
})
