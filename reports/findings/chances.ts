/** How often a seat wins that has a value of the headline gauge after a step. */
import type { CellResult } from '../../sim/chunks/results.ts'
import { CURVE_BINS, CURVE_N, type Curve, WINNER } from '../../sim/tally/layout.ts'

/** Seats that had a value after a step, all seats together, and how many of them won alone in the end. */
export interface Chance {
  readonly step: number
  /** The lower edge of the bin. */
  readonly value: number
  readonly seats: number
  readonly wins: number
}

/**
 * The chances at every step and value that occurred, in that order. A match of two seats counts twice, once from each side, so this says
 * what a value is worth and nothing of the seats. Empty where a zero-sum gauge is counted in wider bins, which are not the same from both
 * sides. Forfeited matches are left out.
 */
export function chancesOf(cell: CellResult): Chance[] {
  const { layout, game, tally } = cell
  const curves = layout.curves.filter(({ gauge }) => gauge === 0)
  const winner = curves.find(({ seat }) => seat === WINNER)!
  const isZeroSum = game.info.gauges[0]!.zeroSum
  if (isZeroSum && (winner.width > 1 || winner.min !== -game.info.gauges[0]!.max)) return []
  const seats = curves.filter(({ seat }) => seat !== WINNER)
  const bins = winner.stride - CURVE_BINS
  const count = (curve: Curve, step: number, bin: number): number =>
    tally[curve.offset + step * curve.stride + CURVE_BINS + bin]!
  const chances: Chance[] = []
  for (
    let step = 0;
    step < layout.steps && tally[seats[0]!.offset + step * winner.stride + CURVE_N]! > 0;
    step++
  )
    for (let bin = 0; bin < bins; bin++) {
      const own = seats.reduce((sum, curve) => sum + count(curve, step, bin), 0)
      // Of a zero-sum gauge the tally has one seat: the other has its negative.
      const all = own + (isZeroSum ? count(seats[0]!, step, bins - 1 - bin) : 0)
      const wins = count(winner, step, bin)
      if (all > 0) chances.push({ step: step + 1, value: winner.min + bin * winner.width, seats: all, wins })
    }
  return chances
}
