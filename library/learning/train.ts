/** One player that learns a game, as `evenhand learn` does. */
import { z } from 'zod'
import { LEARN_DEFAULTS, learnNumbers } from '../../agents/index.ts'
import { InputError, literal, validate } from '../../documents/index.ts'
import { reasonOf } from '../../engine/modules/index.ts'
import { findGame } from '../../engine/registry/index.ts'
import { gameNameOf } from '../../sim/experiment/index.ts'
import { DEFAULT_THREADS } from '../../sim/run.ts'
import { onDisk, writeWhole } from '../../sim/store/disk.ts'
import { defineExperiment } from '../experiment.ts'
import { withoutUndefined } from '../runs/run-options.ts'
import { CheckpointsFolder } from './folder.ts'
import { type LearnedPolicy, type LearnOptions, learnAll, policyOf, refusalToLearn } from './learn.ts'

/** What a player learns, and how long. The defaults are those of `evenhand learn`. */
export interface TrainingDefinition {
  readonly game: string
  readonly ruleset?: string | undefined
  readonly rules?: Readonly<Record<string, unknown>> | undefined
  /** The file for the policy. An interrupted training resumes from the rounds in `OUT.rounds`. */
  readonly out: string
  /** A policy of the same game to go on from, instead of an imitation of greedy. */
  readonly from?: string | undefined
  readonly seed?: string | undefined
  readonly rounds?: number | undefined
  readonly matches?: number | undefined
  readonly tests?: number | undefined
}

const settingsSchema = z.object({
  seed: z.string().default(LEARN_DEFAULTS.seed),
  rounds: learnNumbers.rounds.default(LEARN_DEFAULTS.rounds),
  matches: learnNumbers.matches.default(LEARN_DEFAULTS.matches),
  tests: learnNumbers.tests.default(LEARN_DEFAULTS.tests),
})

/**
 * Trains a player by self-play and writes its policy, for `learned:file=OUT`. The same definition gives the
 * same bytes. Rejects with an InputError for a wrong definition or a game that can't be learned, a Stopped
 * after the signal, and a DiskError.
 */
export async function learn(
  { game: named, ruleset, rules, out, from, ...numbers }: TrainingDefinition,
  { threads = DEFAULT_THREADS, ...options }: Partial<Omit<LearnOptions, 'onLearned' | 'later'>> = {},
): Promise<LearnedPolicy> {
  const settings = validate(settingsSchema, [literal(withoutUndefined(numbers), 'definition')])
  const experiment = await defineExperiment(
    { game: named, ...withoutUndefined({ ruleset, rules }) },
    {},
    'definition',
  )
  const [variant] = experiment.variants
  const game = findGame(gameNameOf(experiment))
  const refusal = refusalToLearn(game, variant!.rules)
  if (refusal !== null) throw new InputError('game', refusal)
  const start = from === undefined ? {} : { from: startOf(() => policyOf(game, from, variant!.rules)) }
  const checkpoints = `${out}.rounds`
  const job = {
    ...{ name: '', game, ruleset: variant!.ruleset, rules: variant!.rules, checkpoints },
    settings: { ...settings, ...start },
  }
  const folder = new CheckpointsFolder(checkpoints, {})
  try {
    let learned: LearnedPolicy | undefined
    await learnAll([job], {
      ...options,
      threads,
      onLearned: (_, policy) => {
        onDisk(out, () => writeWhole(out, policy.bytes))
        learned = policy
      },
    })
    return learned!
  } finally {
    folder.close()
  }
}

function startOf<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new InputError('from', reasonOf(error))
  }
}
