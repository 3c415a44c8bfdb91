/** Runs an experiment: gives chunks to a pool, and adds up the results. */
import { availableParallelism } from 'node:os'
import type { Chunk, ChunkResult } from './chunks/chunk.ts'
import { failureWords } from './chunks/game-failure.ts'
import { Abandoned, type ChunkPool, inlinePool, LineupError, type PoolSettings } from './chunks/pool.ts'
import { commonCuts, countBlocks, type Range, Ranges, type Shard, WHOLE } from './chunks/ranges.ts'
import { Results, type RunResult } from './chunks/results.ts'
import { Schedule } from './chunks/schedule.ts'
import { type Experiment, shareOfDefault } from './experiment/index.ts'
import {
  type CellReplay,
  type FactsRequest,
  MatchDetails,
  type OnMatchRecord,
  type RecordsRequest,
  replayAll,
} from './records/details.ts'
import type { Detail } from './records/facts.ts'
import type { RuleStatus } from './stopping/rule.ts'
import { DEFAULT_MEMORY } from './threads/watchdog.ts'

/** One thread for every core that this process may use. */
export const DEFAULT_THREADS = availableParallelism()

/** The share of a run of default length that is over before threads have started: 40 matches of random, 4 of greedy. */
const MOMENT = 1 / 250
/** The share of one that is played again on the calling thread: what threads cost to start is more than what they save. */
const REPLAY_MOMENT = 1 / 50

/** How far a run is. */
export interface Progress {
  /** Matches counted, and matches that the run asks for; of line-ups with a rule, about as many as it takes. */
  readonly matches: number
  readonly total: number
  /** Matches that were counted before and have been played again for their records. */
  readonly replayed: number
  /** Index of the line-up of the last chunk. */
  readonly lineup: number
  /** How its variants stood with its rule at the last look; empty before the first, and without a rule. */
  readonly standings: readonly RuleStatus[]
}

/** How an experiment is played. Nothing here affects its results. */
export interface RunOptions {
  /**
   * Number of threads to start; 0 plays on the calling thread. If absent, one for every core, but none for a few matches of a game that ships, between shipped
   * agents that do not search: these are over before threads have started.
   */
  readonly threads?: number | undefined
  /** Makes the pool that plays the chunks, instead of threads. */
  readonly pool?: ((settings: PoolSettings) => ChunkPool | Promise<ChunkPool>) | undefined
  /** Blocks of a chunk; set by time if absent. */
  readonly chunk?: number | undefined
  /** The share of the blocks to play. */
  readonly shard?: Shard
  /** Megabytes that this process may use. */
  readonly memory?: number | undefined
  /** Earlier results of the run; new chunks are added to them. */
  readonly results?: Results
  /** Called with every chunk before it is counted. If it throws, the run ends, and the chunk is not counted. */
  readonly onChunk?: (result: ChunkResult) => void
  readonly onProgress?: (progress: Progress) => void
  /** Called once, when threads have played for some seconds and as soon as chunks of every line-up show it: about how many seconds each line-up is going to take from then on. */
  readonly onForecast?: (seconds: readonly number[]) => void
  /** What to record. */
  readonly records?: RecordsRequest
  /** What takes facts of matches. */
  readonly facts?: FactsRequest
}

/** Time that the blocks being played have to end when the run stops; after that they are abandoned. */
const STOP_MS = 2_500
/** Time of threads before a forecast is told. What the first matches take says little: policies are read, and code is not optimized yet, which on a busy machine looks like ten times as long. */
const SETTLED_MS = 4_000

/** A run of an experiment, played by `finish`. */
export class Run {
  readonly #experiment: Experiment
  readonly #options: RunOptions
  readonly #stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  readonly #results: Results
  readonly #shard: Shard
  readonly #details: MatchDetails
  #pool: ChunkPool | null = null
  #replayed = 0

  constructor(experiment: Experiment, options: RunOptions) {
    this.#experiment = experiment
    this.#options = options
    this.#results = options.results ?? new Results(experiment)
    this.#shard = options.shard ?? WHOLE
    this.#details = new MatchDetails(experiment, options)
  }

  /** Matches that the run, or its shard, asks for. */
  get total(): number {
    return this.#results.total(this.#shard)
  }

  /** About how many matches the run is going to have counted: fewer than it asks for where rules stop line-ups. */
  get expected(): number {
    if (!this.#hasRules) return this.total
    return this.#experiment.lineups.reduce(
      (sum, _, l) => sum + this.#results.matchesIn(this.#results.expected(l)),
      0,
    )
  }

  /** Matches counted. */
  get matches(): number {
    return this.#results.matches
  }

  /** Whether all that the run, or its shard, asks for is counted, and nothing is given up. */
  get complete(): boolean {
    return this.#results.complete(this.#shard)
  }

  /** Milliseconds on a processor that a match of a line-up takes; undefined where that is not known. */
  costOf(lineup: number): number | undefined {
    return this.#results.costOf(lineup)
  }

  /** Matches yet to be played, by line-up; those that are played again for their records or facts included. */
  get left(): number[] {
    return this.#gaps().map(gaps => this.#results.matchesIn(countBlocks(gaps)))
  }

  /** Number of threads to start for what is left; 0 if it is played on the calling thread. */
  get threads(): number {
    return this.#threadsFor(this.left)
  }

  /** Number of threads to start for so many matches of each line-up. */
  #threadsFor(left: readonly number[]): number {
    return this.#options.threads ?? (this.#shareOf(left) <= MOMENT ? 0 : DEFAULT_THREADS)
  }

  /** How much of a run of default length so many matches of each line-up are; infinite where nobody knows what they take. */
  #shareOf(left: readonly number[]): number {
    const { lineups, source } = this.#experiment
    // What a game of the user takes, and whether it ends.
    if (source) return Number.POSITIVE_INFINITY
    return left.reduce(
      (sum, matches, l) => sum + (matches === 0 ? 0 : shareOfDefault(lineups[l]!, matches)),
      0,
    )
  }

  /**
   * Blocks to play, by line-up: those that are missing, and those whose records or facts are. Of one range, all are missing or none, and so on.
   */
  #gaps(): Range[][] {
    return this.#experiment.lineups.map((_, l) =>
      commonCuts([
        this.#results.missing(l, this.#shard),
        ...this.#details.left(l, this.#results.blocksOf(l)),
      ]),
    )
  }

  /** Ends the run after the blocks being played, or a few seconds later without them. */
  stop(): void {
    if (this.stopped) return
    Atomics.store(this.#stop, 0, 1)
    setTimeout(() => this.#pool?.abandon(), STOP_MS).unref()
  }

  /** Whether `stop` was called. */
  get stopped(): boolean {
    return Atomics.load(this.#stop, 0) !== 0
  }

  /** The results so far. They keep growing while the run is played. */
  result(): RunResult {
    return this.#results.result()
  }

  /**
   * Plays all blocks that are missing. Resolves with the results: whole blocks, and not all of them if the run was stopped.
   * Rejects if a chunk cannot be played, or with what a callback throws; with a LineupError once all else is played, if the game of the user's fails in a line-up by
   * the rules of a variant.
   */
  async finish(): Promise<RunResult> {
    for (const lineup of this.#experiment.lineups.keys()) this.#giveUpFailing(lineup)
    const gaps = this.#gaps().map((ranges, lineup) => (this.#results.isGivenUp(lineup) ? [] : ranges))
    if (gaps.some(ranges => ranges.length > 0)) {
      const pool = await this.#openPool()
      this.#pool = pool
      try {
        const boundary = (lineup: number, from: number) => this.#results.boundary(lineup, from)
        await this.#play(pool, new Schedule(gaps, this.#options.chunk, boundary))
      } finally {
        this.#pool = null
        await pool.close()
      }
    }
    this.#throwGivenUp()
    return this.#results.result()
  }

  /**
   * Plays single matches again, which are not counted, and passes them on as they end: on the calling thread if that takes a moment, whatever
   * threads the run had, else on threads of this process. Ends early if the run is stopped. Rejects if a match cannot be played, or with what `take` throws.
   */
  async replay(replays: readonly CellReplay[], take: OnMatchRecord): Promise<void> {
    if (replays.length === 0) return
    const lineups = this.#experiment.lineups.map(
      (_, l) => replays.filter(({ lineup }) => lineup === l).length,
    )
    const threads = this.#shareOf(lineups) <= REPLAY_MOMENT ? 0 : this.#threadsFor(lineups)
    const pool = await this.#openOwn(threads)
    this.#pool = pool
    try {
      await replayAll(pool, replays, take, () => this.stopped)
    } finally {
      this.#pool = null
      await pool.close()
    }
  }

  /** The pool that plays what counts. */
  async #openPool(): Promise<ChunkPool> {
    const { pool } = this.#options
    return await (pool ? pool(this.#settings) : this.#openOwn(this.threads))
  }

  /** A pool of this process. */
  async #openOwn(threads: number): Promise<ChunkPool> {
    if (threads === 0) return inlinePool(this.#settings)
    const { threadPool } = await import('./threads/pool.ts')
    return threadPool(this.#settings, threads)
  }

  get #settings(): PoolSettings {
    const { memory = DEFAULT_MEMORY } = this.#options
    return { experiment: this.#experiment, stop: this.#stop, memory }
  }

  async #play(pool: ChunkPool, schedule: Schedule): Promise<void> {
    const busy = new Set<Promise<void>>()
    const { onForecast } = this.#options
    let told = false
    let failure: unknown
    for (;;) {
      while (busy.size < pool.width && !this.stopped && failure === undefined) {
        const next = schedule.next(pool.width)
        if (!next) break
        const detail = this.#details.of(next)
        const end = Math.min(next.to, next.from + this.#details.most(detail))
        const givenUp = this.#results.givenUp(next.lineup)
        const chunk = { ...next, to: end, ...(givenUp.length === 0 ? {} : { givenUp }) }
        schedule.putBack({ ...next, from: end })
        const task = pool
          .run(chunk, detail)
          .then(result => {
            if (result.done > chunk.from)
              schedule.recordTime({ ...chunk, to: result.done }, result.milliseconds)
            schedule.putBack({ ...chunk, from: result.done })
            if (failure === undefined) this.#take(result, detail)
            this.#giveUpFailing(chunk.lineup)
            this.#endIn(schedule, chunk.lineup)
            const forecast = told || this.#hasRules ? null : schedule.forecast()
            if (!forecast || schedule.spent < SETTLED_MS) return
            told = true
            const threads = Math.max(1, pool.width / 2)
            onForecast?.(forecast.map(milliseconds => milliseconds / 1000 / threads))
          })
          .catch((error: unknown) => {
            if (error instanceof LineupError) {
              this.#giveUp(chunk.lineup, error.variant, error.message)
              this.#endIn(schedule, chunk.lineup)
              schedule.putBack(chunk)
            } else if (!(error instanceof Abandoned)) failure ??= error
          })
          .finally(() => busy.delete(task))
        busy.add(task)
      }
      if (busy.size === 0) break
      await Promise.race(busy)
      // Results of the chunks still being played would not be counted.
      if (failure !== undefined || (this.#hasRules && busy.size > 0 && this.#isAllOver())) pool.abandon()
    }
    if (failure !== undefined) throw failure
  }

  /** Has no more blocks of a line-up played than count: of one that its rule has stopped, or that is given up. */
  #endIn(schedule: Schedule, lineup: number): void {
    if (this.#results.isGivenUp(lineup)) schedule.end(lineup, 0)
    else if (this.#isOver(lineup)) schedule.end(lineup, this.#results.blocksOf(lineup))
  }

  /** Gives up the variants of a line-up in more of whose blocks the game has failed than may be lost. */
  #giveUpFailing(lineup: number): void {
    const { lineups, variants } = this.#experiment
    const { name } = lineups[lineup]!
    const counted = this.#results.ranges[lineup]!.count
    for (const v of variants.keys()) {
      const lost = this.#results.lostOften(v, lineup)
      if (!lost) continue
      const of = `${counted} ${counted === 1 ? 'block' : 'blocks'}`
      const where = `${lost.length} of ${of} of ${name}, more than a run may lose`
      this.#giveUp(lineup, v, `the game fails in ${where}: ${failureWords(this.#experiment, lost[0]!)}`)
    }
  }

  /** Gives a line-up up in one variant, or if that is null, in all that it has left. */
  #giveUp(lineup: number, variant: number | null, reason: string): void {
    for (const v of variant === null ? this.#experiment.variants.keys() : [variant]) {
      if (!this.#results.giveUp(v, lineup, reason)) continue
      // The journal keeps why, also where no further chunk of the line-up says it.
      const chunk = { lineup, from: 0, to: 0, givenUp: [{ variant: v, reason }] }
      this.#options.onChunk?.({ chunk, done: 0, variants: [], milliseconds: 0 })
    }
  }

  /** Throws what was given up, if anything was, and the first reason for it. */
  #throwGivenUp(): void {
    const { lineups, variants } = this.#experiment
    const all = lineups.flatMap((_, lineup) => {
      const givenUp = this.#results.givenUp(lineup)
      return givenUp.length === 0 ? [] : [{ lineup, givenUp }]
    })
    const [first] = all
    if (!first) return
    const places = all.flatMap(({ lineup, givenUp }) => {
      const { name } = lineups[lineup]!
      if (givenUp.length === variants.length) return [name]
      return givenUp.map(({ variant }) => `${name} by the rules of ${variants[variant]!.name}`)
    })
    const { reason } = first.givenUp[0]!
    if (lineups.length === 1 && first.givenUp.length === variants.length) throw new LineupError(reason)
    const [one, ...others] = places
    const more = others.length === 0 ? '' : `; given up as well: ${others.join(', ')}`
    const rest = this.stopped ? '' : '; all else was played'
    throw new LineupError(`${one}: ${reason}${more}${rest}`)
  }

  get #hasRules(): boolean {
    return this.#experiment.lineups.some(({ stop }) => stop)
  }

  /** Whether the rule of a line-up has stopped it. */
  #isOver(lineup: number): boolean {
    return this.#results.blocksOf(lineup) < this.#experiment.lineups[lineup]!.blocks
  }

  /** Whether everything is counted, and every record passed on. */
  #isAllOver(): boolean {
    return this.#gaps().every(ranges => ranges.length === 0) && this.#results.isOver(this.#shard)
  }

  /** Counts a result, unless its blocks were only played for their records or facts, and passes these on. */
  #take(result: ChunkResult, detail: Detail): void {
    const { chunk, done } = result
    if (done === chunk.from) return
    const again = detail !== 'none' && !this.#isMissing({ ...chunk, to: done })
    if (again) this.#replayed += this.#results.matchesIn(done - chunk.from)
    else this.#count(result)
    const { matches, expected: total } = this
    const standings = this.#results.standings(chunk.lineup)
    this.#options.onProgress?.({ matches, total, replayed: this.#replayed, lineup: chunk.lineup, standings })
    this.#details.take(result, detail)
  }

  /** Whether blocks are neither counted nor held until a look. */
  #isMissing({ lineup, ...range }: Chunk): boolean {
    return new Ranges(this.#results.missing(lineup, this.#shard)).overlaps(range)
  }

  #count(result: ChunkResult): void {
    const played = { ...result, chunk: { ...result.chunk, to: result.done } }
    if (!this.#results.add(played, () => this.#options.onChunk?.(result)))
      throw new Error(
        `blocks ${played.chunk.from} to ${played.chunk.to - 1} were played twice, expected once`,
      )
  }
}
