/** A server beside a run, and its pages in a browser. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { expect, test } from 'vitest'
import { defineExperiment, run, serveRuns } from '../../library/index.ts'
import { ask } from './asking.ts'
import { evenhand, folder } from './command.ts'

const CHROMIUM = '/usr/bin/chromium'

test('run --live serves for as long as the run plays, and tells the address on stderr', async () => {
  const cwd = folder({ 'a.yaml': 'game: elephant-men\nlineups: [{ agents: [random], matches: 10000000 }]\n' })
  let url = ''
  let code = 0
  const ended = await evenhand(['run', 'a.yaml', '--live', '--out', 'run'], {
    cwd,
    meanwhile: child => {
      child.stderr!.on('data', async part => {
        const found = /http:\S+/.exec(String(part))
        if (!found || url !== '') return
        url = found[0]
        code = (await ask(url)).code
        child.kill('SIGINT')
      })
    },
  })
  expect([ended.code, ended.out.includes(url), code]).toEqual([130, false, 200])
  await expect
    .poll(() =>
      ask(url).then(
        () => true,
        () => false,
      ),
    )
    .toBe(false)
})

test.skipIf(!existsSync(CHROMIUM))(
  'the pages fail nowhere, fit the screen, and renew themselves',
  async () => {
    const runs = folder({})
    const play = async (name: string) =>
      run(await defineExperiment({ name, game: 'nim', matches: 40 }), { threads: 0, out: join(runs, name) })
    await play('first')
    const live = await serveRuns(runs)
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
    try {
      for (const colorScheme of ['light', 'dark'] as const)
        for (const width of [360, 1400]) {
          const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } })
          const page = await context.newPage()
          const told: string[] = []
          page.on('console', message => told.push(message.text()))
          page.on('pageerror', error => told.push(String(error)))
          for (const path of ['', 'first/', 'first/report']) {
            await page.goto(live.url + path)
            const wider = await page.evaluate(
              'document.documentElement.scrollWidth - document.documentElement.clientWidth',
            )
            expect({ colorScheme, width, path, told, wider }).toEqual({
              ...{ colorScheme, width, path },
              told: [],
              wider: 0,
            })
          }
          await context.close()
        }
      const page = await browser.newPage()
      await page.goto(live.url)
      // The first answer is what it compares the next ones with.
      await page.waitForTimeout(5000)
      await play('second')
      await page.getByRole('link', { name: 'second' }).waitFor({ timeout: 20_000 })
    } finally {
      await browser.close()
      await live.close()
    }
  },
)
