/** The JSON schemas of configs/schema, for editors. Run it to renew them after a change of rules or experiments. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { JsonSchema } from '../../documents/index.ts'
import { ROOT } from '../../engine/package.ts'
import {
  listClassics,
  listGames,
  loadGames,
  partSchemas,
  rulesetSchema,
} from '../../engine/registry/index.ts'
import { experimentFileSchema } from '../../sim/experiment/index.ts'

/** The folder that holds them. */
export const SCHEMAS = join(ROOT, 'configs', 'schema')

await loadGames()

/** Every file of the folder by its path in it, with its text. */
export function schemaFiles(): ReadonlyMap<string, string> {
  const files = new Map([['experiment.json', experimentFileSchema()]])
  for (const game of [...listGames(), ...listClassics()]) {
    files.set(join(game.folder, 'rules.json'), rulesetSchema(game))
    for (const [key, schema] of partSchemas(game)) files.set(join(game.folder, `${key}.json`), schema)
  }
  return new Map([...files].map(([path, schema]) => [path, text(schema)]))
}

function text(schema: JsonSchema): string {
  return `${JSON.stringify(schema, null, 1)}\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [path, content] of schemaFiles()) {
    mkdirSync(dirname(join(SCHEMAS, path)), { recursive: true })
    writeFileSync(join(SCHEMAS, path), content)
  }
