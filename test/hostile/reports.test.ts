import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { consoleReport } from '../../reports/console/index.ts'
import { csvOf } from '../../reports/files/csv.ts'
import { cellTable, column } from '../../reports/tables/column.ts'
import { TABLES } from '../../reports/tables/index.ts'
import { evenhand, folder } from '../cli/command.ts'
import { annAndBob, cellOf, resultOf, TWO, times } from '../reports/fixture.ts'
import { expectHarmless, expectLines } from './commands.ts'

/** The cells of a CSV text, by RFC 4180. */
function cellsOf(csv: string): string[][] {
  const rows: string[][] = [[]]
  let at = 0
  while (at < csv.length) {
    let cell = ''
    if (csv[at] === '"') {
      for (at++; csv[at] !== '"' || csv[at + 1] === '"'; at++) {
        if (csv[at] === '"') at++
        cell += csv[at]
      }
      at++
    } else while (csv[at] !== ',' && csv[at] !== '\n') cell += csv[at++]
    rows.at(-1)!.push(cell)
    if (csv[at] === '\n' && at + 1 < csv.length) rows.push([])
    else expect([',', '\n']).toContain(csv[at])
    at++
  }
  return rows
}

const STARTS = [
  '=',
  '+',
  '-',
  '@',
  '\u2212',
  '\uff1d',
  '\uff0b',
  '\uff0d',
  '\uff20',
  '\ufe66',
  '\ufe62',
  '\ufe63',
  '\ufe6b',
]
const BEFORE = [
  '',
  ' ',
  '\t',
  '\r',
  '\n',
  '\r\n',
  '\u00a0',
  '\u3000',
  '\u200b',
  '\u00ad',
  '\ufeff',
  '\u2060',
  '\x00',
  '\u202e',
  ';',
]

/** What a spreadsheet may take for the first character of a cell. */
function firstSeen(cell: string): string {
  return [...cell].find(one => !/[\s\p{Cf}\p{Cc}]/u.test(one)) ?? ''
}

function expectDisarmed(cell: string): void {
  expectHarmless(cell)
  expect(cell).not.toContain('\n')
  for (const part of cell.split(';')) expect(STARTS).not.toContain(firstSeen(part))
}

const text = cellTable({
  id: 'x',
  question: '',
  row: '',
  columns: { a: column('text', ''), b: column('decimal', '') },
  key: [],
  rows: (_, { experiment }) => [{ a: experiment.seed, b: -1.5 }],
})

/** The cells that a text and the number -1.5 become. */
function written(seed: string): [string, string] {
  const result = resultOf([annAndBob()])
  const [, , , a, b] = cellsOf(csvOf(text, { ...result, experiment: { ...result.experiment, seed } }))[1]!
  return [a!, b!]
}

describe('CSV files', () => {
  test.each(STARTS.flatMap(start => BEFORE.map(before => [before, start])))(
    'a text that begins with %j and %j is no formula, a number stays one',
    (before, start) => {
      const [a, b] = written(`${before}${start}1+1|cmd`)
      expectDisarmed(a)
      expect(a).toContain("'")
      expect(b).toBe('-1.5000')
    },
  )

  test('no text makes a formula, a control character or another row', () => {
    const unit = fc.oneof(
      fc.constantFrom(...STARTS, ...BEFORE, '"', ',', "'", '|'),
      fc.string({ unit: 'binary', maxLength: 1 }),
    )
    const any = fc.array(unit, { maxLength: 8 }).map(units => units.join(''))
    fc.assert(
      fc.property(any, seed => expectDisarmed(written(seed)[0])),
      { seed: 7, numRuns: 1000 },
    )
  })

  test.each([
    'v0.2, favour.win=9',
    'a-b',
    'mcts:iterations=5',
    '1;2',
    "it's",
    '"q", r',
    'x = -1',
    '50 %',
    '',
  ])('the text %j stays as it is', seed => expect(written(seed)[0]).toBe(seed))
})

describe('reports on agents with hostile labels', () => {
  const labels = ['=1+1\x1b[31m', '\u202e-2;@x\n\u009b']
  const result = resultOf([
    cellOf(TWO, labels, times(4, [60, 0], [0, 60])),
    cellOf(TWO, [labels[1]!, labels[1]!], times(4, [60, 0], [0, 60])),
  ])

  test('no cell of any table is a formula or holds a control character', () => {
    for (const table of TABLES)
      for (const [r, row] of cellsOf(csvOf(table, result)).entries())
        for (const cell of row) if (r === 0 || !/^-?(\d+(\.\d+)?|inf)$/.test(cell)) expectDisarmed(cell)
  })

  test('the console shows no control character', () => {
    expectHarmless(consoleReport(result, { color: false, width: 80 }))
  })
})

describe('modules of agents that do harm once they run', () => {
  const agent = (choose: string): string =>
    `export default { id: 'x', summary: '', make: () => ({ choose() { ${choose} } }) }\n`
  const args = ['play', 'elephant-men', '--matches', '2', '--threads', '1', '--quiet', '--agents']

  test('what they throw reaches reports as plain text', async () => {
    const cwd = folder({ 'x.mjs': agent('throw new Error("\\x1b[31m =1+1;@x\\u202e")') })
    const { code, out, err } = await evenhand([...args, './x.mjs,random', '--out', 'runs'], { cwd })
    expect([code, err]).toEqual([0, ''])
    expectHarmless(out)
    for (const file of readdirSync(join(cwd, 'runs')))
      expectHarmless(readFileSync(join(cwd, 'runs', file), 'utf8'))
    const rows = cellsOf(readFileSync(join(cwd, 'runs', 'faults.csv'), 'utf8'))
    expect(rows[1]![rows[0]!.indexOf('reason')]).toBe("threw \\u001b[31m =1+1;'@x\\u202e")
  })

  test('an error of many lines ends the command in one line', async () => {
    const module = agent('').replace(
      'make: () =>',
      'make: () => { throw new Error("\\x1b".repeat(1e6)) }, x: () =>',
    )
    const cwd = folder({ 'x.mjs': module })
    const { code, out, err } = await evenhand([...args, './x.mjs,random'], { cwd, own: true })
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain('cannot be made')
    expect(err).toMatch(/ \(EVENHAND_DEBUG=1 shows where\)\n$/)
    expectLines(err.slice(0, 1000).trimEnd())
  })

  test('an error that nobody catches ends the command in one line', async () => {
    const late = `process.on('newListener', name => {
      if (name === 'uncaughtException') setImmediate(() => { throw new Error('late') })
    })`
    const node = ['--import', `data:text/javascript,${encodeURIComponent(late)}`]
    const { code, out, err } = await evenhand([...args, 'random'], { node })
    expect([code, out]).toEqual([1, ''])
    expect(err).toBe('evenhand: late (EVENHAND_DEBUG=1 shows where)\n')
  })
})
