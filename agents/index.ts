/** The registry of agents, and the way in for agents by path. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import type { Game } from '../engine/game.ts'
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
  id: z.string(),
  summary: z.string(),
  options: z
    .custom<z.ZodType>(value => value instanceof Object && 'parse' in value, 'expected a zod schema')
    .optional(),
  games: z.array(z.string()).optional(),
  make: z.custom<AgentKind['make']>(
    value => typeof value === 'function',
    'expected a function make(game, options)',
  ),
})

/** SHA-256 of a module's text, for manifests. */
export function moduleHash(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

/** A registered agent, or one from a module at an absolute or cwd-relative path. Throws an Error in plain words. */
export async function findAgent(name: string): Promise<AgentKind> {
  if (isModule(name)) {
    const file = resolve(name)
    if (!existsSync(file)) throw new Error(`agent module ${name} does not exist, expected the path of a file`)
    const imported: unknown = await import(pathToFileURL(file).href).catch((error: unknown) => {
      throw new Error(`agent module ${name} can not be loaded: ${firstLine(error)}`)
    })
    const exported = (imported as { default?: unknown }).default
    const parsed = moduleShape.safeParse(exported)
    if (!parsed.success)
      throw new Error(
        `agent module ${name}: its default export is no agent kind: ${parsed.error.issues[0]!.message}`,
      )
    const { id, summary, options, games, make } = parsed.data
    return { id, summary, options: options ?? z.strictObject({}), make, ...(games ? { games } : {}) }
  }
  const found = AGENTS.find(agent => agent.id === name)
  if (found) return found
  const names = AGENTS.map(a => a.id).join(', ')
  throw new Error(
    `unknown agent ${JSON.stringify(name)}, expected one of ${names}, or the path of a module such as ./my-agent.js`,
  )
}

/** Makes an agent. Throws an Error that names it if that fails, or if what was made can not choose. */
export function makeAgent(kind: AgentKind, game: Game, options: unknown): Agent {
  try {
    const agent = kind.make(game, options)
    if (typeof agent?.choose !== 'function')
      throw new Error('it has no method choose(view, seat, legal, count, rng)')
    return agent
  } catch (error) {
    throw new Error(`agent ${kind.id} can not be made for ${game.id}: ${firstLine(error)}`)
  }
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0]!
}
