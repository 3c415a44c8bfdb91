/** A tuning from its definition to its files, in a game whose truth is known. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import '../../engine/registry/shipped.ts'
import { defineExperiment } from '../../library/experiment.ts'
import { tune } from '../../library/tuning/tune.ts'
import { tuneDocument } from '../../reports/files/tuning.ts'
import {
  headWords,
  judgePatches,
  nextCommands,
  shownOrder,
  timeWords,
} from '../../reports/findings/tuning.ts'
import { tuneTable } from '../../reports/tables/tuning.ts'
import { counting, own } from '../own/own.ts'

/** Between random players, a match of Pig takes some 36 half-turns, and fewer if fewer points win. */
const definition = {
  name: 'pig',
  game: 'pig',
  lineups: [{ agents: ['random'] }],
  tune: { goal: { length: '..29' }, matches: 4000, changes: 2 },
}

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'tune-'))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const files = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .filter(name => /\.(csv|yaml|json|html)$/.test(name))
      .map(name => [name, readFileSync(join(folder, name), 'utf8')]),
  )

describe('tune', () => {
  it('finds a change that meets the goal, and writes it as rules', async () => {
    const experiment = await defineExperiment(definition)
    const out = join(dir, 'found')
    const result = await tune(experiment, { out, threads: 0 })
    expect(result.complete).toBe(true)
    const judged = judgePatches(result.confirmed!)
    expect(judged.some(({ verdict }) => verdict === 'met')).toBe(true)
    const best = result.candidates[result.patches[0]!.candidate]!
    expect(best.changes).toHaveLength(1)
    const file = join(out, 'patch-1.yaml')
    expect(readFileSync(file, 'utf8')).toContain('base: standard\n')
    // The file is a rule set that experiments take.
    const again = await defineExperiment({ game: 'pig', ruleset: file })
    const finalist = result.confirmed!.experiment.variants[1]!
    expect(again.variants[0]!.rules).toEqual(finalist.rules)
    expect(existsSync(join(out, 'confirmation', 'report.html'))).toBe(true)
  })

  it('writes rule files with all rules that were measured, wherever those of the baseline come from', async () => {
    const game = join(
      own({ 'count.mjs': counting('rules: { goal: 10, first: 0, cards: [{ n: 1 }, { n: 2 }] },') }),
      'count.mjs',
    )
    const mine = join(own({ 'mine.yaml': 'first: 1\n' }), 'mine.yaml')
    const asks = { goal: { length: '..9' }, keys: ['cards[*].n'], matches: 4000 }
    for (const [n, asked] of [{ rules: { first: 1 } }, { ruleset: mine }].entries()) {
      const experiment = await defineExperiment({ ...definition, ...asked, game, tune: asks })
      const out = join(dir, `rules-${n}`)
      const result = await tune(experiment, { out, threads: 0 })
      const { candidate, file } = result.patches[0]!
      const { rules } = (await defineExperiment({ game, ruleset: join(out, file) })).variants[0]!
      const [change] = result.candidates[candidate]!.changes
      const at = change!.key === 'cards[0].n' ? 0 : 1
      const cards = [{ n: 1 }, { n: 2 }].map((card, i) => (i === at ? { n: change!.to } : card))
      expect(rules).toEqual({ goal: 10, first: 1, cards })
      expect(nextCommands(result, file).compare).toBe(
        `evenhand compare ./count.mjs default,first=1 ${file} --agents greedy mcts`,
      )
    }
  })

  it('is played by the strongest fast players, and confirmed by others, unless the file names them', async () => {
    const playersOf = async (asked: object): Promise<string[]> => {
      const { lineups } = await defineExperiment({ tune: definition.tune, game: 'pig', ...asked })
      return lineups.map(({ name }) => name)
    }
    const alone = (agent: string): string => `${agent} vs ${agent}`
    expect(await playersOf({})).toEqual([alone('greedy')])
    expect(await playersOf({ game: 'frontline' })).toEqual(['learned', 'greedy'].map(alone))
    expect(await playersOf({ learn: true })).toEqual(['greedy', 'learned'].map(alone))
    expect(await playersOf({ game: 'frontline', lineups: definition.lineups })).toEqual([alone('random')])
  })

  it('leaves the length limit alone unless asked', async () => {
    const { tuning } = await defineExperiment(definition)
    expect(tuning!.space.keys.map(({ key }) => key)).toEqual(['goal', 'sides'])
    expect(tuning!.space.kept).toEqual(['turns'])
    const asked = await defineExperiment({ ...definition, tune: { ...definition.tune, keys: ['turns'] } })
    expect(asked.tuning!.space.keys.map(({ key }) => key)).toEqual(['turns'])
  })

  it("takes a game's word on what to leave alone, and how to vary a list", async () => {
    const rules = 'rules: { goal: 10, board: { size: 3 }, first: [0, 1] }'
    const ask = async (tuning: string) => {
      const game = join(own({ 'game.mjs': counting(`${rules}, tuning: ${tuning},`) }), 'game.mjs')
      const experiment = await defineExperiment({ ...definition, game, tune: { goal: { length: '..9' } } })
      const { keys, kept } = experiment.tuning!.space
      return { keys: keys.map(({ key, others }) => [key, others]), kept }
    }
    expect(await ask("{ structural: ['board'], values: { first: [[0, 1], [1, 0]] } }")).toEqual({
      keys: [
        ['goal', []],
        ['first', [[1, 0]]],
      ],
      kept: ['board.size'],
    })
    await expect(ask("{ structural: 'board' }")).rejects.toThrow(/tuning: expected { structural/)
    await expect(ask('{ structure: [] }')).rejects.toThrow(/tuning: expected { structural/)
  })

  it('gives the same files after it was stopped and resumed', async () => {
    const experiment = await defineExperiment(definition)
    const whole = join(dir, 'whole')
    await tune(experiment, { out: whole, threads: 0 })
    const stopped = join(dir, 'stopped')
    const stopping = new AbortController()
    const part = await tune(experiment, {
      out: stopped,
      threads: 0,
      signal: stopping.signal,
      chunk: 3,
      onProgress: ({ round, matches }) => {
        if (round === 2 && matches > 0) stopping.abort()
      },
    })
    expect(part.complete).toBe(false)
    await tune(experiment, { out: stopped, threads: 0 })
    expect(files(stopped)).toEqual(files(whole))
  })

  it('goes on in a later look of its confirmation, and repeats a finished one', async () => {
    const experiment = await defineExperiment(definition)
    const out = join(dir, 'looks')
    const stopping = new AbortController()
    const part = await tune(experiment, {
      ...{ out, threads: 0, signal: stopping.signal, chunk: 3 },
      onProgress: ({ stage }) => {
        const isSecond = readFileSync(join(out, 'tuning.json'), 'utf8').includes('"part": 0.5')
        if (stage === 'confirm' && isSecond) stopping.abort()
      },
    })
    expect([stopping.signal.aborted, part.complete]).toEqual([true, false])
    const whole = files(join(dir, 'whole'))
    for (const _ of ['resumed', 'repeated']) {
      await tune(experiment, { out, threads: 0 })
      expect(files(out)).toEqual(whole)
    }
  })

  it('continues with more matches, and refuses fewer', async () => {
    const out = join(dir, 'more')
    const asked = (matches: number) =>
      defineExperiment({
        ...definition,
        tune: { ...definition.tune, goal: { length: '..29', 'first-seat': '80..' }, matches },
      })
    const first = await tune(await asked(2000), { out, threads: 0 })
    const more = await tune(await asked(6000), { out, threads: 0 })
    expect(more.rounds.slice(0, first.rounds.length)).toEqual(first.rounds)
    expect(more.rounds.length).toBeGreaterThan(first.rounds.length)
    expect(more.matches.search + more.matches.confirmation).toBeGreaterThan(2000)
    expect(more.confirmed!.experiment.seed).not.toBe(first.confirmed!.experiment.seed)
    const answer = files(out)
    await tune(await asked(6000), { out, threads: 0 })
    expect(files(out)).toEqual(answer)
    await expect(asked(2000).then(one => tune(one, { out, threads: 0 }))).rejects.toThrow(
      /holds this tuning with 6000 matches/,
    )
  })

  it('keeps to its minutes, says what they left out, and continues with more', async () => {
    const out = join(dir, 'minutes')
    const experiment = await defineExperiment(definition)
    const late = await tune(experiment, { out, threads: 0, minutes: 1e-9 })
    expect([late.complete, late.rounds.length, late.timedOut]).toEqual([true, 1, ['search', 'confirmation']])
    expect(timeWords(late)).toMatch(/^Time ran out in the search and confirmation: [\d,]+ of 4,000 matches/)
    const again = await tune(experiment, { out, threads: 0, minutes: 1e-9 })
    expect(again.matches).toEqual(late.matches)
    const whole = await tune(experiment, { out, threads: 0 })
    expect(whole.timedOut).toEqual([])
    expect(whole.rounds.length).toBeGreaterThan(1)
  })

  it('says that the current rules meet the goal, where they do', async () => {
    const few = { ...definition, tune: { ...definition.tune, matches: 1000 } }
    const result = await tune(await defineExperiment(few), { threads: 0 })
    expect(headWords(result, [])).toBe('No patch clearly meets the goal: length at most 29.')
    const baseline = [{ mean: 20, error: 1, low: 18, high: 22 }]
    expect(headWords({ ...result, baseline }, [])).toBe(
      'The current rules already meet the goal: length at most 29.',
    )
  })

  it('numbers the rule files as the answer shows the patches', async () => {
    const verdicts = ['inconclusive', 'not met', 'met', 'met'] as const
    expect(shownOrder(verdicts.map(verdict => ({ verdict, lineups: [] })))).toEqual([2, 3, 0, 1])
    const result = await tune(await defineExperiment(definition), { threads: 0 })
    const { patches } = tuneDocument(result) as { patches: { file: string }[] }
    expect(patches.map(({ file }) => file)).toEqual(patches.map((_, i) => `patch-${i + 1}.yaml`))
  })

  it('advises no more changes than a patch may make', async () => {
    const experiment = await defineExperiment({
      ...definition,
      tune: { goal: { 'first-seat': '80..' }, matches: 1000, changes: 6 },
    })
    const { advice } = tuneDocument(await tune(experiment, { threads: 0 })) as { advice: string }
    expect(advice).toContain('--keys')
    expect(advice).not.toContain('--changes')
  })

  it('says that no rule helps, and what stands in the way', async () => {
    const experiment = await defineExperiment({
      ...definition,
      tune: { ...definition.tune, goal: { length: '..29', 'first-seat': '80..' } },
    })
    const result = await tune(experiment, { threads: 0 })
    const document = tuneDocument(result) as { found: boolean; obstacle: { goal: number }; advice: string }
    expect(document.found).toBe(false)
    expect(document.obstacle.goal).toBe(1)
    expect(document.advice).toMatch(/--(matches|changes)/)
    const stages = tuneTable.rows(result).map(({ stage }) => stage)
    expect(new Set(stages)).toContain('confirm')
  })

  it.each([
    [{ goal: { drows: '< 5' } }, /tune.goal.*drows|drows.*did you mean draws/],
    [{ goal: { 'change.draws': '< 5' } }, /found the goal change.draws.*expected/],
    [{ goal: {} }, /has no goal/],
    [{ goal: { draws: '< 5' }, keys: ['gaol'] }, /no rule that can be varied.*did you mean goal/],
    [{ goal: { draws: '< 5' }, keep: ['*'] }, /leaves no rule of pig/],
  ])('refuses %j', async (tune, message) => {
    await expect(defineExperiment({ ...definition, tune })).rejects.toThrow(message)
  })

  it('refuses too few matches, and a folder of another tuning', async () => {
    const small = await defineExperiment({ ...definition, tune: { ...definition.tune, matches: 20 } })
    await expect(tune(small)).rejects.toThrow(/expected at least \d+ to try each/)
    const other = await defineExperiment({ ...definition, seed: 'other' })
    await expect(tune(other, { out: join(dir, 'found'), threads: 0 })).rejects.toThrow(
      /holds a tuning of other/,
    )
  })
})
