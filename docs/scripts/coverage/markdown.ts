/** Tables of docs/explanation/statistics.md in Markdown. */
import { thousands } from '../../../reports/formatting.ts'
import { proportionInterval } from '../../../sim/stats/interval.ts'

export function row(...cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`
}

export function head(...cells: readonly string[]): string {
  return row(...cells) + row(...cells.map((_, i) => (i === 0 ? '---' : '---:')))
}

export const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
export const whole = (count: number): string => thousands(Math.round(count))

/** A share of this many samples with the longer arm of its 95 % interval, in points: "95.2 % ± 1.0". */
export function measured(share: number, samples: number): string {
  const { low, high } = proportionInterval(Math.round(share * samples), samples)
  return `${percent(share)} ± ${(100 * Math.max(share - low, high - share)).toFixed(1)}`
}

/** The share p of some numbers lies below. */
export function quantile(values: readonly number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(p * (sorted.length - 1))]!
}
