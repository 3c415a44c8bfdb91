/** The page of a run with the pages of its matches beside it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseHTML } from 'linkedom'
import { expect, test } from 'vitest'
import { defineExperiment, report, run } from '../../library/index.ts'
import { evenhand, folder } from './command.ts'

const experiment = (matches: number) =>
  defineExperiment({
    ...{ game: 'tic-tac-toe', matches },
    lineups: [{ agents: ['random'] }, { agents: ['greedy', 'random'] }],
  })

const linksIn = (page: string): string[] =>
  [...parseHTML(page).document.querySelectorAll('#matches tbody a')].map(one => one.getAttribute('href')!)

test('evenhand report --match-pages writes a page of each match that the page names', async () => {
  const dir = join(folder({}), 'run')
  await run(await experiment(20), { threads: 0, out: dir })
  const page = () => readFileSync(join(dir, 'report.html'), 'utf8')
  const plain = page()
  expect(linksIn(plain)).toEqual([])
  expect(plain).toContain('<code>evenhand report FOLDER --match-pages</code>')

  expect(await evenhand(['report', dir, '--match-pages'])).toMatchObject({ code: 0 })
  const linked = page()
  const files = [...new Set(linksIn(linked))]
  expect(files.sort()).toEqual(
    readdirSync(join(dir, 'matches'))
      .map(name => `matches/${name}`)
      .sort(),
  )
  expect(files.length).toBeGreaterThan(6)
  const texts = files.map(file => readFileSync(join(dir, file), 'utf8'))
  for (const text of texts) {
    // Who played what, and why one looks at it; the numbers by which a terminal plays it again stand below.
    expect(text).toMatch(/<h1>(A typical one|The |Ended: )[^<]*: tic-tac-toe [\w-]+, \w+ vs \w+<\/h1>/)
    expect(text).toMatch(/Block \d+, rotation [01] of its run\./)
  }
  const { document } = parseHTML(linked)
  const heads = [...document.querySelectorAll('#matches th')].map(head => head.textContent)
  expect(heads).toContain('how it ended')

  // The same bytes again, also if the page is drawn again.
  await report(dir)
  expect(page()).toBe(linked)
  expect(files.map(file => readFileSync(join(dir, file), 'utf8'))).toEqual(texts)

  // More matches have other highlights.
  await run(await experiment(40), { threads: 0, out: dir })
  expect(existsSync(join(dir, 'matches'))).toBe(false)
  expect(linksIn(page())).toEqual([])
})

test('evenhand report says which line-ups of an unfinished run have no pages of matches, and why', async () => {
  const mine =
    'export default { id: "mine", summary: "first", make: () => ({ choose: (_, __, legal) => legal[0] }) }'
  const base = folder({ 'mine.mjs': mine })
  const agent = join(base, 'mine.mjs')
  const dir = join(base, 'run')
  const experiment = await defineExperiment({
    ...{ game: 'tic-tac-toe', matches: 8 },
    lineups: [{ agents: [agent] }, { agents: ['random'] }, { agents: ['greedy'], matches: 2 }],
  })
  await run(experiment, { threads: 0, out: dir, shard: { index: 1, count: 2 } })

  const { lacking, matchPages } = await report(dir, { matchPages: true })
  const why = "played with mine.mjs, but its folder doesn't say where the module is"
  expect(lacking).toEqual([
    { variant: 'standard', lineup: 'mine vs mine', matches: 1, why },
    { variant: 'standard', lineup: 'greedy vs greedy', matches: 0, why: 'no match is counted yet' },
  ])
  expect(matchPages).toBeGreaterThan(0)

  const words = [`mine vs mine: 1 match, ${why}`, 'greedy vs greedy: no match is counted yet']
  const { document } = parseHTML(readFileSync(join(dir, 'report.html'), 'utf8'))
  expect([...document.querySelectorAll('#matches .words li')].map(item => item.textContent)).toEqual(words)
  const { code, err } = await evenhand(['report', dir, '--match-pages'])
  expect({ code, err }).toEqual({ code: 0, err: words.map(text => `no page for ${text}\n`).join('') })
})

test('evenhand report says of a run that its players have still to learn', async () => {
  const dir = folder({ 'learning.json': '{}' })
  await expect(report(dir)).rejects.toThrow('no match yet, because its players are still being trained')
})
