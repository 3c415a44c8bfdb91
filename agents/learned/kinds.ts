/** The agents that play by a learned policy, and the numbers that say how much is learned. */
import { isAbsolute, resolve } from 'node:path'
import { z } from 'zod'
import type { Action, CompiledGame, Seat, State } from '../../engine/contract/index.ts'
import type { Agent, AgentKind } from '../agent.ts'
import { type PolicyFile, readPolicy, STRUCTURAL } from './file.ts'
import { Planner } from './planner.ts'
import { Policy } from './policy.ts'

/** Takes minutes on two cores in the games that ship; in Prestige, minutes per round. */
export const LEARN_DEFAULTS = { rounds: 6, matches: 200, tests: 200, seed: '1' } as const

export const ROUNDS_MAX = 1000
export const LEARN_MATCHES_MAX = 1_000_000
/** A test of fewer matches says nothing. */
export const TESTS_MIN = 2

/** As commands, experiments and exploiters take them, without defaults. */
export const learnNumbers = {
  rounds: z
    .int()
    .min(0)
    .max(ROUNDS_MAX)
    .describe('rounds: planners play, a policy is fitted to that, and practises'),
  matches: z
    .int()
    .min(1)
    .max(LEARN_MATCHES_MAX)
    .describe('matches of planners in a round, and of each batch of practice'),
  tests: z.int().min(TESTS_MIN).max(LEARN_MATCHES_MAX).describe('matches of each test of a round'),
}

export class Learned implements Agent {
  readonly #policy: Policy
  readonly #temperature: number

  /** At temperature 0 it takes the likeliest action. */
  constructor(policy: Policy, temperature: number) {
    this.#policy = policy
    this.#temperature = temperature
  }

  choose(view: State, seat: Seat, legal: Int32Array, count: number, rng: Int32Array): Action {
    if (this.#temperature === 0) return this.#policy.best(view, seat, legal, count)
    return this.#policy.draw(view, seat, legal, count, this.#temperature, rng)
  }

  policy(
    view: State,
    seat: Seat,
    legal: Int32Array,
    count: number,
    _rng: Int32Array,
    out: Float64Array,
  ): void {
    if (this.#temperature === 0) {
      const best = this.#policy.best(view, seat, legal, count)
      for (let i = 0; i < count; i++) out[i] = legal[i] === best ? 1 : 0
      return
    }
    const chances = this.#policy.probabilities(view, seat, legal, count, this.#temperature)
    for (let i = 0; i < count; i++) out[i] = chances[i]!
  }
}

const DEFAULT_TEMPERATURE = 0.5

export const PLANNER_DEFAULTS = { plans: 16, replies: 12, temperature: 1, turns: 'game' } as const

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
    .describe('plans of the others that each plan is compared against, each with new chance and secrets')
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

/** Options with the file's absolute path and SHA-256. */
export function locatePolicy<Options extends PolicySource>(options: Options, base: string): Options {
  if (options.file === '') return options
  const file = isAbsolute(options.file) ? options.file : resolve(base, options.file)
  const { sha256 } = readPolicy(file)
  return { ...options, file, sha256: options.sha256 === '' ? sha256 : options.sha256 }
}

/** Why the policy can't play the game, in plain words, or null. Throws an Error if the file can't be read. */
export function policyRefusal({ info }: CompiledGame, { file, sha256 }: PolicySource): string | null {
  if (file === '')
    return `no policy of it ships, expected file=PATH with what evenhand learn writes for it, or players that learn before they play (play --learn, or learn in an experiment file)`
  const { header, sha256: found } = readPolicy(file)
  if (header.game !== info.id) return `${file} was learned for ${header.game}`
  if (info.learning?.isStructural && header.features !== STRUCTURAL)
    return `${file} was learned by an earlier version, which saw other features of the game; expected one that evenhand learn wrote since`
  return sha256 === '' || sha256 === found ? null : `${file} was changed, expected SHA-256 ${sha256}`
}

/** Throws an Error if the policy is refused. */
export const policyIn = (game: CompiledGame, options: PolicySource): Policy =>
  new Policy(game, fileOf(game, options).weights)

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
  refusal: (game, options) => game.unsearchable ?? policyRefusal(game, options),
  make: (game, options) => {
    const { weights, values } = fileOf(game, options)
    return new Planner(game, new Policy(game, weights), options, values)
  },
}
