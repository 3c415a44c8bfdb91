/** JSON schemas of the files that games read. */
import { fileKeys, isRecord, type JsonSchema, layerSchema, partSchema } from '../../documents/index.ts'
import type { GameModule } from './game.ts'
import { BASE, listRulesets } from './rulesets.ts'

/** The schema of the keys that a game's rule sets, or changes of them, may have. */
export function rulesSchema(game: GameModule): JsonSchema {
  return layerSchema(game.schema, `evenhand: rule set of ${titleOf(game)}`)
}

/** The schema of a rule-set file of a game: its keys, and the rule set that it builds on. */
export function rulesetSchema(game: GameModule): JsonSchema {
  const schema = rulesSchema(game)
  const under: JsonSchema = {
    type: 'string',
    description:
      'the rule set that this one builds on: a shipped name, or a path from the folder of this file',
    examples: listRulesets(game),
  }
  // References into a key of that name keep their place.
  const own = schema.properties?.[BASE]
  return {
    ...schema,
    properties: {
      [BASE]: isRecord(own) ? { ...own, ...under, type: ['string', 'object'] } : under,
      ...without(schema, BASE),
    },
  }
}

function without({ properties = {} }: JsonSchema, key: string): NonNullable<JsonSchema['properties']> {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => name !== key))
}

/** The schemas of files that a game's rule sets name by a path, by key: maps, decks. */
export function partSchemas(game: GameModule): ReadonlyMap<string, JsonSchema> {
  const { schema } = game
  const title = titleOf(game)
  return new Map(fileKeys(schema).map(key => [key, partSchema(schema, key, `evenhand: ${key} of ${title}`)]))
}

/** Games that ship may share a folder of rule sets, and its schema; where that of a game of the user lies says nothing. */
function titleOf({ id, folder, source }: GameModule): string {
  return source ? id : folder
}
