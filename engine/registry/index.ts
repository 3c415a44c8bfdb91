/** The games that can be played, and their rule sets. */
export { type GameModule, nameOfGame } from './game.ts'
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
export { listRulesets, type Ruleset, readRuleset, resolveRules } from './rulesets.ts'
export { partSchemas, rulesetSchema, rulesSchema } from './schemas.ts'
export { watchedGame } from './watched.ts'
