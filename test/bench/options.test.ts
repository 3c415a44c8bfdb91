/** The command line of the benchmark. */
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { benchOptions, gameAndRuleset, HELP } from '../../bench/options.ts'

describe('the arguments of npm run bench', () => {
  it('have defaults, and may ask for help', () => {
    expect(benchOptions([])).toEqual({
      positionals: [],
      parts: ['random', 'greedy', 'learned', 'mcts', 'threads'],
      rounds: 9,
      against: undefined,
    })
    expect(benchOptions(['nim:standard', '--only', 'mcts', '--rounds=2'])).toMatchObject({
      positionals: ['nim:standard'],
      parts: ['mcts'],
      rounds: 2,
    })
    expect([benchOptions(['--help']), benchOptions(['-h', 'nim'])]).toEqual([null, null])
    expect(HELP).toContain('--rounds N')
  })

  const OWN = './test/own/race.js'
  const FOREIGN = './test/boardgame-io/games/bank.js'

  it.each([
    ['nim', 'nim', undefined],
    ['nim:standard', 'nim', 'standard'],
    [OWN, resolve(OWN), undefined],
    [`${OWN}:long`, resolve(OWN), 'long'],
    [`boardgame.io:${FOREIGN}`, `boardgame.io:${resolve(FOREIGN)}`, undefined],
    [`boardgame.io:${FOREIGN}:default`, `boardgame.io:${resolve(FOREIGN)}`, 'default'],
  ])('name a game and its rule set: %s', (name, game, ruleset) => {
    expect(benchOptions([name])).toMatchObject({ positionals: [name] })
    expect(gameAndRuleset(name)).toEqual({ game, ruleset })
  })

  it.each([
    [['--rounds', '1'], /^--rounds 1: expected an integer of 2 or more$/],
    [['--rounds', '2.5'], /^--rounds 2\.5: expected/],
    [['--only', 'search'], /^--only search: expected some of random, greedy/],
    [['boardgame.io:chess'], /chess.*expected/],
    [['chess'], /^unknown game "chess".*expected one of/],
    [['--round', '3'], /^Unknown option '--round'/],
  ])('%j are refused in one line', (args, message) => {
    expect(() => benchOptions(args)).toThrow(message)
  })
})
