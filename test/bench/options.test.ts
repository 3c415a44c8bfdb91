/** The command line of the benchmark. */
import { describe, expect, it } from 'vitest'
import { benchOptions, HELP } from '../../bench/options.ts'

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

  it.each([
    [['--rounds', '1'], /^--rounds 1: expected an integer of 2 or more$/],
    [['--rounds', '2.5'], /^--rounds 2\.5: expected/],
    [['--only', 'search'], /^--only search: expected some of random, greedy/],
    [['chess'], /^unknown game "chess".*expected one of/],
    [['--round', '3'], /^Unknown option '--round'/],
  ])('%j are refused in one line', (args, message) => {
    expect(() => benchOptions(args)).toThrow(message)
  })
})
