/** The order of records in their file: by line-up, block, variant and rotation, whatever order the chunks end in. */
import { type Chunk, type ChunkResult, isWithout } from '../chunks/chunk.ts'
import { type Range, Ranges } from '../chunks/ranges.ts'
import type { RecordedMatch } from '../match/recorded.ts'

/** Takes one match. */
export type TakeRecord = (
  variant: number,
  lineup: number,
  block: number,
  rotation: number,
  match: RecordedMatch,
) => void

/** Passes the records of recorded chunks on in order, holding back those of chunks that came early. */
export class RecordOrder {
  readonly #wanted: readonly Ranges[]
  readonly #seats: number
  readonly #take: TakeRecord
  /** Blocks not passed on yet, in order. */
  readonly #left: Chunk[]
  /** Results that came early, by line-up and first block. */
  readonly #early = new Map<string, ChunkResult>()

  /** `wanted[lineup]` are the blocks whose records `take` is to get, ascending. */
  constructor(wanted: readonly (readonly Range[])[], seats: number, take: TakeRecord) {
    this.#seats = seats
    this.#take = take
    this.#left = wanted.flatMap((ranges, lineup) => ranges.map(({ from, to }) => ({ lineup, from, to })))
    this.#wanted = wanted.map(ranges => new Ranges(ranges))
  }

  /** Whether the records of a chunk's blocks are wanted. */
  wants(chunk: Chunk): boolean {
    return this.#wanted[chunk.lineup]!.overlaps(chunk)
  }

  /** Blocks of a line-up whose records were not passed on yet, ascending. */
  left(lineup: number): Range[] {
    return this.#left.filter(chunk => chunk.lineup === lineup)
  }

  /** Takes the result of a recorded chunk; all its blocks are wanted. */
  put(result: ChunkResult): void {
    this.#early.set(`${result.chunk.lineup}/${result.chunk.from}`, result)
    for (let next = this.#next(); next !== null; next = this.#next()) this.#pass(next)
  }

  /** The result whose turn it is, if it has come. */
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
