/** How much is learned where nobody says: some minutes on two cores in the games that ship. */
export const LEARN_DEFAULTS = { rounds: 5, matches: 600, tests: 200, seed: '1' } as const

/** The most rounds, and matches of a round or a test. */
export const ROUNDS_MAX = 1000
export const LEARN_MATCHES_MAX = 1_000_000
/** A test of fewer matches says nothing. */
export const TESTS_MIN = 2
