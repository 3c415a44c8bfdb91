/** The page of a match in a browser: whole matches by pointer and by keys, tabs, secrets, and servers that stop. */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gameName, loadGame } from '../../engine/registry/index.ts'
import type { Live } from '../../library/live.ts'
import { serveTable } from '../../library/playing/server.ts'
import { PlayTable } from '../../library/playing/table.ts'
import type { Position } from '../../sim/playing/protocol.ts'
import { breachesOf, hasChromium, lookAt, PATIENCE, startChromium, tooWide } from '../chromium.ts'
import { folder } from '../cli/command.ts'
import { clickOn } from './clicks.ts'

/** Five games by rules under which they end soon, and two of users: with a board and without. */
const GAMES: readonly (readonly [game: string, changes: Record<string, unknown>, agents: string])[] = [
  ['elephant-men', { 'favour.win': 2, 'limits.turns': 4 }, 'human,random'],
  ['elephant-golems', { 'limits.turns': 3 }, 'human,human'],
  ['frontline', { turns: 12 }, 'human,random'],
  ['bulwark', { 'limits.turns': 3 }, 'human,human'],
  ['prestige', { 'prestige.win': 1, 'limits.rounds': 2 }, 'human,random'],
  ['./docs/examples/connect-four.js', {}, 'human,human'],
  ['./docs/examples/my-game.js', {}, 'human,random'],
]
/** What the page may say at the end: to one person, how it went; to several, who won. */
function endsOf(status: string, agents: string): string[] {
  if (agents === 'human,human') return [status]
  return status.startsWith('a draw') ? ['A draw.'] : ['You won!', 'You lost.']
}
const CLICKS_MAX = 600
const REAL_CLICKS = 3
const CHOICES = '.hit.legal:visible, #list .move:visible, #cover button:visible'

/** Cards that their holders alone see, until the match is over. */
const SECRETS = `export default {
  id: 'secrets',
  seats: ['ann', 'bob'],
  setup: () => ({ cards: [null, null], dealt: 0, made: 0 }),
  toMove: ({ dealt, made }) => (dealt < 2 ? 'chance' : made % 2),
  chance: ({ dealt }) => ['opal', 'ruby', 'jade'].map(card => ({ move: card + '-of-' + dealt })),
  moves: () => ['pass', 'wait'],
  apply(state, move) {
    if (state.dealt < 2) state.cards[state.dealt++] = move
    else state.made++
  },
  outcome: ({ made }) => (made < 4 ? null : {}),
  view: (state, { seat }) => ({ ...state, cards: state.cards.map((card, holder) => (holder === seat ? card : null)) }),
  determinize: (view, { random }) => ({
    ...view,
    cards: view.cards.map((card, holder) => card ?? (holder < view.dealt ? random.pick(['opal', 'ruby', 'jade']) + '-of-' + holder : null)),
  }),
}
`

describe.skipIf(!hasChromium)('the page on which people play, in Chromium', () => {
  let browser: Browser
  const served: Live[] = []
  beforeAll(async () => {
    browser = await startChromium()
  })
  afterAll(async () => {
    await browser.close()
    for (const live of served) await live.close().catch(() => {})
  })

  async function serve(name: string, changes: Record<string, unknown>, agents: string): Promise<Live> {
    const game = await loadGame(gameName(name, process.cwd()))
    const options = { game, ruleset: game.ruleset ?? 'default', changes, seed: '1', folder: null }
    const live = await serveTable(await PlayTable.open({ ...options, agents: agents.split(',') }))
    served.push(live)
    return live
  }

  const status = (page: Page): Promise<string | null> => page.locator('#status').textContent()
  const ready = (page: Page) => page.locator(CHOICES).first().waitFor()

  test.each(GAMES)('a whole match by clicks: %s', async (name, changes, agents) => {
    const { url } = await serve(name, changes, agents)
    for (const width of [390, 1400]) {
      const { page, told, asked, close } = await lookAt(browser, { colorScheme: 'light', width })
      await page.goto(url)
      if (width === 1400) await page.locator('#over .main').click()
      await ready(page)
      const breaches = width === 390 ? await breachesOf(page) : []
      for (let click = 0; click < REAL_CLICKS; click++) {
        await ready(page)
        await page.locator(CHOICES).first().click()
      }
      const lost = await page.locator('#lost').isVisible()
      const wide = await tooWide(page)
      await clickOn(page, CLICKS_MAX)
      const foreign = asked.filter(address => !address.startsWith(url) && address !== 'data:,')
      const ended = await page.locator('#over .result').textContent()
      expect({ told, foreign, lost, breaches, wide, wider: await tooWide(page), ended }).toEqual({
        ...{ told: [], foreign: [], lost: false, breaches: [], wide: 0, wider: 0 },
        ended: expect.toBeOneOf(endsOf((await status(page))!, agents)),
      })
      await close()
    }
  })

  test('a whole match by keys alone, on the board and by search', async () => {
    const { url } = await serve('breakthrough', { files: 3, ranks: 4 }, 'human,human')
    const { page, close } = await lookAt(browser, { colorScheme: 'dark', width: 1400 })
    await page.goto(url)
    await ready(page)
    await page.keyboard.press('?')
    await page.locator('#help').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('#help').waitFor({ state: 'hidden' })
    // A man, back, and again; then the place in front of it.
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    const path = () => page.locator('#path').textContent()
    await expect.poll(path).toContain('1')
    await page.keyboard.press('Escape')
    await expect.poll(path).toBe('')
    const first = await page.locator('#list .move').allTextContents()
    // News shows the move before its answer is here: what is pressed then counts.
    await page.route('**/act', async route => {
      const response = await route.fetch()
      await new Promise(done => setTimeout(done, 200))
      await route.fulfill({ response })
    })
    await page.keyboard.type(first[0]!)
    await page.keyboard.press('Enter')
    await page.locator('#status', { hasText: 'black' }).waitFor()
    await page.locator('body').press('Escape')
    await page.evaluate('document.activeElement.blur()')
    await page.keyboard.press('u')
    await page.locator('#status', { hasText: 'white' }).waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    await expect.poll(() => page.locator('#list .move').allTextContents()).toEqual(first)
    for (let moves = 0; moves < 40; moves++) {
      await page.locator('body:not(.busy)').waitFor()
      if (await page.locator('#over button').count()) break
      await page.evaluate('document.activeElement.blur()')
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('Enter')
      const before = await status(page)
      await page.keyboard.press(before === 'white to move' ? 'ArrowUp' : 'ArrowDown')
      await page.keyboard.press('Enter')
      await expect.poll(() => status(page)).not.toBe(before)
    }
    expect(await status(page)).toMatch(/^(white|black) won/)
    await close()
  })

  test('a reload keeps the match, tabs agree, and a stale choice is refused', async () => {
    const live = await serve('tic-tac-toe', {}, 'human,human')
    const context: BrowserContext = await browser.newContext()
    context.setDefaultTimeout(PATIENCE)
    const [one, two] = [await context.newPage(), await context.newPage()]
    await one.goto(live.url)
    await two.goto(live.url)
    const marks = (page: Page) => page.locator('#board .above use')
    const mark = (page: Page, place: string) => page.locator(`.hit[data-place=${place}]`).click()
    await ready(two)
    await mark(one, 'a1')
    await two.locator('#status', { hasText: 'nought' }).waitFor()
    expect(await marks(two).count()).toBe(1)
    await two.reload()
    await ready(two)
    expect(await marks(two).count()).toBe(1)
    // It hears no news.
    await two.route('**/position*', () => {})
    await mark(one, 'b2')
    await one.locator('#status', { hasText: 'cross' }).waitFor()
    await mark(one, 'c1')
    await one.locator('#status', { hasText: 'nought' }).waitFor()
    await mark(two, 'c3')
    await two.locator('#said', { hasText: 'Another tab has gone on' }).waitFor()
    expect([await marks(one).count(), await marks(two).count()]).toEqual([3, 3])
    await live.close()
    await one.locator('#lost', { hasText: 'does not answer' }).waitFor()
    await context.close()
  })

  test('what a seat may not know is in no answer of the server', async () => {
    const dir = folder({ 'secrets.mjs': SECRETS })
    const { url } = await serve(`${dir}/secrets.mjs`, {}, 'human,human')
    const { page, close } = await lookAt(browser, { colorScheme: 'light', width: 390 })
    const bodies: Promise<string>[] = []
    page.on('response', response => {
      if (/position|act$/.test(new URL(response.url()).pathname)) bodies.push(response.text().catch(() => ''))
    })
    await page.goto(url)
    await clickOn(page, CLICKS_MAX)
    const seen = (await Promise.all(bodies)).filter(text => text !== '')
    const positions = seen.map(text => [JSON.parse(text) as Position, text] as const)
    const known = (phase: string, viewer: number | null): RegExp =>
      phase === 'cover' ? /-of-\d/ : viewer === 0 ? /-of-1/ : /-of-0/
    const leaks = positions.filter(
      ([{ phase, viewer }, text]) => phase !== 'over' && known(phase, viewer).test(text),
    )
    expect(leaks).toEqual([])
    expect(new Set(positions.map(([{ phase }]) => phase))).toEqual(new Set(['cover', 'choose', 'over']))
    // What everybody knew is shown at the end.
    expect(positions.at(-1)![1]).toMatch(/-of-0.*-of-1/)
    await close()
  })
})
