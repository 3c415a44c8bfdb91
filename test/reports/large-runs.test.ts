/** Runs of 100 million matches: their intervals are narrow, but none is printed as a point. */
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { csvOf } from '../../reports/files/csv.ts'
import { percentOf, withEnds, withMargin } from '../../reports/formatting.ts'
import { shownNumber } from '../../reports/page/table.ts'
import { ladder, pairs, seats, summary } from '../../reports/tables/index.ts'
import type { CellResult, RunResult } from '../../sim/chunks/results.ts'
import { scoreOf } from '../../sim/figures/reading.ts'
import { cellOf, resultOf, TWO, times } from './fixture.ts'

const MATCHES = 1e8
const WON = times(52, [60, 0], [0, 60])
const LOST = times(47, [0, 60], [60, 0])
const SPLIT = times(1, [60, 0], [60, 0])

/** A cell as if each of its blocks had been played this often: a tally is a sum. */
const grown = (cell: CellResult, matches = MATCHES): CellResult => {
  const factor = matches / cell.tally[cell.layout.matches]!
  return { ...cell, tally: cell.tally.map(word => word * factor) }
}
const large = (matches?: number, ...blocks: (typeof WON)[]): RunResult =>
  resultOf([grown(cellOf(TWO, ['ann', 'bob'], blocks.flat()), matches)])

const ENDS = /_low$/

describe('with 1e8 matches', () => {
  const result = large(MATCHES, WON, LOST, SPLIT)

  it('no interval of a file collapses', () => {
    const found = [summary, seats, ladder, pairs].flatMap(table => {
      const rows: Record<string, string>[] = parse(csvOf(table, result), { columns: true })
      return table.rows(result).flatMap((row, r) =>
        Object.keys(row).flatMap(id => {
          const [low, high] = [id, id.replace(ENDS, '_high')]
          const cells = row as Readonly<Record<string, unknown>>
          if (!ENDS.test(id) || !(Number(cells[low]) < Number(cells[high]))) return []
          return [{ id, digits: digitsOf(rows[r]![low]!, rows[r]![high]!) }]
        }),
      )
    })
    expect(found.length).toBeGreaterThan(20)
    // Every match of these has one length and no lead: such an interval is a few blocks wide.
    const least = (id: string) => (/^(length|lead)/.test(id) ? 1 : 2)
    expect(found.filter(({ digits, id }) => digits < least(id))).toEqual([])
  })

  it('two runs that are a margin apart can be told apart', () => {
    const { mean, high } = scoreOf(result.cells[0]!, 'participant', 0)
    const [a, b] = [mean, high].map(score => score.toFixed(10))
    const row = parse(csvOf(summary, result), { columns: true })[0] as Record<string, string>
    expect([row.score, row.score_high]).toEqual([a, b])
    expect(percentOf({ mean, low: mean, high })).not.toBe(percentOf({ mean: high, low: mean, high }))
  })

  it('a single draw shows', () => {
    const draw = { ...cellOf(TWO, ['ann', 'bob'], WON) }
    const [rare] = summary.rows(resultOf([grown(draw)]))
    expect(rare!.draw_share_high).toBeGreaterThan(0)
    const [line] = parse(csvOf(summary, resultOf([grown(draw)])), { columns: true }) as Record<
      string,
      string
    >[]
    expect(Number(line!.draw_share_high)).toBeGreaterThan(0)
  })
})

/** Significant digits of half an interval as printed. */
function digitsOf(low: string, high: string): number {
  const decimals = low.split('.')[1]?.length ?? 0
  const units = Math.round(((Number(high) - Number(low)) / 2) * 10 ** decimals)
  return units < 1 ? 0 : 1 + Math.floor(Math.log10(units))
}

it('files of up to 10,000 matches have the decimals of the dictionary', () => {
  const score = (matches: number) => {
    const [row] = parse(csvOf(summary, large(matches, WON, LOST, SPLIT)), { columns: true }) as Record<
      string,
      string
    >[]
    return row!.score!.split('.')[1]!.length
  }
  expect([200, 1e4, 2e4, 1e5, 1e6, MATCHES].map(score)).toEqual([6, 6, 7, 7, 8, 10])
})

it('text and page show as many decimals as a half-width needs', () => {
  expect([3.1, 0.1, 0.04, 0.004, 0.0004, 0.00004].map(margin => withMargin(12.345678, margin))).toEqual([
    '12.3 ± 3.1',
    '12.3 ± 0.1',
    '12.35 ± 0.04',
    '12.346 ± 0.004',
    '12.3457 ± 0.0004',
    '12.34568 ± 0.00004',
  ])
  expect(withEnds({ mean: 50.00012, low: 50.0001, high: 50.00014 }, 1)).toBe(
    '50.00012 (50.00010 to 50.00014)',
  )
  expect([0.5, 0.0005, 0.00001].map(arm => shownNumber(0.51234567, 'share', arm))).toEqual([
    '51.2',
    '51.23',
    '51.235',
  ])
})
