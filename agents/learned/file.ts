/** Files of learned policies: a line of JSON, then the weights, a signed byte each, then those of the value function if the policy has one. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { refuseOutside, show } from '../../documents/index.ts'
import type { GameInfo } from '../../engine/contract/index.ts'
import { reasonOf } from '../../engine/modules/index.ts'
import type { ValueWeights } from './critic.ts'
import { seesWhole, VALUE_WEIGHTS, WEIGHTS } from './crosses.ts'

/** Without values, and with them. */
const PLAIN = 'evenhand policy 1'
const VALUED = 'evenhand policy 2'
/** Policies that saw other features of plain values can't play by these. */
export const STRUCTURAL = 'structure 1'
/** The same of small games, of which players see the whole position as one more feature. */
export const WHOLE = 'whole 1'
const LEVELS = 127
const NEWLINE = 10
/** Most bytes of the first line: a file of rules may have 4 MiB. */
const HEAD_MAX = 8 * 1024 * 1024

/** A round's evaluation matches against one opponent: the score, a share of the win, and its interval. */
const strength = z.strictObject({
  against: z.string(),
  matches: z.int(),
  score: z.number(),
  low: z.number(),
  high: z.number(),
})

const header = z.strictObject({
  format: z.enum([PLAIN, VALUED]),
  /** The version of evenhand that learned. */
  version: z.string(),
  game: z.string(),
  /** The name of the rule set, and the rules: a key that came later had its default. Up to 0.5.0 their SHA-256. */
  ruleset: z.string(),
  rules: z.union([z.string(), z.record(z.string(), z.unknown())]),
  seed: z.string(),
  /** What it sees of a game of plain values, or of a small one; absent elsewhere. */
  features: z.enum([STRUCTURAL, WHOLE]).optional(),
  rounds: z
    .array(
      z.strictObject({
        round: z.int(),
        decisions: z.int(),
        kept: z.boolean(),
        /** Who taught it, where that was found by a trial. */
        teacher: z.enum(['practice', 'planner', 'mcts']).optional(),
        strength: z.array(strength).readonly(),
      }),
    )
    .readonly(),
  /** The round whose policy it is. */
  best: z.int(),
  /** The round robin of kept rounds: their shares in the Nash equilibrium of choosing one, and any that beat each other in a circle. */
  robin: z.strictObject({
    shares: z.array(z.strictObject({ round: z.int(), share: z.number() })).readonly(),
    circle: z.array(z.int()).readonly(),
  }),
  /** The weight of a byte of 1. */
  step: z.number(),
  /** The same of the value function, and its weight of the lead. */
  values: z.strictObject({ step: z.number(), lead: z.number() }).optional(),
})

export type PolicyHeader = z.output<typeof header>

/** All of a header but what `encodePolicy` fills in. */
export type PolicyDescription = Omit<PolicyHeader, 'format' | 'step' | 'values'>

export interface PolicyFile {
  readonly header: PolicyHeader
  /** WEIGHTS weights. */
  readonly weights: Float32Array
  /** VALUE_WEIGHTS weights; null if the policy has no value function. */
  readonly values: ValueWeights | null
  /** Of the file's bytes. */
  readonly sha256: string
}

/** The step at which the largest weight is the highest level. */
function stepOf(weights: Float32Array): number {
  let most = 0
  for (const weight of weights) most = Math.max(most, Math.abs(weight))
  return most === 0 ? 1 : most / LEVELS
}

const levelOf = (weight: number, step: number): number =>
  Math.max(-LEVELS, Math.min(LEVELS, Math.floor(weight / step + 0.5)))

/** The weights as a file would give them back. Allocates. */
export function rounded(weights: Float32Array): Float32Array {
  const step = stepOf(weights)
  return weights.map(weight => levelOf(weight, step) * step)
}

const levelsOf = (weights: Float32Array, step: number): Uint8Array =>
  new Uint8Array(Int8Array.from(weights, weight => levelOf(weight, step)).buffer)

/** The bytes of a file: the same for the same arguments. */
export function encodePolicy(
  description: PolicyDescription,
  weights: Float32Array,
  values: ValueWeights | null,
): Uint8Array {
  const step = stepOf(weights)
  const valued = values && { step: stepOf(values.weights), lead: values.lead[0]! }
  const { version, game, ruleset, rules, seed, features, rounds, best, robin } = description
  const format = valued ? VALUED : PLAIN
  const head = {
    format,
    version,
    game,
    ruleset,
    rules,
    seed,
    features,
    rounds,
    best,
    robin,
    step,
    values: valued ?? undefined,
  }
  return Buffer.concat([
    Buffer.from(`${JSON.stringify(head)}\n`),
    levelsOf(weights, step),
    ...(values && valued ? [levelsOf(values.weights, valued.step)] : []),
  ])
}

/** What a policy of a game sees, as its header says. */
export function featuresOf(info: GameInfo): PolicyHeader['features'] {
  if (info.learning?.isStructural) return STRUCTURAL
  return seesWhole(info) ? WHOLE : undefined
}

/** By SHA-256: agents on one thread share their weights. */
const known = new Map<string, PolicyFile>()

/** Reads a file. Throws an Error that names it if it cannot be read or is not one. */
export function readPolicy(file: string): PolicyFile {
  let bytes: Buffer
  refuseOutside(file)
  try {
    bytes = readFileSync(file)
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    const why = isMissing ? 'does not exist' : `can't be read: ${reasonOf(error)}`
    throw new Error(`${show(file)} ${why}, expected a file that evenhand learn wrote`)
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const policy = known.get(sha256) ?? decode(bytes, sha256, file)
  known.set(sha256, policy)
  return policy
}

function decode(bytes: Buffer, sha256: string, file: string): PolicyFile {
  const end = bytes.subarray(0, HEAD_MAX).indexOf(NEWLINE)
  const read = header.safeParse(end < 0 ? null : jsonIn(bytes.toString('utf8', 0, end)))
  const values = read.data?.values
  const isPlain = read.data?.format === PLAIN
  const size = WEIGHTS + (isPlain ? 0 : VALUE_WEIGHTS)
  if (!read.success || isPlain !== (values === undefined) || bytes.length !== end + 1 + size)
    throw new Error(`${show(file)} is not a learned policy, expected a file that evenhand learn wrote`)
  const weightsAt = (at: number, count: number, step: number): Float32Array =>
    Float32Array.from(new Int8Array(bytes.buffer, bytes.byteOffset + at, count), level => level * step)
  return {
    header: read.data,
    weights: weightsAt(end + 1, WEIGHTS, read.data.step),
    values: values
      ? {
          weights: weightsAt(end + 1 + WEIGHTS, VALUE_WEIGHTS, values.step),
          lead: Float64Array.of(values.lead),
        }
      : null,
    sha256,
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
