/** `npm run picture -- RUN` takes the README's pictures of a report from the page of a run, in light and in dark. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../../engine/package.ts'
import { startChromium } from './chromium.ts'

const WIDTH = 1000
const MARGIN = 8

const [run] = process.argv.slice(2)
if (run === undefined) {
  process.stderr.write('npm run picture: found no folder, expected that of a run with a report.html\n')
  process.exitCode = 2
} else {
  const browser = await startChromium()
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ colorScheme, viewport: { width: WIDTH, height: WIDTH } })
    await page.goto(pathToFileURL(join(run, 'report.html')).href)
    // To the end of the section on fairness.
    const { y, height } = (await page.locator('#fair').boundingBox())!
    const clip = { x: 0, y: 0, width: WIDTH, height: Math.ceil(y + height) + MARGIN }
    await page.screenshot({ path: join(ROOT, 'docs', `report-${colorScheme}.png`), fullPage: true, clip })
  }
  await browser.close()
}
