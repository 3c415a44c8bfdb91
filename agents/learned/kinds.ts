/** The agents that play by a learned policy, and the numbers that say how much is learned. */
import { isAbsolute, resolve } from 'node:path'
import { z } from 'zod'
import type { Action, CompiledGame, Seat, State } from '../../engine/contract/index.ts'
import type { Agent, AgentKind } from '../agent.ts'
import { featuresOf, type PolicyFile, readPolicy } from './file.ts'
import { Planner } from './planner.ts'
import { Policy } from './policy.ts'

/** Takes minutes on two cores in the built-in games; in Prestige, minutes per round. */
export const LEARN_DEFAULTS = { rounds: 6, matches: 200, tests: 200, seed: '1' } as const

/** Players who start from one that ships learn other rules in this many rounds. */
export const ROUNDS_FROM_SHIPPED = 1

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
    .describe(
      'rounds of training: planners play matches, a policy learns to imitate them and improves by self-play',
    ),
  matches: z
    .int()
    .min(1)
    .max(LEARN_MATCHES_MAX)
    .describe('matches that planners play in each round, and matches in each batch of self-play'),
  tests: z.int().min(TESTS_MIN).max(LEARN_MATCHES_MAX).describe('matches to test each round'),
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
      'the policy, a file from evenhand learn; by default, the shipped players for the closest rules, who meet each other',
    )
    .default(''),
  sha256: z
    .string()
    .regex(/^([0-9a-f]{64})?$/, 'expected 64 hexadecimal digits')
    .describe('the SHA-256 that the file must have; evenhand fills it in when it reads an experiment')
    .default(''),
}

const temperature = (usual: number, most: string) =>
  z
    .number()
    .min(0)
    .max(10)
    .describe(`how random its choices are: scores are divided by this before it draws an action; ${most}`)
    .default(usual)

const learnedOptions = z.strictObject({
  ...policySource,
  temperature: temperature(DEFAULT_TEMPERATURE, '0 always takes the likeliest one'),
})

const plannerOptions = z.strictObject({
  ...policySource,
  plans: z
    .int()
    .min(1)
    .max(1000)
    .describe('how many plans it compares for itself, at most')
    .default(PLANNER_DEFAULTS.plans),
  replies: z
    .int()
    .min(1)
    .max(1000)
    .describe('how many plans of the others it tries each plan against, each with different luck and guesses')
    .default(PLANNER_DEFAULTS.replies),
  temperature: z
    .number()
    .min(0.01)
    .max(10)
    .describe('how random its plans are: scores are divided by this before it draws a plan')
    .default(PLANNER_DEFAULTS.temperature),
  turns: z
    .union([z.literal('game'), z.int().min(0).max(100)])
    .describe(
      "how many times its own seat moves again before it evaluates a position. 0 stops at the end of the turn; game means the game's horizon, or 1",
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
    return `no policy for it ships, expected file=PATH with a policy from evenhand learn, or training before play (play --learn, or learn in an experiment file)`
  const { header, sha256: found } = readPolicy(file)
  if (header.game !== info.id) return `${file} was trained on ${header.game}`
  if (header.features !== featuresOf(info))
    return `${file} was trained by an earlier version of evenhand, with other features of the game; expected one trained by this version`
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
  summary: 'follows a policy from evenhand learn (self-play), without looking ahead',
  options: learnedOptions,
  locate: locatePolicy,
  refusal: policyRefusal,
  make: (game, options) => new Learned(policyIn(game, options), options.temperature),
}

export const planner: AgentKind<z.output<typeof plannerOptions>> = {
  id: 'planner',
  summary:
    'looks ahead with a learned policy: draws whole plans for itself and the others, and compares the results',
  options: plannerOptions,
  locate: locatePolicy,
  refusal: (game, options) => game.unsearchable ?? policyRefusal(game, options),
  make: (game, options) => {
    const { weights, values } = fileOf(game, options)
    return new Planner(game, new Policy(game, weights), options, values)
  },
}
