/** report.html in a browser: nothing is loaded, nothing fails, nothing is wider than the screen or the paper, and axe-core finds nothing. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  breachesOf,
  hasChromium,
  LOOKS,
  lookAt,
  openPage,
  startChromium,
  tooWide,
  unfold,
} from '../chromium.ts'
import { evenhand, folder } from '../cli/command.ts'

/** A run of each game, and of each kind of experiment: strengths, a sweep, editions whose seats have other names, four seats, payoffs. */
const EXPERIMENTS = {
  'sweep.yaml': 'game: elephant-men\nlineups: [{ agents: [random] }]\nsweep: { favour.win: [5, 9] }\n',
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
  'tune pig --goal length:..29 first-seat:70.. --agents random greedy --matches 2000',
]

/** How many tables and texts of a page are wider than their boxes. */
const scrolling = (page: Page): Promise<number> =>
  page.evaluate(
    '[...document.querySelectorAll(".wide, pre")].filter(box => box.scrollWidth > box.clientWidth + 1).length',
  )

describe.skipIf(!hasChromium)('the page in Chromium', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await startChromium()
  })
  afterAll(() => browser.close())

  test.each(RUNS)('of evenhand %s', async command => {
    const cwd = folder(EXPERIMENTS)
    const { code, err } = await evenhand(
      [
        ...command.split(' '),
        ...(command.includes('--matches') ? [] : ['--matches', '8']),
        '--out',
        'run',
        '--quiet',
      ],
      { cwd },
    )
    expect([code, err]).toEqual([0, ''])
    const address = pathToFileURL(join(cwd, 'run', 'report.html')).href
    for (const look of LOOKS) {
      const { page, told, asked, close } = await lookAt(browser, look)
      await page.goto(address)
      await unfold(page)
      const wider = await tooWide(page)
      // On a phone, no table scrolls inside a box.
      const boxes = look.width === 360 ? await scrolling(page) : 0
      const requests = asked.filter(url => url !== address && url !== 'data:,')
      // Most of axe's time goes into rows that are like those above them.
      await page.evaluate(
        'for (const row of document.querySelectorAll("tbody tr:nth-child(n+5)")) row.remove()',
      )
      const breaches = await breachesOf(page)
      expect({ ...look, told, requests, wider, boxes, breaches }).toEqual({
        ...{ ...look, told: [], requests: [], wider: 0, boxes: 0, breaches: [] },
      })
      await close()
    }
  })

  test('loses nothing on paper: tables are as wide as their sheet, and no folded part leaves a gap', async () => {
    const cwd = folder({})
    await evenhand(['play', 'prestige', '--matches', '8', '--out', 'run', '--quiet'], { cwd })
    // A4 between margins of a centimetre and a half, in CSS pixels.
    const page = await openPage(browser, { viewport: { width: 680, height: 1000 } })
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
    const page = await openPage(browser)
    await page.goto(pathToFileURL(join(cwd, 'run', 'report.html')).href)
    await unfold(page)
    const table = page.locator('#use figure details').first()
    const column = 1 + (await table.locator('th').allInnerTexts()).indexOf('used per match')
    const press = table.locator('th button').nth(column - 1)
    const used = async (): Promise<number[]> =>
      (await table.locator(`tbody td:nth-child(${column})`).allInnerTexts()).map(Number)
    const before = await used()
    await press.click()
    expect(await used()).toEqual([...before].sort((a, b) => a - b))
    await press.click()
    expect(await used()).toEqual([...before].sort((a, b) => b - a))
    expect(new Set(before).size).toBeGreaterThan(2)
    await page.close()
  })
})
