/** Checks of a game: what is wrong with it is said in its author's words. */
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { EXPLAINED, type GameFinding } from '../../engine/checks/index.ts'
import { lawsOf, viewsAgain } from '../../engine/laws/index.ts'
import { isDefinition } from '../../engine/plain/index.ts'
import { findGame } from '../../engine/registry/index.ts'
import { type Definition, defineGame } from '../../library/game.ts'
import { classicOf } from '../classics/load.ts'
import { poker, ticTacToe } from '../plain/games.ts'
import { findingsOf } from './findings.ts'
import { MISTAKES, SOUND } from './mistakes.ts'

function findings(definition: Definition): GameFinding[] {
  return findingsOf(definition, 3)
}

const said = ({ severity, place, wrong }: GameFinding): string =>
  `${severity} ${place === null ? '' : basename(place)}: ${wrong}`

describe('a check', () => {
  it('finds nothing in a sound game', () => expect(findings(SOUND)).toEqual([]))

  it('looks for recurring views in as many matches as asked, and in enough', () => {
    const kuhn = classicOf('kuhn-poker', { cards: 50 })
    const [few, many] = [3, 300].map(matches => viewsAgain(kuhn, { matches }))
    expect([few!.matches, many!.matches]).toEqual([100, 300])
    expect(many!.again).toBeGreaterThan(few!.again)
    expect(viewsAgain(kuhn, { matches: 300, isEnough: () => true }).matches).toBe(100)
  })

  it('lets functions call others of their game by this', () => {
    const steps = {
      ...SOUND,
      names: ['one', 'two'],
      moves(this: { names: string[] }) {
        return this.names
      },
      assets: ['one', 'two'],
      assetOf(this: { names: string[] }, move: string) {
        return this.names.find(name => name === move)
      },
    }
    expect(findings(steps as Definition)).toEqual([])
  })

  it('lets functions call others by this without a context, which these do not ask for', () => {
    const steps = {
      ...SOUND,
      outcome(this: { toMove(state: object): unknown }, state: never, context: never) {
        return typeof this.toMove(state) === 'number' ? SOUND.outcome(state, context) : null
      },
    }
    expect(findings(steps as unknown as Definition)).toEqual([])
  })

  it.each(MISTAKES)('tells the author of a game that %s', (_what, changes, expected) => {
    const found = findings({ ...SOUND, ...changes })
    expect(found.map(said)).toEqual(expect.arrayContaining([expect.stringMatching(expected)]))
  })

  it('names a key that is misspelt', () =>
    expect(() => defineGame({ ...SOUND, gauge: {} } as Definition)).toThrow('did you mean gauges?'))

  it('names a key of a gauge that gauges do not have', () => {
    const gauges = { n: { min: 0, max: 20, of: () => 0, wieght: 2 } }
    expect(() => defineGame({ ...SOUND, gauges })).toThrow(
      'gauge n: gauges have no key wieght, expected only label, min, max, weight, of; did you mean weight?',
    )
  })

  it('names a function that is missing', () => {
    const { moves: _, ...rest } = SOUND
    expect(isDefinition(rest)).toBe(true)
    expect(() => defineGame(rest as Definition)).toThrow(/^moves: missing, expected a function/)
  })

  it.each([{ 'a.goal': 10 }, { 'in one': { n: 1 } }, { a: { 'b.c': 1 } }])(
    'refuses rules that no option could name: %j',
    rules =>
      expect(() => defineGame({ ...SOUND, rules })).toThrow(/^rules: the name ".*" can't be used in --rules/),
  )

  it('takes an object of rules in which all have defaults', () => {
    const rules = z.strictObject({ goal: z.strictObject({ n: z.int().default(10) }) })
    expect(defineGame({ ...SOUND, rules }).schema.parse({})).toEqual({ goal: { n: 10 } })
    expect(defineGame({ ...SOUND, rules }).schema.parse({ goal: { n: 3 } })).toEqual({ goal: { n: 3 } })
  })

  it.each([
    (rules: { goal: number }) => [`to ${rules.goal}`, 'b'],
    ({ rules }: { rules: { goal: number } }) => [`to ${rules.goal}`, 'b'],
  ])('asks for the seats by the rules, or by a context with these: %s', seats => {
    const { compile } = defineGame({ ...SOUND, seats })
    expect(compile('count', { goal: 10 }).info.seats).toEqual(['to 10', 'b'])
  })

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
      'setup returns no trun, only n, turn, card: is the name misspelt?; the position after 40 decisions also came up after 1: the match has only 2 different positions',
    )
    expect(first?.trail?.moves).toHaveLength(40)
    expect(first?.trail?.position).toMatch(/^n: 0\nturn: 0\ncard: 1\ntrun: 1$/)
  })

  it('plays a game without an end no longer than it takes to tell that', () => {
    let decisions = 0
    const found = findingsOf(
      {
        id: 'endless',
        seats: ['ann', 'bob'],
        setup: () => ({ n: 0, turn: 0 }),
        toMove: ({ turn }) => turn,
        moves: () => [1, 2, 3],
        apply: ({ n, turn }, move: number) => ({ n: n + move, turn: 1 - turn }),
        outcome: () => null,
      },
      20,
      () => {
        decisions++
      },
    )
    expect(found[0]?.wrong).toBe(
      "matches don't end: none of 20 random matches was over within 1000 decisions",
    )
    expect(decisions).toBeLessThan(150_000)
  })

  it('explains laws that there are', () => {
    const games = [poker, ticTacToe].map(game => game.compile(game.id, game.schema.parse({})))
    games.push(
      findGame('pig').compile({}),
      findGame('goofspiel').compile({}),
      findGame('kuhn-poker').compile({}),
    )
    const names = games.flatMap(game => lawsOf(game, { exactGuesses: true }).map(({ name }) => name))
    expect(EXPLAINED.filter(name => !names.includes(name))).toEqual([])
  })
})
