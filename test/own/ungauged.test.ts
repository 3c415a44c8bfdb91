/** Reports on a game without gauges: nothing about who is ahead, and a reason. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { briefOf } from '../../cli/terminal/match-text.ts'
import { parseDocument } from '../../documents/index.ts'
import { loadGame } from '../../engine/registry/index.ts'
import { highlightsOf } from '../../reports/findings/highlights.ts'
import { matchPage, pageOf } from '../../reports/page/index.ts'
import { quality } from '../../reports/tables/index.ts'
import { RecordReader } from '../../sim/records/record.ts'
import { newRun, playRun } from '../../sim/run.ts'
import { counting, experimentWith, own } from './own.ts'

const GAUGE = 'gauges: { n: { min: 0, max: 11, of: ({ n }, { seat }) => n * seat } }'

test.each([
  ['without gauges', '', false],
  ['with one', GAUGE, true],
])('the report of a run of a game %s', async (_, line, hasGauges) => {
  const experiment = await experimentWith(counting(line), { matches: 100 })
  const result = await playRun(newRun(experiment), { threads: 0 })
  const page = pageOf(result)
  const headings = [...page.matchAll(/<figcaption>([^<]*)/g)].map(([, caption]) => caption!)
  expect(headings.some(caption => /of the winner|wins: share|behind/.test(caption))).toBe(hasGauges)
  expect(headings.some(caption => caption.startsWith('How long'))).toBe(true)
  expect(page.includes("doesn't say who is ahead during a match")).toBe(!hasGauges)
  expect(page.includes('Lines are averages')).toBe(hasGauges)
  expect(page).not.toContain('won 1, lost -1')
  const picks = highlightsOf(result.cells[0]!).map(({ id }) => id)
  expect(picks.filter(id => ['closest', 'lopsided', 'comeback'].includes(id)).length > 0).toBe(hasGauges)
  expect(picks).toContain('longest')
  const [row] = quality.rows(result)
  expect(Number.isNaN(row!.lead_changes)).toBe(!hasGauges)
})

test.each([
  ['without gauges', '', false],
  ['with one', GAUGE, true],
])('the page of a match of a game %s', async (_, line, hasGauges) => {
  const game = join(own({ 'bad.mjs': counting(line) }), 'bad.mjs')
  const text = JSON.stringify({ game, decisions: ['a 2', 'b 2', 'a 2', 'b 2', 'a 2'] })
  await loadGame(game)
  const record = new RecordReader().read(parseDocument(text, 'match.json'), '.')
  const page = matchPage(record)
  expect(page.includes('<polyline')).toBe(hasGauges)
  expect(page.includes('The game has no gauges, so there is no turning point.')).toBe(!hasGauges)
  expect(page).not.toContain('won 1, lost -1')
  // Neither the path of this machine nor the same thing twice.
  expect(page).toContain('<h1>count</h1>')
  expect(page).toContain('<strong>A won.</strong>')
  expect(briefOf(record, 80).split('\n')[0]).toMatch(hasGauges ? / n 0:4$/ : /b 2$/)
})
