/** Learning policies for some rules of a game, up to the bytes of their files. */
import { createHash } from 'node:crypto'
import { encodePolicy, type PolicyDescription, readPolicy } from '../agents/index.ts'
import { show } from '../documents/index.ts'
import { VERSION } from '../engine/package.ts'
import type { GameModule } from '../engine/registry/index.ts'
import { Checkpoints, trainingKey } from '../sim/learning/checkpoints.ts'
import { hyperparametersFor } from '../sim/learning/hyperparameters.ts'
import {
  countMatches,
  type LearnSettings,
  learn,
  type PolicyOnDisk,
  type Round,
} from '../sim/learning/learn.ts'
import {
  type Environment,
  environmentOf,
  inlinePool,
  type LearningPool,
  type PoolData,
} from '../sim/learning/tasks.ts'
import { Attendance, type PolicyProgress } from './attendance.ts'
import { LearningPace, type Load, NOTHING, plus, TimedPool } from './learning-pace.ts'

export type { LearnSettings, PolicyOnDisk, Round } from '../sim/learning/learn.ts'
export { Stopped } from '../sim/learning/tasks.ts'
export type { PolicyProgress } from './attendance.ts'

/** A policy of a game. Throws an Error that names the file if it can't be read, is none, or is of another game. */
export function policyOf({ id }: GameModule, file: string): PolicyOnDisk {
  const { header, sha256 } = readPolicy(file)
  if (header.game !== id)
    throw new Error(`${show(file)} is a policy of ${header.game}, expected one of ${id}`)
  return { file, sha256 }
}

/** Whether a file holds a policy of the game that was learned on other rules. False if it holds none, or is not there. */
export function isOfOtherRules(file: string, { id }: GameModule, rules: object): boolean {
  try {
    const { header } = readPolicy(file)
    return header.game !== id || header.rules !== rulesHash(rules)
  } catch {
    return false
  }
}

/** What a policy's file says of the rules that it was learned on. */
const rulesHash = (rules: object): string => createHash('sha256').update(JSON.stringify(rules)).digest('hex')

/** Why nobody learns a game by these rules, in plain words, or null: who teaches looks ahead. */
export function refusalToLearn({ compile }: GameModule, rules: object): string | null {
  const { unguessed } = compile(rules)
  return unguessed === undefined ? null : `players cannot learn it: ${unguessed}`
}

/** One policy to learn. */
export interface Lesson {
  readonly game: GameModule
  /** The name of the rule set, and the resolved rules. */
  readonly ruleset: string
  readonly rules: object
  readonly settings: LearnSettings
  /** A folder that keeps the rounds until the policy is learned, and from which an interrupted learning goes on. */
  readonly rounds: string
}

/** A policy that was learned. */
export interface Learning {
  /** What the file says of itself. */
  readonly description: PolicyDescription
  /** The file. */
  readonly bytes: Uint8Array
  /** Whether the policy scores above the fair share against greedy, with all of its interval. */
  readonly beatsGreedy: boolean
  /** The share of a win that is fair against greedy. */
  readonly fair: number
}

/** How far learning is. */
export interface LearningProgress {
  /** Matches played, and planned but for those at the end, of the rounds against each other and of the policy against itself. */
  readonly matches: number
  readonly total: number
  /** Seconds left, and seconds that `later` takes after these; infinite where unknown, which is until each kind of work was done once. */
  readonly left: number
  readonly leftLater: number
  /** The policies, in the order of the lessons. */
  readonly policies: readonly PolicyProgress[]
}

/** How policies are learned. Nothing here changes a byte of them. */
export interface LearnOptions {
  /** Threads to start; 0 learns on the calling one. */
  readonly threads: number
  /** What somebody learns after these lessons, to be told how long that takes. */
  readonly later?: Load
  /** Aborting it ends the learning after the matches being played, or a few seconds later without them. */
  readonly signal?: AbortSignal | undefined
  /** Told of rounds that were found in their folder, and of each that is over. */
  readonly onResume?: (lesson: number, rounds: number) => void
  /** Told of the first round that was found there and is of no use: it is damaged, or of other rules, settings or code. */
  readonly onUseless?: (lesson: number, round: number) => void
  readonly onRound?: (lesson: number, round: Round) => void
  readonly onProgress?: (progress: LearningProgress) => void
  /** Called with every policy as soon as it is learned; its rounds are kept until this returns. */
  readonly onLearned: (lesson: number, learning: Learning) => void
}

/** Time that the matches being played have to end when learning stops. */
const STOP_MS = 2_500

/**
 * Learns policies side by side. The same game, resolved rules and settings give the same bytes. Rejects with an Error for a game that nobody learns, with a Stopped if the signal came first,
 * and with a DiskError if rounds cannot be kept.
 */
export async function learnAll(lessons: readonly Lesson[], options: LearnOptions): Promise<void> {
  const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  for (const { game, rules } of lessons) {
    const refusal = refusalToLearn(game, rules)
    if (refusal !== null) throw new Error(`${game.id}: ${refusal}`)
  }
  const all = lessons.map(withHyperparameters)
  const environments = all.map(({ game, rules }) => environmentOf(game, rules))
  const pool = await openPool({ environments, stop }, options.threads)
  let timer: NodeJS.Timeout | undefined
  const end = (): void => {
    Atomics.store(stop, 0, 1)
    timer ??= setTimeout(() => pool.abandon(), STOP_MS)
  }
  if (options.signal?.aborted) end()
  options.signal?.addEventListener('abort', end, { once: true })
  try {
    const pace = new LearningPace()
    await new Classes(all, new TimedPool(pool, pace), pace, options, end).run()
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', end)
    await pool.close()
  }
}

/** What a lesson takes from its beginning on. The policy that it goes on from need not be there yet. */
export function loadOf(lesson: Omit<Lesson, 'rounds'>): Load {
  return attendanceOf(withHyperparameters(lesson)).load
}

function attendanceOf({ game, rules, settings }: Omit<Lesson, 'rounds'>): Attendance {
  const { seats } = game.compile(rules).info
  return new Attendance(countMatches(settings, seats.length), settings.rounds)
}

/** A lesson with the hyperparameters by which players of its game learn against themselves, unless it has one. */
function withHyperparameters<T extends Omit<Lesson, 'rounds'>>(lesson: T): T {
  const { game, rules, settings } = lesson
  if (settings.hyperparameters || settings.against) return lesson
  return {
    ...lesson,
    settings: { ...settings, hyperparameters: hyperparametersFor(game.compile(rules).info) },
  }
}

async function openPool(data: PoolData, threads: number): Promise<LearningPool> {
  if (threads === 0) return inlinePool(data)
  const { threadPool } = await import('../sim/threads/learning-pool.ts')
  return threadPool(data, threads)
}

/** Lessons that share an pool. */
class Classes {
  readonly #lessons: readonly Lesson[]
  readonly #pool: LearningPool
  readonly #options: LearnOptions
  readonly #stop: () => void
  readonly #pace: LearningPace
  readonly #attendances: readonly Attendance[]
  #next = 0
  #failure: unknown

  constructor(
    lessons: readonly Lesson[],
    pool: LearningPool,
    pace: LearningPace,
    options: LearnOptions,
    stop: () => void,
  ) {
    this.#lessons = lessons
    this.#pool = pool
    this.#pace = pace
    this.#options = options
    this.#stop = stop
    this.#attendances = lessons.map(attendanceOf)
  }

  /** As many lessons at a time as there are threads: a fit takes one, and more would only take memory. */
  async run(): Promise<void> {
    await Promise.all(Array.from({ length: Math.max(1, this.#pool.width) }, () => this.#attend()))
    if (this.#failure !== undefined) throw this.#failure
  }

  /** Takes lessons until there are none left. */
  async #attend(): Promise<void> {
    while (this.#next < this.#lessons.length && this.#failure === undefined) {
      try {
        await this.#teach(this.#next++)
      } catch (error) {
        this.#failure ??= error
        this.#stop()
      }
    }
  }

  async #teach(index: number): Promise<void> {
    const { game, rules, ruleset, settings, rounds: dir } = this.#lessons[index]!
    const { onLearned, onProgress, onResume, onRound, onUseless } = this.#options
    const environment: Environment = this.#pool.environments[index]!
    const kept = new Checkpoints(dir, trainingKey(environment, settings))
    const past = kept.read(settings.rounds)
    const seats = game.compile(rules).info.seats.length
    const attendance = this.#attendances[index]!
    attendance.state = 'learning'
    for (const { round } of past) attendance.end(round.kept)
    if (past.length > 0) onResume?.(index, past.length)
    if (past.length <= settings.rounds && kept.has(past.length)) onUseless?.(index, past.length)
    onProgress?.(this.#progress())
    const learnt = await learn(this.#pool, index, seats, settings, past, {
      onMatches: matches => {
        attendance.play(matches)
        onProgress?.(this.#progress())
      },
      onRound: over => {
        kept.write(over)
        attendance.end(over.round.kept)
        onRound?.(index, over.round)
        onProgress?.(this.#progress())
      },
    })
    const description: PolicyDescription = {
      version: VERSION,
      game: game.id,
      ruleset,
      rules: rulesHash(rules),
      seed: settings.seed,
      rounds: learnt.rounds,
      best: learnt.best,
      robin: learnt.robin,
    }
    const bytes = encodePolicy(description, learnt.weights, learnt.values)
    attendance.state = 'learned'
    onLearned(index, { description, bytes, beatsGreedy: learnt.beatsGreedy, fair: 1 / seats })
    kept.remove()
    onProgress?.(this.#progress())
  }

  #progress(): LearningProgress {
    const all = this.#attendances
    const load = all.reduce((sum, one) => plus(sum, one.load), NOTHING)
    const { length: left } = all.filter(({ state }) => state !== 'learned')
    const { width } = this.#pool
    const { later = NOTHING } = this.#options
    return {
      matches: all.reduce((sum, { matches }) => sum + matches, 0),
      total: all.reduce((sum, { total }) => sum + total, 0),
      left: this.#pace.seconds(load, width, left),
      leftLater: this.#pace.seconds(later, width, 1),
      policies: all.map(({ progress }) => progress),
    }
  }
}
