/** `npm run schemas` renews the JSON schemas of configs/schema after a change of rules or experiments. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '../../engine/package.ts'
import {
  listClassics,
  listGames,
  loadGames,
  partSchemas,
  rulesetSchema,
} from '../../engine/registry/index.ts'
import { experimentFileSchema } from '../../sim/experiment/index.ts'
import { isMain } from './pages.ts'

export const SCHEMAS = join(ROOT, 'configs', 'schema')

await loadGames()

/** The text of every file, by its path in the folder. */
export function schemaFiles(): ReadonlyMap<string, string> {
  const files = new Map([['experiment.json', experimentFileSchema()]])
  for (const game of [...listGames(), ...listClassics()]) {
    files.set(join(game.folder, 'rules.json'), rulesetSchema(game))
    for (const [key, schema] of partSchemas(game)) files.set(join(game.folder, `${key}.json`), schema)
  }
  return new Map([...files].map(([path, schema]) => [path, `${JSON.stringify(schema, null, 1)}\n`]))
}

if (isMain(import.meta.url))
  for (const [path, content] of schemaFiles()) {
    mkdirSync(dirname(join(SCHEMAS, path)), { recursive: true })
    writeFileSync(join(SCHEMAS, path), content)
  }
