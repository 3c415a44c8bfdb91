/** Pages of matches in a browser: of all families of boards, by key and pointer, and without JavaScript. */
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseDocument } from '../../documents/index.ts'
import { defineExperiment, run } from '../../library/index.ts'
import { matchPage } from '../../reports/page/index.ts'
import { RecordReader } from '../../sim/records/record.ts'
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

  /** The step in view, from 0. */
  const shown = async (page: Page): Promise<number> =>
    Number((await page.locator('.controls output').textContent())!.split(' ')[0]) - 1

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
      const scrolling = await page.evaluate(
        '[...document.querySelectorAll(".match *")].filter(one => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX === "auto").length',
      )
      const requests = asked.filter(url => url !== address && url !== 'data:,')
      // axe takes seconds for a look.
      const breaches = look.width === 360 ? await breachesOf(page) : []
      expect({ ...look, told, requests, moved, wider, scrolling, breaches }).toEqual({
        ...{ ...look, told: [], requests: [], moved: 1, wider: 0, scrolling: 0, breaches: [] },
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
    const page = await openPage(browser)
    await page.goto(`${address}#m3`)
    expect(await shown(page)).toBe(3)
    const last = (await page.locator('.story > ol > li').count()) - 1
    await page.keyboard.press('End')
    expect(await shown(page)).toBe(last)
    expect(await page.locator('[data-go=next]').isDisabled()).toBe(true)
    await page.keyboard.press('ArrowRight')
    expect(await shown(page)).toBe(last)
    await page.keyboard.press('Home')
    expect(await shown(page)).toBe(0)
    await page.locator('.controls input').focus()
    await page.keyboard.press('ArrowRight')
    expect(await shown(page)).toBe(1)
    expect(await page.locator('.told').textContent()).toContain('Turn 1, half-turn 1')
    const box = (await page.locator('.track').first().boundingBox())!
    await page.mouse.click(box.x + box.width - 2, box.y + 10)
    expect(await shown(page)).toBe(last)
    await page.locator('.match > p a').first().click()
    expect(await page.locator('.title mark').textContent()).toBe('turning point')
    await page.close()
  })

  test('draws the places that changed, and only frames them', async () => {
    const page = await openPage(browser)
    await page.goto(written('connect-four', 42))
    const pieces = page.locator('.board .above use')
    const framed = page.locator('.board .frames .on')
    const said = async () => (await page.locator('svg.board').getAttribute('aria-label'))!
    expect([await pieces.count(), await framed.count(), await said()]).toEqual([0, 0, 'The board is empty.'])
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    expect([await pieces.count(), await framed.count()]).toEqual([2, 1])
    expect((await said()).split('. ')).toHaveLength(2)
    await page.keyboard.press('ArrowLeft')
    expect([await pieces.count(), await framed.count()]).toEqual([1, 1])
    expect((await said()).split('. ')).toHaveLength(1)
    await page.close()
  })

  test('plays in the report of its run, by keys only where the focus is, and asks for nothing', async () => {
    const out = folder({})
    const lineups = [{ agents: ['random'], matches: 20 }]
    await run(await defineExperiment({ name: 'watch', game: 'connect-four', lineups }), { threads: 0, out })
    const address = pathToFileURL(join(out, 'report.html')).href
    const { page, told, asked, close } = await lookAt(browser, { colorScheme: 'light', width: 390 })
    await page.goto(address)
    const first = page.locator('details.watch').first()
    const count = first.locator('output')
    const last = Number((await count.textContent())!.split(' of ')[1])
    // It shows the end, and Play begins at the start.
    expect(await count.textContent()).toBe(`${last} of ${last}`)
    await page.keyboard.press('Home')
    expect(await count.textContent()).toBe(`${last} of ${last}`)
    await first.locator('[data-go=play]').click()
    await first.locator('[data-go=play]').click()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    expect(await count.textContent()).toBe(`2 of ${last}`)
    expect(await first.locator('.above use').count()).toBe(1)
    expect([await tooWide(page), told, asked.filter(url => url !== address && url !== 'data:,')]).toEqual([
      0,
      [],
      [],
    ])
    expect(new URL(page.url()).hash).toBe('')
    await close()
  })

  test('tells the story and shows the last position without JavaScript, and on paper', async () => {
    const address = written('connect-four', 42)
    const plain = await openPage(browser, { javaScriptEnabled: false })
    await plain.goto(address)
    const pieces = await plain.locator('.board .above use').count()
    expect(pieces).toBeGreaterThan(10)
    expect(await plain.locator('.controls').isVisible()).toBe(false)
    await plain.locator('.story summary').click()
    expect(await plain.locator('.story > ol > li:visible').count()).toBe(pieces + 1)
    await plain.close()
    const paper = await openPage(browser, { viewport: { width: 680, height: 1000 } })
    await paper.goto(address)
    await paper.emulateMedia({ media: 'print', colorScheme: 'dark' })
    expect(await paper.locator('.board').isVisible()).toBe(true)
    expect(await paper.locator('.story > ol > li:visible').count()).toBe(pieces + 1)
    expect(await paper.locator('.controls').isVisible()).toBe(false)
    expect(await paper.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)')
    await paper.close()
  })
})
