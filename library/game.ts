/** `evenhand/game`: the contract of a game with its helpers, the generator, and the built-in games. */
import '../engine/registry/shipped.ts'

export { z } from 'zod'
export * from '../engine/contract/index.ts'
export {
  type Chance,
  type Context,
  type DefinedGame,
  type Definition,
  type Draws,
  defineGame,
  type Outcome,
  type PlainBoard,
  type PlainGauge,
  type PlainHolding,
} from '../engine/plain/index.ts'
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
