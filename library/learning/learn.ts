/** Learns policies for rules of games, up to the bytes of their files. */
import { createHash } from 'node:crypto'
import { encodePolicy, type PolicyDescription, readPolicy } from '../../agents/index.ts'
import { show } from '../../documents/index.ts'
import { VERSION } from '../../engine/package.ts'
import type { GameModule } from '../../engine/registry/index.ts'
import { Checkpoints, trainingKey } from '../../sim/learning/checkpoints.ts'
import { hyperparametersFor } from '../../sim/learning/hyperparameters.ts'
import {
  countMatches,
  type LearnSettings,
  learn,
  type PolicyOnDisk,
  type Round,
} from '../../sim/learning/learn.ts'
import { environmentOf, inlinePool, type LearningPool, type PoolData } from '../../sim/learning/tasks.ts'
import {
  LearningPace,
  type LearningProgress,
  NO_WORK,
  PolicyTracker,
  plus,
  TimedPool,
  type Workload,
} from './progress.ts'

export type { LearnSettings, PolicyOnDisk, Round } from '../../sim/learning/learn.ts'
export { Stopped } from '../../sim/learning/tasks.ts'
export type { LearningProgress } from './progress.ts'

/** Throws an Error that names the file if it can't be read, is no policy, or is one of another game. */
export function policyOf({ id }: GameModule, file: string): PolicyOnDisk {
  const { header, sha256 } = readPolicy(file)
  if (header.game !== id)
    throw new Error(`${show(file)} is a policy of ${header.game}, expected one of ${id}`)
  return { file, sha256 }
}

/** Whether a file holds a policy that was learned on other rules. False for a file that is missing or holds none. */
export function isOfOtherRules(file: string, { id }: GameModule, rules: object): boolean {
  try {
    const { header } = readPolicy(file)
    return header.game !== id || header.rules !== rulesHash(rules)
  } catch {
    return false
  }
}

/** The hash of rules in a policy's file. */
const rulesHash = (rules: object): string => createHash('sha256').update(JSON.stringify(rules)).digest('hex')

/** Why nobody can learn a game by these rules, in plain words, or null: planners must be able to guess what is hidden. */
export function refusalToLearn({ compile }: GameModule, rules: object): string | null {
  const { unguessed } = compile(rules)
  return unguessed === undefined ? null : `players cannot learn it: ${unguessed}`
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
  /** The folder that keeps checkpoints until the policy is learned, and from which an interrupted job resumes. */
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
  /** Called with the first round whose checkpoint can't be used: it is damaged, or of other rules, settings or code. */
  readonly onUseless?: (job: TrainingJob, round: number) => void
  readonly onRound?: (job: TrainingJob, round: Round) => void
  readonly onProgress?: (progress: LearningProgress) => void
  /** Called with every policy as soon as it is learned; its checkpoints are kept until this returns. */
  readonly onLearned: (job: TrainingJob, policy: LearnedPolicy) => void
}

/** Time that matches in progress have to end when learning stops. */
const STOP_MS = 2_500

/**
 * Learns policies side by side. The same game, rules and settings give the same bytes. Rejects with an Error for a game that nobody can learn, with a Stopped
 * if the signal came first, and with a DiskError if checkpoints cannot be written.
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
    await new JobRunner(jobs, pool, options, end).run()
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
function resolved({ game, rules, settings }: Training): { seats: number; settings: LearnSettings } {
  const { info } = game.compile(rules)
  const seats = info.seats.length
  if (settings.hyperparameters || settings.against) return { seats, settings }
  return { seats, settings: { ...settings, hyperparameters: hyperparametersFor(info) } }
}

async function openPool(data: PoolData, threads: number): Promise<LearningPool> {
  if (threads === 0) return inlinePool(data)
  const { threadPool } = await import('../../sim/threads/learning-pool.ts')
  return threadPool(data, threads)
}

/** Runs jobs that share a pool. */
class JobRunner {
  readonly #jobs: readonly TrainingJob[]
  readonly #pool: LearningPool
  readonly #options: LearnOptions
  readonly #stop: () => void
  readonly #pace = new LearningPace()
  readonly #trackers: readonly PolicyTracker[]
  #next = 0
  #failure: unknown

  constructor(jobs: readonly TrainingJob[], pool: LearningPool, options: LearnOptions, stop: () => void) {
    this.#jobs = jobs
    this.#pool = new TimedPool(pool, this.#pace)
    this.#options = options
    this.#stop = stop
    this.#trackers = jobs.map(job => trackerOf(job.name, job))
  }

  /** As many jobs at a time as there are threads: a fit takes one, and more would only take memory. */
  async run(): Promise<void> {
    await Promise.all(Array.from({ length: Math.max(1, this.#pool.width) }, () => this.#runNext()))
    if (this.#failure !== undefined) throw this.#failure
  }

  async #runNext(): Promise<void> {
    while (this.#next < this.#jobs.length && this.#failure === undefined) {
      try {
        await this.#learn(this.#next++)
      } catch (error) {
        this.#failure ??= error
        this.#stop()
      }
    }
  }

  async #learn(index: number): Promise<void> {
    const job = this.#jobs[index]!
    const tracker = this.#trackers[index]!
    const { onLearned, onResume, onRound, onUseless } = this.#options
    const { seats, settings } = resolved(job)
    const checkpoints = new Checkpoints(
      job.checkpoints,
      trainingKey(this.#pool.environments[index]!, settings),
    )
    const past = checkpoints.read(settings.rounds)
    tracker.state = 'learning'
    for (const { round } of past) tracker.endRound(round.kept)
    if (past.length > 0) onResume?.(job, past.length)
    if (past.length <= settings.rounds && checkpoints.has(past.length)) onUseless?.(job, past.length)
    this.#tell()
    const result = await learn(this.#pool, index, seats, settings, past, {
      onMatches: matches => {
        tracker.addMatches(matches)
        this.#tell()
      },
      onRound: checkpoint => {
        checkpoints.write(checkpoint)
        tracker.endRound(checkpoint.round.kept)
        onRound?.(job, checkpoint.round)
        this.#tell()
      },
    })
    const { weights, values, rounds, best, robin, beatsGreedy } = result
    const description: PolicyDescription = {
      version: VERSION,
      game: job.game.id,
      ruleset: job.ruleset,
      rules: rulesHash(job.rules),
      seed: settings.seed,
      rounds,
      best,
      robin,
    }
    const bytes = encodePolicy(description, weights, values)
    tracker.state = 'learned'
    onLearned(job, { description, bytes, beatsGreedy, fair: 1 / seats })
    checkpoints.remove()
    this.#tell()
  }

  #tell(): void {
    const { later = NO_WORK, onProgress } = this.#options
    if (!onProgress) return
    const all = this.#trackers
    const { width } = this.#pool
    const { length: unfinished } = all.filter(({ state }) => state !== 'learned')
    onProgress({
      matches: all.reduce((sum, { matches }) => sum + matches, 0),
      total: all.reduce((sum, { total }) => sum + total, 0),
      left: this.#pace.seconds(
        all.reduce((sum, { left }) => plus(sum, left), NO_WORK),
        width,
        unfinished,
      ),
      leftLater: this.#pace.seconds(later, width, 1),
      policies: all.map(({ progress }) => progress),
    })
  }
}
