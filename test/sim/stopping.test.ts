/** Rules that stop line-ups: what counts depends on nothing but the rule. */

import { describe, expect, test } from 'vitest'
import { defineExperiment, type ExperimentDefinition } from '../../library/experiment.ts'
import { openRun, run } from '../../library/runs/run.ts'
import { summaryDocument } from '../../reports/files/json.ts'
import { stopsOf } from '../../reports/findings/stopping.ts'
import type { ChunkResult } from '../../sim/chunks/chunk.ts'
import { Results } from '../../sim/chunks/results.ts'
import { ChunkRunner } from '../../sim/chunks/runner.ts'
import { llrNormal, llrNormalized, scoreFromElo } from '../../sim/stats/elo.ts'
import { SEQUENTIAL } from '../../sim/stats/looks.ts'
import { analysisNumber, nextAnalysis, ruleStatus } from '../../sim/stopping.ts'
import { cellOf, resultOf, TWO, times } from '../reports/fixture.ts'

const NIM: ExperimentDefinition = {
  game: 'tic-tac-toe',
  lineups: [{ agents: ['random'] }, { agents: ['greedy', 'random'] }],
}

test('a rule looks at fixed numbers of blocks, first after those of an earlier run', () => {
  expect([0, 31, 32, 35, 36].map(blocks => nextAnalysis(blocks, 0))).toEqual([32, 32, 36, 36, 40])
  expect([nextAnalysis(0, 500), nextAnalysis(500, 500)]).toEqual([500, 550])
  expect([0, 31, 32, 39, 40].map(blocks => analysisNumber(blocks, 0))).toEqual([0, 0, 1, 2, 3])
})

test('the likelihood ratio in normalized Elo is that of the usual Elo where both hardly differ', () => {
  // Without draws and far from certain, a match's standard deviation is 1/2: nElo t is a score of 1/2 + t / (2 * 347.4).
  const counts = [2400, 0, 5000, 0, 2600]
  const elo = (t: number) => -400 * Math.log10(1 / (0.5 + t / 694.87) - 1)
  expect(scoreFromElo(elo(10))).toBeCloseTo(0.5 + 10 / 694.87, 9)
  expect(llrNormalized(counts, 0, 10)).toBeCloseTo(llrNormal(counts, 0, elo(10)), 1)
  expect(llrNormalized([0, 0, 0, 0, 0], 0, 10)).toBe(0)
  // By hand: 20 matches, mean 0.55, variance of a pair 0.0225 (unseen outcomes count next to nothing).
  const t = 0.05 / Math.sqrt(2 * 0.0225)
  const [t0, t1] = [0, 50 / (800 / Math.LN10)]
  expect(llrNormalized([0, 1, 6, 3, 0], 0, 50)).toBeCloseTo(
    10 * Math.log((1 + (t - t0) ** 2) / (1 + (t - t1) ** 2)),
    1,
  )
})

test.each([
  // Where one side wins all, the normalized ratio grows with the root of the blocks alone: 50 of them would need 5,907 if it grew evenly.
  ['all won', 'normalized', [60, 0], [0, 60], 700_000],
  ['all won', 'logistic', [60, 0], [0, 60], 207],
  ['all drawn', 'logistic', [30, 30], [30, 30], 200],
  ['each won once', 'normalized', [60, 0], [60, 0], 14_200],
] as const)('what a test would still take is what it takes: %s, %s', (_, model, one, other, about) => {
  const cell = cellOf(TWO, ['ann', 'bob'], times(50, one, other))
  const rule = { from: 0, sprt: { elo0: 0, elo1: 5, alpha: 0.05, beta: 0.05, model } }
  const after = (blocks: number) =>
    ruleStatus({ ...cell, tally: cell.tally.map(word => (word * blocks) / 50) }, cell.cell.lineup, rule, 0.02)
  const { met, needed } = after(50)
  expect(met).toBe(false)
  expect(needed / about).toBeCloseTo(1, 1)
  expect([after(needed).met, after(0.99 * needed).met]).toEqual([true, false])
})

test('says how many more matches a verdict takes, for an uneven game and a fair one', () => {
  // Ahead by far in few matches: if that went on, some dozens would do; if the game is fair, thousands.
  const cell = cellOf(
    TWO,
    ['ann', 'ann'],
    [...times(13, [60, 0], [60, 0]), ...times(14, [60, 0], [0, 60]), ...times(5, [0, 60], [0, 60])],
  )
  const rule = { from: 0, decide: 2 }
  const standing = ruleStatus(cell, cell.cell.lineup, rule, 0.02)
  expect(standing.met).toBe(false)
  expect(standing.needed).toBeLessThan(200)
  expect(standing.ifFair).toBeGreaterThan(1000)
  const lineup = { ...cell.cell.lineup, blocks: 20_000, stop: rule }
  const result = resultOf([{ ...cell, cell: { ...cell.cell, lineup } }])
  const [stop] = stopsOf({ ...result, experiment: { ...result.experiment, lineups: [lineup] } })
  expect(stop!.words).toMatch(
    /; about \d+ more matches would settle it if it is as uneven as it looks, about [\d,]+ if it is fair \(80 % chance each\)$/,
  )
})

describe.each([
  ['width', { width: 20 }],
  ['decide', { decide: 'fair within 2' }],
  ['sprt', { sprt: { elo1: 60 } }],
] as const)('%s', (name, stop) => {
  test('stops line-ups at the first look that meets it, for any chunks', async () => {
    const experiment = await defineExperiment({ ...NIM, stop })
    const one = await run(experiment, { threads: 0, chunk: 3 })
    const other = await run(experiment, { threads: 0, chunk: 1000 })
    expect(summaryDocument(one)).toEqual(summaryDocument(other))
    expect(one.complete).toBe(true)
    for (const { cell, tally, layout, game } of one.cells) {
      const { lineup } = cell
      const blocks = tally[layout.blocks]!
      // A question about seats is not put to different agents.
      if (!lineup.stop) {
        expect([name, blocks]).toEqual(['decide', 500])
        continue
      }
      expect(nextAnalysis(blocks - 1, 0)).toBe(blocks)
      expect(ruleStatus({ game, layout, tally, look: SEQUENTIAL }, lineup, lineup.stop, 0.02).met).toBe(true)
      // At the look before it was not met.
      const before = blocks === 32 ? 32 : [...looksBelow(blocks)].at(-1)!
      const short = await defineExperiment({ ...NIM, matches: 2 * before })
      const cut = (await run(short, { threads: 0 })).cells[cell.index]!
      expect(ruleStatus({ ...cut, look: SEQUENTIAL }, lineup, lineup.stop, 0.02).met).toBe(blocks === 32)
    }
  })
})

function* looksBelow(blocks: number): Generator<number> {
  for (let look = nextAnalysis(0, 0); look < blocks; look = nextAnalysis(look, 0)) yield look
}

test('chunks count the same in any order, and those after the stop not at all', async () => {
  const experiment = await defineExperiment({ game: 'tic-tac-toe', matches: 200, stop: { width: 24 } })
  const stop = new Int32Array(new SharedArrayBuffer(4))
  const runner = new ChunkRunner({ experiment, stop, heartbeats: null, code: null })
  const ends = [32, 36, 40, 44, 49, 54, 60, 66, 73, 81, 90, 99, 100]
  const chunks: ChunkResult[] = []
  for (const [i, to] of ends.entries())
    chunks.push(
      await runner.play({
        chunk: { lineup: 0, from: ends[i - 1] ?? 0, to },
        slot: 0,
        quarantined: [],
        detail: 'none',
      }),
    )
  const sum = (order: typeof chunks) => {
    const results = new Results(experiment)
    for (const chunk of order) expect(results.add(chunk)).toBe(true)
    return results
  }
  const forward = sum(chunks)
  const backward = sum(chunks.toReversed())
  const blocks = forward.blocksOf(0)
  expect(blocks).toBeGreaterThan(32)
  expect(blocks).toBeLessThan(99)
  expect(summaryDocument(backward.result())).toEqual(summaryDocument(forward.result()))
  expect([forward.matches, forward.total(), forward.missing(0, { index: 1, count: 1 })]).toEqual([
    2 * blocks,
    2 * blocks,
    [],
  ])
  // What was cut without regard to looks fits no rule.
  expect(() => new Results(experiment).add({ ...chunks[0]!, chunk: { lineup: 0, from: 0, to: 33 } })).toThrow(
    'does not fit',
  )
})

test('a rule of the command line takes the place of those of the file, and of its matches', async () => {
  const file: ExperimentDefinition = { ...NIM, matches: 100, stop: { width: 1 } }
  const blocks = async (overrides: object) =>
    (await defineExperiment(file, overrides)).lineups.map(({ blocks, stop }) => [blocks, stop?.width])
  expect(await blocks({})).toEqual([
    [50, 1],
    [50, 1],
  ])
  expect(await blocks({ stop: { width: 2 } })).toEqual([
    [500_000, 2],
    [500_000, 2],
  ])
  expect(await blocks({ stop: { width: 2 }, matches: 10 })).toEqual([
    [5, 2],
    [5, 2],
  ])
  expect((await defineExperiment(file, { stop: { decide: 'fair within 3.5' } })).margin).toBe(0.035)
})

test.each([
  [{ stop: { width: 1, decide: 'fair within 2' } }, 'none or several of width, decide and sprt'],
  [{ stop: {} }, 'none or several of width, decide and sprt'],
  [{ stop: { decide: 'is it fair?' } }, 'fair within 2'],
  [{ stop: { decide: 'fair within 3' }, margin: 2 }, 'expected the same number'],
  [{ stop: { sprt: { elo0: 5, elo1: 5 } } }, 'elo0 < elo1'],
  [
    { lineups: [{ agents: ['random'], stop: { decide: 'fair within 3' } }] },
    '2 as in the rest of the experiment',
  ],
  [
    { game: 'prestige', ruleset: 'three', lineups: [{ agents: ['random'] }], stop: { sprt: { elo1: 5 } } },
    '3 seats',
  ],
])('the rule %j is refused', async (keys, words) => {
  await expect(defineExperiment({ ...NIM, ...keys } as ExperimentDefinition)).rejects.toThrow(words)
})

test("a rule is refused to a shard, which doesn't know what the others have played", async () => {
  const experiment = await defineExperiment({ ...NIM, stop: { width: 10 } })
  expect(() => openRun(experiment, { shard: { index: 1, count: 2 } })).toThrow('Merge the shards')
})
