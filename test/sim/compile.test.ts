/** Each variant is compiled once on a thread, and each foreign agent gets its own game object. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { literal } from '../../documents/index.ts'
import { newEvents, newState } from '../../engine/contract/index.ts'
import { findGame } from '../../engine/registry/index.ts'
import { resolveExperiment, separateGameOf } from '../../sim/experiment/index.ts'
import { newRun, playRun } from '../../sim/run.ts'

const compiled: object[] = []

const folder = mkdtempSync(join(tmpdir(), 'evenhand-compile-'))
beforeAll(() => {
  const game = findGame('frontline')
  const { compile } = game
  vi.spyOn(game, 'compile').mockImplementation(rules => {
    const one = compile(rules)
    compiled.push(one)
    return one
  })
})
afterAll(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})
afterEach(() => {
  compiled.length = 0
})

const file = (lineups: readonly (readonly string[])[]) =>
  literal(
    {
      game: 'frontline',
      matches: 4,
      sweep: { 'gold.perTurn': [4, 8, 12] },
      rules: { turns: 5 },
      lineups: lineups.map(agents => ({ agents })),
    },
    join(folder, 'experiment.yaml'),
  )

async function play(lineups: readonly (readonly string[])[]) {
  const run = newRun(await resolveExperiment(file(lineups)))
  return (await playRun(run, { threads: 0, chunk: 4 })).cells
}

it('a thread compiles each variant once, for any checks and matches', async () => {
  await play([['random'], ['greedy'], ['greedy', 'random']])
  // Gold of 8 a turn is the baseline.
  expect(compiled).toHaveLength(3)
})

it('a thread compiles a separate game for every agent by path', async () => {
  writeFileSync(
    join(folder, 'vandal.mjs'),
    `export default {
      id: 'vandal',
      summary: 'spoils its game',
      make(game) {
        const { passive } = game
        for (const name of ['apply', 'legal', 'resolve', 'result', 'sample', 'start', 'toMove'])
          Object.defineProperty(game, name, { value: () => { throw new Error('spoilt by another') } })
        return { choose: (view, seat) => passive.call(game, view, seat) }
      },
    }`,
  )
  writeFileSync(
    join(folder, 'meek.mjs'),
    `export default {
      id: 'meek',
      summary: 'does nothing',
      make: game => ({ choose: (view, seat) => game.passive(view, seat) }),
    }`,
  )
  const meek = await play([
    ['./meek.mjs', './meek.mjs'],
    ['greedy', 'random'],
  ])
  compiled.length = 0
  const spoilt = await play([
    ['./vandal.mjs', './vandal.mjs'],
    ['greedy', 'random'],
  ])
  // Its agents are made twice: before and after the other line-up's chunk.
  expect(compiled).toHaveLength(3 + 3 * 2 * 2)
  expect(new Set(compiled).size).toBe(compiled.length)
  expect(spoilt.map(({ tally }) => tally)).toEqual(meek.map(({ tally }) => tally))
})

it('agents may leave out the offset of a gauge, as those of version 0.2.0 do, for every variant', async () => {
  const experiment = await resolveExperiment(file([['random']]))
  for (const variant of experiment.variants) {
    const game = separateGameOf(experiment, variant)
    const state = newState(game.info)
    game.start(state, newEvents(game.info))
    const size = game.info.gauges.length * game.info.seats.length
    const [expected, found] = [new Int32Array(size).fill(-1), new Int32Array(size).fill(-2)]
    game.gauge(state, expected, 0)
    ;(game.gauge as (...given: unknown[]) => void)(state, found)
    expect(found).toEqual(expected)
  }
})
