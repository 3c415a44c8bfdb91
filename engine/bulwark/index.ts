/** Bulwark: teams take tiles and capitals on a map of hexagons; battles, fought in another game, are a model here. */
export { compile } from './game.ts'
/** @internal For docs/scripts/map.ts. */
export { mapSchema } from './rules/map.ts'
export { schema } from './rules/schema.ts'
/** @internal For docs/scripts/map.ts. */
export { drawMap } from './text/index.ts'
