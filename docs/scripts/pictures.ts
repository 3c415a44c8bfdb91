/**
 * Pictures of all kinds of pages, to look at: `npm run pictures -- DIR [NAME ...]` plays short runs of every
 * game and kind of experiment, or those named, and takes their reports and some matches, in light and dark,
 * as wide as a phone and as a screen.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { ROOT } from '../../engine/package.ts'
import { startChromium } from './chromium.ts'
import { evenhand } from './measure.ts'

/** A long match is a page of thousands of boards, and machines may be busy. */
const TIMEOUT_MS = 300_000
const WIDTHS = [360, 1400]
const SCHEMES = ['light', 'dark'] as const

const EXPERIMENTS = {
  'gate.yaml': `game: frontline
matches: 200
lineups: [{ agents: [random] }]
gate: { first-seat: 48..52, draws: '< 5 %', length: 20..40, use.catapult: '> 10 %' }
`,
  'sweep.yaml': `game: elephant-men
matches: 200
lineups: [{ agents: [random] }]
sweep: { favour.win: [5, 7, 9], favour.kill: [1, 2, 3, 4] }
`,
}

const words = (line: string): string[] => line.split(' ')

/** The command of each run. */
const RUNS: Readonly<Record<string, readonly string[]>> = {
  default: ['run', join(ROOT, 'configs', 'experiments', 'default.yaml'), '--matches', '60'],
  golems: words('play elephant-men --ruleset golems-2026-04 --agents random --matches 200'),
  frontline: words('play frontline --agents greedy,random --matches 200'),
  bulwark: words('play bulwark --agents random --matches 200'),
  prestige: words('play prestige --ruleset four --agents greedy,random,random,random --matches 80'),
  payoffs: words('play kuhn-poker --agents random --matches 200'),
  compare: words('compare elephant-men v0.2 golems-2026-04 --agents random --matches 200'),
  sweep: words('run sweep.yaml'),
  levers: words('levers frontline --agents random --matches 40'),
  usefulness: words('usefulness frontline --agents greedy --matches 40'),
  ladder: words(
    'ladder tic-tac-toe --agents random,greedy,mcts:iterations=20,mcts:iterations=40 --matches 40',
  ),
  gate: words('run gate.yaml'),
}

/** Runs of which a match is taken: one for each kind of board. */
const MATCHES: readonly string[] = ['golems', 'frontline', 'bulwark', 'prestige', 'payoffs', 'ladder']

async function take(browser: Browser, dir: string, name: string, file: string): Promise<void> {
  for (const colorScheme of SCHEMES)
    for (const width of WIDTHS) {
      const page = await browser.newPage({ colorScheme, viewport: { width, height: 900 } })
      page.setDefaultTimeout(TIMEOUT_MS)
      await page.goto(pathToFileURL(file).href)
      await page.screenshot({ path: join(dir, `${name}-${colorScheme}-${width}.png`), fullPage: true })
      await page.close()
    }
}

const [out, ...named] = process.argv.slice(2)
const unknown = named.filter(name => !(name in RUNS))
if (out === undefined || unknown.length > 0) {
  const found = out === undefined ? 'no folder' : unknown.join(' and ')
  process.stderr.write(
    `npm run pictures: found ${found}, expected a folder for them, then any of ${Object.keys(RUNS).join(', ')}\n`,
  )
  process.exitCode = 2
} else {
  const dir = resolve(out)
  mkdirSync(dir, { recursive: true })
  for (const [file, text] of Object.entries(EXPERIMENTS)) writeFileSync(join(dir, file), text)
  const browser = await startChromium()
  for (const name of named.length > 0 ? named : Object.keys(RUNS)) {
    evenhand([...RUNS[name]!, '--out', name, '--fresh', '--quiet'], { cwd: dir })
    await take(browser, dir, name, join(dir, name, 'report.html'))
    if (!MATCHES.includes(name)) continue
    evenhand(['replay', name, '--pick', 'typical', '--html', `${name}.html`], { cwd: dir })
    await take(browser, dir, `${name}-match`, join(dir, `${name}.html`))
  }
  await browser.close()
}
