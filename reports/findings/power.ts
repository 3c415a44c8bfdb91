/** How likely a run is to show what is supposed to be the truth: the power of its tests, and their false alarms. */
import type { CellResult } from '../../sim/chunks/results.ts'
import { type Chances, chancesIf } from '../../sim/stats/planning.ts'
import { seatLevel, seatStakes } from '../../sim/stopping/stakes.ts'
import { type Comparison, differingBlocks } from './comparisons.ts'

/** What is supposed: a seat is so far off its fair share, or a change moves its score so far, in shares (of a win, or of the range of payoffs). */
export const SUPPOSED = [0, 0.02, 0.05] as const

/** What a run shows if something is the truth. */
export interface Supposed {
  /** One of SUPPOSED. */
  readonly effect: number
  /** The chance that it is shown not to be 0: with none, that of a false alarm. */
  readonly shown: number
  /** The chance that the seats are shown to be fair; absent where that is not asked. */
  readonly fair?: number
}

/**
 * The chances of verdicts on the seats of a cell after so many blocks of its spread; null where its blocks have none. With several seats it is the seat whose
 * chance is the least that is supposed to be off; false alarms are those of any, and all must be fair.
 */
export function seatChances(cell: CellResult, margin: number, blocks: number): readonly Supposed[] | null {
  const level = seatLevel(cell)
  const asked = cell.layout.seats === 2 ? [0] : cell.game.info.seats.map((_, seat) => seat)
  const all = SUPPOSED.map(effect =>
    asked.map(seat => {
      const stakes = seatStakes(cell, seat, margin)
      const value = stakes.fair + effect * (stakes.max - stakes.min)
      return chancesIf(stakes, stakes, value, level, blocks)
    }),
  )
  return supposed(all, chances => chances.reduce((product, { fair }) => product * fair, 1))
}

/** The chances that the scores of the seats compared are shown to have changed, after so many blocks of the spread of these; null where no block differs. */
export function scoreChances(
  scores: readonly Comparison[],
  all: readonly Comparison[],
  blocks: number,
): readonly Supposed[] | null {
  const chances = SUPPOSED.map(effect =>
    scores.map(one => {
      const differing = differingBlocks(one, all)
      return chancesIf(differing.blocks, { fair: 0, margin: 0 }, effect, differing.level, blocks)
    }),
  )
  return supposed(chances, null)
}

/** Of several seats' chances by effect; null if any is unknown. */
function supposed(
  all: readonly (readonly (Chances | null)[])[],
  fairOf: ((chances: readonly Chances[]) => number) | null,
): readonly Supposed[] | null {
  const known = all.map(row => row.filter(one => one !== null))
  if (known.some((row, i) => row.length === 0 || row.length < all[i]!.length)) return null
  return SUPPOSED.map((effect, i) => {
    const row = known[i]!
    const offs = row.map(({ off }) => off)
    const sum = offs.reduce((total, off) => total + off, 0)
    const shown = effect === 0 ? Math.min(1, sum) : Math.min(...offs)
    return { effect, shown, ...(fairOf ? { fair: fairOf(row) } : {}) }
  })
}
