/** The browser in which scripts look at pages: Debian's package `chromium`. */
import { type Browser, chromium } from 'playwright-core'

export async function startChromium(): Promise<Browser> {
  return await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
}
