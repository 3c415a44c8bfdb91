/** JSON schemas of the files that games read. */
import { fileKeys, type JsonSchema, layerSchema, partSchema } from '../../documents/index.ts'
import type { GameModule } from './games.ts'

/** The schema of a rule-set file of a game. */
export function rulesSchema({ folder, schema }: GameModule): JsonSchema {
  return layerSchema(schema, `evenhand: rule set of ${folder}`)
}

/** The schemas of files that a game's rule sets name by a path, by key: maps, decks. */
export function partSchemas({ folder, schema }: GameModule): ReadonlyMap<string, JsonSchema> {
  return new Map(fileKeys(schema).map(key => [key, partSchema(schema, key, `evenhand: ${key} of ${folder}`)]))
}
