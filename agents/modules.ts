/** Foreign agents: modules of the user, named by their path. */
import { z } from 'zod'
import { importDefault, moduleId } from '../engine/modules/index.ts'
import type { AgentKind } from './agent.ts'

const GAMES_EXPECTED = 'games: expected a list of ids of games'

/** What an agent module must export as its default. */
const moduleShape = z.object(
  {
    id: moduleId,
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

/** Loads the kind that a module exports. Throws an Error that says what is wrong with it. */
export async function loadAgent(name: string): Promise<AgentKind> {
  const parsed = await importDefault(name, 'agent', exported => moduleShape.safeParse(exported))
  if (!parsed.success)
    throw new Error(
      `agent module ${name}: its default export is not a kind of agents: ${parsed.error.issues[0]!.message}`,
    )
  const { id, summary, options, games, make } = parsed.data
  return { id, summary, options: options ?? z.strictObject({}), make, ...(games ? { games } : {}) }
}
