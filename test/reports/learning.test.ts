/** What reports say of how players learned. */
import { expect, test } from 'vitest'
import { defineExperiment } from '../../library/index.ts'
import {
  learningWords,
  searchWarnings,
  sharedWarnings,
  weakWarnings,
} from '../../reports/findings/learning.ts'
import { type Experiment, portable } from '../../sim/experiment/index.ts'

const SHORT = { name: 'short', rules: { 'favour.win': 5 } }
const of = async (learn: object | undefined, variants: object[] = [{ name: 'usual' }, SHORT], more = {}) =>
  await defineExperiment({
    ...{ game: 'elephant-men', variants, ...more },
    ...(learn ? { learn } : {}),
    lineups: [{ agents: ['learned'], matches: 12 }],
  } as Parameters<typeof defineExperiment>[0])

test('reports list the players of each variant, with their rounds and matches', async () => {
  expect(learningWords(await of({ from: 'none', rounds: 2, matches: 50 }))).toBe(
    '3 players of each variant: 2 rounds of 50 matches',
  )
  expect(learningWords(await of({ seeds: 1 }, [SHORT]))).toBe(
    '1 player, from shipped ones: 1 round of 200 matches',
  )
})

test('players start from the shipped ones unless they share rounds, and reports warn of members that start alike', async () => {
  const { learn } = await of({ seeds: 20 })
  expect([learn!.rounds, learn!.from!.length]).toEqual([1, 2])
  const [start] = learn!.from![0]!
  expect(start).toEqual({ file: 'elephant-men-v0.2.policy', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
  const [warning] = sharedWarnings(await of({ seeds: 20 }))
  expect(warning).toMatch(/^20 players start from \d+ shipped ones?, so some are alike/)
  expect((await of({ from: 'none' })).learn).toMatchObject({ rounds: 6, seeds: 3 })
  expect((await of({ shared: 1 })).learn!.from).toBeUndefined()
  await expect(of({ shared: 1, from: 'shipped' })).rejects.toThrow(/found from: shipped beside shared/)
  await expect(of({ from: 'shipped' }, [{ name: 'x' }], { game: 'nim' })).rejects.toThrow(
    /found from: shipped, but no player ships for nim/,
  )
})

test('reports tell of rounds that variants share, and warn of them', async () => {
  const experiment = await of({ seeds: 3, shared: 2, rounds: 1 })
  expect(learningWords(experiment)).toBe(
    "3 players of each variant: 2 rounds on usual, shared by all, then 1 round of 200 matches on each variant's own rules",
  )
  expect(sharedWarnings(experiment)).toEqual([
    'All players learned their first 2 rounds on usual. They may keep its habits, so variants may look more alike than they are.',
  ])
})

test('reports do not warn of what one variant shares with itself, and say nothing where nobody learns', async () => {
  expect(sharedWarnings(await of({ shared: 2, rounds: 1 }, [SHORT]))).toEqual([])
  const useful = await of({ shared: 2, rounds: 1 }, [SHORT], { usefulness: { assets: ['monk'] } })
  expect(useful.variants.length).toBeGreaterThan(1)
  expect(sharedWarnings(useful)).toEqual([])
  expect(sharedWarnings(await of({ from: 'none' }))).toEqual([])
  expect(learningWords(await of(undefined))).toBe('')
})

test('reports warn of players that do not clearly beat greedy, with their figures', async () => {
  const experiment = await of({ seeds: 3 })
  const learned = { sha256: 'a'.repeat(64) }
  const level = { matches: 200, score: 0.5, low: 0.394, high: 0.606 }
  const loser = { matches: 1200, score: 0.125, low: 0.042, high: 0.301 }
  const withPolicies = (...policies: object[][]): Experiment =>
    ({ ...experiment, learn: { ...experiment.learn!, policies } }) as Experiment
  const [strong, even, lost] = [learned, { ...learned, weak: level }, { ...learned, weak: loser }]
  expect(weakWarnings(withPolicies([strong, strong, strong], [strong, strong, strong]))).toEqual([])
  expect(weakWarnings(withPolicies([strong, even, strong], [lost, strong, strong]))).toEqual([
    "Player 2 of usual doesn't clearly beat greedy (50.0 %, 39.4 to 60.6, n 200). Verdicts from weak players say little about the rules.",
    'Player 1 of short loses to greedy (12.5 %, 4.2 to 30.1, n 1,200).',
  ])
  const all = weakWarnings(withPolicies([even, even, even], [even, even, even]))
  expect(all).toHaveLength(4)
  expect(all.at(-1)).toBe('3 more players like this.')
  // What they learned is part of what journals and reports hold; where it lies is not.
  const placed = { ...even, file: 'somewhere.policy' }
  expect(
    portable(withPolicies([placed, strong, strong], [strong, strong, strong])).learn!.policies![0]![0],
  ).toEqual(even)
  expect(weakWarnings({ ...withPolicies([even], [even]), lineups: [] })).toEqual([])
})

test('reports warn of shipped players that are not shown to be stronger than a search', async () => {
  const experiment = await of(undefined)
  const against = (low: number): Experiment => ({
    ...experiment,
    variants: experiment.variants.map(variant => ({
      ...variant,
      policy: {
        file: 'a.policy',
        sha256: 'a'.repeat(64),
        againstSearch: { matches: 200, score: 55, low, high: 63 },
      },
    })),
  })
  expect(searchWarnings(against(50.1))).toEqual([])
  expect(searchWarnings(against(49.9))[0]).toBe(
    "The trained player of usual doesn't clearly beat mcts:iterations=400 (55.0 %, 49.9 to 63.0, n 200; even: 50.0 %). Ask players that look ahead, too: --agents planner.",
  )
  expect(searchWarnings({ ...against(49.9), lineups: [] })).toEqual([])
})
