/** Reports of the experiments that ship, some of them in each run of the lane: pages, console texts and JSON hold nothing but words and figures, and pages are sound. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { parseDocument } from '../../documents/index.ts'
import { ROOT } from '../../engine/package.ts'
import { below, rootOf } from '../../engine/rng.ts'
import { consoleReport } from '../../reports/console/index.ts'
import { summaryDocument } from '../../reports/files/json.ts'
import { againOf } from '../../reports/page/again.ts'
import { pageOf } from '../../reports/page/index.ts'
import { fingerprint, resolveExperiment } from '../../sim/experiment/index.ts'
import { newRun, playRun } from '../../sim/run.ts'
import { readPage } from './well-formed.ts'

const DIR = join(ROOT, 'configs/experiments')
const FILES = readdirSync(DIR, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.yaml'))

/** One in so many experiments is reported, from a random one on: all of them take minutes. */
const STRIDE = 8
const FIRST = below(rootOf(inject('seed')), STRIDE)

/** Enough that two blocks of two seats differ. */
const MATCHES = 2

/** The experiment's text without players that would have to learn first. */
function untaught(text: string): string {
  const learn = /^learn: .*\n/m
  return learn.test(text) ? text.replace(learn, '').replace(/^ {2}- .*\b(learned|planner)\b.*\n/gm, '') : text
}

/**
 * The experiment's text with searches of a few iterations. Different budgets stay different, because line-ups of one agent under two names
 * are refused.
 */
function cheap(text: string): string {
  const budgets = [...new Set([...text.matchAll(/iterations=(\d+)/g)].map(([, n]) => Number(n)))].sort(
    (a, b) => a - b,
  )
  return text
    .replace(/iterations=(\d+)/g, (_, n: string) => `iterations=${2 + budgets.indexOf(Number(n))}`)
    .replace(/(?<=[[ ])mcts(?=[,\]])/g, '"mcts:iterations=1"')
}

const TEN = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

/** What is no figure, however it was written, with what stands before it. */
const NO_FIGURE = /.{0,60}(NaN|undefined|Infinity|\[object)/s

test.each([
  ['<p><b>a</p>', '</p> ends <b>'],
  ['<p>', '<p> has no end'],
  ['<p>a < b</p>', 'stray:'],
  ['<p id="a"></p><p id="a"></p>', 'id a occurs twice'],
  ['<a href="#b">b</a>', '#b leads nowhere'],
])('a page like %s is found to be broken', (page, error) => {
  expect(readPage(page).errors.join()).toContain(error)
})

describe('reports of shipped experiments', () => {
  test.each(FILES.filter((_, i) => i % STRIDE === FIRST))('%s', async file => {
    const path = join(DIR, file)
    const document = parseDocument(cheap(untaught(readFileSync(path, 'utf8'))), path)
    const experiment = await resolveExperiment(document, { matches: MATCHES })
    const result = await playRun(newRun(experiment), { threads: 0, chunk: 100 })
    const whole = experiment.variants.filter(({ without }) => without === undefined)
    expect(result.cells.length).toBe(whole.length * experiment.lineups.length)

    const page = pageOf(result)
    const { errors, text, targets } = readPage(page)
    // A page that is broken once is broken in thousands of places.
    expect(errors.slice(0, 5)).toEqual([])
    expect(NO_FIGURE.exec(text)?.[0]).toBe(undefined)
    expect(targets.filter(to => !/^(#|data:,$|data:application\/json;base64,)/.test(to))).toEqual([])

    // What the page says plays it again.
    const again = againOf(experiment)!
    const other = await resolveExperiment(parseDocument(again.text, join(DIR, 'again.json')))
    expect([again.exact, fingerprint(other)]).toEqual([true, fingerprint(experiment)])

    const told = consoleReport(result, { color: false, width: 80 })
    expect(told.split('\n').filter(line => line.length > 80)).toEqual([])
    expect(NO_FIGURE.exec(told)?.[0]).toBe(undefined)
    const json = JSON.stringify(summaryDocument(result))
    expect(/NaN|undefined|\[object/.exec(json)?.[0]).toBe(undefined)
  })
})

/** Ten settings each of two numbers, and line-ups of nine strengths beside random play. */
const LARGE = `game: frontline
rules: { cells: 5, turns: 20 }
sweep: { gold.perTurn: ${JSON.stringify(TEN)}, base.hp: ${JSON.stringify(TEN.map(n => 10 * n))} }
lineups:
  - { agents: [random] }
${TEN.slice(1)
  .map(n => `  - { agents: ["mcts:iterations=${n}", random] }\n`)
  .join('')}`

test('the page of 100 variants and 10 line-ups is smaller than 5 MB', async () => {
  const experiment = await resolveExperiment(parseDocument(LARGE, 'large.yaml'), { matches: MATCHES })
  const result = await playRun(newRun(experiment), { threads: 0, chunk: 100 })
  expect(result.cells.length).toBe(1000)
  expect(Buffer.byteLength(pageOf(result))).toBeLessThan(5_000_000)
})
