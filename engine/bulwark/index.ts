/** Bulwark: teams take tiles and capitals on a map of hexagons; battles, fought in another game, are a model here. */
export { compile } from './game.ts'
/** @internal For docs/scripts/map.ts. */
export { mapSchema } from './rules/map.ts'
export { schema } from './rules/schema.ts'
/** @internal For docs/scripts/map.ts. */
export { drawMap } from './text/index.ts'

/** Not a matter of balance: another game, other names, or the same game turned around. */
export const tuning = { structural: ['team', 'setup.pick', 'setup.move', 'battle.model'] }
