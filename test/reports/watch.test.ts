/** Matches to watch in a run's page: which, their size, and that they stay whole on their own. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseHTML } from 'linkedom'
import { expect, test } from 'vitest'
import { wrapGame } from '../../engine/contract/index.ts'
import { defineExperiment, report, run } from '../../library/index.ts'
import { keptMatches } from '../../reports/files/watched.ts'
import { watchedOf } from '../../reports/findings/highlights.ts'
import { pageOf, type WatchedMatch } from '../../reports/page/index.ts'
import { folder } from '../cli/command.ts'

const EXPERIMENT = {
  name: 'watch',
  game: 'frontline',
  rules: { cells: 7, turns: 40 },
  lineups: [
    { agents: ['random'], matches: 40 },
    { agents: ['greedy'], matches: 40 },
    { agents: ['greedy', 'random'], matches: 40 },
  ],
}

const pageIn = (dir: string) => readFileSync(join(dir, 'report.html'), 'utf8')

test('a page plays the typical, the closest and the most dramatic match of the strongest players', async () => {
  const [one, other] = [folder({}), folder({})]
  const lineups = [...EXPERIMENT.lineups, { agents: ['mcts:iterations=4'], matches: 20 }]
  const experiment = await defineExperiment({
    name: 'watch',
    game: 'connect-four',
    lineups,
  })
  const result = await run(experiment, { threads: 0, out: one })
  await run(experiment, { threads: 0, chunk: 1, out: other })
  const page = pageIn(one)
  expect(pageIn(other) === page).toBe(true)
  await report(one)
  expect(pageIn(one) === page).toBe(true)

  const { index, highlights } = watchedOf(result)!
  expect(result.cells[index]!.cell.lineup.name).toBe('mcts:iterations=4 vs mcts:iterations=4')
  expect(highlights.map(({ id }) => id)).toEqual(['typical', 'closest', 'comeback'])
  const { document } = parseHTML(page)
  const players = [...document.querySelectorAll('details.watch')]
  expect(players.map(one => one.querySelector('summary')!.textContent)).toEqual([
    'A typical match',
    'The closest match',
    'The most dramatic match: the largest comeback',
  ])
  expect(players.map(one => one.hasAttribute('open'))).toEqual([true, false, false])
  for (const one of players) {
    expect(one.querySelector('p')!.textContent).toMatch(/ won .*mcts:iterations=4 plays itself\.$/)
    const steps = one.querySelectorAll('.story > ol > li').length
    expect(JSON.parse(one.querySelector('script')!.textContent!).changes).toHaveLength(steps)
  }
  expect(document.querySelectorAll('script:not([type])')).toHaveLength(1)
  const ids = [...document.querySelectorAll('[id]')].map(element => element.getAttribute('id'))
  expect(new Set(ids).size).toBe(ids.length)
  const links = [...document.querySelectorAll('[href^="#"]')].map(one => one.getAttribute('href')!.slice(1))
  expect(links.filter(link => !ids.includes(link))).toEqual([])
})

test('a page plays a changed rule set where one change is compared, and nobody but random if nobody else plays', async () => {
  const dir = folder({})
  const [random] = EXPERIMENT.lineups
  const variants = [{ name: 'now' }, { name: 'then', rules: { turns: 30 } }]
  const compared = await run(await defineExperiment({ ...EXPERIMENT, lineups: [random!], variants }), {
    threads: 0,
  })
  expect(compared.cells[watchedOf(compared)!.index]!.cell.variant.name).toBe('then')
  const three = [...variants, { name: 'later', rules: { turns: 20 } }]
  const swept = await defineExperiment({ ...EXPERIMENT, lineups: [random!], variants: three })
  const result = await run(swept, { threads: 0, out: dir })
  expect(result.cells[watchedOf(result)!.index]!.cell.variant.name).toBe('now')
  // A folder that keeps none has a page without them.
  expect(keptMatches(folder({}), result)).toEqual([])
  expect(keptMatches(dir, result)).toHaveLength(watchedOf(result)!.highlights.length)
})

test('a page that would be larger than 3 MB plays fewer matches, and says so', async () => {
  const dir = folder({})
  const experiment = await defineExperiment(EXPERIMENT)
  const result = await run(experiment, { threads: 0, out: dir })
  const [{ record }] = keptMatches(dir, result) as [WatchedMatch]
  const { text } = record.game
  const story = () => ['long '.repeat(2000)]
  const game = wrapGame(record.game, { text: { ...text, story } })
  const watched = Array.from({ length: 5 }, (_, i) => ({ id: `${i}`, record: { ...record, game } }))
  const page = pageOf(result, { watched })
  expect(Buffer.byteLength(page)).toBeLessThanOrEqual(3_000_000)
  const { document } = parseHTML(page)
  const shown = document.querySelectorAll('details.watch').length
  expect(shown).toBeGreaterThan(0)
  expect(document.querySelector('#matches > .note')!.textContent).toBe(
    `${5 - shown} matches to watch left out, to keep this page under 3 MB.`,
  )
  // Each is long, so decisions are joined, which the page says.
  expect(document.querySelector('details.watch p')!.textContent).toMatch(
    /you see the position after each turn\.$/,
  )
})
