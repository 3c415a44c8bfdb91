/** Spot checks: which blocks are checked, and what happens to a line-up in which one comes out differently. */
import { describe, expect, test } from 'vitest'
import { literal } from '../../documents/index.ts'
import type { ChunkResult } from '../../sim/chunks/chunk.ts'
import { inlinePool, LineupError, type PoolSettings } from '../../sim/chunks/pool.ts'
import { Results } from '../../sim/chunks/results.ts'
import { checkOf, findMismatch, THREW } from '../../sim/chunks/spot-checks.ts'
import { type Experiment, resolveExperiment } from '../../sim/experiment/index.ts'
import { newRun, type PlayOptions, playRun } from '../../sim/run.ts'

const lineups = [{ agents: ['random'] }]
const shipped = (matches: number, more: object = {}) =>
  resolveExperiment(literal({ game: 'tic-tac-toe', matches, lineups, ...more }, 'test'))

/** With agents by path, as far as the choice of blocks goes. */
const asForeign = (experiment: Experiment, blocks: number): Experiment => ({
  ...experiment,
  lineups: experiment.lineups.map(one => ({
    ...one,
    blocks,
    participants: one.participants.map(of => ({ ...of, module: 'hash' })),
  })),
})

const checkedIn = (experiment: Experiment, to: number): number[] =>
  Array.from({ length: to }, (_, block) => block).filter(checkOf(experiment, 0))

describe('checked blocks', () => {
  test('are one in 1,000 of shipped agents, one in 250 of others, of which one always is', async () => {
    const experiment = await shipped(10_000)
    expect(checkedIn(experiment, 3000)).toEqual([500, 1500, 2500])
    expect(checkedIn(asForeign(experiment, 600), 600)).toEqual([63, 313, 563])
    expect([64, 10, 1].map(blocks => checkedIn(asForeign(experiment, blocks), blocks))).toEqual([
      [63],
      [9],
      [0],
    ])
  })

  test('of a line-up with a rule are some before its first look', async () => {
    const experiment = await shipped(10_000, { stop: { width: 0.05 } })
    expect(checkedIn(asForeign(experiment, 5000), 64)[0]).toBeLessThan(60)
  })

  test('differ where a digest does; not after a forfeit, and where the variant was not played', () => {
    const before = [{ block: 5, digests: ['a', '', 'c'], worker: 'w' }]
    const compared = (...digests: string[]) => findMismatch(before, [{ block: 5, digests }])
    expect([compared('a', 'b', 'c'), compared('a', '', ''), compared('', '', '')]).toEqual([null, null, null])
    expect([compared('a', '', 'x'), compared(THREW, '', 'c')]).toEqual([before[0], before[0]])
  })
})

/** A pool whose chunks are those of another seed; checks are played as they should be. */
const wrongPool = (settings: PoolSettings) => {
  const right = inlinePool(settings)
  const wrong = inlinePool({ ...settings, experiment: { ...settings.experiment, seed: 'other' } })
  return { ...right, run: wrong.run }
}

const WRONG =
  /^block 500 of random vs random gave a different result when evenhand replayed it, expected the same/

async function played(options: PlayOptions, results?: Results, matches = 1200) {
  const told: ChunkResult[] = []
  const run = newRun(await shipped(matches), {}, results)
  const result = await playRun(run, {
    threads: 0,
    onChunk: chunk => void told.push(chunk),
    ...options,
  }).catch((error: unknown) => error)
  return { result, told, results: run.results }
}

describe('a run', () => {
  test('whose blocks come out the same again notes that, and does not check them twice', async () => {
    const { told, results } = await played({})
    expect(told.at(-1)).toMatchObject({ chunk: { from: 0, to: 0 }, passed: [{ from: 0, to: 600 }] })
    expect(told.filter(({ checks }) => checks).map(({ checks }) => checks!.map(one => one.block))).toEqual([
      [500],
    ])
    expect(results.unchecked(0)).toEqual([])
    expect((await played({}, results)).told).toEqual([])
  })

  test('whose pool plays something else gives up the line-up', async () => {
    const { result, told } = await played({ pool: wrongPool })
    expect(result).toBeInstanceOf(LineupError)
    expect((result as Error).message).toMatch(WRONG)
    expect(told.at(-1)).toMatchObject({ chunk: { givenUp: [{ reason: expect.stringMatching(WRONG) }] } })
  })

  test('checks what an earlier session played, also where nothing is left to play', async () => {
    // Interrupted before its checks.
    const { told } = await played({ pool: wrongPool })
    const experiment = await shipped(1200)
    const results = new Results(experiment)
    for (const one of told.slice(0, -1)) results.add(one)
    expect(results.complete()).toBe(true)
    const { result } = await played({}, results)
    expect((result as Error).message).toMatch(WRONG)
  })

  test('that is stopped leaves its checks to the next session', async () => {
    const stopping = new AbortController()
    const onProgress = ({ matches }: { matches: number }) => matches === 1200 && stopping.abort()
    const { told, results } = await played({ signal: stopping.signal, onProgress })
    expect(told.some(({ passed }) => passed)).toBe(false)
    expect(results.unchecked(0)).toHaveLength(1)
  })
})
