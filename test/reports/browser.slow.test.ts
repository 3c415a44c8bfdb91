/** report.html in a browser: nothing is loaded, nothing fails, and nothing is wider than the screen. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { evenhand, folder } from '../cli/command.ts'

const CHROMIUM = '/usr/bin/chromium'

describe.skipIf(!existsSync(CHROMIUM))('the page in Chromium', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
  })
  afterAll(() => browser.close())

  test.each([
    ['elephant-men', 'greedy,random'],
    ['frontline', 'random'],
    ['bulwark', 'greedy,random'],
    ['prestige', 'greedy'],
  ])('of %s between %s', async (game, agents) => {
    const cwd = folder({})
    const { code, err } = await evenhand(
      ['play', game, '--agents', agents, '--matches', '12', '--out', 'run', '--quiet'],
      { cwd },
    )
    expect([code, err]).toEqual([0, ''])
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [360, 1400]) {
        const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } })
        const page = await context.newPage()
        const told: string[] = []
        page.on('console', message => told.push(message.text()))
        page.on('pageerror', error => told.push(String(error)))
        const address = pathToFileURL(join(cwd, 'run', 'report.html')).href
        page.on('request', request => {
          if (request.url() !== address && request.url() !== 'data:,') told.push(request.url())
        })
        await page.goto(address)
        for (const summary of await page.locator('details:not([open]) > summary').all())
          await summary.evaluate('node => { node.parentNode.open = true }')
        const wider = await page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        )
        const unnamed = await page.evaluate(
          '[...document.querySelectorAll("svg")].filter(one => !one.getAttribute("aria-label")).length',
        )
        expect({ colorScheme, width, told, wider, unnamed }).toEqual({
          ...{ colorScheme, width, told: [], wider: 0, unnamed: 0 },
        })
        await context.close()
      }
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
