/** Foreign agents: modules of the user, named by their path. */
import { createHash } from 'node:crypto'
import { readFileSync, type Stats, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { oneLine } from '../documents/index.ts'
import type { AgentKind } from './agent.ts'
import { hardenIfWanted } from './harden.ts'

/** Whether a name in a line-up is the path of a module, and not a registered agent. */
export function isModule(name: string): boolean {
  return name.includes('/') || name.includes('\\') || name.endsWith('.js') || name.endsWith('.mjs')
}

const GAMES_EXPECTED = 'games: expected a list of ids of games'

/** What an agent module must export as its default. */
const moduleShape = z.object(
  {
    id: z
      .string('id: expected a name')
      .regex(
        /^\w[\w.-]{0,39}$/,
        'id: expected at most 40 letters, digits and any of . - _, a letter or digit first',
      ),
    summary: z.string('summary: expected a sentence about the agent'),
    options: z
      .custom<z.ZodType>(
        value => value instanceof Object && 'safeParse' in value,
        'options: expected a zod schema',
      )
      .optional(),
    games: z.array(z.string(GAMES_EXPECTED), GAMES_EXPECTED).optional(),
    make: z.custom<AgentKind['make']>(
      value => typeof value === 'function',
      'make: expected a function make(game, options)',
    ),
  },
  'expected an object with id, summary and make(game, options)',
)

/** Imports by relative paths. */
const RELATIVE_IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"]+)['"]/g

/** SHA-256 of a module's text and of all files that it imports by relative paths, directly or not. Throws if it cannot be read. */
export function moduleHash(file: string): string {
  const hash = createHash('sha256')
  const files = [resolve(file)]
  for (const one of files) {
    const text = readFileSync(one)
    hash.update(`${text.length}\0`).update(text)
    for (const [, path] of text.toString('utf8').matchAll(RELATIVE_IMPORT)) {
      const imported = resolve(dirname(one), path!)
      // A missing file makes the import fail, unless this was only a text that looks like an import.
      if (!files.includes(imported) && statSync(imported, { throwIfNoEntry: false })?.isFile())
        files.push(imported)
    }
  }
  return hash.digest('hex')
}

/** Loads the kind that a module exports. Throws an Error that says what is wrong with it. */
export async function loadAgent(name: string): Promise<AgentKind> {
  const file = resolve(name)
  const stats = statsOf(file)
  if (!stats) throw new Error(`agent module ${name} does not exist, expected the path of a file`)
  // Node would wait forever for a pipe, and read a device until memory is full.
  if (!stats.isFile()) throw new Error(`agent module ${name} is not a regular file, expected a module`)
  const parsed = await importDefault(file)
    .then(exported => moduleShape.safeParse(exported))
    .catch((error: unknown) => {
      throw new Error(`agent module ${name} cannot be loaded: ${reasonOf(error)}${importHint(error)}`)
    })
  if (!parsed.success)
    throw new Error(
      `agent module ${name}: its default export is not a kind of agents: ${parsed.error.issues[0]!.message}`,
    )
  const { id, summary, options, games, make } = parsed.data
  return { id, summary, options: options ?? z.strictObject({}), make, ...(games ? { games } : {}) }
}

/** Node finds `evenhand/game` beside an installed package, or from inside a clone. */
function importHint(error: unknown): string {
  return /Cannot find package 'evenhand'/.test(reasonOf(error))
    ? '; expected it inside a clone of evenhand, or in a folder in which evenhand is installed'
    : ''
}

/** Undefined if there is no such file, or no access to it. */
function statsOf(file: string): Stats | undefined {
  try {
    return statSync(file)
  } catch {
    return undefined
  }
}

async function importDefault(file: string): Promise<unknown> {
  hardenIfWanted()
  const module: { default?: unknown } = await import(pathToFileURL(file).href)
  return module.default
}

/** What a module threw or answered, in one line of at most `most` characters: it may be anything. */
export function reasonOf(error: unknown, most?: number): string {
  try {
    return oneLine((error instanceof Error ? error.message : String(error)).split('\n')[0]!, most)
  } catch {
    return 'something without a text'
  }
}
