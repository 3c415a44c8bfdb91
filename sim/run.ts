/** Plays what a run lacks: cuts it into chunks, hands these to a pool, and counts what comes back. */
import { availableParallelism } from 'node:os'
import type { Chunk, ChunkResult } from './chunks/chunk.ts'
import { givenUpError, giveUp, giveUpFailing } from './chunks/giving-up.ts'
import { Abandoned, type ChunkPool, inlinePool, LineupError, type PoolSettings } from './chunks/pool.ts'
import { commonCuts, countBlocks, type Range, Ranges, type Shard, WHOLE } from './chunks/ranges.ts'
import { Results, type RunResult } from './chunks/results.ts'
import { Schedule } from './chunks/schedule.ts'
import {
  type Batch,
  batchesOf,
  findMismatch,
  isForeign,
  mismatchWords,
  wrongWorker,
} from './chunks/spot-checks.ts'
import { type Experiment, shareOfDefault } from './experiment/index.ts'
import {
  type CellReplay,
  type DetailRequest,
  MatchDetails,
  type OnMatchRecord,
  replayAll,
} from './records/details.ts'
import type { Detail } from './records/facts.ts'
import type { RuleStatus } from './stopping.ts'
import { DEFAULT_MEMORY } from './threads/watchdog.ts'

/** One thread for every core that this process may use. */
export const DEFAULT_THREADS = availableParallelism()

/**
 * The share of a run of default length that ends before threads have started: 40 random matches, 4 of greedy.
 */
const MOMENT = 1 / 250
/** The share to replay on the calling thread: starting threads would cost more than it saves. */
const REPLAY_MOMENT = 1 / 50
/** Time for the blocks in progress to end after a stop; later they are abandoned. */
const STOP_MS = 2_500
/** Thread time before a forecast: first matches read policies and run unoptimized code. */
const SETTLED_MS = 4_000

/** A run: what is counted, and what is still to be played. */
export interface Run {
  readonly experiment: Experiment
  /** What is counted so far. */
  readonly results: Results
  /** The share of the blocks to play. */
  readonly shard: Shard
  /** What is still to be told of single matches. */
  readonly details: MatchDetails
}

/** `asked` says what to tell of single matches. */
export function newRun(
  experiment: Experiment,
  asked: DetailRequest = {},
  results = new Results(experiment),
  shard = WHOLE,
): Run {
  return { experiment, results, shard, details: new MatchDetails(experiment, asked) }
}

/** How far a run is. */
export interface Progress {
  /** Matches counted, and asked for; an estimate where line-ups have rules. */
  readonly matches: number
  readonly total: number
  /** Matches replayed for records or facts. */
  readonly replayed: number
  /** Line-up of the last chunk. */
  readonly lineup: number
  /** Its variants' status at the last interim analysis; empty before the first, and without a rule. */
  readonly standings: readonly RuleStatus[]
}

export interface ReplayOptions {
  /**
   * Threads to start; 0 plays on the calling thread. By default one per core, but none for a few quick
   * matches of shipped games and agents: these end before threads have started.
   */
  readonly threads?: number | undefined
  /** Megabytes for this process. */
  readonly memory?: number | undefined
  /** Ends play after the blocks in progress, or a few seconds later without them. */
  readonly signal?: AbortSignal | undefined
}

/** Nothing here affects the results. */
export interface PlayOptions extends ReplayOptions {
  /** Makes the pool that plays the chunks, instead of threads. */
  readonly pool?: ((settings: PoolSettings) => ChunkPool | Promise<ChunkPool>) | undefined
  /** Blocks per chunk; by default set by time. */
  readonly chunk?: number | undefined
  /** Called before a chunk counts. If it throws, the run ends and the chunk doesn't count. */
  readonly onChunk?: ((result: ChunkResult) => void) | undefined
  readonly onProgress?: ((progress: Progress) => void) | undefined
  /** Called once, when play has settled, with the seconds that each line-up will take from then on. */
  readonly onForecast?: ((seconds: readonly number[]) => void) | undefined
}

/**
 * Plays the blocks that a run lacks. Resolves with the results: whole blocks, fewer after the signal. Rejects
 * if a chunk can't be played or a callback throws, and with a LineupError, once all else is played, if
 * line-ups were given up.
 */
export async function playRun(run: Run, options: PlayOptions = {}): Promise<RunResult> {
  const { experiment, results } = run
  for (const lineup of experiment.lineups.keys()) giveUpFailing(results, lineup, options.onChunk)
  const blocks = blocksLeft(run).map((ranges, lineup) => (results.isGivenUp(lineup) ? [] : ranges))
  if (blocks.some(ranges => ranges.length > 0)) {
    for (const lineup of experiment.lineups.keys()) results.requireRoom(lineup)
    const schedule = new Schedule(blocks, options.chunk, (lineup, from) => results.boundary(lineup, from))
    const threads = options.threads ?? threadsFor(experiment, matchesLeft(run))
    const open = (settings: PoolSettings) => {
      if (!options.pool) return ownPool(settings, threads)
      const openOwn = () => ownPool(settings, Math.min(1, threads))
      return options.pool({ ...settings, openOwn })
    }
    await withPool(experiment, open, options, pool =>
      playChunks({ run, options, pool, schedule, replayed: 0, isForecast: false, failure: undefined }),
    )
  }
  await makeChecks(run, options)
  const error = givenUpError(results, isAborted(options))
  if (error) throw error
  return results.result()
}

/**
 * Replays single matches, which don't count, and passes them on as they end; ends early after the signal.
 * Rejects if one can't be played, or with what `take` throws.
 */
export async function replayMatches(
  experiment: Experiment,
  replays: readonly CellReplay[],
  take: OnMatchRecord,
  options: ReplayOptions = {},
): Promise<void> {
  if (replays.length === 0) return
  const matches = experiment.lineups.map((_, l) => replays.filter(({ lineup }) => lineup === l).length)
  const threads = threadsToReplay(experiment, matches, options)
  const open = (settings: PoolSettings) => ownPool(settings, threads)
  await withPool(experiment, open, options, pool => replayAll(pool, replays, take, () => isAborted(options)))
}

/**
 * Blocks to play, by line-up: those not counted, and those with records or facts to tell; cut so that each
 * range is uniform.
 */
function blocksLeft({ experiment, results, shard, details }: Run): Range[][] {
  return experiment.lineups.map((_, l) =>
    commonCuts([results.missing(l, shard), ...details.left(l, results.blocksOf(l))]),
  )
}

/** Matches left to play, by line-up, replays included. */
export function matchesLeft(run: Run): number[] {
  return blocksLeft(run).map(blocks => run.results.matchesIn(countBlocks(blocks)))
}

export function threadsFor(experiment: Experiment, matches: readonly number[]): number {
  return lengthOf(experiment, matches) <= MOMENT ? 0 : DEFAULT_THREADS
}

function threadsToReplay(
  experiment: Experiment,
  matches: readonly number[],
  { threads = threadsFor(experiment, matches) }: ReplayOptions,
): number {
  return lengthOf(experiment, matches) <= REPLAY_MOMENT ? 0 : threads
}

/** How long these matches of each line-up take, in runs of default length; infinite if unknown. */
function lengthOf({ lineups, source }: Experiment, matches: readonly number[]): number {
  // What a game of the user takes, and whether it ends.
  if (source) return Number.POSITIVE_INFINITY
  return matches.reduce((sum, of, l) => sum + (of === 0 ? 0 : shareOfDefault(lineups[l]!, of)), 0)
}

const isAborted = ({ signal }: ReplayOptions): boolean => signal?.aborted === true

async function ownPool(settings: PoolSettings, threads: number): Promise<ChunkPool> {
  if (threads === 0) return inlinePool(settings)
  const { threadPool } = await import('./threads/pool.ts')
  return threadPool(settings, threads)
}

/** Opens a pool, which the signal stops, and closes it after use. */
async function withPool(
  experiment: Experiment,
  open: NonNullable<PlayOptions['pool']>,
  { memory = DEFAULT_MEMORY, signal }: ReplayOptions,
  use: (pool: ChunkPool) => Promise<void>,
): Promise<void> {
  const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  let pool: ChunkPool | null = null
  let timer: NodeJS.Timeout | undefined
  const end = (): void => {
    Atomics.store(stop, 0, 1)
    timer = setTimeout(() => pool?.abandon(), STOP_MS).unref()
  }
  if (signal?.aborted) end()
  signal?.addEventListener('abort', end, { once: true })
  try {
    pool = await open({ experiment, stop, memory })
    await use(pool)
  } finally {
    signal?.removeEventListener('abort', end)
    clearTimeout(timer)
    await pool?.close()
  }
}

/** A run while a pool plays it. */
interface Playing {
  readonly run: Run
  readonly options: PlayOptions
  readonly pool: ChunkPool
  readonly schedule: Schedule
  /** Matches replayed for records or facts. */
  replayed: number
  isForecast: boolean
  failure: unknown
}

/**
 * Makes the spot checks that are still to be made, of this session and earlier ones, on new threads of this
 * machine; gives up the line-ups in which a block comes out differently. On the calling thread (0 threads),
 * code by path finds its memory as the run left it, which is not as it was for the block either.
 */
async function makeChecks({ experiment, results }: Run, options: PlayOptions): Promise<void> {
  const due = experiment.lineups.map((_, l) => (results.isGivenUp(l) ? [] : results.unchecked(l)))
  const batches = due.flatMap((checks, lineup) => batchesOf(experiment, lineup, checks))
  if (batches.length === 0 || isAborted(options)) return
  const matches = due.map(checks => results.matchesIn(checks.length))
  const threads = Math.min(batches.length, threadsToReplay(experiment, matches, options))
  const open = (settings: PoolSettings) => ownPool(settings, threads)
  await withPool(experiment, open, options, async pool => {
    const checkNext = async (): Promise<void> => {
      for (let batch = batches.shift(); batch && !isAborted(options); batch = batches.shift())
        if (!results.isGivenUp(batch.lineup)) await check(results, options, pool, batch)
    }
    try {
      await Promise.all(Array.from({ length: Math.min(pool.width, batches.length) }, checkNext))
    } catch (error) {
      pool.abandon()
      throw error
    }
  })
  if (isAborted(options)) return
  for (const [lineup, checks] of due.entries()) {
    if (checks.length === 0 || results.isGivenUp(lineup)) continue
    const passed = results.ranges[lineup]!.list
    const result = { chunk: { lineup, from: 0, to: 0 }, passed, done: 0, variants: [], milliseconds: 0 }
    results.add(result, () => options.onChunk?.(result))
  }
}

async function check(
  results: Results,
  options: PlayOptions,
  pool: ChunkPool,
  { lineup, blocks, checks }: Batch,
): Promise<void> {
  const givenUp = results.givenUp(lineup)
  const chunk = { lineup, from: Math.min(...blocks), to: 1 + Math.max(...blocks), givenUp }
  try {
    const { checks: again = [] } = await pool.run(chunk, 'none', { checks: blocks })
    const found = findMismatch(checks, again)
    if (found === null) return
    const { block, worker } = found
    if (worker !== undefined && !isForeign(results.experiment, lineup))
      throw wrongWorker(results.experiment, lineup, block, worker)
    giveUp(results, lineup, null, mismatchWords(results.experiment, lineup, found), options.onChunk)
  } catch (error) {
    if (error instanceof Abandoned) return
    if (!(error instanceof LineupError)) throw error
    giveUp(results, lineup, error.variant, error.message, options.onChunk)
  }
}

async function playChunks(playing: Playing): Promise<void> {
  const { run, options, pool } = playing
  let busy = 0
  let wake = (): void => {}
  for (;;) {
    while (busy < pool.width && !isAborted(options) && playing.failure === undefined) {
      const chunk = nextChunk(playing)
      if (!chunk) break
      busy++
      playChunk(playing, chunk)
        .catch((error: unknown) => {
          playing.failure ??= error
        })
        .finally(() => {
          busy--
          wake()
        })
    }
    if (busy === 0) break
    // A race of all chunks would take as long as there are chunks, for each of them.
    await new Promise<void>(resolve => {
      wake = resolve
    })
    // Results of the chunks still being played would not be counted.
    if (playing.failure !== undefined || (busy > 0 && hasRules(run) && isOver(run))) pool.abandon()
  }
  if (playing.failure !== undefined) throw playing.failure
}

/** The next chunk, cut to the size its details allow, without variants given up. */
function nextChunk({ run: { results, details }, pool, schedule }: Playing): Chunk | null {
  const next = schedule.next(pool.width, pool.least)
  if (!next) return null
  const to = Math.min(next.to, next.from + details.most(details.of(next)))
  schedule.putBack({ ...next, from: to })
  const givenUp = results.givenUp(next.lineup)
  return { ...next, to, givenUp: givenUp.length === 0 ? undefined : givenUp }
}

async function playChunk(playing: Playing, chunk: Chunk): Promise<void> {
  const { run, pool, schedule, options } = playing
  const { results } = run
  const { lineup, from } = chunk
  const detail = run.details.of(chunk)
  try {
    const result = await pool.run(chunk, detail)
    const { done, milliseconds } = result
    if (done > from) schedule.recordTime({ ...chunk, to: done }, milliseconds)
    schedule.putBack({ ...chunk, from: done })
    if (playing.failure === undefined && done > from) take(playing, result, detail)
    giveUpFailing(results, lineup, options.onChunk)
  } catch (error) {
    if (error instanceof Abandoned) return
    if (!(error instanceof LineupError)) throw error
    giveUp(results, lineup, error.variant, error.message, options.onChunk)
    schedule.putBack(chunk)
  }
  // No more is played than counts: the rule may have stopped the line-up, or it is given up.
  schedule.end(lineup, results.isGivenUp(lineup) ? 0 : results.blocksOf(lineup))
  forecast(playing)
}

/** Counts a result, unless its blocks were replayed, and passes on records and facts. */
function take(playing: Playing, result: ChunkResult, detail: Detail): void {
  const { run, options } = playing
  const { results, shard, details } = run
  const { lineup, from } = result.chunk
  const played = { ...result, chunk: { ...result.chunk, to: result.done } }
  // Blocks that are held until an interim analysis are not missing either.
  const isAgain = detail !== 'none' && !new Ranges(results.missing(lineup, shard)).overlaps(played.chunk)
  if (isAgain) playing.replayed += results.matchesIn(result.done - from)
  else if (!results.add(played, () => options.onChunk?.(result)))
    throw new Error(`blocks ${from} to ${result.done - 1} were played twice, expected once`)
  results.requireRoom(lineup)
  options.onProgress?.({
    matches: results.matches,
    total: results.expectedTotal(shard),
    replayed: playing.replayed,
    lineup,
    standings: results.standings(lineup),
  })
  details.take(result, detail)
}

/** Forecasts once; with stopping rules there is no forecast. */
function forecast(playing: Playing): void {
  const { run, options, pool, schedule } = playing
  if (playing.isForecast || hasRules(run) || schedule.spent < SETTLED_MS) return
  const milliseconds = schedule.forecast()
  if (!milliseconds) return
  playing.isForecast = true
  const threads = Math.max(1, pool.width / 2)
  options.onForecast?.(milliseconds.map(one => one / 1000 / threads))
}

const hasRules = ({ experiment }: Run): boolean => experiment.lineups.some(({ stop }) => stop)

function isOver(run: Run): boolean {
  return blocksLeft(run).every(blocks => blocks.length === 0) && run.results.isOver(run.shard)
}
