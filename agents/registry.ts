/** The registry of agents, the one list to edit to add an agent, and agents by path. */
import { z } from 'zod'
import { didYouMean, show } from '../documents/index.ts'
import type { CompiledGame } from '../engine/contract/index.ts'
import {
  asOutsider,
  gameAlone,
  importDefault,
  isGameThread,
  isModule,
  moduleId,
  reasonOf,
} from '../engine/modules/index.ts'
import type { Agent, AgentKind } from './agent.ts'
import { cfr } from './cfr.ts'
import { dearest } from './dearest.ts'
import { exploit } from './exploiter.ts'
import { greedy } from './greedy.ts'
import { learned, planner } from './learned/index.ts'
import { mcts } from './mcts/index.ts'
import { random } from './random.ts'
import { restrict } from './restricted.ts'

/** A kind without the type of its options: its schema checks them before `make` gets them. */
function asKind<Options>(kind: AgentKind<Options>): AgentKind {
  const { locate, options: schema, refusal } = kind
  return {
    ...kind,
    make: (game, options) => kind.make(game, schema.parse(options)),
    ...(locate ? { locate: (options, base) => locate(schema.parse(options), base) } : {}),
    ...(refusal ? { refusal: (game, options) => refusal(game, schema.parse(options)) } : {}),
  }
}

/** The kinds that `restricted` can wrap: not `cfr`, which solves a game for both seats at once, nor those that play by a file. */
const INNER_AGENTS: readonly AgentKind[] = [asKind(random), asKind(greedy), asKind(mcts), asKind(dearest)]
const ALL_AGENTS: readonly AgentKind[] = [
  ...INNER_AGENTS,
  asKind(cfr),
  asKind(learned),
  asKind(planner),
  asKind(restrict(INNER_AGENTS)),
  asKind(exploit(INNER_AGENTS, [...INNER_AGENTS, asKind(cfr), asKind(learned), asKind(planner)])),
]

/** All registered kinds. */
export function listAgents(): readonly AgentKind[] {
  return ALL_AGENTS
}

/** A registered kind, or that of a module by its path. Throws an Error that lists the known names. */
export async function findAgent(name: string): Promise<AgentKind> {
  if (isModule(name)) return await loadAgent(name)
  const found = ALL_AGENTS.find(agent => agent.id === name)
  if (found) return found
  const ids = ALL_AGENTS.map(a => a.id)
  throw new Error(
    `unknown agent ${show(name)}, expected one of ${ids.join(', ')}, or the path of a module such as ./my-agent.js${didYouMean(name, ids)}`,
  )
}

/** Makes an agent. Throws an Error that names it if that fails, or if the result has no method `choose`. */
export function makeAgent(kind: AgentKind, game: CompiledGame, options: unknown): Agent {
  try {
    const agent = kind.make(game, options)
    if (typeof agent?.choose !== 'function')
      throw new Error('it has no method choose(view, seat, legal, count, rng)')
    return agent
  } catch (error) {
    throw new Error(`agent ${kind.id} cannot be made for ${game.info.id}: ${reasonOf(error)}`)
  }
}

const GAMES_EXPECTED = 'games: expected a list of game ids'

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
async function loadAgent(name: string): Promise<AgentKind> {
  const parsed = await importDefault(name, 'agent', exported => moduleShape.safeParse(exported))
  if (!parsed.success)
    throw new Error(
      `agent module ${name}: its default export isn't an agent: ${parsed.error.issues[0]!.message}`,
    )
  const { id, summary, options, games } = parsed.data
  const make: AgentKind['make'] = (game, given) =>
    isGameThread() ? beside(game, parsed.data.make, given) : parsed.data.make(game, given)
  return { id, summary, options: options ?? z.strictObject({}), make, ...(games ? { games } : {}) }
}

/** An agent on a thread that plays a game of the user's: it keeps the real clock, and the game its own. */
function beside(game: CompiledGame, make: AgentKind['make'], options: unknown): Agent {
  const agent = asOutsider(() => make(gameAlone(game), options))
  if (typeof agent?.choose !== 'function') return agent
  const own: Agent = {
    get samplesUniformly() {
      return agent.samplesUniformly === true
    },
    begin: () => asOutsider(() => agent.begin?.()),
    choose: (...all) => asOutsider(() => agent.choose(...all)),
  }
  if (agent.policy) own.policy = (...all) => asOutsider(() => agent.policy!(...all))
  return own
}
