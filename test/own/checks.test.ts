/** Checks of a game: what is wrong with it is said in its author's words. */
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { EXPLAINED, type Finding } from '../../engine/checks/index.ts'
import { lawsOf } from '../../engine/laws/index.ts'
import { findGame } from '../../engine/registry/index.ts'
import { type Definition, defineGame } from '../../library/game.ts'
import { poker, ticTacToe } from '../plain/games.ts'
import { findingsOf } from './findings.ts'
import { MISTAKES, SOUND } from './mistakes.ts'

function findings(definition: Definition): Finding[] {
  return findingsOf(definition, 3)
}

const said = ({ severity, place, wrong }: Finding): string =>
  `${severity} ${place === null ? '' : basename(place)}: ${wrong}`

describe('a check', () => {
  it('finds nothing in a sound game', () => expect(findings(SOUND)).toEqual([]))

  it.each(MISTAKES)('tells the author of a game that %s', (_what, changes, expected) => {
    const found = findings({ ...SOUND, ...changes })
    expect(found.map(said)).toEqual(expect.arrayContaining([expect.stringMatching(expected)]))
  })

  it('names a key that is misspelt', () =>
    expect(() => defineGame({ ...SOUND, gauge: {} } as Definition)).toThrow('did you mean gauges?'))

  it('shows how the match came there', () => {
    const [first] = findings({ ...SOUND, moves: ({ n }) => (n > 3 ? ['two', 'two'] : ['two']) })
    expect(first?.trail).toEqual({
      moves: ['a two', 'b two'],
      position: 'n: 4\nturn: 0\ncard: 1\nto move: a',
    })
  })

  it('names a field that setup does not know as the reason why a match does not end, and how it got there', () => {
    const [first] = findings({
      ...SOUND,
      maxMoves: 40,
      apply: state => {
        state.trun = 1 - state.turn
        state.n *= 2
      },
    })
    expect(first?.found).toBe(
      'trun is not in the state that setup returns, which has n, turn, card: is the name misspelt?; the position after 40 decisions was there after 1 already: 2 different ones came up in all',
    )
    expect(first?.trail?.moves).toHaveLength(40)
    expect(first?.trail?.position).toMatch(/^n: 0\nturn: 0\ncard: 1\ntrun: 1$/)
  })

  it('explains laws that there are', () => {
    const games = [poker, ticTacToe].map(game => game.compile(game.id, game.schema.parse({})))
    games.push(
      findGame('pig').compile({}),
      findGame('goofspiel').compile({}),
      findGame('kuhn-poker').compile({}),
    )
    const names = games.flatMap(game => lawsOf(game).map(({ name }) => name))
    expect(EXPLAINED.filter(name => !names.includes(name))).toEqual([])
  })
})
