import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { PAGE, REPORTS_PAGE, renewed } from '../../docs/scripts/dictionary.ts'
import { csvOf } from '../../reports/files/csv.ts'
import { cellTable, column } from '../../reports/tables/column.ts'
import {
  ARCHIVE_TABLES,
  comebacks,
  diffTable,
  faults,
  formatNumber,
  matches,
  seats,
  summary,
  TABLES,
  tuneTable,
} from '../../reports/tables/index.ts'
import { fingerprint } from '../../sim/experiment/index.ts'
import { annAndBob, cellOf, resultOf, TWO, times } from './fixture.ts'

describe('formatNumber', () => {
  it.each([
    [0.5, 'share', '0.500000'],
    [-0, 'share', '0.000000'],
    [-0.00001, 'points', '0.000'],
    [-12.34567, 'points', '-12.346'],
    [1234567, 'count', '1234567'],
    [2 / 3, 'decimal', '0.6667'],
    [Infinity, 'elo', 'inf'],
    [-Infinity, 'elo', '-inf'],
    [Number.NaN, 'share', ''],
    [0.04321, 'p', '0.043210'],
    [1.604e-8, 'p', '1.60e-8'],
    [0, 'p', '1.00e-300'],
  ] as const)('%d as %s is %j', (value, format, text) => {
    expect(formatNumber(value, format)).toBe(text)
  })
})

/** What every row of a paper run ends with. */
const RUN = `paper,ink,${fingerprint(resultOf([annAndBob()]).experiment).slice(0, 12)}`

describe('csvOf', () => {
  it('writes header and rows, line ends LF, negative numbers bare', () => {
    expect(csvOf(comebacks, resultOf([annAndBob()]))).toBe(
      [
        'variant,lineup,lineup_number,gauge,lowest,bin_width,matches,share,cumulative_share,game,seed,fingerprint',
        `paper,ann vs bob,1,favour,-2,1,1,0.500000,0.500000,${RUN}`,
        `paper,ann vs bob,1,favour,-1,1,1,0.500000,1.000000,${RUN}`,
        '',
      ].join('\n'),
    )
  })

  it('writes nothing for NaN, inf for perfect scores, flags as words', () => {
    const [, line] = csvOf(
      summary,
      resultOf([cellOf(TWO, ['ann', 'bob'], times(2, [60, 0], [0, 60]))]),
    ).split('\n')
    expect(line).toContain('ann,1,,bob,false,4,2,4,0,0,0,0,0,1.000000,0.012236,1.000000,inf,-762.80,inf,')
    expect(csvOf(seats, resultOf([cellOf(TWO, ['ann', 'ann'], [])])).split('\n')[1]).toContain(
      'paper,ann vs ann,1,white,true,0,0,0,0,0,0,0,,,,,,,,,,0.500000,inconclusive,,,,,,,,paper,ink,',
    )
  })

  it('is a header where there are no rows', () => {
    const clean = resultOf([cellOf(TWO, ['ann', 'bob'], times(1, [60, 0], [0, 60]))])
    expect(csvOf(faults, clean)).toBe(
      'variant,lineup,lineup_number,block,rotation,seat,agent,decision,reason,game,seed,fingerprint\n',
    )
  })

  it('disarms formulas and quotes what needs it', () => {
    const table = cellTable({
      id: 'x',
      question: '',
      row: '',
      columns: { a: column('text', ''), b: column('text', ''), c: column('decimal', '') },
      key: [],
      rows: () => [{ a: '=1+1', b: 'one, "two"\nthree', c: -1 }],
    })
    expect(
      csvOf(table, resultOf([annAndBob()]))
        .split('\n')
        .slice(1)
        .join('\n'),
    ).toBe(`paper,ann vs bob,1,'=1+1,"one, ""two"" three",-1.0000,${RUN}\n`)
  })
})

describe('the tables', () => {
  it('all start with the variant, and rows have the columns in their order', () => {
    for (const table of TABLES) {
      const ids = Object.keys(table.columns)
      expect(ids[0]).toBe('variant')
      for (const row of table.rows(resultOf([annAndBob()])))
        expect(Object.keys(row).sort()).toEqual([...ids].sort())
    }
  })

  it('have one format for each name, over all tables', () => {
    const formats = new Map<string, Set<string>>()
    for (const { columns } of [...TABLES, ...ARCHIVE_TABLES, matches, tuneTable, diffTable])
      for (const [id, { format }] of Object.entries(columns))
        formats.set(id, (formats.get(id) ?? new Set()).add(format))
    expect([...formats].filter(([, its]) => its.size > 1)).toEqual([])
  })

  it('are described in docs/reference/columns.md: `npm run dictionary` renews it', () => {
    const page = readFileSync(PAGE, 'utf8')
    expect(page).toBe(renewed(page))
  })

  it('are all listed in docs/reference/reports.md', () => {
    const [files] = readFileSync(REPORTS_PAGE, 'utf8').split(/^## /m)
    for (const { id } of [...TABLES, matches]) expect(files).toContain(`\`${id}.csv\``)
  })
})
