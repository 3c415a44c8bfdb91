/** Learns policies for rules of games, up to the bytes of their files. */
import {
  encodePolicy,
  featuresOf,
  type PolicyDescription,
  policyRefusal,
  readPolicy,
} from '../../agents/index.ts'
import { changedPaths, show } from '../../documents/index.ts'
import { VERSION } from '../../engine/package.ts'
import type { GameModule } from '../../engine/registry/index.ts'
import { Checkpoints, trainingKey } from '../../sim/learning/checkpoints.ts'
import { hyperparametersFor } from '../../sim/learning/hyperparameters.ts'
import {
  countMatches,
  type LearnSettings,
  learn,
  measured,
  type PolicyOnDisk,
  type Round,
} from '../../sim/learning/learn.ts'
import { Matchmaker } from '../../sim/learning/schedule.ts'
import { environmentOf, inlinePool, type LearningPool, type PoolData } from '../../sim/learning/tasks.ts'
import {
  LearningPace,
  type LearningProgress,
  NO_WORK,
  PolicyTracker,
  plus,
  timedPool,
  type Workload,
} from './progress.ts'

export type { LearnSettings, PolicyOnDisk, Round } from '../../sim/learning/learn.ts'
export { Stopped } from '../../sim/learning/tasks.ts'
export type { LearningProgress } from './progress.ts'

/** Throws an Error that names the file if it can't be read, isn't a policy, or is for another game or other features. */
export function policyOf({ id, compile }: GameModule, file: string, rules: object): PolicyOnDisk {
  const { header, sha256 } = readPolicy(file)
  if (header.game !== id)
    throw new Error(`${show(file)} is a policy of ${header.game}, expected one of ${id}`)
  const refused = policyRefusal(compile(rules), { file, sha256 })
  if (refused !== null) throw new Error(refused)
  return { file, sha256 }
}

/** Whether a file holds a policy learned on other rules. False if it is missing or holds none. */
export function isOfOtherRules(file: string, { id, schema }: GameModule, rules: object): boolean {
  try {
    const { header } = readPolicy(file)
    const learnedOn = schema.safeParse(header.rules)
    return header.game !== id || changedPaths(schema, learnedOn.data, rules).length > 0
  } catch {
    return false
  }
}

/** Why players can't learn a game by these rules, or null: planners must be able to guess what is hidden. */
export function refusalToLearn({ compile }: GameModule, rules: object): string | null {
  const { unsearchable } = compile(rules)
  return unsearchable === undefined ? null : `players can't be trained on it: ${unsearchable}`
}

/** One policy to learn. */
export interface TrainingJob {
  /** For progress. */
  readonly name: string
  readonly game: GameModule
  /** The name of the rule set, and the resolved rules. */
  readonly ruleset: string
  readonly rules: object
  readonly settings: LearnSettings
  /** Keeps checkpoints until the policy is learned; an interrupted job resumes from them. */
  readonly checkpoints: string
}

export interface LearnedPolicy {
  readonly description: PolicyDescription
  /** The file. */
  readonly bytes: Uint8Array
  /** Whether the policy scores above the fair share against greedy, with all of its interval. */
  readonly beatsGreedy: boolean
  /** The fair share of a win. */
  readonly fair: number
}

/** How policies are learned. Nothing here changes a byte of them. */
export interface LearnOptions {
  /** Threads to start; 0 learns on the calling one. */
  readonly threads: number
  /** Work that follows these jobs, for the time left. */
  readonly later?: Workload | undefined
  /** Aborting it ends the learning after the matches in progress, or a few seconds later without them. */
  readonly signal?: AbortSignal | undefined
  /** Called with the number of rounds whose checkpoints were found. */
  readonly onResume?: (job: TrainingJob, rounds: number) => void
  /** Called with the first round whose checkpoint is damaged, or of other rules, settings or code. */
  readonly onUseless?: (job: TrainingJob, round: number) => void
  readonly onRound?: (job: TrainingJob, round: Round) => void
  readonly onProgress?: (progress: LearningProgress) => void
  /** Called with every finished policy; its checkpoints are kept until this returns. */
  readonly onLearned: (job: TrainingJob, policy: LearnedPolicy) => void
}

/** Time that matches in progress have to end when learning stops. */
const STOP_MS = 2_500

/**
 * Learns policies side by side; the same game, rules and settings give the same bytes. Rejects with an Error
 * for a game that can't be learned, a Stopped after the signal, and a DiskError if checkpoints can't be
 * written.
 */
export async function learnAll(jobs: readonly TrainingJob[], options: LearnOptions): Promise<void> {
  for (const { game, rules } of jobs) {
    const refusal = refusalToLearn(game, rules)
    if (refusal !== null) throw new Error(`${game.id}: ${refusal}`)
  }
  const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const environments = jobs.map(({ game, rules }) => environmentOf(game, rules))
  const pool = await openPool({ environments, stop }, options.threads)
  let timer: NodeJS.Timeout | undefined
  const end = (): void => {
    Atomics.store(stop, 0, 1)
    timer ??= setTimeout(() => pool.abandon(), STOP_MS)
  }
  if (options.signal?.aborted) end()
  options.signal?.addEventListener('abort', end, { once: true })
  try {
    await runJobs(jobs, pool, options, end)
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', end)
    await pool.close()
  }
}

/** What decides a policy, besides its file's name. */
export type Training = Pick<TrainingJob, 'game' | 'rules' | 'settings'>

/** The work of a job from its beginning. The policy that it starts from need not exist yet. */
export const workOf = (training: Training): Workload => trackerOf('', training).left

function trackerOf(name: string, training: Training): PolicyTracker {
  const { seats, settings } = resolved(training)
  return new PolicyTracker(name, countMatches(settings, seats), settings.rounds)
}

/** The seats of a job's game, and its settings with the hyperparameters of the game unless they are given. */
function resolved({ game, rules, settings }: Training) {
  const { info } = game.compile(rules)
  const known = { seats: info.seats.length, features: featuresOf(info), settings }
  if (settings.hyperparameters || settings.against) return known
  return { ...known, settings: { ...settings, hyperparameters: hyperparametersFor(info) } }
}

async function openPool(data: PoolData, threads: number): Promise<LearningPool> {
  if (threads === 0) return inlinePool(data)
  const { threadPool } = await import('../../sim/threads/learning-pool.ts')
  return threadPool(data, threads)
}

/** Runs as many jobs at a time as there are threads: a fit takes one, and more jobs would only take memory. */
async function runJobs(
  jobs: readonly TrainingJob[],
  untimed: LearningPool,
  options: LearnOptions,
  stop: () => void,
): Promise<void> {
  const pace = new LearningPace()
  const pool = timedPool(untimed, pace)
  const trackers = jobs.map(job => trackerOf(job.name, job))
  const tell = (): void => options.onProgress?.(progressOf(trackers, pace, pool.width, options.later))
  let next = 0
  let failure: unknown
  const work = async (): Promise<void> => {
    while (next < jobs.length && failure === undefined) {
      const index = next++
      try {
        await runJob(jobs[index]!, index, pool, trackers[index]!, options, tell)
      } catch (error) {
        failure ??= error
        stop()
      }
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, pool.width) }, work))
  if (failure !== undefined) throw failure
}

/** Learns one policy, in the pool's environment of this index. `tell` reports progress. */
async function runJob(
  job: TrainingJob,
  index: number,
  pool: LearningPool,
  tracker: PolicyTracker,
  { onLearned, onResume, onRound, onUseless }: LearnOptions,
  tell: () => void,
): Promise<void> {
  const { seats, features, settings: asked } = resolved(job)
  const checkpoints = new Checkpoints(job.checkpoints, trainingKey(pool.environments[index]!, asked))
  const settings = await measured(pool, index, new Matchmaker(seats, asked))
  tracker.counts = countMatches(settings, seats)
  const past = checkpoints.read(settings.rounds)
  tracker.state = 'learning'
  for (const { round } of past) tracker.endRound(round.kept)
  if (past.length > 0) onResume?.(job, past.length)
  if (past.length <= settings.rounds && checkpoints.has(past.length)) onUseless?.(job, past.length)
  tell()
  const result = await learn(pool, index, seats, settings, past, {
    onMatches: matches => {
      tracker.addMatches(matches)
      tell()
    },
    onRound: checkpoint => {
      checkpoints.write(checkpoint)
      tracker.endRound(checkpoint.round.kept)
      onRound?.(job, checkpoint.round)
      tell()
    },
  })
  const { weights, values, rounds, best, robin, beatsGreedy } = result
  const description: PolicyDescription = {
    version: VERSION,
    game: job.game.id,
    ruleset: job.ruleset,
    rules: { ...job.rules },
    seed: settings.seed,
    ...(features && { features }),
    rounds,
    best,
    robin,
  }
  const bytes = encodePolicy(description, weights, values)
  tracker.state = 'learned'
  onLearned(job, { description, bytes, beatsGreedy, fair: 1 / seats })
  checkpoints.remove()
  tell()
}

function progressOf(
  trackers: readonly PolicyTracker[],
  pace: LearningPace,
  threads: number,
  later = NO_WORK,
): LearningProgress {
  const left = trackers.reduce((sum, one) => plus(sum, one.left), NO_WORK)
  const { length: unfinished } = trackers.filter(({ state }) => state !== 'learned')
  return {
    matches: trackers.reduce((sum, { matches }) => sum + matches, 0),
    total: trackers.reduce((sum, { total }) => sum + total, 0),
    left: pace.seconds(left, threads, unfinished),
    leftLater: pace.seconds(later, threads, 1),
    policies: trackers.map(({ progress }) => progress),
  }
}
