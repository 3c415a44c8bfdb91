/** Elephant Men and its family: two sides, secret orders, simultaneous resolution, favour as a tug of war. */
export { compile } from './game.ts'
export { schema } from './rules/schema.ts'
