/** report.html in a browser: nothing is loaded, nothing fails, nothing is wider than the screen or the paper, and axe-core finds nothing. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import axe from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { evenhand, folder } from '../cli/command.ts'

const CHROMIUM = '/usr/bin/chromium'

/** A run of each game, and of each kind of experiment: strengths, a sweep, editions whose seats have other names, four seats, payoffs. */
const EXPERIMENTS = {
  'sweep.yaml':
    'game: elephant-men\nlineups: [{ agents: [random] }]\nsweep: { favour.win: [5, 9], favour.kill: [2, 4] }\n',
  'editions.yaml':
    'game: elephant-men\nlineups: [{ agents: [random] }]\nvariants: [{ ruleset: v0.2 }, { ruleset: golems-2026-04 }]\n',
}
const RUNS = [
  ...Object.keys(EXPERIMENTS).map(file => `run ${file}`),
  'play frontline --agents random',
  'play bulwark --agents greedy,random',
  'play prestige --ruleset four --agents random',
  'play kuhn-poker --agents random',
  'ladder tic-tac-toe --agents random,greedy,mcts:iterations=20,mcts:iterations=40',
]

/** Opens everything that is folded away. */
async function unfold(page: Page): Promise<void> {
  await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true')
}

const tooWide = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')

/** What axe-core finds. Whether texts over marks of charts can be read is worked out from the colours, in contrast.test.ts. */
async function breachesOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  return await page.evaluate('axe.run().then(({ violations }) => violations.map(one => one.id))')
}

describe.skipIf(!existsSync(CHROMIUM))('the page in Chromium', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
  })
  afterAll(() => browser.close())

  test.each(RUNS)('of evenhand %s', async command => {
    const cwd = folder(EXPERIMENTS)
    const { code, err } = await evenhand(
      [...command.split(' '), '--matches', '8', '--out', 'run', '--quiet'],
      { cwd },
    )
    expect([code, err]).toEqual([0, ''])
    const address = pathToFileURL(join(cwd, 'run', 'report.html')).href
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [360, 1400]) {
        const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } })
        const page = await context.newPage()
        const told: string[] = []
        page.on('console', message => told.push(message.text()))
        page.on('pageerror', error => told.push(String(error)))
        page.on('request', request => {
          if (request.url() !== address && request.url() !== 'data:,') told.push(request.url())
        })
        await page.goto(address)
        await unfold(page)
        const wider = await tooWide(page)
        // axe takes seconds for a look: one at each scheme and each width is enough.
        const breaches = (colorScheme === 'light') === (width === 360) ? await breachesOf(page) : []
        expect({ colorScheme, width, told, wider, breaches }).toEqual({
          ...{ colorScheme, width, told: [], wider: 0, breaches: [] },
        })
        await context.close()
      }
  })

  test('loses nothing on paper: tables are as wide as their sheet, and no folded part leaves a gap', async () => {
    const cwd = folder({})
    await evenhand(['play', 'prestige', '--matches', '8', '--out', 'run', '--quiet'], { cwd })
    // A4 between margins of a centimetre and a half, in CSS pixels.
    const page = await browser.newPage({ viewport: { width: 680, height: 1000 } })
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await page.goto(pathToFileURL(join(cwd, 'run', 'report.html')).href)
    expect(await tooWide(page)).toBe(0)
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)')
    expect(await page.locator('nav').isVisible()).toBe(false)
    expect(await page.locator('.verdicts').isVisible()).toBe(true)
    for (const chart of await page.locator('figure svg.chart:visible').all())
      expect((await chart.boundingBox())!.width).toBeGreaterThan(200)
    await page.close()
  })

  test('sorts a table by the column that is pressed', async () => {
    const cwd = folder({})
    await evenhand(['play', 'elephant-men', '--matches', '12', '--out', 'run', '--quiet'], { cwd })
    const page = await browser.newPage()
    await page.goto(pathToFileURL(join(cwd, 'run', 'report.html')).href)
    const table = page.locator('#units details').first()
    await table.locator('summary').click()
    const used = async (): Promise<number[]> =>
      (await table.locator('tbody td:nth-child(5)').allInnerTexts()).map(Number)
    const before = await used()
    await table.locator('th button', { hasText: 'used per match' }).click()
    expect(await used()).toEqual([...before].sort((a, b) => a - b))
    await table.locator('th button', { hasText: 'used per match' }).click()
    expect(await used()).toEqual([...before].sort((a, b) => b - a))
    expect(new Set(before).size).toBeGreaterThan(2)
    await page.close()
  })
})
