/** The results of a run so far: the sums of every cell, and which blocks are in them. */
import type { CompiledGame } from '../../engine/contract/index.ts'
import { type Cell, cellsOf, type Experiment, gameOf, membersOf, referenceOf } from '../experiment/index.ts'
import type { Fault } from '../match/runner.ts'
import { addTally, layoutTally, requireExact, type Tally, type TallyLayout } from '../tally/layout.ts'
import { unpack } from '../tally/packing.ts'
import { type Metric, metricsOf, PAIR_SIZE } from '../tally/pairs.ts'
import { FAULTS_LISTED, type VariantResult } from './chunk.ts'
import { countBlocks, Ranges } from './ranges.ts'
import type { Chunk } from './schedule.ts'
import { type Shard, shareOf, WHOLE } from './shard.ts'

/** A cell with the sums of its matches. Buffers belong to the Results and keep growing. */
export interface CellResult {
  readonly cell: Cell
  readonly game: CompiledGame
  readonly layout: TallyLayout
  readonly tally: Tally
  /** Of a population, the sums of each member's matches; empty where nobody takes turns. */
  readonly members: readonly Tally[]
  /** The first faults by block, at most FAULTS_LISTED; the tally counts all of them. */
  readonly faults: readonly Fault[]
  /** What is compared with the reference's cell of the same line-up; empty for the first variant. */
  readonly metrics: readonly Metric[]
  /** Sums over blocks of the differences from the reference, as `addPair` adds them, PAIR_SIZE words a metric. */
  readonly pairs: Float64Array
}

/** The results of a run, complete or not. */
export interface RunResult {
  readonly experiment: Experiment
  /** By variant, then by line-up. */
  readonly cells: readonly CellResult[]
  /** False if the run was stopped before all matches were played. */
  readonly complete: boolean
}

/** A chunk's sums, from a thread or from a journal; `chunk` covers only the blocks that were played. */
export interface ChunkSums {
  readonly chunk: Chunk
  readonly variants: readonly Omit<VariantResult, 'records'>[]
  /** Milliseconds on a processor; absent where they are not known. */
  readonly processor?: number
}

/** Adds chunks up, each block once. */
export class Results {
  readonly experiment: Experiment
  /** Blocks counted, by line-up. */
  readonly ranges: readonly Ranges[]
  /** Milliseconds on a processor, and the blocks that took them, by line-up. */
  readonly #costs: { milliseconds: number; blocks: number }[]
  readonly #cells: (CellResult & { faults: Fault[] })[]

  constructor(experiment: Experiment) {
    this.experiment = experiment
    this.#costs = experiment.lineups.map(() => ({ milliseconds: 0, blocks: 0 }))
    this.ranges = experiment.lineups.map(() => new Ranges())
    const games = experiment.variants.map(variant => gameOf(experiment, variant))
    this.#cells = cellsOf(experiment).map(cell => {
      const v = experiment.variants.indexOf(cell.variant)
      const game = games[v]!
      const layout = layoutTally(game)
      const metrics = v === 0 ? [] : metricsOf(games[referenceOf(experiment, v)]!, game)
      const pairs = new Float64Array(metrics.length * PAIR_SIZE)
      const many = membersOf(experiment, cell.lineup)
      const members = Array.from({ length: many === 1 ? 0 : many }, () => new Float64Array(layout.size))
      return { cell, game, layout, tally: new Float64Array(layout.size), members, faults: [], metrics, pairs }
    })
  }

  /** Number of matches of that many blocks of a line-up, in all variants. */
  matchesIn(blocks: number): number {
    return blocks * this.experiment.seats.length * this.experiment.variants.length
  }

  /**
   * Milliseconds on a processor that a match of a line-up takes, on average over the variants; undefined where that is not known. It is for
   * people to read: no file of a report may hold it.
   */
  costOf(lineup: number): number | undefined {
    const { milliseconds, blocks } = this.#costs[lineup]!
    return blocks === 0 ? undefined : milliseconds / this.matchesIn(blocks)
  }

  /** Matches counted. */
  get matches(): number {
    return this.matchesIn(this.ranges.reduce((sum, range) => sum + range.count, 0))
  }

  /** Matches that a shard of the experiment asks for. */
  total(shard: Shard = WHOLE): number {
    return this.matchesIn(countBlocks(this.experiment.lineups.map(({ blocks }) => shareOf(shard, blocks))))
  }

  /**
   * Adds a chunk to the sums. Returns false, with nothing changed, if some of its blocks are counted already. Throws an Error
   * if it does not fit this experiment. `beforeAdding` is called once the chunk is checked; if it throws, the chunk is not
   * added. So a journal, which is written there, never holds a chunk that cannot be counted.
   */
  add({ chunk, variants, processor }: ChunkSums, beforeAdding: () => void = () => {}): boolean {
    const { experiment } = this
    const { lineup, from, to } = chunk
    const blocks = experiment.lineups[lineup]?.blocks ?? 0
    const fits = Number.isInteger(from) && Number.isInteger(to) && 0 <= from && from <= to && to <= blocks
    if (!fits || variants.length !== experiment.variants.length)
      throw new Error('does not fit this experiment')
    const sums = variants.map(({ tally, members = [], pairs }, v) => {
      const cell = this.#cellAt(v, lineup)
      const words = unpack(tally, cell.layout.size)
      if (words[cell.layout.blocks] !== to - from)
        throw new Error('holds a different number of blocks than it says')
      return {
        tally: words,
        members: membersIn(cell, words, members),
        pairs: unpack(pairs, cell.pairs.length),
      }
    })
    const ranges = this.ranges[lineup]!
    if (ranges.overlaps(chunk)) return false
    for (const [v, { tally, members, pairs }] of sums.entries()) {
      const cell = this.#cellAt(v, lineup)
      requireExact(cell.tally, tally)
      for (const [m, its] of members.entries()) requireExact(cell.members[m]!, its)
      requireExact(cell.pairs, pairs)
    }
    beforeAdding()
    ranges.add(chunk)
    if (processor !== undefined) {
      this.#costs[lineup]!.milliseconds += processor
      this.#costs[lineup]!.blocks += to - from
    }
    for (const [v, { tally, members, pairs }] of sums.entries()) {
      const cell = this.#cellAt(v, lineup)
      addTally(cell.tally, tally)
      for (const [m, its] of members.entries()) addTally(cell.members[m]!, its)
      addTally(cell.pairs, pairs)
      if (variants[v]!.faults.length > 0) cell.faults = firstFaults([...cell.faults, ...variants[v]!.faults])
    }
    return true
  }

  #cellAt(variant: number, lineup: number): CellResult & { faults: Fault[] } {
    return this.#cells[variant * this.experiment.lineups.length + lineup]!
  }

  /** The cell of a variant and line-up. */
  cell(variant: number, lineup: number): Cell {
    return this.#cellAt(variant, lineup).cell
  }

  /** The results so far. Their buffers keep growing with every `add`. */
  result(): RunResult {
    const { experiment } = this
    return { experiment, cells: this.#cells, complete: this.matches === this.total() }
  }
}

/** The members' sums of a chunk. Throws an Error unless they are those of the cell's members, and add up to the whole. */
function membersIn({ layout, members }: CellResult, whole: Tally, packed: readonly string[]): Tally[] {
  if (packed.length !== members.length) throw new Error('holds another number of players than the run')
  const tallies = packed.map(text => unpack(text, layout.size))
  if (tallies.length === 0) return []
  const left = whole.slice()
  for (const tally of tallies) for (let i = 0; i < left.length; i++) left[i]! -= tally[i]!
  if (left.some(word => word !== 0)) throw new Error('holds sums of its players that do not add up')
  return tallies
}

/** The first faults by block. */
function firstFaults(faults: Fault[]): Fault[] {
  return faults.sort((a, b) => a.block - b.block || a.rotation - b.rotation).slice(0, FAULTS_LISTED)
}
