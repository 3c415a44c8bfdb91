/** The games that can be played, and their rule sets. */
export { findGame, type GameModule, listGames } from './games.ts'
export { listRulesets, readRuleset, resolveRules } from './rulesets.ts'
export { partSchemas, rulesSchema } from './schemas.ts'
