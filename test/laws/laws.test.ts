/** Every game that ships keeps the laws. More of its matches, odd rules, and all rule sets of open readings, are in laws.slow.test.ts. */
import { BRIEF_GAMES } from './games.ts'
import { registerLaws } from './register.ts'

registerLaws(BRIEF_GAMES.map(([name, game, options]) => [name, game, { matches: 1, ...options }]))
