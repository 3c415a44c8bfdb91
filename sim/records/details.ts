/** What a run passes on of its single matches: records in their order, and facts. */
import { type Chunk, type ChunkResult, isWithout, type Replay } from '../chunks/chunk.ts'
import { Abandoned, type ChunkPool } from '../chunks/pool.ts'
import { type Range, Ranges } from '../chunks/ranges.ts'
import { type Experiment, gameOf } from '../experiment/index.ts'
import type { RecordedMatch } from '../match/runner.ts'
import { type Detail, type FactsOfBlocks, factWords } from './facts.ts'

export interface RecordsRequest {
  /** Blocks of each line-up, ascending. Blocks already counted are played again, but not counted again. */
  readonly blocks: readonly (readonly Range[])[]
  /** Called with their matches, in order of line-up, block, variant and rotation. */
  readonly take: OnMatchRecord
}

export interface FactsRequest {
  /** Blocks of each line-up. Blocks already counted are played again, but not counted again. */
  readonly blocks: readonly Ranges[]
  /** Called with each chunk's facts once it is counted, in the order in which chunks end. */
  readonly take: (facts: FactsOfBlocks) => void
}

/** Nothing by default. */
export interface DetailRequest {
  readonly records?: RecordsRequest | undefined
  readonly facts?: FactsRequest | undefined
}

/** Most words of facts in a chunk, unless a single block has more: they travel in one piece. */
const CHUNK_WORDS = 1 << 19

const NONE = new Ranges()

/** What was passed on so far, and what is left. */
export class MatchDetails {
  readonly #records: RecordOrder | null
  readonly #facts: FactsRequest | undefined
  /** The blocks of each line-up whose facts were passed on. */
  readonly #told: readonly Ranges[]
  /** Most blocks of a chunk with facts. */
  readonly #most: number

  constructor(experiment: Experiment, { records, facts }: DetailRequest) {
    const { lineups, seats, variants } = experiment
    this.#records = records ? new RecordOrder(records.blocks, seats.length, records.take) : null
    this.#facts = facts
    this.#told = lineups.map(() => new Ranges())
    const words = facts
      ? variants.reduce((sum, one) => sum + seats.length * factWords(gameOf(experiment, one).info), 0)
      : 0
    this.#most = Math.max(1, Math.floor(CHUNK_WORDS / words))
  }

  /** Blocks of a line-up left to pass on if its first `end` blocks count: for records, and for facts. */
  left(lineup: number, end: number): Range[][] {
    const facts = this.#wanted(lineup).list.flatMap(({ from, to }) =>
      this.#told[lineup]!.missing({ from, to: Math.min(to, end) }),
    )
    return [this.#records?.left(lineup) ?? [], facts]
  }

  /** What a chunk must tell of its matches. */
  of(chunk: Chunk): Detail {
    if (this.#records?.wants(chunk)) return 'decisions'
    return this.#wanted(chunk.lineup).overlaps(chunk) ? 'facts' : 'none'
  }

  /** Most blocks of a chunk with such detail. */
  most(detail: Detail): number {
    return detail === 'facts' ? this.#most : Number.POSITIVE_INFINITY
  }

  /** Passes on what a result has beyond its sums. */
  take(result: ChunkResult, detail: Detail): void {
    if (detail === 'decisions') this.#records!.put(result)
    const { done: to, facts: variants } = result
    const { lineup, from } = result.chunk
    if (!variants || !this.#wanted(lineup).overlaps({ from, to })) return
    this.#told[lineup]!.add({ from, to })
    this.#facts!.take({ lineup, from, to, variants })
  }

  #wanted(lineup: number): Ranges {
    return this.#facts?.blocks[lineup] ?? NONE
  }
}

export type OnMatchRecord = (
  variant: number,
  lineup: number,
  block: number,
  rotation: number,
  match: RecordedMatch,
) => void

/** Passes records on in order, holding back those of chunks that came early. */
export class RecordOrder {
  readonly #wanted: readonly Ranges[]
  readonly #seats: number
  readonly #take: OnMatchRecord
  /** Blocks not passed on yet, in order. */
  readonly #left: Chunk[]
  /** Results that came early, by line-up and first block. */
  readonly #early = new Map<string, ChunkResult>()

  /** `wanted[lineup]` are the blocks whose records to pass on, ascending. */
  constructor(wanted: readonly (readonly Range[])[], seats: number, take: OnMatchRecord) {
    this.#seats = seats
    this.#take = take
    this.#left = wanted.flatMap((ranges, lineup) => ranges.map(({ from, to }) => ({ lineup, from, to })))
    this.#wanted = wanted.map(ranges => new Ranges(ranges))
  }

  wants(chunk: Chunk): boolean {
    return this.#wanted[chunk.lineup]!.overlaps(chunk)
  }

  /** Blocks of a line-up whose records were not passed on yet, ascending. */
  left(lineup: number): Range[] {
    return this.#left.filter(chunk => chunk.lineup === lineup)
  }

  /** Takes the result of a chunk of which all blocks are wanted. */
  put(result: ChunkResult): void {
    this.#early.set(`${result.chunk.lineup}/${result.chunk.from}`, result)
    for (let next = this.#next(); next !== null; next = this.#next()) this.#pass(next)
  }

  /** The next result in order, if it has come. */
  #next(): ChunkResult | null {
    const [first] = this.#left
    if (!first) return null
    const key = `${first.lineup}/${first.from}`
    const result = this.#early.get(key) ?? null
    this.#early.delete(key)
    return result
  }

  #pass({ chunk, done, variants, lost = [] }: ChunkResult): void {
    let passed = 0
    for (let block = chunk.from; block < done; block++) {
      if (lost.some(one => one.block === block)) continue
      for (const [v, { records }] of variants.entries())
        if (!isWithout(chunk, v))
          for (let rotation = 0; rotation < this.#seats; rotation++)
            this.#take(v, chunk.lineup, block, rotation, records[passed * this.#seats + rotation]!)
      passed++
    }
    const first = this.#left[0]!
    if (done < first.to) this.#left[0] = { ...first, from: done }
    else this.#left.shift()
  }
}

export interface CellReplay extends Replay {
  readonly lineup: number
  readonly block: number
}

/** Groups the matches of each block. */
function byBlock(replays: readonly CellReplay[]): CellReplay[][] {
  const blocks = new Map<string, CellReplay[]>()
  for (const one of replays) {
    const key = `${one.lineup}/${one.block}`
    blocks.set(key, [...(blocks.get(key) ?? []), one])
  }
  return [...blocks.values()]
}

/**
 * Replays matches on a pool and passes them on as they end; ends early once `isStopped`. Rejects, abandoning
 * the pool, if a match can't be played, or with what `take` throws.
 */
export async function replayAll(
  pool: ChunkPool,
  replays: readonly CellReplay[],
  take: OnMatchRecord,
  isStopped: () => boolean,
): Promise<void> {
  const left = byBlock(replays)
  const playNext = async (): Promise<void> => {
    for (let its = left.shift(); its !== undefined && !isStopped(); its = left.shift()) {
      const { lineup, block } = its[0]!
      const { variants } = await pool.run({ lineup, from: block, to: block + 1 }, 'decisions', {
        replays: its,
      })
      for (const [v, { records }] of variants.entries())
        for (const [i, { rotation }] of its.filter(({ variant }) => variant === v).entries())
          take(v, lineup, block, rotation, records[i]!)
    }
  }
  try {
    await Promise.all(Array.from({ length: Math.min(pool.width, left.length) }, playNext))
  } catch (error) {
    pool.abandon()
    if (!(error instanceof Abandoned)) throw error
  }
}
