/** Frontline: two bases at the ends of a lane, where units march and fight by themselves; one recruit a turn. */
export { compile } from './game.ts'
export { schema } from './rules.ts'

/** Not a matter of balance: another game, other names, or the same game turned around. */
export const tuning = { structural: ['first'] }
