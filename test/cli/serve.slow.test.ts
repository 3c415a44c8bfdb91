/** A server beside a run, and its pages in a browser. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { defineExperiment, run, serveRuns } from '../../library/index.ts'
import { breachesOf, hasChromium, LOOKS, lookAt, openPage, startChromium, tooWide } from '../chromium.ts'
import { ask } from './asking.ts'
import { evenhand, folder } from './command.ts'

test('--port without --live is refused', async () => {
  const { code, err } = await evenhand(['run', 'a.yaml', '--port', '4000'], {
    cwd: folder({ 'a.yaml': 'game: nim\nlineups: [{ agents: [random], matches: 10 }]\n' }),
  })
  expect([code, err]).toEqual([2, '--port: expected --live as well\n'])
})

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

test.skipIf(!hasChromium)('the pages fail nowhere, fit the screen, and renew themselves', async () => {
  const runs = folder({})
  const play = async (name: string) =>
    run(await defineExperiment({ name, game: 'nim', matches: 40 }), { threads: 0, out: join(runs, name) })
  await play('first')
  const live = await serveRuns(runs)
  const browser = await startChromium()
  try {
    for (const look of LOOKS) {
      const { page, told, close } = await lookAt(browser, look)
      for (const path of ['', 'first/', 'first/report']) {
        await page.goto(live.url + path)
        expect({ ...look, path, told, wider: await tooWide(page) }).toEqual({
          ...{ ...look, path, told: [], wider: 0 },
        })
      }
      await close()
    }
    const page = await openPage(browser)
    await page.goto(live.url)
    await page.getByRole('link', { name: 'first' }).focus()
    await play('second')
    await page.getByRole('link', { name: 'second' }).waitFor()
    expect(await page.evaluate('document.activeElement.textContent')).toBe('first')
    expect(await page.getByRole('status').isVisible()).toBe(false)
    expect(await breachesOf(page)).toEqual([])
    // The newest first, until the reader orders and filters them, which news leave as it is.
    const names = () => page.locator('.runs tbody tr:visible a').allTextContents()
    expect(await names()).toEqual(['second', 'first'])
    await page.getByRole('button', { name: 'run' }).click()
    expect(await names()).toEqual(['first', 'second'])
    await page.getByRole('button', { name: 'run' }).click()
    expect(await names()).toEqual(['second', 'first'])
    await page.getByRole('searchbox').fill('NIM ird')
    expect(await names()).toEqual([])
    await play('third firm')
    await expect.poll(names).toEqual(['third firm'])
    await page.getByRole('searchbox').fill('')
    expect(await names()).toEqual(['third firm', 'second', 'first'])
    const plain = await openPage(browser, { javaScriptEnabled: false })
    await plain.goto(live.url)
    expect(await plain.locator('.runs a').count()).toBe(3)
    expect(await plain.getByRole('searchbox').isVisible()).toBe(false)
    await live.close()
    await page.getByText("The server doesn't answer").waitFor()
    await page.getByRole('link', { name: 'second' }).waitFor()
  } finally {
    await browser.close()
    await live.close()
  }
})
