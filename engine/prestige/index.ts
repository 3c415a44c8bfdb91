/** Prestige: dice behind screens, missions, territories, two to four players. */
export { compile } from './game.ts'
/** @internal For docs/scripts/attacks.ts. */
export { type Comparison, conquest, conquestByRefill } from './rules/odds.ts'
export { schema } from './rules/schema.ts'
/** @internal For docs/scripts/attacks.ts and tests. */
export type { Rules } from './rules/shape.ts'

/** Not a matter of balance: another game, other names, or the same game turned around. */
export const tuning = { structural: ['setup.order'] }
