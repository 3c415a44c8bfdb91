/** How much is learned: the numbers that commands, experiments and exploiters take, and what they are where nobody says. */
import { z } from 'zod'

/** Some minutes on two cores in the games that ship but Prestige, where each round of planners takes some. */
export const LEARN_DEFAULTS = { rounds: 6, matches: 200, tests: 200, seed: '1' } as const

/** The most rounds, and matches of a round or a test. */
export const ROUNDS_MAX = 1000
export const LEARN_MATCHES_MAX = 1_000_000
/** A test of fewer matches says nothing. */
export const TESTS_MIN = 2

/** The numbers, as schemas without defaults. */
export const lessonNumbers = {
  rounds: z
    .int()
    .min(0)
    .max(ROUNDS_MAX)
    .describe('rounds: planners play, a policy is fitted to that, and practises'),
  matches: z
    .int()
    .min(1)
    .max(LEARN_MATCHES_MAX)
    .describe('matches of planners in a round, and of each batch of practice'),
  tests: z.int().min(TESTS_MIN).max(LEARN_MATCHES_MAX).describe('matches of each test of a round'),
}
