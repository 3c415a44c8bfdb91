/** How often a chunk may fail, in each way that it can, and the error when that is too often. */
import { oneLine } from '../../documents/index.ts'
import type { Chunk } from '../chunks/chunk.ts'
import { LineupError } from '../chunks/pool.ts'
import { type Experiment, gameNameOf } from '../experiment/index.ts'
import { hostOf } from '../store/journal.ts'

/** Refused answers that ban a machine: what counts wrong this often may do so unnoticed. */
const REFUSALS_MAX = 3
/** Refused answers to one chunk, of any workers, that end the run. */
const CHUNK_REFUSALS_MAX = 6
/** Times that workers may say a chunk can't be played. */
const FAILURES_MAX = 3
/** Answers of a banned machine that end the run: it keeps others from the chunks. */
const IGNORED_MAX = 1_000
/** Times that a chunk may come back unplayed, from workers that must end or don't know the run yet. */
const RETURNS_MAX = 1_000
/** Workers that may die while a chunk is all that they play. */
const DEATHS_MAX = 2

export type Log = (text: string) => void

/** Counts failures. Each method returns the Error that ends the run, or null to deal the chunk again. */
export class RetryPolicy {
  readonly #experiment: Experiment
  readonly #log: Log
  readonly #counts = new Map<string, number>()

  constructor(experiment: Experiment, log: Log) {
    this.#experiment = experiment
    this.#log = log
  }

  /**
   * An answer can't be right. After REFUSALS_MAX of them, the worker's machine is banned, whatever process it
   * starts next; that ends the run only if there are no other machines.
   */
  refused(chunk: Chunk, worker: string, reason: string, hasOthers: boolean): Error | null {
    if (this.isBanned(worker)) return this.#ignored(worker)
    const place = this.#placeOf(chunk)
    const isStuck = this.#count('refused', place) >= CHUNK_REFUSALS_MAX
    const times = this.#count('worker', hostOf(worker))
    if (isStuck || (times >= REFUSALS_MAX && !hasOthers))
      return new Error(
        `${named(worker)}: its answer for ${place} is impossible: ${reason}; ${times} answers were refused, expected ` +
          'correct workers; resume without this one',
      )
    this.#log(
      `refused an answer of ${named(worker)} for ${place}: ${reason}; evenhand hands out the chunk again`,
    )
    if (times === REFUSALS_MAX)
      this.#log(`banned ${named(worker)} after ${times} wrong answers; other workers play its chunks`)
    return null
  }

  /** An answer isn't what this machine gets: the worker's machine is banned at once. */
  differs(chunk: Chunk, worker: string, hasOthers: boolean): Error | null {
    if (this.isBanned(worker)) return this.#ignored(worker)
    const words = `${named(worker)}: its answer for ${this.#placeOf(chunk)} differs from this machine's result`
    if (!hasOthers) return new Error(`${words}, and there is no other worker; resume without this one`)
    this.#counts.set(`worker ${hostOf(worker)}`, REFUSALS_MAX)
    this.#log(`banned ${words}; none of its answers count, and other workers play its chunks`)
    return null
  }

  /** Whether answers from a worker's machine are not taken any more. */
  isBanned(worker: string): boolean {
    return (this.#counts.get(`worker ${hostOf(worker)}`) ?? 0) >= REFUSALS_MAX
  }

  /** Such an answer says nothing of the chunk. */
  #ignored(worker: string): Error | null {
    if (this.#count('ignored', hostOf(worker)) < IGNORED_MAX) return null
    return new Error(
      `${named(worker)}: was banned but still took chunks ${IGNORED_MAX} times; resume without it`,
    )
  }

  /** A worker says why it can't play a chunk. */
  failed(chunk: Chunk, reason: string): Error | null {
    return this.#count('failed', this.#placeOf(chunk)) < FAILURES_MAX ? null : new Error(oneLine(reason))
  }

  /** A worker gave a chunk back unplayed. */
  givenBack(chunk: Chunk, worker: string): Error | null {
    const place = this.#placeOf(chunk)
    const times = this.#count('back', place)
    if (times < RETURNS_MAX) return null
    return new Error(
      `${named(worker)}: couldn't play ${place}, and nor could others (${times} in all); resume without this one`,
    )
  }

  /** Workers died over a chunk, the last one `worker`. Call it whenever the number changes. */
  died(chunk: Chunk, worker: string, deaths: number): Error | null {
    const { participants } = this.#experiment.lineups[chunk.lineup]!
    const foreign = participants.filter(({ module }) => module !== undefined)
    const agents = [...new Set((foreign.length > 0 ? foreign : participants).map(({ label }) => label))]
    const ofGame = this.#experiment.source !== undefined && foreign.length === 0
    const place = this.#placeOf(chunk)
    if (deaths < DEATHS_MAX) {
      this.#log(`${named(worker)} died while it played only ${place}; evenhand hands out the chunk again`)
      return null
    }
    const who = ofGame
      ? `game module ${gameNameOf(this.#experiment)}`
      : `${agents.length === 1 ? 'agent' : 'agents'} ${agents.join(', ')}`
    return new (ofGame ? LineupError : Error)(
      `${who}: every worker that plays ${place} dies, even one that plays nothing else, most recently ${named(worker)}; ` +
        `expected ${ofGame ? 'a game that leaves its' : 'agents that leave their'} process alone, and workers with enough memory`,
    )
  }

  #count(kind: string, what: string): number {
    const key = `${kind} ${what}`
    const times = 1 + (this.#counts.get(key) ?? 0)
    this.#counts.set(key, times)
    return times
  }

  #placeOf({ lineup, from, to }: Chunk): string {
    const blocks = to - from === 1 ? `block ${from}` : `blocks ${from} to ${to - 1}`
    return `${blocks} of ${this.#experiment.lineups[lineup]!.name}`
  }
}

/** A worker as messages name it; its name comes from Redis. */
function named(worker: string): string {
  return worker === '' ? 'a worker without a name' : `worker ${oneLine(worker)}`
}
