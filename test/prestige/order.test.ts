/** The canonical order of choices loses no position, is the same from every seat, and keeps decisions few. */

import { describe, expect, it } from 'vitest'
import { newState } from '../../engine/contract/index.ts'
import { generator, walk } from '../../engine/laws/walk.ts'
import * as layout from '../../engine/prestige/state/layout.ts'
import { canMoveAlong } from '../../engine/prestige/turn/legal.ts'
import { below } from '../../engine/rng.ts'
import { gameOf, RULE_SETS, rulesOf } from './load.ts'
import { type Match, scene, see } from './scenario.ts'

/** Every board that can be reached by moves, those in the canonical order or all that the rules allow. */
function reachable(match: Match, canonical: boolean): Set<string> {
  const { game, state, tables: t, events } = match
  const boards = new Set<string>()
  const seen = new Set<string>()
  const visit = (s: Int32Array): void => {
    const key = canonical ? s.join() : [...s.subarray(layout.FIRST_TERRITORY)].join()
    if (seen.has(key)) return
    seen.add(key)
    boards.add(board(s))
    if (s[layout.PHASE] !== layout.MOVING) return
    const out = new Int32Array(game.info.legalMax)
    const count = game.legal(s, 0, out)
    const moves = Array.from(out.subarray(1, count))
    const all = Array.from({ length: t.links * 3 }, (_, i) => i)
      .filter(i => canMoveAlong(t, s, 0, Math.floor(i / 3), i % 3))
      .map(i => t.moveAction + i)
    for (const move of moves) expect(all).toContain(move)
    for (const move of canonical ? moves : all) {
      const next = s.slice()
      game.apply(next, 0, move, events)
      visit(next)
    }
  }
  const board = (s: Int32Array) => see(game.text.describe(s) as never).join('; ')
  visit(state.slice())
  return boards
}

const QUIET = { name: 'quiet', cards: [{ name: 'far', kind: 'troops', count: 99, copies: 12 }] }
const ring = {
  name: 'ring',
  territories: [
    { name: 'a', region: 'r', next: ['b', 'd'] },
    { name: 'b', region: 'r', next: ['c'] },
    { name: 'c', region: 'r', next: ['d', 'e'] },
    { name: 'd', region: 'r' },
    { name: 'e', region: 'r' },
  ],
}

describe('moves in the canonical order', () => {
  it('reach every position that any order reaches', () => {
    const rng = generator('order', 0, 0)
    let most = 0
    for (let trial = 0; trial < 60; trial++) {
      const lands: Record<string, string> = { e: 'blue 1 assault' }
      let troops = 5
      for (const name of ['a', 'b', 'c', 'd']) {
        const count = Math.min(troops, below(rng, 3))
        troops -= count
        const types = ['assault', 'mounted', 'ranged']
        const kinds = Array.from({ length: count }, () => `1 ${types[below(rng, 2)]}`)
        if (count > 0) lands[name] = `red ${merged(kinds)}`
      }
      const match = scene({ lands, turn: 'red' }, { map: ring, deck: QUIET })
      const all = reachable(match, false)
      expect([...reachable(match, true)].sort()).toEqual([...all].sort())
      most = Math.max(most, all.size)
    }
    expect(most).toBeGreaterThan(20)
  })

  it('let a lone troop go back to its turn once another has released it, and only then', () => {
    const lands = { a: 'red 1 ranged', b: 'red 2 assault', f: 'blue 1 assault' }
    const match = scene({ lands, turn: 'red' })
    expect(match.choices('red')).toEqual(['done', 'move assault b a', 'move assault b c'])
    match.decide('red move assault b a')
    // The lone ranged troop of a, which ranks before b, may leave now; what b has left stays.
    expect(match.choices('red')).toEqual(['done', 'move ranged a b'])
  })

  it('that does not open again what was passed', () => {
    const lands = { a: 'red 1 ranged', b: 'red 3 mounted', d: 'red 3 assault', e: 'blue 1 assault' }
    const match = scene({ lands, turn: 'red' }, { map: ring, deck: QUIET })
    match.play('red move assault d a', 'red move ranged a b')
    expect(match.choices('red')).toEqual(['done', 'move assault d a', 'move assault d c'])
  })

  it('records may hold moves in any other order', () => {
    const lands = { a: 'red 2 ranged', b: 'red 2 assault', f: 'blue 1 assault' }
    const match = scene({ lands, turn: 'red' }).play('red move assault b c')
    expect(match.choices('red').filter(text => text.includes(' a '))).toEqual([])
    match.decide('red move ranged a b')
    expect(see(match.now())).toEqual([
      'a red 1 ranged',
      'b red 1 assault 1 ranged',
      'c red 1 assault',
      'f blue 1 assault',
    ])
  })
})

describe('placing in the canonical order', () => {
  it('goes through types, and within a type through the territories', () => {
    const lands = { a: 'red 1 assault', b: 'red 1 assault', c: 'red 1 assault', f: 'blue 1 assault' }
    const match = scene({ lands, incoming: { red: '2 assault 1 ranged' }, turn: 'red' })
    match.decide('red place assault b')
    expect(match.choices('red')).toEqual(['place assault b', 'place assault c'])
    match.decide('red place assault c')
    expect(match.choices('red')).toEqual(['place ranged a', 'place ranged b', 'place ranged c'])
  })

  it('records may place in any other order', () => {
    const lands = { a: 'red 1 assault', b: 'red 1 assault', f: 'blue 1 assault' }
    const match = scene({ lands, incoming: { red: '2 assault 1 ranged' }, turn: 'red' })
    match.play('red place ranged b', 'red place assault b', 'red place assault a')
    expect(see(match.now())).toEqual(['a red 2 assault', 'b red 2 assault 1 ranged', 'f blue 1 assault'])
  })
})

describe('every seat lists the map from its own share on', () => {
  it.each(RULE_SETS)('%s: turned by a share, a seat is offered what the seat before it was', set => {
    const game = gameOf(set)
    const seats = game.info.seats.length
    const names = rulesOf(set).map.territories.map(({ name }) => name)
    const share = names.length / seats
    const match = newState(game.info)
    const events = new Int32Array(game.info.seats.length * game.info.assets.length * 5)
    // Setup is the one step when all seats are in the same place: before anybody has started.
    game.start(match, events)
    const offered: string[][] = []
    walk(game, 'turned', 0, ({ state, mask }) => {
      if (state[layout.PHASE] !== layout.START || mask > 1 << (seats - 1)) return
      const seat = 31 - Math.clz32(mask)
      const out = new Int32Array(game.info.legalMax)
      const alone = state.slice()
      // Nobody has started yet, so that all are offered the whole map.
      for (let t = 0; t < names.length; t++)
        alone.fill(0, layout.territoryAt(t), layout.territoryAt(t) + layout.TERRITORY_WORDS)
      const count = game.legal(alone, seat, out)
      offered[seat] = Array.from(out.subarray(0, count), action => game.text.format(alone, seat, action))
    })
    expect(offered.length).toBe(seats)
    for (const [seat, texts] of offered.entries())
      expect(texts).toEqual(names.map((_, i) => `start ${names[(i + seat * share) % names.length]}`))
  })
})

describe('decisions', () => {
  it('of one possibility are not asked for, but the picks of an attack', () => {
    for (const set of RULE_SETS) {
      const game = gameOf(set)
      const out = new Int32Array(game.info.legalMax)
      walk(game, 'asked', 1, ({ state, mask }) => {
        const phase = state[layout.PHASE]!
        if (mask === 0 || mask > 31 || phase === layout.PICKING) return
        // The canonical order may have nothing left to list where the rules still have.
        if (phase === layout.MOVING || phase === layout.PLACING) return
        expect(game.legal(state, 31 - Math.clz32(mask), out)).toBeGreaterThan(1)
      })
    }
  })
})

/** '1 assault', '1 assault' as '2 assault'. */
function merged(kinds: readonly string[]): string {
  return ['assault', 'mounted', 'ranged']
    .map(type => `${kinds.filter(kind => kind.endsWith(type)).length} ${type}`)
    .filter(text => !text.startsWith('0'))
    .join(' ')
}
