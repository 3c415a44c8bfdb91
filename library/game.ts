/** `evenhand/game`: the contract of a game with its helpers, the generator, and the games that ship. */
import { loadGames } from '../engine/registry/index.ts'

export * from '../engine/contract/index.ts'
export {
  findGame,
  type GameModule,
  listClassics,
  listGames,
  listRulesets,
  type Ruleset,
  readRuleset,
  resolveRules,
} from '../engine/registry/index.ts'
export { below, COUNTER, derive, next, RNG_WORDS, rootOf } from '../engine/rng.ts'

await loadGames()
