/** The kinds of agents that play by a learned policy. */
import { isAbsolute, resolve } from 'node:path'
import { z } from 'zod'
import type { CompiledGame } from '../../engine/contract/index.ts'
import type { AgentKind } from '../agent.ts'
import { type PolicyFile, readPolicy } from './file.ts'
import { Learned } from './learned.ts'
import { Planner } from './planner.ts'
import { Policy } from './policy.ts'

export const DEFAULT_TEMPERATURE = 0.5

/** What a planner has unless it is told otherwise. */
export const PLANNER_DEFAULTS = { plans: 16, replies: 12, temperature: 1, turns: 'game' } as const

/** Options that name a policy. */
export const policySource = {
  file: z
    .string()
    .describe(
      'the file that evenhand learn wrote; without it, the shipped policy that is nearest to the rules',
    )
    .default(''),
  sha256: z
    .string()
    .regex(/^([0-9a-f]{64})?$/, 'expected 64 hexadecimal digits')
    .describe('SHA-256 that the file must have; filled in when an experiment is read')
    .default(''),
}

const temperature = (usual: number, most: string) =>
  z
    .number()
    .min(0)
    .max(10)
    .describe(`what the scores are divided by before actions are drawn; ${most}`)
    .default(usual)

const learnedOptions = z.strictObject({
  ...policySource,
  temperature: temperature(DEFAULT_TEMPERATURE, '0: the likeliest is taken'),
})

const plannerOptions = z.strictObject({
  ...policySource,
  plans: z
    .int()
    .min(1)
    .max(1000)
    .describe('most own plans that are compared')
    .default(PLANNER_DEFAULTS.plans),
  replies: z
    .int()
    .min(1)
    .max(1000)
    .describe('plans of the others, with chance and secrets drawn anew, that each is compared against')
    .default(PLANNER_DEFAULTS.replies),
  temperature: z
    .number()
    .min(0.01)
    .max(10)
    .describe('what the scores are divided by before plans are drawn')
    .default(PLANNER_DEFAULTS.temperature),
  turns: z
    .union([z.literal('game'), z.int().min(0).max(100)])
    .describe(
      "how often its seat comes to move again before a position is evaluated; 0 goes on only until the turn is over, game means as far as the game's horizon, or 1",
    )
    .default(PLANNER_DEFAULTS.turns),
})

/** A file, and the SHA-256 that it must have; empty for any. */
export type PolicySource = { readonly file: string; readonly sha256: string }

/** Makes options say which file is meant, wherever the agent is made: its whole path, and what it holds. */
export function locatePolicy<Options extends PolicySource>(options: Options, base: string): Options {
  if (options.file === '') return options
  const file = isAbsolute(options.file) ? options.file : resolve(base, options.file)
  const { sha256 } = readPolicy(file)
  return { ...options, file, sha256: options.sha256 === '' ? sha256 : options.sha256 }
}

/** Why a file can't be played by, in plain words, or null. Throws an Error if it cannot be read. */
export function policyRefusal({ info }: CompiledGame, { file, sha256 }: PolicySource): string | null {
  if (file === '')
    return `no policy of it ships, expected file=PATH with what evenhand learn writes for it, or players that learn before they play (play --learn, or learn in an experiment file)`
  const { header, sha256: found } = readPolicy(file)
  if (header.game !== info.id) return `${file} was learned for ${header.game}`
  return sha256 === '' || sha256 === found ? null : `${file} was changed, expected SHA-256 ${sha256}`
}

/** The policy in a file. Throws an Error if that is refused. */
export const policyIn = (game: CompiledGame, options: PolicySource): Policy =>
  new Policy(game, fileOf(game, options).weights)

/** A file that is to be played by. Throws an Error if that is refused. */
function fileOf(game: CompiledGame, options: PolicySource): PolicyFile {
  const refused = policyRefusal(game, options)
  if (refused !== null) throw new Error(refused)
  return readPolicy(options.file)
}

export const learned: AgentKind<z.output<typeof learnedOptions>> = {
  id: 'learned',
  summary: 'plays by a policy that evenhand learn taught itself, without looking ahead',
  options: learnedOptions,
  locate: locatePolicy,
  refusal: policyRefusal,
  make: (game, options) => new Learned(policyIn(game, options), options.temperature),
}

export const planner: AgentKind<z.output<typeof plannerOptions>> = {
  id: 'planner',
  summary:
    'samples whole plans from a learned policy, for itself and for the others, and compares where they lead',
  options: plannerOptions,
  locate: locatePolicy,
  refusal: (game, options) => game.unguessed ?? policyRefusal(game, options),
  make: (game, options) => {
    const { weights, values } = fileOf(game, options)
    return new Planner(game, new Policy(game, weights), options, values)
  },
}
