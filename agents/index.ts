/** The registry of agents, and the way in for agents by path. */
import { createHash } from 'node:crypto'
import { readFileSync, type Stats, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { plain, show } from '../documents/document.ts'
import type { Game } from '../engine/contract/game.ts'
import type { Agent, AgentKind } from './agent.ts'
import { dearest } from './dearest.ts'
import { greedy } from './greedy.ts'
import { mcts } from './mcts/index.ts'
import { random } from './random.ts'
import { restrict } from './restricted.ts'

/** A kind with its options' type folded away: options are checked by its own schema before `make` sees them. */
function list<Options>(kind: AgentKind<Options>): AgentKind {
  return { ...kind, make: (game, options) => kind.make(game, kind.options.parse(options)) }
}

const PLAYERS: readonly AgentKind[] = [list(random), list(greedy), list(mcts), list(dearest)]
const AGENTS: readonly AgentKind[] = [...PLAYERS, list(restrict(PLAYERS))]

export function listAgents(): readonly AgentKind[] {
  return AGENTS
}

/** Whether a line-up names a module rather than a registered agent. */
export function isModule(name: string): boolean {
  return name.includes('/') || name.includes('\\') || name.endsWith('.js') || name.endsWith('.mjs')
}

/** What an agent module must export as its default. */
const moduleShape = z.object({
  id: z
    .string()
    .regex(
      /^\w[\w.-]{0,39}$/,
      'id: expected at most 40 letters, digits and any of . - _, a letter or digit first',
    ),
  summary: z.string(),
  options: z
    .custom<z.ZodType>(value => value instanceof Object && 'safeParse' in value, 'expected a zod schema')
    .optional(),
  games: z.array(z.string()).optional(),
  make: z.custom<AgentKind['make']>(
    value => typeof value === 'function',
    'expected a function make(game, options)',
  ),
})

/** What a module imports from its own folders. */
const RELATIVE_IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"]+)['"]/g

/** SHA-256 of a module's text and of those that it imports by relative paths, for manifests. */
export function moduleHash(file: string): string {
  const hash = createHash('sha256')
  const files = [resolve(file)]
  for (const one of files) {
    const text = readFileSync(one)
    hash.update(`${text.length}\0`).update(text)
    for (const [, path] of text.toString('utf8').matchAll(RELATIVE_IMPORT)) {
      const imported = resolve(dirname(one), path!)
      // What is not there makes the import fail, or was no import but a text that looks like one.
      if (!files.includes(imported) && statSync(imported, { throwIfNoEntry: false })?.isFile())
        files.push(imported)
    }
  }
  return hash.digest('hex')
}

/** A registered agent, or one from a module at an absolute or cwd-relative path. Throws an Error in plain words. */
export async function findAgent(name: string): Promise<AgentKind> {
  if (isModule(name)) return await loadAgent(name)
  const found = AGENTS.find(agent => agent.id === name)
  if (found) return found
  const names = AGENTS.map(a => a.id).join(', ')
  throw new Error(
    `unknown agent ${show(name)}, expected one of ${names}, or the path of a module such as ./my-agent.js`,
  )
}

async function loadAgent(name: string): Promise<AgentKind> {
  const file = resolve(name)
  const stats = statsOf(file)
  if (!stats) throw new Error(`agent module ${name} does not exist, expected the path of a file`)
  // Node would wait for ever for a pipe, and read a device until memory is full.
  if (!stats.isFile()) throw new Error(`agent module ${name} is not a regular file, expected a module`)
  const parsed = await importDefault(file)
    .then(exported => moduleShape.safeParse(exported))
    .catch((error: unknown) => {
      throw new Error(`agent module ${name} can not be loaded: ${reasonOf(error)}`)
    })
  if (!parsed.success)
    throw new Error(
      `agent module ${name}: its default export is no agent kind: ${parsed.error.issues[0]!.message}`,
    )
  const { id, summary, options, games, make } = parsed.data
  return { id, summary, options: options ?? z.strictObject({}), make, ...(games ? { games } : {}) }
}

/** Undefined for what is not there, or out of reach. */
function statsOf(file: string): Stats | undefined {
  try {
    return statSync(file)
  } catch {
    return undefined
  }
}

async function importDefault(file: string): Promise<unknown> {
  const module: { default?: unknown } = await import(pathToFileURL(file).href)
  return module.default
}

/** Makes an agent. Throws an Error that names it if that fails, or if what was made can not choose. */
export function makeAgent(kind: AgentKind, game: Game, options: unknown): Agent {
  try {
    const agent = kind.make(game, options)
    if (typeof agent?.choose !== 'function')
      throw new Error('it has no method choose(view, seat, legal, count, rng)')
    return agent
  } catch (error) {
    throw new Error(`agent ${kind.id} can not be made for ${game.id}: ${reasonOf(error)}`)
  }
}

/** What was thrown, in one line. Modules throw anything. */
function reasonOf(error: unknown): string {
  try {
    return plain((error instanceof Error ? error.message : String(error)).split('\n')[0]!)
  } catch {
    return 'something that has no text'
  }
}
