/** The time that learning has left, from what its tasks have taken so far. No result depends on it. */
import type { Environment, LearningPool, Task, TaskResult } from '../sim/learning/tasks.ts'

/**
 * What learning spends its time on: matches of round 0 to learn from; those of further rounds, in which planners take a hundred times as long; matches
 * of practice, and of a policy against itself at the end, with what is learned from each; matches between policies or against others that test them; and fits.
 */
export type Work = 'imitation' | 'planning' | 'practice' | 'tests' | 'fits'
const WORK: readonly Work[] = ['imitation', 'planning', 'practice', 'tests', 'fits']

/** Pieces of each kind of work: matches, and fits. */
export type Load = Readonly<Record<Work, number>>

export const NOTHING: Load = { imitation: 0, planning: 0, practice: 0, tests: 0, fits: 0 }

/** Adds one load to another, so many times. */
export function plus(load: Load, more: Load, times = 1): Load {
  return {
    imitation: load.imitation + times * more.imitation,
    planning: load.planning + times * more.planning,
    practice: load.practice + times * more.practice,
    tests: load.tests + times * more.tests,
    fits: load.fits + times * more.fits,
  }
}

/** What pieces of each kind take. */
export class LearningPace {
  readonly #taken = new Map<Work, { pieces: number; milliseconds: number }>()

  record(work: Work, pieces: number, milliseconds: number): void {
    const taken = this.#taken.get(work) ?? { pieces: 0, milliseconds: 0 }
    taken.pieces += pieces
    taken.milliseconds += milliseconds
    this.#taken.set(work, taken)
  }

  /** Seconds that a load takes on so many threads, of which each fit uses one, and at most `side` are at it side by side; infinite if unknown. */
  seconds(load: Load, threads: number, side: number): number {
    let sum = 0
    for (const work of WORK) {
      const pieces = load[work]
      if (pieces <= 0) continue
      // Until somebody has practised, matches between policies are expected to take as long.
      const taken = this.#taken.get(work) ?? (work === 'practice' ? this.#taken.get('tests') : undefined)
      // Round 0 has no fit where it goes on from somebody's weights; one of a later round is missed for a moment only.
      if (!taken && work === 'fits') continue
      if (!taken) return Number.POSITIVE_INFINITY
      const width = work === 'fits' ? Math.min(threads, side) : threads
      sum += (pieces * taken.milliseconds) / taken.pieces / Math.max(1, width)
    }
    return sum / 1000
  }
}

/** A pool whose tasks are timed. As many run at once as it has threads: the time of one that waits for a thread would say nothing. */
export class TimedPool implements LearningPool {
  readonly #pool: LearningPool
  readonly #pace: LearningPace
  readonly #now: () => number
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(pool: LearningPool, pace: LearningPace, now: () => number = () => performance.now()) {
    this.#pool = pool
    this.#pace = pace
    this.#now = now
    this.#free = Math.max(1, pool.width)
  }

  get environments(): readonly Environment[] {
    return this.#pool.environments
  }

  get width(): number {
    return this.#pool.width
  }

  async run(task: Task): Promise<TaskResult> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>(resolve => this.#waiting.push(resolve))
    const began = this.#now()
    try {
      const done = await this.#pool.run(task)
      this.#pace.record(workOf(task), piecesOf(task), this.#now() - began)
      return done
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free++
    }
  }

  abandon(): void {
    this.#pool.abandon()
  }

  async close(): Promise<void> {
    await this.#pool.close()
  }
}

function workOf(task: Task): Work {
  if ('fit' in task) return 'fits'
  if ('actorCritic' in task || 'critic' in task) return 'practice'
  if (task.players.some(({ practises }) => practises)) return 'practice'
  if (task.players.every(({ noise }) => noise === undefined)) return 'tests'
  const teaches = task.players.some(({ agent, expert }) => agent === PLANNER || expert !== undefined)
  if (teaches) return 'planning'
  // A policy that plays as it is, to learn what positions are worth to it.
  return task.players.every(({ weights }) => weights) ? 'practice' : 'imitation'
}

const PLANNER = 'planner'

function piecesOf(task: Task): number {
  if ('fit' in task) return 1
  // What is learned from a batch counts with its matches.
  return 'actorCritic' in task || 'critic' in task ? 0 : (task.to - task.from) * task.players.length
}
