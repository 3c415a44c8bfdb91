/** What a run is asked to tell of its single matches: records in their order, and facts. */
import type { Chunk, ChunkResult } from '../chunks/chunk.ts'
import { type Range, Ranges } from '../chunks/ranges.ts'
import { type Experiment, gameOf } from '../experiment/index.ts'
import { type Detail, type FactsOfBlocks, factWords } from './facts.ts'
import { RecordOrder, type TakeRecord } from './order.ts'

/** What to record of a run. */
export interface Recording {
  /** Blocks of each line-up, ascending. Those that are counted already are played again, and not counted twice. */
  readonly blocks: readonly (readonly Range[])[]
  /** Called with their matches, in order of line-up, block, variant and rotation. */
  readonly take: TakeRecord
}

/** What takes the facts of a run's matches. */
export interface FactsTaking {
  /** Blocks of each line-up whose facts are wanted. Those that are counted already are played again, and not counted twice. */
  readonly blocks: readonly Ranges[]
  /** Called with the facts of each chunk of them, whatever order the chunks end in, once it is counted. */
  readonly take: (facts: FactsOfBlocks) => void
}

/** What is asked of a run; nothing by default. */
export interface DetailsAsked {
  readonly records?: Recording
  readonly facts?: FactsTaking
}

/** The most words of facts that a chunk has, unless a single block has more: they cross threads and queues in one piece. */
const CHUNK_WORDS = 1 << 19

const NONE = new Ranges()

/** What was told so far, and what is still to be told. */
export class Details {
  readonly #records: RecordOrder | null
  readonly #facts: FactsTaking | undefined
  /** The blocks of each line-up whose facts were passed on. */
  readonly #told: readonly Ranges[]
  /** Blocks that a chunk with facts has at most. */
  readonly #most: number

  constructor(experiment: Experiment, { records, facts }: DetailsAsked) {
    const { lineups, seats, variants } = experiment
    this.#records = records ? new RecordOrder(records.blocks, seats.length, records.take) : null
    this.#facts = facts
    this.#told = lineups.map(() => new Ranges())
    const words = facts
      ? variants.reduce((sum, one) => sum + seats.length * factWords(gameOf(experiment, one).info), 0)
      : 0
    this.#most = Math.max(1, Math.floor(CHUNK_WORDS / words))
  }

  /** The blocks of a line-up that are still to be told of, if its first `end` blocks count: one list for records and one for facts. */
  left(lineup: number, end: number): Range[][] {
    const facts = this.#wanted(lineup).list.flatMap(({ from, to }) =>
      this.#told[lineup]!.missing({ from, to: Math.min(to, end) }),
    )
    return [this.#records?.left(lineup) ?? [], facts]
  }

  /** What is to be known of the matches of a chunk. */
  of(chunk: Chunk): Detail {
    if (this.#records?.wants(chunk)) return 'decisions'
    return this.#wanted(chunk.lineup).overlaps(chunk) ? 'facts' : 'none'
  }

  /** The most blocks that a chunk has of whose matches so much is to be known. */
  most(detail: Detail): number {
    return detail === 'facts' ? this.#most : Number.POSITIVE_INFINITY
  }

  /** Passes on what a result tells beyond its sums. */
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
