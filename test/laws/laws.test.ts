/** Every game that ships keeps the laws, Prestige in a few rounds. Whole matches of it, more of the others, odd rules, and all rule sets of open readings, are in laws.slow.test.ts. */
import { BRIEF_GAMES } from './games.ts'
import { registerLaws } from './register.ts'

registerLaws(BRIEF_GAMES.map(([name, game, options]) => [name, game, { matches: 1, ...options }]))
