/** The page of a tuning: it says what the answer and the tables say, and is drawn again from the folder. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseHTML } from 'linkedom'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  defineExperiment,
  openGamesIn,
  readExperiment,
  readTuning,
  report,
  run,
  serveRuns,
  type TuneResult,
  tune,
} from '../../library/index.ts'
import type { GateVerdict } from '../../reports/findings/gate/gate.ts'
import { jointEffects, singleEffects } from '../../reports/findings/tuned-effects.ts'
import { judgePatches, otherPlayersWords } from '../../reports/findings/tuning.ts'
import { tuningPage } from '../../reports/page/index.ts'
import { headOf, shownNumber } from '../../reports/page/table.ts'
import { tuneTable } from '../../reports/tables/index.ts'
import { ask } from '../cli/asking.ts'
import { evenhand } from '../cli/command.ts'

/** Between random players, a match of Pig takes some 36 half-turns, and fewer if fewer points win. */
const definition = {
  name: 'pig',
  game: 'pig',
  lineups: [{ agents: ['random'] }],
  tune: { goal: { length: '..29' }, matches: 3000, changes: 2 },
}

let dir: string
let out: string
let found: TuneResult
let missed: TuneResult
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'tune-page-'))
  out = join(dir, 'found')
  found = await tune(await defineExperiment(definition), { out, threads: 0 })
  const goal = { length: '25..29', 'first-seat': '80..' }
  const hard = { ...definition, lineups: [{ agents: ['random'] }, { agents: ['greedy'] }] }
  missed = await tune(await defineExperiment({ ...hard, tune: { ...definition.tune, goal } }), { threads: 0 })
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const pageIn = (folder: string): string => readFileSync(join(folder, 'report.html'), 'utf8')

/** The text of a piece of the page, without breaks. */
const textOf = (page: string, selector: string): string =>
  parseHTML(page)
    .document.querySelector(selector)!
    .textContent!.replaceAll('\u00a0', ' ')
    .replace(/\s+/g, ' ')

const idsOf = (page: string): string[] => [...page.matchAll(/<section id="(\w+)"/g)].map(([, id]) => id!)

describe('the page of a tuning', () => {
  it('begins with the answer, and has the patches with their rules', () => {
    const page = pageIn(out)
    const head = textOf(page, 'header')
    expect(head).toContain('Which rule changes give Pig length at most 29?')
    expect(head).toMatch(/\d+ patch(es meet| meets) the goal: length at most 29\./)
    expect(head).toMatch(/The smallest: (goal 100|sides 6) → \d+\.Length 36\.0 → /)
    expect(idsOf(page)).toEqual(['patches', 'goals', 'tried', 'changes', 'next', 'distrust', 'made', 'words'])
    const patches = textOf(page, '#patches')
    for (const { candidate, file } of found.patches) {
      expect(patches).toContain(found.candidates[candidate]!.changes.map(({ to }) => `→ ${to}`)[0])
      const link = parseHTML(page).document.querySelector(`a[download="${file}"]`)!
      const rules = Buffer.from(link.getAttribute('href')!.split(',')[1]!, 'base64').toString()
      expect(rules).toBe(readFileSync(join(out, file), 'utf8'))
    }
    expect(textOf(page, '#next')).toContain('evenhand compare pig standard patch-1.yaml --agents greedy mcts')
  })

  it('has the figures of tune.csv', () => {
    const page = pageIn(out)
    for (const { measured, stage, changes } of tuneTable.rows(found))
      if (stage === 'confirm' || Number(changes) === 1)
        expect(page).toContain(`>${shownNumber(measured as number, 'decimal')}<`)
    const heads = [...parseHTML(page).document.querySelectorAll('#tried th')].map(one => one.textContent)
    expect(heads).toContain(headOf('measured_low', 'decimal'))
  })

  it('is written again from the folder, byte for byte', async () => {
    const before = pageIn(out)
    const { confirmed, ...read } = readTuning(out)
    expect({ ...read, confirmed: null }).toEqual({ ...found, confirmed: null })
    expect(confirmed!.cells.map(({ tally }) => tally)).toEqual(
      found.confirmed!.cells.map(({ tally }) => tally),
    )
    rmSync(join(out, 'report.html'))
    const { file, result } = await report(out)
    expect([file, pageIn(out)]).toEqual([join(out, 'report.html'), before])
    expect(result.cells).toHaveLength(1 + found.patches.length)
  })

  it('has a file that plays the same search', async () => {
    const { document } = parseHTML(pageIn(out))
    const link = document.querySelector('a[download="again.json"]')!
    const file = join(dir, 'again.json')
    writeFileSync(file, Buffer.from(link.getAttribute('href')!.split(',')[1]!, 'base64'))
    const again = await tune(await readExperiment(file), { threads: 0 })
    expect(tuneTable.rows(again)).toEqual(tuneTable.rows(found))
  })

  it('says what stands in the way, for all players', () => {
    const page = tuningPage(missed)
    expect(idsOf(page).slice(0, 3)).toEqual(['patches', 'goals', 'front'])
    expect(textOf(page, 'header')).toContain('No patch clearly meets all goals')
    expect(textOf(page, 'header')).toContain('Hardest to meet: first-seat at least 80.')
    expect(textOf(page, '#front')).toContain('Nearest to the goals in the search')
    expect(textOf(page, '#front svg')).toBeTruthy()
    expect(textOf(page, '#goals ul[aria-label="colours"]')).toContain('greedy vs itself')
    const csv = tuneTable.rows(missed).filter(({ stage }) => stage !== 'confirm')
    for (const { name } of missed.candidates)
      for (const { bound } of missed.goals)
        expect(csv).toContainEqual(
          expect.objectContaining({
            ...{ patch: name, goal: `${bound.figure} ${bound.written}` },
            ...{ seeds: expect.stringMatching(/^1\/tune \d+ x\d+/), blocks: expect.any(Number) },
          }),
        )
    const { lineups } = judgePatches(missed.confirmed!)[0]!
    expect(lineups).toHaveLength(2)
    for (const { cell } of lineups)
      expect(textOf(page, '#patches')).toContain(cell.cell.lineup.participants[0]!.label)
  })

  it('says first if other players miss a goal that a patch meets', async () => {
    const lineups = [{ agents: ['random'] }, { agents: ['greedy'] }]
    const variants = [{ name: 'standard' }, { name: 'goal=75', rules: { goal: 75 } }]
    const gate = { length: '25..29' }
    const played = { game: 'pig', matches: 600, lineups, variants, gate }
    const confirmed = await run(await defineExperiment(played), { threads: 0 })
    const patch = { ...found.candidates[0]!, changes: [{ key: 'goal', from: 100, to: 75 }] }
    const patches = [{ candidate: 0, file: 'patch-1.yaml' }]
    const page = tuningPage({ ...found, candidates: [patch], patches, confirmed })
    expect(textOf(page, 'header .doubt')).toBe(
      'Patch 1 (goal 100 → 75) meets the goals when random plays itself, but not when greedy plays itself.',
    )
    const [main, other] = judgePatches(confirmed)[0]!.lineups
    const { experiment } = found
    expect(otherPlayersWords(experiment, main!.verdict, other!)).toBe('Other players disagree')
    // The same of players that trained on the patch's rules.
    const { cell } = other!
    const participants = [0, 1].map(() => ({ label: 'learned', agent: 'learned', options: { file: '' } }))
    const lineup = { ...cell.cell.lineup, name: 'learned', participants }
    const adapted = { ...cell, cell: { ...cell.cell, lineup } }
    const trained = { ...experiment, learn: { seeds: 3 } as never }
    const says = (verdict: GateVerdict, mainly: GateVerdict = 'met') =>
      otherPlayersWords(trained, mainly, { ...other!, cell: adapted, verdict })
    expect(says('not met')).toBe('Players trained on these rules disagree')
    expect(says('met', 'not met')).toBe('Players trained on these rules disagree')
    expect(says('met')).toBe('Players trained on these rules agree')
    expect(says('inconclusive', 'not met')).toBe('Players trained on these rules: not clear yet')
    expect(says('met', 'inconclusive')).toBeNull()
    expect(says('inconclusive')).toBe('Players trained on these rules: not clear yet')
    const cells = confirmed.cells.map(one =>
      one.cell.lineup.name === cell.cell.lineup.name ? { ...one, cell: { ...one.cell, lineup } } : one,
    )
    const told = tuningPage({
      ...{ ...found, candidates: [patch], patches },
      ...{ experiment: trained, confirmed: { ...confirmed, cells } },
    })
    expect(textOf(told, 'header .doubt')).toContain(
      'Patch 1 (goal 100 → 75) meets the goals when random plays itself, but not when players trained on its rules play.',
    )
    expect(textOf(told, '#patches')).toContain('Players trained on these rules disagree.')
  })

  it('lets no text from outside become markup', () => {
    const hostile = '<img src=x onerror=alert(1)>"\''
    const plain = 'plain'
    const named = (text: string): TuneResult => {
      const { experiment, confirmed } = missed
      const renamed = <E extends TuneResult['experiment']>(one: E): E => ({
        ...one,
        seed: text,
        variants: one.variants.map((variant, v) => ({ ...variant, name: `${text}${v}` })),
        lineups: one.lineups.map(lineup => ({ ...lineup, name: text })),
      })
      const changed = renamed(confirmed!.experiment)
      return {
        ...missed,
        experiment: renamed(experiment),
        candidates: missed.candidates.map((one, i) => ({
          ...one,
          name: `${text}${i}`,
          changes: one.changes.map(change => ({
            ...change,
            key: `${text}${change.key}`,
            to: `${text}${change.to}`,
          })),
          ...(i === 0 && { refused: text, known: [] }),
        })),
        confirmed: {
          ...confirmed!,
          experiment: changed,
          cells: confirmed!.cells.map(cell => ({
            ...cell,
            cell: {
              ...cell.cell,
              variant: changed.variants[confirmed!.experiment.variants.indexOf(cell.cell.variant)]!,
              lineup: { ...cell.cell.lineup, name: text },
            },
          })),
        },
      }
    }
    const namesOf = (page: string): Set<string> =>
      new Set(
        [...parseHTML(page).document.querySelectorAll('*')].flatMap(({ localName, attributes }) => [
          localName,
          ...[...attributes].map(({ name }) => `${localName} ${name}`),
        ]),
      )
    const page = tuningPage(named(hostile))
    expect(page).toContain('&lt;img src=x')
    expect(page).not.toContain('<img')
    expect(namesOf(page)).toEqual(namesOf(tuningPage(named(plain))))
  })

  it('is listed by the server of runs, before it is finished, too', async () => {
    const served = async (): Promise<string[]> => {
      const live = await serveRuns(dir)
      try {
        return [textOf((await ask(live.url)).text, 'table'), (await ask(`${live.url}found/report`)).text]
      } finally {
        await live.close()
      }
    }
    const [list, page] = await served()
    expect(list).toContain('Which rule changes give Pig length at most 29?')
    expect(list).toMatch(/complete [\d,]+ matches\d+ patch(es meet| meets) the goal/)
    expect(page).toBe(tuningPage(found))
    rmSync(join(out, 'tune.json'))
    const [earlier, unfinished] = await served()
    expect(earlier).toContain('stopped measuring the best again')
    expect(unfinished).toContain('The search is not finished')
    await expect(report(out)).rejects.toThrow(/holds a tuning that is not finished/)
    rmSync(join(out, 'confirmation'), { recursive: true })
    expect((await served())[0]).toMatch(/stopped round \d+ of the search/)
    await expect(openGamesIn(out)).rejects.toThrow(/holds a tuning that is not finished/)
  })
})

describe('effects', () => {
  it('of single rules are clear where the truth is, and ordered by size', () => {
    const effects = singleEffects(found, 0)
    const lower = effects.find(({ change }) => change.key === 'goal' && Number(change.to) < 100)!
    expect(lower.isShown).toBe(true)
    expect(lower.high).toBeLessThan(found.baseline[0]!.mean)
    const from = found.baseline[0]!.mean
    const sizes = effects.map(({ mean }) => Math.abs(mean - from))
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a))
  })

  it('of rules that only work together are found, those that add up are not', () => {
    const known = (mean: number) => [{ mean, error: 1, low: mean - 4, high: mean + 4 }]
    const rule = (key: string) => ({ key, from: 1, to: 2 })
    const one = (mean: number, ...keys: string[]) => ({
      ...found.candidates[0]!,
      name: keys.join(),
      changes: keys.map(rule),
      known: known(mean),
    })
    const bound = { ...found.goals[0]!.bound, figure: 'draws' }
    const tuned = {
      ...found,
      goals: [{ bound, isPercent: true, tolerance: 1 }],
      baseline: known(50),
      candidates: [
        one(50, 'a'),
        one(50, 'b'),
        one(30, 'c'),
        one(70, 'd'),
        one(20, 'a', 'b'),
        one(50, 'c', 'd'),
        one(5, 'a', 'unknown'),
      ],
    }
    expect(
      jointEffects(tuned).map(({ patch, found, expected }) => [patch.name, found, Math.round(expected)]),
    ).toEqual([['a,b', 20, 50]])
  })
})

it('evenhand tune ends with the path of its page, which evenhand report writes again', async () => {
  const folder = join(dir, 'command')
  const args = ['--goal', 'length ..29', '--agents', 'random', '--matches', '2000', '--out', folder]
  const { code, out: printed } = await evenhand(['tune', 'pig', ...args, '--quiet', '--threads', '1'])
  expect([code, printed.trimEnd().split('\n').at(-1)]).toEqual([0, `page: ${join(folder, 'report.html')}`])
  const page = pageIn(folder)
  const again = await evenhand(['report', folder])
  expect([again.code, again.out.trim(), pageIn(folder) === page]).toEqual([
    0,
    join(folder, 'report.html'),
    true,
  ])
})
