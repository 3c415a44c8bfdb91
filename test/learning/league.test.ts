/** Leagues: players, their adversaries, and the generations that learn from both. */
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readPolicy } from '../../agents/index.ts'
import { defineExperiment, run } from '../../library/index.ts'
import { populationSize } from '../../sim/experiment/index.ts'

const trained = async (learn: object, policies: string) => {
  const experiment = await defineExperiment({
    name: 'x',
    game: 'tic-tac-toe',
    matches: 8,
    lineups: [{ agents: ['learned'] }],
    learn: { rounds: 1, matches: 10, tests: 10, ...learn },
  })
  return (await run(experiment, { threads: 0, policies })).experiment
}

it('each player founds a league, and begins as it would without; adversaries are no members', async () => {
  const policies = mkdtempSync(join(tmpdir(), 'evenhand-league-'))
  const league = await trained({ generations: 2, seeds: 2 }, policies)
  expect(populationSize(league)).toBe(6)
  const members = league.learn!.policies![0]!
  const seeds = members.map(({ file }) => readPolicy(file!).header.seed)
  expect(seeds).toEqual(['1', '1-2'].flatMap(seed => [seed, `${seed} generation 1`, `${seed} generation 2`]))
  expect(new Set(members.map(({ sha256 }) => sha256)).size).toBe(6)
  // Two adversaries in each league.
  expect(readdirSync(policies)).toHaveLength(10)
  const alone = await trained({ seeds: 1 }, policies)
  expect(alone.learn!.policies![0]![0]!.sha256).toBe(members[0]!.sha256)
  // Nothing is learned again, and another league of the same seed has the same members.
  const again = await trained({ generations: 2, seeds: 1 }, mkdtempSync(join(tmpdir(), 'evenhand-league-')))
  expect(again.learn!.policies![0]!.map(({ sha256 }) => sha256)).toEqual(
    members.slice(0, 3).map(({ sha256 }) => sha256),
  )
}, 120_000)
