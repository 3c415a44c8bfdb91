/** The games that can be played, and their rule sets. */
export { type GameModule, nameOfGame, watchedGame } from './game.ts'
export {
  findGame,
  gameListings,
  gameName,
  isLoaded,
  listClassics,
  listGames,
  loadGame,
  loadGames,
} from './games.ts'
export {
  listRulesets,
  partSchemas,
  type Ruleset,
  readRuleset,
  resolveRules,
  rulesetSchema,
  rulesSchema,
} from './rulesets.ts'
