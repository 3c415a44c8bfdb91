/** What a run has come to so far: every cell's sums, and which blocks are in them. */
import type { CompiledGame } from '../../engine/contract/index.ts'
import { type Cell, cellsOf, compileVariant, type Experiment, referenceOf } from '../experiment/index.ts'
import type { Fault } from '../match/runner.ts'
import { layoutTally, merge, type Tally, type TallyLayout } from '../tally/layout.ts'
import { unpack } from '../tally/packing.ts'
import { type Metric, metricsOf, PAIR_SIZE } from '../tally/pairs.ts'
import { FAULTS_TOLD, type VariantResult } from './chunk.ts'
import { Ranges } from './ranges.ts'
import type { Chunk } from './schedule.ts'
import { type Shard, shareOf, WHOLE } from './shard.ts'

/** A cell with all that was counted in it. */
export interface CellResult {
  readonly cell: Cell
  readonly game: CompiledGame
  readonly layout: TallyLayout
  readonly tally: Tally
  /** The first faults by block, for the report; all are counted in the tally. */
  readonly faults: readonly Fault[]
  /** What is compared with the reference's cell of the same line-up (nothing in the first variant). */
  readonly metrics: readonly Metric[]
  /** Sums over blocks of the differences from the reference and of their squares, PAIR_SIZE words a metric. */
  readonly pairs: Float64Array
}

export interface RunResult {
  readonly experiment: Experiment
  readonly cells: readonly CellResult[]
  /** False if the run was stopped before all matches were played. */
  readonly complete: boolean
}

/** A chunk's sums, from a thread or from a journal; `chunk.to` is what was played. */
export interface Played {
  readonly chunk: Chunk
  readonly variants: readonly Omit<VariantResult, 'records'>[]
}

/** Adds chunks up, each block once. */
export class Results {
  readonly experiment: Experiment
  /** Blocks counted, by line-up. */
  readonly ranges: readonly Ranges[]
  readonly #cells: (CellResult & { faults: Fault[] })[]

  constructor(experiment: Experiment) {
    this.experiment = experiment
    this.ranges = experiment.lineups.map(() => new Ranges())
    const games = experiment.variants.map(variant => compileVariant(experiment, variant))
    this.#cells = cellsOf(experiment).map(cell => {
      const v = experiment.variants.indexOf(cell.variant)
      const game = games[v]!
      const layout = layoutTally(game)
      const metrics = v === 0 ? [] : metricsOf(games[referenceOf(experiment, v)]!, game)
      const pairs = new Float64Array(metrics.length * PAIR_SIZE)
      return { cell, game, layout, tally: new Float64Array(layout.size), faults: [], metrics, pairs }
    })
  }

  /** Matches that a number of blocks come to, in all variants. */
  matchesIn(blocks: number): number {
    return blocks * this.experiment.seats.length * this.experiment.variants.length
  }

  /** Matches counted. */
  get matches(): number {
    return this.matchesIn(this.ranges.reduce((sum, range) => sum + range.count, 0))
  }

  /** Matches that a shard of the experiment asks for. */
  total(shard: Shard = WHOLE): number {
    const shares = this.experiment.lineups.map(({ blocks }) => shareOf(shard, blocks))
    return this.matchesIn(shares.reduce((sum, { from, to }) => sum + to - from, 0))
  }

  /**
   * Counts a chunk. False, and nothing is counted, if some of its blocks are counted already. Throws an Error if what it
   * holds can not be a chunk of this experiment. `keep` is called for a chunk that is about to be counted, and prevents
   * that by throwing: what can't be counted is never kept.
   */
  add({ chunk, variants }: Played, keep: () => void = () => {}): boolean {
    const { experiment } = this
    const { lineup, from, to } = chunk
    const blocks = experiment.lineups[lineup]?.blocks ?? 0
    const fits = Number.isInteger(from) && Number.isInteger(to) && 0 <= from && from <= to && to <= blocks
    if (!fits || variants.length !== experiment.variants.length)
      throw new Error('is no chunk of this experiment')
    const sums = variants.map(({ tally, pairs }, v) => {
      const cell = this.#cellAt(v, lineup)
      const words = unpack(tally, cell.layout.size)
      if (words[cell.layout.blocks] !== to - from) throw new Error('holds other blocks than it says')
      return { tally: words, pairs: unpack(pairs, cell.pairs.length) }
    })
    const ranges = this.ranges[lineup]!
    if (ranges.overlaps(chunk)) return false
    keep()
    ranges.add(chunk)
    for (const [v, { tally, pairs }] of sums.entries()) {
      const cell = this.#cellAt(v, lineup)
      merge(cell.tally, tally)
      merge(cell.pairs, pairs)
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

  /** The sums so far; they go on growing. */
  result(): RunResult {
    const { experiment } = this
    return { experiment, cells: this.#cells, complete: this.matches === this.total() }
  }
}

/** The first faults by block: more of them are counted, not told. */
function firstFaults(faults: Fault[]): Fault[] {
  return faults.sort((a, b) => a.block - b.block || a.rotation - b.rotation).slice(0, FAULTS_TOLD)
}
