/** What a rule change did to a line-up, in the words that every report uses. */
import { inWords } from '../formatting.ts'
import { type Comparison, SIGNIFICANT } from './comparisons.ts'

/** The comparisons of one variant and line-up together. */
export function byCell(all: readonly Comparison[]): Comparison[][] {
  const byCell = new Map<number, Comparison[]>()
  for (const one of all) {
    const index = one.variant.cell.index
    byCell.set(index, [...(byCell.get(index) ?? []), one])
  }
  return [...byCell.values()]
}

/** What a rule change did to a line-up, in words: the differences that are shown; `step` is what a step is called. */
export function changeWords(row: readonly Comparison[], step: string): string {
  const shown = row.filter(one => one.anytimeAdjusted < SIGNIFICANT)
  if (shown.length === 0) return 'no difference shown'
  return inWords(
    shown.map(one => {
      const { kind } = one.metric
      if (kind === 'length')
        return `${one.words} (${one.before.toFixed(1)} to ${one.after.toFixed(1)} ${step}s)`
      if (kind === 'payoff') return `${one.words} (${one.before.toFixed(2)} to ${one.after.toFixed(2)})`
      return `${one.words} (${(100 * one.before).toFixed(1)} % to ${(100 * one.after).toFixed(1)} %)`
    }),
  )
}
