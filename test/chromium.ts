/** Pages in Chromium: starting it, and what no page may do. */
import { existsSync } from 'node:fs'
import axe from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

const CHROMIUM = '/usr/bin/chromium'
/** Milliseconds that a step of a page may take on a loaded machine. */
export const PATIENCE = 120_000

/** Whether there is a browser to test with. */
export const hasChromium = existsSync(CHROMIUM)

export async function startChromium(): Promise<Browser> {
  return await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
}

/** How a page is looked at. */
export interface Look {
  readonly colorScheme: 'light' | 'dark'
  readonly width: number
}

/** A new page in its own browser context, so pages share no storage. */
export async function openPage(browser: Browser, options?: BrowserContextOptions): Promise<Page> {
  const page = await browser.newPage(options)
  page.setDefaultTimeout(PATIENCE)
  return page
}

/** A phone in light and a wide screen in dark: widths and colours break different things. */
export const LOOKS: readonly Look[] = [
  { colorScheme: 'light', width: 360 },
  { colorScheme: 'dark', width: 1400 },
]

/** An open page; `told` holds its console messages and errors, and `asked` its requests. */
export interface Looked {
  readonly page: Page
  readonly told: readonly string[]
  readonly asked: readonly string[]
  close(): Promise<void>
}

export async function lookAt(browser: Browser, { colorScheme, width }: Look): Promise<Looked> {
  const page = await openPage(browser, { colorScheme, viewport: { width, height: 900 } })
  const told: string[] = []
  const asked: string[] = []
  page.on('console', message => told.push(message.text()))
  page.on('pageerror', error => told.push(String(error)))
  page.on('request', request => asked.push(request.url()))
  return { page, told, asked, close: () => page.close() }
}

/** How far a page can be scrolled sideways. */
export const tooWide = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')

/** Opens everything that is folded away. */
export async function unfold(page: Page): Promise<void> {
  await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true')
}

/** What axe-core finds. Whether texts over marks of charts can be read is worked out from the colours, in contrast.test.ts. */
export async function breachesOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  return await page.evaluate('axe.run().then(({ violations }) => violations.map(one => one.id))')
}
