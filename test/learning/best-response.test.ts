/** Exploiters that learn: what they win is a lower bound of what a best response wins, and near it in games whose answer is known. */
import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  consoleReport,
  defineExperiment,
  type Experiment,
  exploit,
  fingerprint,
  openRun,
  run,
  tablesOf,
} from '../../library/index.ts'
import { populationOf } from '../../library/learning/population.ts'
import { playedHash } from '../../sim/experiment/index.ts'
import { trainingKey } from '../../sim/learning/checkpoints.ts'
import { folder } from '../cli/command.ts'

const BY = 'learned:rounds=3:matches=120:tests=60'
const SEARCH = { agent: 'random', search: true, exploiter: BY, matches: 2000 }

describe('what an exploiter wins that has learned', () => {
  test.each([
    // What best responses win: test/library/exploit.test.ts.
    ['Kuhn poker, in chips', { game: 'kuhn-poker' }, 11 / 24, 0.8],
    ['biased rock-paper-scissors, in payoffs', { game: 'matrix-game', ruleset: 'biased-rps' }, 25 / 3, 0.8],
  ])('is near what a best response wins, and no more: %s', async (_, game, best, part) => {
    const { won, ...found } = await exploit({ ...game, ...SEARCH }, { threads: 0, policies: folder() })
    expect(found).toMatchObject({ method: 'learned', exact: false, matches: 2000, complete: true })
    expect(won.low).toBeLessThanOrEqual(best)
    expect(won.mean).toBeGreaterThan(part * best)
  })

  test('is the same from a policy that is kept, and from one that is learned again', async () => {
    const [one, other] = [folder(), folder()]
    const asked = {
      ...SEARCH,
      game: 'tic-tac-toe',
      exploiter: 'learned:rounds=1:matches=20:tests=4',
      matches: 40,
    }
    const first = await exploit(asked, { threads: 0, policies: one })
    const names = readdirSync(one)
    expect(names).toHaveLength(1)
    expect(await exploit(asked, { threads: 0, policies: one })).toEqual(first)
    expect(await exploit(asked, { threads: 0, policies: other })).toEqual(first)
    expect([readdirSync(one), readdirSync(other)]).toEqual([names, names])
  })

  test.each(['learned:rounds=-1', 'learned:patience=2', 'learned:tests=1'])(
    'is not asked of one that cannot learn so: %s',
    async exploiter => {
      await expect(exploit({ ...SEARCH, game: 'tic-tac-toe', exploiter })).rejects.toThrow(/learned/)
    },
  )
})

describe('a run with exploiters that learn', () => {
  const define = async (): Promise<Experiment> =>
    await defineExperiment({
      name: 'x',
      game: 'nim',
      matches: 12,
      learn: { seeds: 2, rounds: 1, matches: 4, tests: 4 },
      variants: [{ name: 'usual' }, { name: 'small', rules: { piles: [1, 2, 3] } }],
      lineups: [{ agents: ['learned'] }, { agents: ['random'] }],
      exploit: { matches: 20, by: 'learned:matches=8' },
    })

  test('teaches its players, then an exploiter of each agent and variant, as long as these', async () => {
    const [dir, experiment] = [folder(), await define()]
    expect(experiment.lineups.slice(2).map(({ name }) => name)).toEqual(
      ['learned', 'random'].map(
        agent => `exploiter:by=learned rounds=1 matches=8 tests=4 seed=1 vs ${agent}`,
      ),
    )
    expect(() => openRun(experiment)).toThrow(/isn't done/)
    const players = (await populationOf(experiment, dir))!
    expect(players.jobs.map(({ settings }) => settings.against)).toEqual(new Array(4).fill(undefined))
    const result = await run(experiment, { threads: 0, policies: dir })
    expect(readdirSync(dir)).toHaveLength(4 + 4)
    const against = result.experiment.lineups[2]!.participants[0]!.policies
    expect(new Set(against!.map(({ sha256 }) => sha256)).size).toBe(2)
    expect(playedHash(result.experiment)).toBe(playedHash(experiment))
    expect(fingerprint(result.experiment)).not.toBe(fingerprint(experiment))
    const words = consoleReport(result, { color: false, width: 100 }).replace(/\s+/g, ' ')
    expect(words).toMatch(/\. An adversary trained against it (beats|doesn't clearly beat) this play/)
    const rows = tablesOf(result).exploitability
    expect(rows.map(({ variant, agent, matches }) => [variant, agent, matches])).toEqual(
      ['usual', 'small'].flatMap(name => [
        [name, 'learned', 20],
        [name, 'random', 20],
      ]),
    )
  })

  test('learns against every member of a population, for half of the matches each', async () => {
    const dir = folder()
    const experiment = await define()
    await run({ ...experiment, lineups: experiment.lineups.slice(0, 1) }, { threads: 0, policies: dir })
    const taught = (await populationOf(experiment, dir))!.experiment()
    const exploiters = (await populationOf(taught, dir))!
    const [first] = exploiters.jobs
    const { members, isQuick } = first!.settings.against!
    expect(isQuick).toBe(true)
    const own = taught.learn!.policies![0]!.map(({ sha256 }) => sha256)
    expect(members.map(({ options }) => (options as { sha256: string }).sha256)).toEqual(own)
  })

  test('finds what was learned wherever the files lie', () => {
    const settings = (file: string, sha256: string) => ({
      ...{ rounds: 1, matches: 4, tests: 4, seed: '1' },
      against: {
        label: 'learned',
        isQuick: true,
        members: [{ agent: 'learned', options: { file, sha256 } }],
      },
    })
    const key = (file: string, sha256: string) =>
      trainingKey({ game: 'nim', rules: {} }, settings(file, sha256))
    expect(key('/b', 'one')).toBe(key('/a', 'one'))
    expect(key('/a', 'two')).not.toBe(key('/a', 'one'))
  })
})
