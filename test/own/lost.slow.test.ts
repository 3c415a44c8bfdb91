/** Runs of games of the user's that throw in few matches, or in many: what is kept of them, and what goes on. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openRun, run, statusOf } from '../../library/index.ts'
import { experimentWith, failing, own } from './own.ts'

describe('a game that throws in few matches', async () => {
  const experiment = await experimentWith(failing('card === 7'), {
    sweep: { cards: [200, 199] },
    lineups: [{ agents: ['random'] }],
  })

  it('comes to the same bytes whatever the chunks, and from where it was left', async () => {
    const dir = own()
    const into = (name: string, options: object, matches = 800) =>
      run(
        { ...experiment, lineups: [{ ...experiment.lineups[0]!, blocks: matches / 2 }] },
        {
          ...{
            threads: 0,
            out: join(dir, name),
            records: { matches },
            matchesTable: { format: 'csv' as const },
          },
          ...options,
        },
      )
    await into('a', {})
    await into('b', { chunk: 3 })
    await into('c', { chunk: 50, planned: [[400]] }, 300)
    await into('c', {})
    for (const file of [
      'summary.csv',
      'faults.csv',
      'matches.csv',
      'records.jsonl',
      'comparisons.csv',
      'report.html',
    ]) {
      const [a, ...others] = ['a', 'b', 'c'].map(name => readFileSync(join(dir, name, file), 'utf8'))
      for (const other of others) expect(other === a, file).toBe(true)
    }
  })
})

describe('a game that throws in many matches', () => {
  it('costs the line-up in which it does, in words, and again when the run is resumed', async () => {
    const experiment = await experimentWith(failing('card < 8 && seat === 1 && bold > 4'), {
      lineups: [{ agents: ['greedy'] }, { agents: ['random'] }],
    })
    const out = join(own(), 'out')
    const words =
      /^greedy vs greedy: the game fails in \d+ of \d+ blocks of greedy vs greedy, more than the limit: bad\.mjs:8:\d+: no card/
    await expect(run(experiment, { threads: 0, out })).rejects.toThrow(words)
    expect(readFileSync(join(out, 'summary.csv'), 'utf8')).toContain('random vs random')
    const again = openRun(experiment, { threads: 0, out })
    const { matches } = again
    await expect(again.finish()).rejects.toThrow(words)
    expect(again.matches).toBe(matches)
    expect(again.result().cells[1]!.tally[0]).toBeGreaterThan(390)
    again.close()
    expect(statusOf(out)).toMatchObject({ state: 'stopped', left: 0, givenUp: ['greedy vs greedy'] })
  })

  it.each([
    ['few', '< 200'],
    ['fine', '=== 200'],
  ])('by the rules of %s costs them alone, whatever the chunks', async (name, which) => {
    const file = {
      baseline: { name: 'fine' },
      variants: [
        { name: 'few', rules: { cards: 100 } },
        { name: 'more', rules: { cards: 300 } },
      ],
      lineups: [{ agents: ['random'] }, { agents: ['greedy', 'random'] }],
    }
    const fails = `rules.cards ${which} && card < 15 && seat === 1 && bold > 4`
    const bad = await experimentWith(failing(fails), file)
    const sound = await run(await experimentWith(failing('card > 1000'), file), { threads: 0 })
    const words = new RegExp(
      `^random vs random by the rules of ${name}.*: the game fails in \\d+ of \\d+ blocks of random vs random, more than the limit: bad\\.mjs:8:\\d+: no card .*; everything else was played$`,
    )
    const dir = own()
    for (const options of [{}, { chunk: 7 }, { chunk: 400 }] as { chunk?: number }[]) {
      const out = join(dir, JSON.stringify(options))
      const one = openRun(bad, { threads: 0, out, records: { matches: 40 }, ...options })
      await expect(one.finish()).rejects.toThrow(words)
      const { cells, complete } = one.result()
      await one.writeReports()
      one.close()
      expect(complete).toBe(false)
      for (const [i, cell] of cells.entries()) {
        const isBad = cell.cell.variant.name === name
        expect(cell.givenUp === undefined, `${i}`).toBe(!isBad || cell.lost.length === 0)
        if (isBad) continue
        expect(cell.tally).toEqual(sound.cells[i]!.tally)
        if (name === 'few') expect(cell.pairs).toEqual(sound.cells[i]!.pairs)
      }
      const page = readFileSync(join(out, 'report.html'), 'utf8')
      expect(page).toContain('it was given up: the game fails in')
      expect(page).toContain(`trust the line-ups that were given up: ${name}, random vs random`)
      const again = openRun(bad, { threads: 0, out })
      expect(again.result().cells.map(({ givenUp }) => givenUp)).toEqual(cells.map(({ givenUp }) => givenUp))
      await expect(again.finish()).rejects.toThrow(words)
      again.close()
      expect(statusOf(out).givenUp).toContain(`${name}, random vs random`)
    }
  })

  it('leaves the others of a line-up to its rule, which stops it as it would without', async () => {
    const file = (variants: object[]) => ({
      ...{ baseline: { name: 'fine' }, variants, stop: { width: 12 } },
      lineups: [{ agents: ['random'], matches: 4000 }],
    })
    const few = { name: 'few', rules: { cards: 100 } }
    const more = { name: 'more', rules: { cards: 300 } }
    const text = failing('rules.cards < 200 && card < 15 && seat === 1 && bold > 4')
    const alone = await run(await experimentWith(text, file([more])), { threads: 0 })
    const bad = openRun(await experimentWith(text, file([few, more])), { threads: 0 })
    await expect(bad.finish()).rejects.toThrow(/^random vs random by the rules of few: the game fails in/)
    const { cells } = bad.result()
    bad.close()
    expect(alone.complete).toBe(true)
    expect(alone.cells[0]!.tally[0]).toBeLessThan(2000)
    expect([cells[0]!.tally, cells[2]!.tally]).toEqual(alone.cells.map(({ tally }) => tally))
  })

  it('ends the run where it has no other line-up, or plays otherwise a second time', async () => {
    const always = await experimentWith(failing('seat === 1 && card < 9'), {
      lineups: [{ agents: ['random'] }],
    })
    await expect(run(always, { threads: 0 })).rejects.toThrow(/^the game fails in \d+ of/)
    const once = await experimentWith(`let n = 0\n${failing('++n === 2000')}`, {
      lineups: [{ agents: ['random'] }],
    })
    await expect(run(once, { threads: 0 })).rejects.toThrow('but not when evenhand replays the match')
  })
})
