/** The JSON schema of experiment files, for editors. */
import { embedded, fileSchema, type JsonSchema, reference } from '../../documents/index.ts'
import { type GameModule, listClassics, listGames, rulesSchema } from '../../engine/registry/index.ts'
import { experimentSchema } from './schema.ts'

/** A game of the user, by the path of its module or by its package. */
const MODULE: JsonSchema = { type: 'string', pattern: '/|\\.m?[jt]s$|^evenhand-game-' }

/** The schema of an experiment file, with the rule keys of each game where that game is played. */
export function experimentFileSchema(): JsonSchema {
  const games = [...listGames(), ...listClassics()]
  const base = fileSchema(experimentSchema, 'evenhand: experiment')
  const folders = new Map(games.map(game => [game.folder, game]))
  const rules = [...folders].map(([folder, game]): [string, JsonSchema] => [
    folder,
    embedded(rulesSchema(game), reference('definitions', folder).$ref),
  ])
  const sweeps = rules.map(([folder, schema]): [string, JsonSchema] => [
    sweepOf(folder),
    sweep(folder, schema),
  ])
  return {
    ...base,
    properties: {
      ...base.properties,
      game: {
        ...(base.properties!.game as JsonSchema),
        anyOf: [{ enum: games.map(({ id }) => id) }, MODULE],
      },
    },
    allOf: games.map(branch),
    definitions: Object.fromEntries([...rules, ...sweeps]) as NonNullable<JsonSchema['definitions']>,
  }
}

/** What holds when a game is the experiment's. */
function branch({ id, folder }: GameModule): JsonSchema {
  const variant = { properties: { rules: reference('definitions', folder) } }
  return {
    if: { properties: { game: { const: id } }, required: ['game'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON schema, which nothing awaits.
    then: {
      properties: {
        rules: reference('definitions', folder),
        baseline: variant,
        variants: { items: variant },
        sweep: reference('definitions', sweepOf(folder)),
      },
    },
  }
}

function sweepOf(folder: string): string {
  return `${folder}-sweep`
}

/** The keys of a rule set, each with a list of values. */
function sweep(folder: string, { properties = {}, patternProperties = {} }: JsonSchema): JsonSchema {
  const lists = (kind: string, keys: object): JsonSchema['properties'] =>
    Object.fromEntries(
      Object.keys(keys).map(key => [
        key,
        { type: 'array', minItems: 1, items: reference('definitions', folder, kind, key) },
      ]),
    )
  return {
    type: 'object',
    properties: lists('properties', properties)!,
    patternProperties: lists('patternProperties', patternProperties)!,
    additionalProperties: false,
  }
}
