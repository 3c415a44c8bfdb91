/**
 * How far learning is, and the time left: one model for terminal, `status` and server. No result depends on
 * it.
 */
import { z } from 'zod'
import type { MatchCounts } from '../../sim/learning/learn.ts'
import type { LearningPool, Task } from '../../sim/learning/tasks.ts'
import { Semaphore } from '../../sim/threads/locks.ts'

const seconds = z.number().min(0).nullable()

const policyProgress = z.strictObject({
  name: z.string(),
  state: z.enum(['waiting', 'learning', 'learned']),
  /** Rounds that are over, and all of them: round 0 and the further ones. */
  over: z.int().min(0),
  rounds: z.int().min(1),
})

/** As the folder of a run keeps it. */
export const progressSchema = z.strictObject({
  /** Matches played, and planned, without the round robin and the self-play for values at the end. */
  matches: z.int().min(0),
  total: z.int().min(0),
  /** Seconds left, and seconds of what is learned afterwards; null until each kind of work was done once. */
  left: seconds,
  leftLater: seconds,
  /** In the order of the jobs. */
  policies: z.array(policyProgress),
})

export type LearningProgress = z.output<typeof progressSchema>
type PolicyProgress = z.output<typeof policyProgress>

/**
 * What learning spends its time on: matches to imitate in round 0, planners' matches (a hundred times as
 * long), practice and self-play for values with their training, evaluation, and fits.
 */
const WORK = ['imitation', 'planning', 'practice', 'tests', 'fits'] as const
export type Work = (typeof WORK)[number]

/** Numbers of matches, and of fits. */
export type Workload = Readonly<Record<Work, number>>

export const NO_WORK: Workload = { imitation: 0, planning: 0, practice: 0, tests: 0, fits: 0 }

/** Adds `times` a workload to another. */
export function plus(load: Workload, more: Workload, times = 1): Workload {
  const sum = (work: Work): [Work, number] => [work, load[work] + times * more[work]]
  return Object.fromEntries(WORK.map(sum)) as Record<Work, number>
}

/** The progress of one policy, round by round. */
export class PolicyTracker {
  state: PolicyProgress['state'] = 'waiting'
  readonly #name: string
  /** Replaced once the cost of matches is known. */
  counts: MatchCounts
  /** All rounds: round 0 and the further ones. */
  readonly #rounds: number
  #over = 0
  #kept = 0
  /** Matches of the round in progress; training comes before practice and evaluation. */
  #current = 0

  /** `further`: rounds after round 0. */
  constructor(name: string, counts: MatchCounts, further: number) {
    this.#name = name
    this.counts = counts
    this.#rounds = 1 + further
  }

  get progress(): PolicyProgress {
    return { name: this.#name, state: this.state, over: this.#over, rounds: this.#rounds }
  }

  addMatches(matches: number): void {
    this.#current += matches
  }

  endRound(kept: boolean): void {
    this.#over++
    if (kept) this.#kept++
    this.#current = 0
  }

  /** Matches planned. */
  get total(): number {
    return this.#before(this.#rounds)
  }

  /** Matches played. */
  get matches(): number {
    return this.#before(this.#over) + this.#current
  }

  #before(rounds: number): number {
    let sum = 0
    for (let round = 0; round < rounds; round++) {
      const { training, practice, tests } = this.counts.round(round)
      sum += training + practice + tests
    }
    return sum
  }

  get left(): Workload {
    if (this.state === 'learned') return NO_WORK
    const robin = this.counts.robin(this.#kept + this.#rounds - this.#over)
    let left: Workload = { ...NO_WORK, tests: robin, practice: this.counts.values }
    if (this.#over === this.#rounds) return left
    for (let round = this.#over; round < this.#rounds; round++) left = plus(left, this.#workOf(round))
    return plus(left, this.#done, -1)
  }

  #workOf(round: number): Workload {
    const { training, practice, tests } = this.counts.round(round)
    const [imitation, planning] = round === 0 ? [training, 0] : [0, training]
    return { imitation, planning, practice, tests, fits: training > 0 ? 1 : 0 }
  }

  /** What of the current round is over. */
  get #done(): Workload {
    const round = this.#workOf(this.#over)
    const training = round.imitation + round.planning
    const learned = Math.min(this.#current, training + round.practice)
    const tests = this.#current - learned
    const practice = Math.max(0, learned - training)
    return {
      imitation: Math.min(learned, round.imitation),
      planning: Math.min(learned, round.planning),
      practice,
      tests,
      fits: practice > 0 || tests > 0 ? round.fits : 0,
    }
  }
}

/** The time that work takes, from what it has taken so far. */
export class LearningPace {
  readonly #taken = new Map<Work, { pieces: number; milliseconds: number }>()

  record(work: Work, pieces: number, milliseconds: number): void {
    const taken = this.#taken.get(work) ?? { pieces: 0, milliseconds: 0 }
    taken.pieces += pieces
    taken.milliseconds += milliseconds
    this.#taken.set(work, taken)
  }

  /**
   * Seconds that `policies` of such a workload take. A fit uses one thread, and a policy has one at a time.
   * Null if unknown.
   */
  seconds(load: Workload, threads: number, policies: number): number | null {
    let sum = 0
    for (const work of WORK) {
      const pieces = load[work]
      if (pieces <= 0) continue
      // Until the first practice, its matches are expected to take as long as those that evaluate.
      const taken = this.#taken.get(work) ?? (work === 'practice' ? this.#taken.get('tests') : undefined)
      // Round 0 has no fit if it starts from given weights; in later rounds it lacks only for a moment.
      if (!taken && work === 'fits') continue
      if (!taken) return null
      const width = work === 'fits' ? Math.min(threads, policies) : threads
      sum += (pieces * taken.milliseconds) / taken.pieces / Math.max(1, width)
    }
    return sum / 1000
  }
}

/**
 * Times a pool's tasks. It runs no more than there are threads: the time of a task that waits says nothing.
 */
export function timedPool(
  pool: LearningPool,
  pace: LearningPace,
  now = () => performance.now(),
): LearningPool {
  const places = new Semaphore(Math.max(1, pool.width))
  return {
    ...pool,
    run: async task => {
      await places.enter()
      const began = now()
      try {
        const result = await pool.run(task)
        // Counting work takes time, and a pilot's few matches say little about others.
        if (!('measures' in task)) pace.record(workOf(task), piecesOf(task), now() - began)
        return result
      } finally {
        places.leave()
      }
    },
  }
}

function workOf(task: Task): Work {
  if ('fit' in task) return 'fits'
  if (!('players' in task)) return 'practice'
  const { players } = task
  if (players.some(({ practises }) => practises)) return 'practice'
  if (players.every(({ noise }) => noise === undefined)) return 'tests'
  if (players.some(({ agent, expert }) => agent === 'planner' || expert !== undefined)) return 'planning'
  // Self-play for values has nothing but policies.
  return players.every(({ weights }) => weights) ? 'practice' : 'imitation'
}

/** Training on a batch counts with its matches. */
function piecesOf(task: Task): number {
  if ('fit' in task) return 1
  return 'players' in task ? (task.to - task.from) * task.players.length : 0
}
