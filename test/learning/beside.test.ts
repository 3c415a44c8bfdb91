/** Players that learn beside variants that one asset or one key is about. */
import { expect, test } from 'vitest'
import { defineExperiment, type ExperimentDefinition, run, tablesOf } from '../../library/index.ts'
import { folder } from '../cli/command.ts'

/** Only big beats small: a player that learned this plays big, and loses half a match without it. */
const GAME: ExperimentDefinition = {
  name: 'beside',
  game: 'matrix-game',
  // Twenty blocks of each pairing of three players.
  matches: 360,
  learn: { rounds: 1, matches: 40, tests: 4, seeds: 3 },
  variants: [
    {
      name: 'usual',
      rules: {
        row: ['big', 'small'],
        column: ['big', 'small'],
        payoffs: [
          [0, 1],
          [-1, 0],
        ],
      },
    },
  ],
  lineups: [{ agents: ['learned'] }, { agents: ['random'] }],
}

async function play(more: Partial<ExperimentDefinition>) {
  const experiment = await defineExperiment({ ...GAME, ...more })
  return await run(experiment, { threads: 0, policies: folder() })
}

test('who does without an asset plays by what was learned with it, and has a row for every line-up', async () => {
  const result = await play({ usefulness: true })
  const { policies } = result.experiment.learn!
  expect(policies).toHaveLength(3)
  expect(policies![0]).toHaveLength(3)
  expect(policies![1]).toEqual(policies![0])
  expect(policies![2]).toEqual(policies![0])
  const overall = tablesOf(result).usefulness.filter(({ seat }) => seat === '')
  const rows = overall.filter(({ member }) => Number.isNaN(member))
  expect(rows.map(({ lineup, asset }) => [lineup, asset])).toEqual([
    ['learned vs learned', 'big'],
    ['random vs random', 'big'],
    ['learned vs learned', 'small'],
    ['random vs random', 'small'],
  ])
  const [big] = rows
  expect(big!.used_with).toBeGreaterThan(1.5)
  expect(big!.used_without).toBeLessThanOrEqual(1)
  expect(big!.verdict).toBe('useful')
  // Each player of the population by itself, and no row of a player where nobody learned.
  for (const whole of rows) {
    const its = overall.filter(
      ({ asset, lineup, member }) =>
        asset === whole.asset && lineup === whole.lineup && !Number.isNaN(member),
    )
    expect(its.map(({ member }) => member)).toEqual(whole.agent === 'learned' ? [1, 2, 3] : [])
    expect(Number.isNaN(whole.players_p)).toBe(whole.agent !== 'learned')
    for (const one of its) {
      expect([one.matches, one.blocks, one.verdict]).toEqual([160, 80, ''])
      expect(one.score_lost).toBeCloseTo(Number(one.score_with) - Number(one.score_without), 9)
      expect(one.score_lost).toBeGreaterThan(Number(one.score_lost_low))
      expect(one.score_lost).toBeLessThan(Number(one.score_lost_high))
    }
    for (const column of ['score_lost', 'used_with', 'used_without'] as const)
      if (its.length > 0)
        expect(its.reduce((sum, one) => sum + one[column] / 3, 0)).toBeCloseTo(whole[column], 9)
  }
})

test('what a change of rules does is told with how far players differ in it', async () => {
  const [usual] = GAME.variants as { rules: object }[]
  const other = {
    name: 'other',
    rules: {
      ...usual!.rules,
      payoffs: [
        [0, 1],
        [-1, 1],
      ],
    },
  }
  const { comparisons, members } = tablesOf(await play({ variants: [GAME.variants![0]!, other] }))
  const [score] = comparisons!.filter(
    ({ lineup, metric }) => lineup === 'learned vs learned' && metric === 'score:row',
  )
  const scores = ['usual', 'other'].map(name =>
    members!.filter(
      ({ opponents, seat, variant }) => variant === name && seat === 'row' && opponents === 'others',
    ),
  )
  const differences = scores[1]!.map(({ score: after }, m) => Number(after) - Number(scores[0]![m]!.score))
  expect(differences).toHaveLength(3)
  expect((Number(score!.difference_players_low) + Number(score!.difference_players_high)) / 2).toBeCloseTo(
    differences.reduce((sum, one) => sum + one / 3, 0),
    9,
  )
  expect(score!.players_p).toBeGreaterThan(0)
  const hasPlayers = comparisons!.filter(row => !Number.isNaN(row.difference_players_low))
  expect(hasPlayers.map(({ lineup, metric }) => [lineup, metric])).toEqual(
    ['score:row', 'draws', 'length'].map(metric => ['learned vs learned', metric]),
  )
})

test('every step of a lever is learned for itself', async () => {
  const result = await play({ levers: { keys: ['payoffs[0][0]'] } })
  const { policies } = result.experiment.learn!
  expect(new Set(policies!.map(([first]) => first!.file)).size).toBe(3)
  const rows = tablesOf(result).levers.filter(({ metric }) => metric === 'length')
  expect(rows.map(({ lineup, to }) => [lineup, to])).toEqual([
    ['learned vs learned', -1],
    ['random vs random', -1],
    ['learned vs learned', 1],
    ['random vs random', 1],
  ])
})
