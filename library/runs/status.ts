/** A run's progress, speed and time left, from its journals, without locking or disturbing it. */
import { givenUpIn } from '../../reports/findings/verdicts/warnings.ts'
import { rangesIn } from '../../sim/chunks/chunk.ts'
import { commonCuts, countBlocks, type Shard, shardText, shareOf, WHOLE } from '../../sim/chunks/ranges.ts'
import type { Results, RunResult } from '../../sim/chunks/results.ts'
import { forfeitsOf } from '../../sim/figures/reading.ts'
import { elapsedOf } from '../../sim/store/compaction.ts'
import { holdersOf } from '../../sim/store/lock.ts'
import { addUpJournals, type JournalFolder, journalFolders } from '../folders/journals.ts'

export interface FolderStatus {
  readonly dir: string
  readonly shard: Shard
  /** The process that plays into it, in words, or null. */
  readonly holder: string | null
}

/** How far a run is. */
export interface RunStatus {
  readonly state: 'complete' | 'running' | 'stopped'
  /** Matches counted, and asked for by these folders together. */
  readonly matches: number
  readonly total: number
  /** Matches a second of playing time, 0 if unknown. */
  readonly rate: number
  /** Seconds left at that rate: infinite if unknown, 0 when complete. */
  readonly left: number
  readonly forfeits: number
  readonly folders: readonly FolderStatus[]
  /** By line-up, in all variants. */
  readonly lineups: readonly { readonly name: string; readonly matches: number; readonly total: number }[]
  /** Cells given up since a game of the user's fails in them, by name. */
  readonly givenUp: readonly string[]
  /** The results so far. */
  readonly result: RunResult
}

/**
 * The progress of the run in a folder, or of its shards there. Waits a few seconds for a sign of life if a
 * process on another machine holds one. Throws an InputError or a RefusedError.
 */
export function statusOf(dir: string): RunStatus {
  const { results, folders: found } = addUpJournals(journalFolders(dir))
  const holders = holdersOf(found.map(({ dir }) => dir))
  const folders = found.map(({ dir, shard }, i) => ({ dir, shard, holder: holders[i]! }))
  // A single shard counts by its own share; with several, those that have not begun are missing.
  const asked = blocksAsked(results, folders.length === 1 ? folders.map(({ shard }) => shard) : [WHOLE])
  const total = results.matchesIn(asked.reduce((all, blocks) => all + blocks, 0))
  const result = results.result()
  const complete = result.complete || results.matches >= total
  const running = folders.some(({ holder }) => holder !== null)
  // Of what is given up in all variants, no more is played.
  const due = asked.map((blocks, l) => (results.isGivenUp(l) ? results.ranges[l]!.count : blocks))
  const pace = paceOf(found, results, due)
  return {
    state: complete ? 'complete' : running ? 'running' : 'stopped',
    matches: results.matches,
    total,
    rate: pace.rate,
    left: complete ? 0 : pace.left,
    forfeits: result.cells.reduce((all, cell) => all + forfeitsOf(cell), 0),
    folders,
    lineups: results.experiment.lineups.map(({ name }, l) => ({
      name,
      matches: results.matchesIn(results.ranges[l]!.count),
      total: results.matchesIn(asked[l]!),
    })),
    givenUp: givenUpIn(result),
    result,
  }
}

/**
 * Blocks that these shards ask for together, by line-up, each shard once; an estimate where rules stop
 * line-ups.
 */
function blocksAsked(results: Results, shards: readonly Shard[]): number[] {
  const distinct = [...new Map(shards.map(shard => [shardText(shard), shard])).values()]
  return results.experiment.lineups.map(({ stop, blocks }, l) => {
    const shares = distinct.map(shard => shareOf(shard, stop ? results.expected(l) : blocks))
    return shares.reduce((sum, { from, to }) => sum + to - from, 0)
  })
}

/** The pace so far, without pauses, of a run that asks for `asked` blocks of each line-up. */
function paceOf(folders: readonly JournalFolder[], results: Results, asked: readonly number[]): Pace {
  const pace = new Pace(asked.map(blocks => results.matchesIn(blocks)))
  const lines = folders.flatMap(({ times }) => {
    const elapsed = elapsedOf(times)
    return times.map((line, i) => ({ ...line, took: elapsed[i]! }))
  })
  const parallel = parallelIn(folders)
  let [time, matches] = [0, 0]
  for (const { chunk, ranges, took, elapsed } of lines.sort((a, b) => a.at - b.at)) {
    // The first chunk starts the clock. A line that sums chunks up brings their time.
    if (elapsed !== undefined) pace.record(matches, chunk.lineup, time)
    time += took / parallel
    matches += results.matchesIn(countBlocks(rangesIn({ chunk, ranges })))
    pace.record(matches, chunk.lineup, time)
  }
  return pace
}

/** How many folders were played into at the same time, on average. */
function parallelIn(folders: readonly JournalFolder[]): number {
  const spans = folders
    .filter(({ times }) => times.length > 0)
    .map(({ times }) => ({
      from: Math.min(...times.map(({ at, milliseconds, elapsed = milliseconds }) => at - elapsed)),
      to: Math.max(...times.map(({ at }) => at)),
    }))
  const together = countBlocks(commonCuts([spans]))
  return together > 0 ? Math.max(1, countBlocks(spans) / together) : 1
}

/** Measures speed by line-up: a search's matches take a thousand times as long as random ones. */
export class Pace {
  readonly #left: number[]
  readonly #played: { matches: number; seconds: number }[]
  #matches: number
  #begun = false
  #time = 0
  #lineup = 0

  /**
   * `left` are the matches of each line-up yet to be played, `matches` those already counted, in all
   * variants.
   */
  constructor(left: readonly number[], matches = 0) {
    this.#left = [...left]
    this.#matches = matches
    this.#played = left.map(() => ({ matches: 0, seconds: 0 }))
  }

  /**
   * Takes the matches counted in all, the line-up played since the last call, and the time in milliseconds.
   */
  record(matches: number, lineup: number, now: number): void {
    const more = matches - this.#matches
    this.#left[lineup]! -= more
    // Until the first result, threads are mostly starting up: that time says nothing about the games.
    if (this.#begun) {
      this.#played[lineup]!.matches += more
      this.#played[lineup]!.seconds += (now - this.#time) / 1000
    }
    this.#begun = true
    this.#matches = matches
    this.#time = now
    this.#lineup = lineup
  }

  /** Matches a second in the last line-up; 0 if unknown. */
  get rate(): number {
    return this.#rateOf(this.#lineup)
  }

  /** Seconds left if new line-ups are as slow as the slowest so far; infinite if unknown. */
  get left(): number {
    const rates = this.#played.map((_, lineup) => this.#rateOf(lineup))
    const known = rates.filter(rate => rate > 0)
    if (known.length === 0) return Number.POSITIVE_INFINITY
    const slowest = Math.min(...known)
    return this.#left.reduce(
      (sum, matches, l) => (matches > 0 ? sum + matches / (rates[l] || slowest) : sum),
      0,
    )
  }

  #rateOf(lineup: number): number {
    const { matches, seconds } = this.#played[lineup]!
    return seconds > 0 ? matches / seconds : 0
  }
}
