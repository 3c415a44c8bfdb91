/** Pages of matches in a browser: of all families of boards, by key and pointer, and without JavaScript. */
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseDocument } from '../../documents/index.ts'
import { matchPage } from '../../reports/page/index.ts'
import { RecordReader } from '../../sim/records/record.ts'
import { breachesOf, hasChromium, LOOKS, lookAt, startChromium, tooWide, unfold } from '../chromium.ts'
import { folder } from '../cli/command.ts'
import { randomDecisions } from './random-match.ts'

const GAMES = ['elephant-men', 'frontline', 'bulwark', 'prestige', 'connect-four', 'kalah']

/** The largest page that is still quick to load and to send. */
const SIZE_MAX = 2_000_000

describe.skipIf(!hasChromium)('the page of a match in Chromium', () => {
  let browser: Browser
  const dir = folder({})
  beforeAll(async () => {
    browser = await startChromium()
  })
  afterAll(() => browser.close())

  /** Writes the page of the beginning of a random match, and returns its address. */
  function written(game: string, most: number): string {
    const read = (decisions: readonly string[]) =>
      new RecordReader().read(parseDocument(JSON.stringify({ game, decisions }), 'match.json'), '.')
    const file = join(dir, `${game}.html`)
    writeFileSync(file, matchPage(read(randomDecisions(read([]).game, most))))
    return pathToFileURL(file).href
  }

  const shown = (page: Page): Promise<string[]> =>
    page.evaluate(
      '[...document.querySelectorAll(".moment")].filter(one => one.offsetHeight > 0).map(one => one.id)',
    )

  test.each(GAMES)('of %s', async game => {
    const address = written(game, 80)
    for (const look of LOOKS) {
      const { page, told, asked, close } = await lookAt(browser, look)
      await page.goto(address)
      await unfold(page)
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowLeft')
      const moved = await shown(page)
      const wider = await tooWide(page)
      const requests = asked.filter(url => url !== address && url !== 'data:,')
      // axe takes seconds for a look.
      const breaches = look.colorScheme === 'light' && look.width === 360 ? await breachesOf(page) : []
      expect({ ...look, told, requests, moved, wider, breaches }).toEqual({
        ...{ ...look, told: [], requests: [], moved: ['m1'], wider: 0, breaches: [] },
      })
      await close()
    }
  })

  test('stays small: a match of a thousand decisions on a large map', () => {
    const file = fileURLToPath(written('prestige', 1000))
    expect(statSync(file).size).toBeLessThan(SIZE_MAX)
  })

  test('goes to both ends by key, to a place by pointer, slider and address, and to the turning point', async () => {
    const address = written('connect-four', 42)
    const page = await browser.newPage()
    await page.goto(`${address}#m3`)
    expect(await shown(page)).toEqual(['m3'])
    const last = (await page.locator('.moment').count()) - 1
    await page.keyboard.press('End')
    expect(await shown(page)).toEqual([`m${last}`])
    expect(await page.locator('[data-go=next]').isDisabled()).toBe(true)
    await page.keyboard.press('ArrowRight')
    expect(await shown(page)).toEqual([`m${last}`])
    await page.keyboard.press('Home')
    expect(await shown(page)).toEqual(['m0'])
    await page.locator('.controls input').focus()
    await page.keyboard.press('ArrowRight')
    expect(await shown(page)).toEqual(['m1'])
    expect(await page.locator('.told').textContent()).toContain('Turn 1, half-turn 1')
    const box = (await page.locator('.track').first().boundingBox())!
    await page.mouse.click(box.x + box.width - 2, box.y + 10)
    expect(await shown(page)).toEqual([`m${last}`])
    await page.locator('[data-go=turning]').click()
    expect(await shown(page)).toEqual([await page.locator('[data-turning]').getAttribute('id')])
    await page.close()
  })

  test('shows all positions without JavaScript, and on paper', async () => {
    const address = written('connect-four', 42)
    const context = await browser.newContext({ javaScriptEnabled: false })
    const plain = await context.newPage()
    await plain.goto(address)
    const all = await plain.locator('.moment').count()
    expect(await plain.locator('.moment:visible').count()).toBe(all)
    expect(await plain.locator('.controls').isVisible()).toBe(false)
    await context.close()
    const paper = await browser.newPage({ viewport: { width: 680, height: 1000 } })
    await paper.goto(address)
    await paper.emulateMedia({ media: 'print', colorScheme: 'dark' })
    expect(await paper.locator('.moment:visible').count()).toBe(all)
    expect(await paper.locator('.controls').isVisible()).toBe(false)
    expect(await paper.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)')
    await paper.close()
  })
})
