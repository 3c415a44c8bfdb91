/** Frontline: two bases at the ends of a lane, where units march and fight by themselves; one recruit a turn. */
export { compile } from './game.ts'
export { schema } from './rules.ts'
