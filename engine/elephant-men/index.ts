/** Elephant Men and its family: two sides, secret orders, simultaneous resolution, favour as a tug of war. */
export { compile } from './game.ts'
export { schema } from './rules/schema.ts'

/** Not a matter of balance: another game, other names, or the same game turned around. */
export const tuning = { structural: ['phases', 'orders', 'perPhase', 'board', 'sides', 'order', 'pray.sign'] }
