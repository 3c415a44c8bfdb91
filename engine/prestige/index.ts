/** Prestige: dice behind screens, missions, territories, two to four players. */
export { compile } from './game.ts'
export { type Comparison, conquest, conquestByRefill } from './rules/odds.ts'
export { schema } from './rules/schema.ts'
export type { Rules } from './rules/shape.ts'
