/** The passive action, phase by phase: what it is, and that it is the lowest legal one. */
import { describe, expect, it } from 'vitest'
import { CHANCE_BIT, lowest, RESOLVE_BIT } from '../../engine/contract/index.ts'
import { walk } from '../../engine/laws/walk.ts'
import * as layout from '../../engine/prestige/state/layout.ts'
import { gameOf, type Patch, RULE_SETS, type RuleSet } from './load.ts'
import { type Match, scene } from './scenario.ts'

const { START, START_COUNT, RETURN, MULLIGAN, PLACING, MOVING, ATTACKING, SENDING } = layout
const ASKED = [MULLIGAN, START, START_COUNT, RETURN, PLACING, MOVING, ATTACKING, SENDING]
  .concat(layout.PICKING, layout.RAISING, layout.EXCHANGE)
  .sort((a, b) => a - b)

/** Rule sets that ship, and one in which players keep all missions, refill dice and come back. */
const PLAYED: readonly [RuleSet, Patch][] = [
  ...RULE_SETS.map(set => [set, {}] as [RuleSet, Patch]),
  [
    'two',
    { 'mulligan.min': 0, 'dossier.size': 3, 'attack.refill': true, ties: 'attacker', 'incoming.min': 6 },
  ],
]

/** b is enemy land, c is free. */
const LINE_OF_THREE = {
  name: 'line',
  territories: [
    { name: 'a', region: 'r', next: ['b', 'c'] },
    { name: 'b', region: 'r' },
    { name: 'c', region: 'r' },
  ],
}
const quiet = { name: 'quiet', cards: [{ name: 'far', kind: 'troops', count: 99, copies: 12 }] }

/** What the seat to move does if it is passive, as records write it. */
function passive({ game, state }: Match, seat = lowest(game.toMove(state))): string {
  return game.text.format(state, seat, game.passive(state, seat))
}

describe('the passive action', () => {
  it('is the lowest legal action in every phase of random matches', () => {
    const phases = new Set<number>()
    for (const [set, patch] of PLAYED) {
      const game = gameOf(set, patch)
      const out = new Int32Array(game.info.legalMax)
      for (let seed = 0; seed < 6; seed++)
        walk(game, 'passive', seed, ({ state, mask }) => {
          if (mask === 0 || mask === RESOLVE_BIT || mask === CHANCE_BIT) return
          phases.add(state[layout.PHASE]!)
          for (let left = mask; left !== 0; left &= left - 1) {
            game.legal(state, lowest(left), out)
            if (game.passive(state, lowest(left)) !== out[0])
              expect([state[layout.PHASE], game.passive(state, lowest(left))]).toEqual(out[0])
          }
        })
    }
    expect([...phases].sort((a, b) => a - b)).toEqual(ASKED)
  }, 60_000)

  it('moves, attacks and exchanges no further', () => {
    const lands = { a: 'red 3 assault', b: 'blue 1 mounted' }
    const match = scene({ lands, turn: 'red' }, { map: LINE_OF_THREE, deck: quiet })
    expect(passive(match)).toBe('done')
    match.play('red move assault a c')
    expect(passive(match)).toBe('done')
    match.play('red done')
    expect(match.choices('red')).toEqual(['done', 'attack a b'])
    expect(passive(match)).toBe('done')
    match.play('red done', 'red incoming assault 2')
    expect(match.choices('red')).toEqual(['keep', 'discard far'])
    expect(passive(match)).toBe('keep')
  })

  it('sends and raises the most troops, of the first type first', () => {
    const lands = { a: 'red 3 assault 1 ranged', b: 'blue 1 mounted', f: 'blue 1 assault' }
    const match = scene({ lands, turn: 'red' }, { deck: quiet }).play('red attack a b')
    expect(passive(match)).toBe('send assault 3')
    match.play('red send assault 2')
    expect(passive(match)).toBe('send ranged 1')
  })

  it('picks the highest die, with the first type that can fight', () => {
    const lands = { a: 'red 1 assault 2 ranged', b: 'blue 2 mounted', f: 'blue 1 assault' }
    const match = scene({ lands, turn: 'red' }, { deck: quiet })
    match.attack('red', 'a b; assault 0; ranged 2', '3 7|9 0')
    expect([passive(match, 0), passive(match, 1)]).toEqual(['pick 7 ranged', 'pick 9 mounted'])
  })

  it('places where the canonical order continues', () => {
    const lands = { a: 'red 1 assault', b: 'red 1 assault', f: 'blue 1 assault' }
    const match = scene({ lands, incoming: { red: '2 assault 1 ranged' }, turn: 'red' }, { deck: quiet })
    expect(passive(match)).toBe('place assault a')
    match.play('red place assault b')
    expect(passive(match)).toBe('place assault b')
    match.play('red place assault b')
    expect(passive(match)).toBe('place ranged a')
  })
})
