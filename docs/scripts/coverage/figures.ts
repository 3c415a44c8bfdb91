/** Coverage of the intervals of single figures, in samples of real blocks: the truth is what all of these show. */
import { literal } from '../../../documents/index.ts'
import type { ExperimentDefinition } from '../../../library/experiment.ts'
import type { ChunkResult, VariantResult } from '../../../sim/chunks/chunk.ts'
import type { CellResult, RunResult } from '../../../sim/chunks/results.ts'
import { cellsIn } from '../../../sim/chunks/simulated-run.ts'
import { resolveExperiment } from '../../../sim/experiment/index.ts'
import { newRun, playRun } from '../../../sim/run.ts'
import { COUNTED } from '../../../sim/tally/match.ts'
import { addTimes, type Sparse, unpackSparse } from '../../../sim/tally/packing.ts'
import { generator } from '../../../test/stats/blocks.ts'

/** What a block adds to a cell. */
interface Unit {
  readonly tally: Sparse
  readonly pairs: Sparse
}

/** Real blocks, from which runs are drawn with replacement: what all of them show is the truth about these runs. */
export class BlockPopulation {
  /** Of all blocks: the truth. */
  readonly truth: RunResult
  /** [block][variant]. */
  readonly #blocks: readonly (readonly Unit[])[]

  constructor(truth: RunResult, blocks: readonly (readonly Unit[])[]) {
    this.truth = truth
    this.#blocks = blocks
  }

  /**
   * Plays blocks of an experiment of one line-up, on this thread. Changes the seed often enough that every
   * block is one of those that count the options of decisions.
   */
  static async play(definition: ExperimentDefinition, count: number): Promise<BlockPopulation> {
    const blocks: Unit[][] = []
    let last: RunResult | null = null
    for (let from = 0; from < count; from += COUNTED.first) {
      const many = Math.min(COUNTED.first, count - from)
      const experiment = await resolveExperiment(
        literal({ ...definition, name: 'coverage', seed: `coverage ${from}` }, 'coverage'),
      )
      const lineups = experiment.lineups.map(lineup => ({ ...lineup, blocks: many }))
      const run = newRun({ ...experiment, lineups })
      const cells = cellsIn(run.results.result())
      const onChunk = ({ variants }: ChunkResult): void => {
        blocks.push(variants.map((sums, v) => unitOf(sums, cells.find(({ cell }) => cell.index === v)!)))
      }
      last = await playRun(run, { threads: 0, chunk: 1, onChunk })
    }
    const all = blocks.map((_, block) => block)
    return new BlockPopulation(drawn(last!, blocks, all), blocks)
  }

  /** A run of this many blocks, drawn with replacement. */
  sample(count: number, random: () => number): RunResult {
    const which = Array.from({ length: count }, () => Math.floor(random() * this.#blocks.length))
    return drawn(this.truth, this.#blocks, which)
  }
}

function unitOf({ tally, pairs }: VariantResult, { layout, pairs: own }: CellResult): Unit {
  return { tally: unpackSparse(tally, layout.size), pairs: unpackSparse(pairs, own.length) }
}

/** The run that these blocks make. */
function drawn(run: RunResult, blocks: readonly (readonly Unit[])[], which: readonly number[]): RunResult {
  const grown = (cells: readonly CellResult[]) =>
    cells.map((one): CellResult => {
      const [tally, pairs] = [new Float64Array(one.layout.size), new Float64Array(one.pairs.length)]
      for (const block of which) {
        const unit = blocks[block]![one.cell.index]!
        addTimes(tally, unit.tally)
        addTimes(pairs, unit.pairs)
      }
      return { ...one, tally, pairs }
    })
  return { ...run, cells: grown(run.cells), handicaps: grown(run.handicaps) }
}

/** A figure of a run: what it is, and what it says of a true value. */
export interface CoverageFigure {
  readonly id: string
  /** NaN where there is nothing to tell. */
  readonly mean: number
  /** Whether its interval holds a value. */
  holds(value: number): boolean
}

/** Figures of one kind. */
export interface Family {
  readonly name: string
  of(result: RunResult): readonly CoverageFigure[]
}

/** How often the intervals of a figure hold the truth. */
export interface Coverage {
  readonly id: string
  /** Of the samples, those that have an interval. */
  readonly told: number
  readonly held: number
}

/** The coverage of every figure of each family, over samples of this many blocks. */
export function coverageOf(
  population: BlockPopulation,
  families: readonly Family[],
  { blocks, samples, seed }: { blocks: number; samples: number; seed: number },
): readonly (readonly Coverage[])[] {
  const random = generator(seed)
  const truths = families.map(({ of }) => new Map(of(population.truth).map(({ id, mean }) => [id, mean])))
  const counts = truths.map(truth => new Map([...truth.keys()].map(id => [id, { told: 0, held: 0 }])))
  for (let sample = 0; sample < samples; sample++) {
    const result = population.sample(blocks, random)
    for (const [f, { of }] of families.entries())
      for (const figure of of(result)) {
        const value = truths[f]!.get(figure.id) ?? Number.NaN
        if (Number.isNaN(value) || Number.isNaN(figure.mean)) continue
        const count = counts[f]!.get(figure.id)!
        count.told++
        count.held += Number(figure.holds(value))
      }
  }
  return counts.map(all => [...all].map(([id, count]) => ({ id, ...count })))
}
