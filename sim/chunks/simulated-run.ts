/**
 * Runs on paper: what a run may come to, told from a part of it that was played. The blocks that it lacks are drawn from those that it has, so
 * all that is judged of a run can be judged of one on paper, by the same functions.
 *
 * How likely each block is to be drawn is itself drawn, once for each run on paper: the Bayesian bootstrap (Rubin, The Annals of Statistics 9, 1981),
 * the posterior of what the few blocks that were played say of all. What none of them shows never happens on paper.
 */
import { derive, next, RNG_WORDS, rootOf } from '../../engine/rng.ts'
import { LEADER_SIZE } from '../tally/layout.ts'
import { unpack, unpackSparse } from '../tally/packing.ts'
import { addTimes, type Sparse, sparse } from '../tally/sparse.ts'
import type { CellResult, ChunkSums, RunResult } from './results.ts'

/** A chunk that was counted: what is drawn. By cell index, its sums. */
interface Unit {
  readonly blocks: number
  readonly sums: ReadonlyMap<number, { readonly tally: Sparse; readonly pairs: Sparse }>
}

/** Beyond this many chunks of a line-up, the rest only adds to what was played: they say enough, and the first are the smallest. */
const UNITS_MAX = 512

/** The part of a run that was played. */
export class Pilot {
  /** What was played. */
  readonly played: RunResult
  readonly #units: readonly Unit[][]

  /** `played` may still grow until the first run on paper. */
  constructor(played: RunResult) {
    this.played = played
    this.#units = played.experiment.lineups.map(() => [])
  }

  /** Takes a chunk that counts in the result. Curves and leaders, which nothing that is judged reads, are left out. */
  take({ chunk, variants }: ChunkSums): void {
    const units = this.#units[chunk.lineup]!
    if (units.length === UNITS_MAX || chunk.to === chunk.from) return
    const sums = cellsIn(this.played)
      .filter(({ cell }) => cell.index % this.#units.length === chunk.lineup)
      .map(cell => {
        const { tally, pairs } = variants[Math.floor(cell.cell.index / this.#units.length)]!
        const words = unpack(tally, cell.layout.size)
        for (const { offset, stride } of [...cell.layout.curves, ...cell.layout.agentCurves])
          words.fill(0, offset, offset + stride * cell.layout.steps)
        words.fill(0, cell.layout.leaders, cell.layout.leaders + LEADER_SIZE * cell.layout.steps)
        return [
          cell.cell.index,
          { tally: sparse(words), pairs: unpackSparse(pairs, cell.pairs.length) },
        ] as const
      })
    units.push({ blocks: chunk.to - chunk.from, sums: new Map(sums) })
  }

  /** Blocks that were played of a line-up. */
  blocksOf(lineup: number): number {
    const { cells } = this.played
    const { tally, layout } = cells.find(({ cell }) => cell.index === lineup)!
    return tally[layout.blocks]!
  }

  /** One run on paper, which begins with what was played; the same for the same number and seed. */
  paper(number: number): SimulatedRun {
    return new SimulatedRun(this.played, this.#units, number)
  }
}

/** A run on paper. */
export class SimulatedRun {
  /** The results so far. Their buffers grow. */
  readonly result: RunResult
  readonly #units: readonly (readonly Unit[])[]
  /** Of each line-up's units: the chance of a block to be drawn from it, over that of an even draw. */
  readonly #weights: readonly (readonly number[])[]
  readonly #blocks: number[]
  readonly #byIndex: ReadonlyMap<number, CellResult>
  readonly #rng = new Int32Array(RNG_WORDS)

  constructor(played: RunResult, units: readonly (readonly Unit[])[], number: number) {
    derive(this.#rng, rootOf(`plan of ${played.experiment.seed}`), number, 0)
    const copied = (cells: readonly CellResult[]) =>
      cells.map(cell => ({ ...cell, tally: cell.tally.slice(), pairs: cell.pairs.slice(), members: [] }))
    this.result = {
      ...played,
      cells: copied(played.cells),
      handicaps: copied(played.handicaps),
      probes: copied(played.probes),
      complete: true,
    }
    this.#units = units
    this.#byIndex = new Map(cellsIn(this.result).map(cell => [cell.cell.index, cell]))
    this.#blocks = units.map((_, l) => {
      const { tally, layout } = this.#byIndex.get(l)!
      return tally[layout.blocks]!
    })
    this.#weights = units.map(its => its.map(() => -Math.log(this.#uniform())))
  }

  /** Plays a line-up on, on paper, until it has about so many blocks; one that has as many already stays as it is. */
  grow(lineup: number, blocks: number): void {
    const units = this.#units[lineup]!
    const weights = this.#weights[lineup]!
    const more = blocks - this.#blocks[lineup]!
    if (more <= 0 || units.length === 0) return
    this.#blocks[lineup] = blocks
    // Units of several blocks, where a run was played on, are drawn as a whole.
    const each = units.reduce((sum, unit, i) => sum + unit.blocks * weights[i]!, 0)
    for (const [i, { sums }] of units.entries()) {
      const times = this.#poisson((more * weights[i]!) / each)
      if (times === 0) continue
      for (const [index, { tally, pairs }] of sums) {
        const cell = this.#byIndex.get(index)!
        addTimes(cell.tally, tally, times)
        addTimes(cell.pairs, pairs, times)
      }
    }
  }

  /** In (0, 1). */
  #uniform(): number {
    return ((next(this.#rng) >>> 0) + 0.5) / 2 ** 32
  }

  /** A Poisson count: by inversion, or from a normal one where that makes no difference. */
  #poisson(mean: number): number {
    if (mean > 40) {
      const radius = Math.sqrt(-2 * Math.log(this.#uniform()))
      const normal = radius * Math.cos(2 * Math.PI * this.#uniform())
      return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal))
    }
    let count = 0
    let left = this.#uniform()
    for (let chance = Math.exp(-mean); left > chance && count < 1000; chance *= mean / count) {
      left -= chance
      count++
    }
    return count
  }
}

/** All cells of a run. */
export function cellsIn({ cells, handicaps, probes }: RunResult): readonly CellResult[] {
  return [...cells, ...handicaps, ...probes]
}
