/** Runs of games of the user's that throw in few matches, or in many: what is kept of them, and what goes on. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openRun, run } from '../../library/index.ts'
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
    await into('c', { chunk: 50 }, 300)
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
      /^greedy vs greedy: the game fails in \d+ of \d+ blocks of greedy vs greedy, more than a run may lose: bad\.mjs:8:\d+: no card/
    await expect(run(experiment, { threads: 0, out })).rejects.toThrow(words)
    expect(readFileSync(join(out, 'summary.csv'), 'utf8')).toContain('random vs random')
    const again = openRun(experiment, { threads: 0, out })
    const { matches } = again
    await expect(again.finish()).rejects.toThrow(words)
    expect(again.matches).toBe(matches)
    expect(again.result().cells[1]!.tally[0]).toBeGreaterThan(390)
    again.close()
  })

  it('by the rules of one variant alone is told so', async () => {
    const experiment = await experimentWith(
      failing('rules.cards < 200 && card < 11 && seat === 1 && bold > 4'),
      {
        baseline: { name: 'fine' },
        variants: [{ name: 'few', rules: { cards: 100 } }],
        lineups: [{ agents: ['random'] }],
      },
    )
    await expect(run(experiment, { threads: 0 })).rejects.toThrow(
      /more than a run may lose, always by the rules of few, without which the others can be played: bad\.mjs:8:\d+: no card/,
    )
  })

  it('ends the run where it has no other line-up, or plays otherwise a second time', async () => {
    const always = await experimentWith(failing('seat === 1 && card < 9'), {
      lineups: [{ agents: ['random'] }],
    })
    await expect(run(always, { threads: 0 })).rejects.toThrow(/^the game fails in \d+ of/)
    const once = await experimentWith(`let n = 0\n${failing('++n === 2000')}`, {
      lineups: [{ agents: ['random'] }],
    })
    await expect(run(once, { threads: 0 })).rejects.toThrow('which does not happen when it is played again')
  })
})
