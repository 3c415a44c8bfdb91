/**
 * Simulated runs: what a run may come to, judging by the part of it that was played. Missing blocks are drawn
 * from those played, so the same functions that judge a run judge a simulated one.
 *
 * The weight of each block is drawn once for each simulated run: the Bayesian bootstrap (Rubin, The Annals of
 * Statistics 9, 1981), the posterior given the few blocks played. What none of them shows never happens in a
 * simulated run.
 */
import { derive, next, RNG_WORDS, rootOf } from '../../engine/rng.ts'
import { LEADER_SIZE } from '../tally/layout.ts'
import { addTimes, type Sparse, sparse, unpack, unpackSparse } from '../tally/packing.ts'
import { countBlocks } from './ranges.ts'
import type { CellResult, ChunkSums, RunResult } from './results.ts'

/** A counted chunk, from which blocks are drawn: its sums by cell index. */
interface Unit {
  readonly blocks: number
  readonly sums: ReadonlyMap<number, { readonly tally: Sparse; readonly pairs: Sparse }>
}

/**
 * Further chunks of a line-up only add to what was played: these say enough, and the first are the smallest.
 */
const UNITS_MAX = 512

/** The part of a run that was played. */
export class Pilot {
  readonly played: RunResult
  readonly #units: readonly Unit[][]

  /** `played` may still grow until the first simulated run. */
  constructor(played: RunResult) {
    this.played = played
    this.#units = played.experiment.lineups.map(() => [])
  }

  /** Takes a counted chunk, without curves and leaders, which are never judged. */
  take({ chunk, ranges = [chunk], variants }: ChunkSums): void {
    const units = this.#units[chunk.lineup]!
    const blocks = countBlocks(ranges)
    if (units.length === UNITS_MAX || blocks === 0) return
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
    units.push({ blocks, sums: new Map(sums) })
  }

  /** Blocks of a line-up that were played. */
  blocksOf(lineup: number): number {
    const { cells } = this.played
    const { tally, layout } = cells.find(({ cell }) => cell.index === lineup)!
    return tally[layout.blocks]!
  }

  /** A simulated run that continues the pilot; the same for the same number and seed. */
  simulate(number: number): SimulatedRun {
    return new SimulatedRun(this.played, this.#units, number)
  }
}

export class SimulatedRun {
  /** The results so far, in buffers that grow. */
  readonly result: RunResult
  readonly #units: readonly (readonly Unit[])[]
  /** By line-up and unit: the chance of a block to be drawn from it, over that of an even draw. */
  readonly #weights: readonly (readonly number[])[]
  readonly #blocks: number[]
  readonly #byIndex: ReadonlyMap<number, CellResult>
  readonly #rng = new Int32Array(RNG_WORDS)

  constructor(played: RunResult, units: readonly (readonly Unit[])[], number: number) {
    derive(this.#rng, rootOf(`plan of ${played.experiment.seed}`), number, 0)
    const copied = (cells: readonly CellResult[]) =>
      cells.map(cell => ({
        ...cell,
        tally: cell.tally.slice(),
        pairs: cell.pairs.slice(),
        members: [],
        selves: [],
      }))
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

  /** Continues a line-up until it has about this many blocks, if it has fewer. */
  grow(lineup: number, blocks: number): void {
    const units = this.#units[lineup]!
    const weights = this.#weights[lineup]!
    const more = blocks - this.#blocks[lineup]!
    if (more <= 0 || units.length === 0) return
    this.#blocks[lineup] = blocks
    // Units of several blocks are drawn as a whole.
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

export function cellsIn({ cells, handicaps, probes }: RunResult): readonly CellResult[] {
  return [...cells, ...handicaps, ...probes]
}
