/** What candidates have shown in all rounds together: their sums, and what these say of the goals. */
import { createHash } from 'node:crypto'
import type { CellResult } from '../chunks/results.ts'
import type { Patch } from '../experiment/index.ts'
import { blocksOf } from '../figures/reading.ts'
import { SEQUENTIAL } from '../stats/looks.ts'
import { addTally } from '../tally/layout.ts'
import { combined, differenceOf, estimateOf, type FigureEstimate, type PatchSums, surely } from './goals.ts'
import type { Known, TuneGoal } from './search.ts'

export class Ledger {
  readonly #goals: readonly TuneGoal[]
  readonly #sums = new Map<Patch | null, PatchSums>()

  constructor(goals: readonly TuneGoal[]) {
    this.#goals = goals
  }

  /** Adds a round's cell; null is the baseline. */
  add(patch: Patch | null, cell: CellResult): void {
    const { game, layout, metrics } = cell
    const before = this.#sums.get(patch)
    const tally = before ? before.tally : cell.tally.slice()
    const pairs = before ? before.pairs : cell.pairs.slice()
    if (before) {
      addTally(tally, cell.tally)
      for (let i = 0; i < pairs.length; i++) pairs[i]! += cell.pairs[i]!
    }
    const blocks = (before?.blocks ?? 0) + blocksOf(cell)
    this.#sums.set(patch, { game, layout, metrics, tally, look: SEQUENTIAL, pairs, blocks })
  }

  blocks(patch: Patch | null): number {
    return this.#sums.get(patch)?.blocks ?? 0
  }

  /** Digest of all that was counted in the blocks of a patch. */
  counted(patch: Patch): string | undefined {
    const sums = this.#sums.get(patch)
    return sums && createHash('sha256').update(sums.tally).digest('base64')
  }

  /** What is known of every goal; null before the first block, or if the game lacks a figure. */
  known(patch: Patch | null): readonly Known[] | null {
    const sums = this.#sums.get(patch)
    if (!sums || sums.blocks < 2) return null
    const found = this.#goals.map(({ bound }): Known | null => {
      const own = estimateOf(sums, bound)
      if (!own) return null
      const baseline = patch === null ? null : this.#baseline(bound)
      const best: FigureEstimate = baseline ? combined(own, differenceOf(sums, bound), baseline) : own
      return { ...best, ...surely(sums, bound) }
    })
    return found.every(one => one !== null) ? found : null
  }

  #baseline(bound: TuneGoal['bound']): FigureEstimate | null {
    const sums = this.#sums.get(null)
    return sums ? estimateOf(sums, bound) : null
  }
}
