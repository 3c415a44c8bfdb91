/** How far learning is, and what it has left. */
import { expect, test } from 'vitest'
import { ROOT } from '../../engine/package.ts'
import { loadGame, readRuleset, resolveRules } from '../../engine/registry/index.ts'
import { defineExperiment } from '../../library/index.ts'
import { type LearningProgress, learnAll, Stopped } from '../../library/learning/learn.ts'
import { populationOf } from '../../library/learning/population.ts'
import { LearningPace, NO_WORK, timedPool } from '../../library/learning/progress.ts'
import { inlinePool, type LearningPool, type Task } from '../../sim/learning/tasks.ts'
import { newCriticState } from '../../sim/learning/training.ts'
import { folder } from '../cli/command.ts'

const SETTINGS = { rounds: 2, matches: 24, tests: 8, seed: 's' }

test('the time left of a learning is known as soon as a planner has played, and comes to 0', async () => {
  const game = await loadGame('nim')
  const told: LearningProgress[] = []
  const job = { name: '', game, ruleset: 'x', rules: {}, settings: SETTINGS }
  const jobs = ['one', 'two'].map((seed, i) => ({
    ...job,
    settings: { ...SETTINGS, seed },
    checkpoints: `${folder()}/${i}`,
  }))
  await learnAll(jobs, { threads: 0, onLearned: () => {}, onProgress: one => told.push(one) })
  const states = told.map(({ policies }) => policies.map(({ state, over }) => `${state} ${over}`).join())
  expect(states[0]).toBe('learning 0,waiting 0')
  expect(states.at(-1)).toBe('learned 3,learned 3')
  // Round 0 has 24 matches and 10 tests, further ones have 8 more tests, and 25 batches of 24 matches.
  expect(told[0]).toMatchObject({ matches: 0, total: 2 * (34 + 2 * 642), left: null })
  expect(told.find(({ left }) => left !== null)!.matches).toBe(34 + 2)
  expect(told.at(-1)).toMatchObject({ matches: told[0]!.total, left: 0, leftLater: 0 })
})

test.each([
  ['bulwark', { batches: 40, planning: 0 }],
  ['frontline', { batches: 25, planning: 24 }],
])('in %s a round has as many matches as its way of learning takes', async (name, { batches, planning }) => {
  const game = await loadGame(name)
  const rules = resolveRules(game, readRuleset(game, game.ruleset, ROOT), [])
  const told: LearningProgress[] = []
  const signal = AbortSignal.abort()
  const job = {
    name: '',
    game,
    ruleset: 'x',
    rules,
    settings: { ...SETTINGS, rounds: 1 },
    checkpoints: folder(),
  }
  const options = {
    threads: 0,
    signal,
    onLearned: () => {},
    onProgress: (one: LearningProgress) => told.push(one),
  }
  await expect(learnAll([job], options)).rejects.toThrow(Stopped)
  // Round 0 has 24 matches and 10 tests, the other one 8 tests more.
  expect(told[0]!.total).toBe(34 + planning + batches * 24 + 18)
})

test('the pace of learning expects of work what pieces of its kind took, on the threads that it can use', () => {
  const pace = new LearningPace()
  pace.record('planning', 2, 3000)
  pace.record('planning', 1, 1500)
  pace.record('tests', 10, 100)
  pace.record('fits', 1, 4000)
  const load = { ...NO_WORK, planning: 8, tests: 100, fits: 3 }
  expect(pace.seconds(load, 1, 1)).toBeCloseTo(12 + 1 + 12, 9)
  expect(pace.seconds(load, 4, 1)).toBeCloseTo(13 / 4 + 12, 9)
  expect(pace.seconds(load, 4, 2)).toBeCloseTo(13 / 4 + 6, 9)
  expect(pace.seconds({ ...load, imitation: 1 }, 4, 2)).toBeNull()
  expect(pace.seconds(NO_WORK, 4, 2)).toBe(0)
})

test('the pace of learning does not time a task that waits for a thread', async () => {
  const inner = inlinePool({ environments: [{ game: 'nim', rules: {} }], stop: new Int32Array(1) })
  let now = 0
  const busy: { readonly task: Task; end(): void }[] = []
  const slow: LearningPool = {
    ...inner,
    width: 2,
    run: task => new Promise(end => busy.push({ task, end: () => end(new Float32Array()) })),
  }
  const pace = new LearningPace()
  const pool = timedPool(slow, pace, () => now)
  const player = { agent: 'planner', options: {}, noise: 10 }
  const matches = {
    players: [player, player],
    seed: 's',
    keeps: 'all',
    reward: 'wins',
    environment: 0,
  } as const
  const tasks = [0, 1, 2].map(from => pool.run({ ...matches, from, to: from + 1 }))
  const begun = () => new Promise(setImmediate)
  await begun()
  expect(busy).toHaveLength(2)
  now = 1000
  busy[0]!.end()
  await tasks[0]
  await begun()
  expect(busy).toHaveLength(3)
  now = 2000
  busy[1]!.end()
  busy[2]!.end()
  await Promise.all(tasks)
  // Six matches: one, two and one second.
  expect(pace.seconds({ ...NO_WORK, planning: 6 }, 1, 1)).toBeCloseTo(4, 9)
})

test('matches of a policy as it is, from which it learns what positions are worth, take what practice takes', async () => {
  const inner = inlinePool({ environments: [], stop: new Int32Array(1) })
  let now = 0
  const timed: LearningPool = {
    ...inner,
    run: async () => {
      now += 1000
      return new Float32Array()
    },
  }
  const pace = new LearningPace()
  const pool = timedPool(timed, pace, () => now)
  const player = { agent: 'learned', options: {}, weights: new Float32Array(), noise: 0 }
  const matches = { seed: 's', keeps: 'all', reward: 'payoff', environment: 0, from: 0, to: 2 } as const
  await pool.run({ ...matches, players: [player, player] })
  await pool.run({ environment: 0, critic: newCriticState(1), decisions: new Int32Array(), seed: 's' })
  expect(pace.seconds({ ...NO_WORK, practice: 4 }, 1, 1)).toBeCloseTo(2, 9)
  const greedy = { agent: 'greedy', options: {}, noise: 0 }
  await pool.run({ ...matches, players: [greedy, greedy] })
  expect(pace.seconds({ ...NO_WORK, imitation: 4 }, 1, 1)).toBeCloseTo(1, 9)
})

test('exploiters of players that learn are counted before these have learned', async () => {
  const learn = { ...SETTINGS, seeds: 2 }
  const experiment = await defineExperiment({
    name: 'later',
    game: 'nim',
    learn,
    variants: [{ name: 'a' }, { name: 'b', rules: { piles: [1, 2, 3] } }],
    lineups: [{ agents: ['learned'] }, { agents: ['random'] }],
    exploit: { matches: 4, by: 'learned:matches=10' },
  })
  const { jobs, later } = (await populationOf(experiment, folder()))!
  expect(jobs).toHaveLength(4)
  // Two variants, each with an exploiter of its learned players, in two rounds of 10 matches, each with 25 batches of practice, and three tests of 8.
  expect(later).toEqual({ ...NO_WORK, planning: 2 * 20, practice: 2 * 500, tests: 2 * 24, fits: 2 * 2 })
})
