/** Learning from practice: what a policy's own matches teach it. */
import { describe, expect, test } from 'vitest'
import { Critic, Features, Policy, WEIGHTS } from '../../agents/index.ts'
import { newState } from '../../engine/contract/index.ts'
import { loadGame, readRuleset, resolveRules } from '../../engine/registry/index.ts'
import { rootOf } from '../../engine/rng.ts'
import { HYPERPARAMETERS, type Hyperparameters } from '../../sim/learning/hyperparameters.ts'
import { countMatches, learn, type Round } from '../../sim/learning/learn.ts'
import { ReplayBuffer } from '../../sim/learning/replay-buffer.ts'
import {
  environmentOf,
  inlinePool,
  mergePlayed,
  type PlayedMatches,
  type Task,
} from '../../sim/learning/tasks.ts'
import { newActorCritic, newCriticState, PRACTICE, practise } from '../../sim/learning/training.ts'

const module = await loadGame('tic-tac-toe')
const rules = resolveRules(module, readRuleset(module, 'standard', '.'), [])
const game = module.compile(rules)

/** The empty board, with all its actions. */
function empty() {
  const state = newState(game.info)
  game.start(state, new Int32Array(game.info.seats.length * game.info.assets.length * 5))
  const legal = new Int32Array(game.info.legalMax)
  return { state, legal, count: game.legal(state, 0, legal) }
}

const STEPS = { rate: 0.1, clip: 0.2, entropy: 0 }

describe('a policy', () => {
  const { state, legal, count } = empty()
  /** The probability of the first action after one step with it. */
  const moved = (
    before: number,
    advantage: number,
    entropy = 0,
    weights = new Float32Array(WEIGHTS),
  ): number => {
    const policy = new Policy(game, weights)
    const squares = new Float32Array(WEIGHTS).fill(1)
    const features = new Features()
    policy.probabilities(state, 0, legal, count, 1)
    policy.keep(features, count, 0)
    policy.reinforce(features, 0, { before, advantage }, squares, { ...STEPS, entropy })
    return policy.probabilities(state, 0, legal, count, 1)[0]!
  }

  test('chooses more often what turned out better than expected, and less often what turned out worse', () => {
    expect(moved(1 / 9, 1)).toBeGreaterThan(1 / 9)
    expect(moved(1 / 9, -1)).toBeLessThan(1 / 9)
    expect(moved(1 / 9, 0)).toBeCloseTo(1 / 9, 12)
  })

  test('is left alone where it has already moved that way by more than the clip', () => {
    // What had half of its probability then has doubled since.
    expect(moved(1 / 18, 1)).toBeCloseTo(1 / 9, 12)
    expect(moved(1 / 18, -1)).toBeLessThan(1 / 9)
    expect(moved(2 / 9, -1)).toBeCloseTo(1 / 9, 12)
  })

  test('goes towards the even choice for entropy', () => {
    const weights = new Float32Array(WEIGHTS)
    const likely = moved(1 / 9, 3, 0, weights)
    expect(likely).toBeGreaterThan(1 / 9)
    expect(moved(likely, 0, 1, weights)).toBeLessThan(likely)
  })
})

test('a critic expects the fair share of an even position, and learns what comes of it', () => {
  const { state } = empty()
  const { values, squares } = newCriticState(WEIGHTS)
  const critic = new Critic(game, values)
  const lead = critic.leadOf(state, 0, rootOf('guess'))
  expect(lead).toBe(0)
  expect(critic.valueOf(state, 0, lead)).toBe(0.5)
  for (let i = 0; i < 200; i++) critic.learn(state, 0, lead, 1, squares)
  expect(critic.valueOf(state, 0, lead)).toBeGreaterThan(0.7)
})

const hyperparameters: Hyperparameters = {
  ...HYPERPARAMETERS,
  practice: { ...PRACTICE, batches: 3, share: 2 },
}
const pool = () => inlinePool({ environments: [environmentOf(module, rules)], stop: new Int32Array(1) })

describe('a batch', () => {
  /** Results of a policy that practises against itself. */
  async function batch() {
    const player = {
      agent: 'learned',
      options: {},
      weights: new Float32Array(WEIGHTS),
      practises: true,
    }
    const task = {
      environment: 0,
      players: [player, player],
      seed: 'b',
      keeps: 'all',
      reward: 'payoff',
    } as const
    const played = (await pool().run({ ...task, from: 0, to: 20 })) as PlayedMatches
    const decisions = new ReplayBuffer(game)
    decisions.append(played.decisions)
    decisions.features.append(played.features)
    return decisions
  }

  test('keeps every decision of both sides, with its probability and what the match brought its seat', async () => {
    const decisions = await batch()
    let matches = 0
    for (let i = 0; i < decisions.count; i++) {
      if (decisions.isFirst(i)) {
        matches++
        expect(decisions.probability(i)).toBeCloseTo(1 / 9, 6)
        expect(decisions.seat(i)).toBe(0)
        // The next one is the other seat's: what one wins the other loses.
        expect(decisions.outcome(i) + decisions.outcome(i + 1)).toBe(1)
      }
    }
    expect(matches).toBe(40)
  })

  test('keeps the features of its decisions, also where matches are put together with those of others', async () => {
    const task = { environment: 0, seed: 'b', keeps: 'all', reward: 'payoff' } as const
    const own = { agent: 'learned', options: {}, weights: new Float32Array(WEIGHTS), practises: true }
    const met = [own, { agent: 'greedy', options: {} }]
    const parts = await Promise.all(
      [met, [own, own]].map(players => pool().run({ ...task, players, from: 0, to: 3 })),
    )
    const { decisions: packed, features } = mergePlayed(parts as PlayedMatches[])
    const decisions = new ReplayBuffer(game)
    decisions.append(packed)
    decisions.features.append(features)
    const legal = new Int32Array(game.info.legalMax)
    const view = newState(game.info)
    expect(decisions.features.count).toBe(decisions.count)
    for (let i = 0; i < decisions.count; i++) {
      decisions.view(i, view)
      const count = game.legal(view, decisions.seat(i), legal)
      expect(decisions.features.place(i)).toBeLessThan(count)
      expect(legal[decisions.features.place(i)]).toBe(decisions.action(i))
    }
  })

  test('is refused where features are missing', async () => {
    const decisions = await batch()
    const bare = new ReplayBuffer(game)
    bare.append(decisions.packed())
    const nets = newActorCritic(new Float32Array(WEIGHTS))
    expect(() => practise(game, nets, bare, PRACTICE, 's')).toThrow('features of 0 decisions, expected ')
  })

  test('teaches what wins: who won by a decision makes it more often', async () => {
    const decisions = await batch()
    const nets = newActorCritic(new Float32Array(WEIGHTS))
    practise(game, nets, decisions, PRACTICE, 's')
    const policy = new Policy(game, nets.weights)
    const view = newState(game.info)
    const legal = new Int32Array(game.info.legalMax)
    let [won, lost] = [0, 0]
    for (let i = 0; i < decisions.count; i++) {
      decisions.view(i, view)
      const count = game.legal(view, decisions.seat(i), legal)
      const chances = policy.probabilities(view, decisions.seat(i), legal, count, 1)
      const rise = chances[legal.indexOf(decisions.action(i))]! - decisions.probability(i)
      if (decisions.outcome(i) === 1) won += rise
      if (decisions.outcome(i) === 0) lost += rise
    }
    expect(won).toBeGreaterThan(0)
    expect(lost).toBeLessThan(0)
  })
})

describe('rounds with practice', () => {
  async function learnt(more: Partial<Hyperparameters> = {}) {
    const settings = {
      rounds: 2,
      matches: 24,
      tests: 8,
      seed: 'practice',
      hyperparameters: { ...hyperparameters, ...more },
    }
    const tasks: Task[] = []
    const played: number[] = []
    let matches = 0
    const rounds: Round[] = []
    const inner = pool()
    const watched = {
      ...inner,
      run: (task: Task) => {
        tasks.push(task)
        return inner.run(task)
      },
    }
    const result = await learn(watched, 0, 2, settings, [], {
      onMatches: more => {
        matches += more
      },
      onRound: ({ round }) => {
        rounds.push(round)
        played.push(matches)
        matches = 0
      },
    })
    const told = [0, 1, 2].map(countMatches(settings, 2).round)
    return { result, tasks, rounds, played, told }
  }

  test('come to the same policy every time, in the matches that were told', async () => {
    const [one, other] = [await learnt(), await learnt()]
    expect(one.result).toEqual(other.result)
    expect(one.played).toEqual(one.told.map(({ training, practice, tests }) => training + practice + tests))
    expect(one.told[0]).toMatchObject({ training: 24, practice: 0 })
    expect(one.told[1]).toMatchObject({ training: 24, practice: 3 * 48 })
  })

  test('follow the fit of a round, and take every batch with the weights of the last', async () => {
    const { tasks, rounds } = await learnt()
    const batches = tasks.flatMap(task => ('actorCritic' in task ? [task] : []))
    expect(batches).toHaveLength(2 * 3)
    expect(batches[1]!.actorCritic).toBe(batches[0]!.actorCritic)
    expect(batches[3]!.actorCritic).not.toBe(batches[0]!.actorCritic)
    const fitted = tasks.findLastIndex(task => 'fit' in task)
    const after = tasks.slice(fitted).flatMap(task => ('players' in task ? [task.players] : []))
    const practice = after.filter(([first]) => first!.practises)
    expect(practice.length).toBeGreaterThan(0)
    expect(practice.flat().some(({ agent }) => agent === 'planner')).toBe(false)
    expect(practice.some(([, other]) => other!.agent === 'greedy')).toBe(true)
    expect(rounds.map(({ decisions }) => decisions > 0)).toEqual([true, true, true])
  })

  test('meet greedy and all rounds kept, or greedy and a round drawn for each batch, in as many matches', async () => {
    const strong = await learnt()
    const even = await learnt({ practice: { ...hyperparameters.practice!, matchmaking: 'even' } })
    const opponents = ({ tasks }: typeof strong) => {
      const last = tasks.findLastIndex(task => 'fit' in task)
      const met = tasks.slice(last).flatMap(task => ('players' in task ? [task.players] : []))
      const others = met.filter(([first]) => first!.practises).map(([, other]) => other!)
      return new Set(
        others.filter(({ practises }) => !practises).map(({ agent, weights }) => weights ?? agent),
      )
    }
    // Of round 2: greedy, round 0, and round 1, which both kept.
    expect(strong.rounds.slice(0, 2).map(({ kept }) => kept)).toEqual([true, true])
    expect(opponents(strong).size).toBe(3)
    expect(opponents(even).size).toBeLessThanOrEqual(3)
    for (const { played, told } of [strong, even])
      expect(played).toEqual(told.map(({ training, practice, tests }) => training + practice + tests))
    expect(strong.result.weights).not.toEqual(even.result.weights)
    const blocks = (batch: number) =>
      [0, 1, 2].map(rival =>
        strong.tasks.reduce(
          (sum, task) =>
            'players' in task && task.seed.endsWith(`practice 2 ${batch} rival ${rival}`)
              ? sum + task.to - task.from
              : sum,
          0,
        ),
      )
    // At first nothing is known of them; what the first batch showed tells in the second.
    expect(blocks(0)).toEqual([4, 4, 4])
    expect(blocks(1)).not.toEqual([4, 4, 4])
    expect(blocks(1).reduce((a, b) => a + b)).toBe(12)
  })

  test('have nobody who looks ahead where they are practice alone', async () => {
    const { tasks, told, played } = await learnt({ usesPlanner: false })
    const players = tasks.flatMap(task => ('players' in task ? task.players : []))
    expect(players.some(({ agent }) => agent === 'planner')).toBe(false)
    expect(told[1]).toMatchObject({ training: 0, practice: 3 * 48 })
    expect(played).toEqual(told.map(({ training, practice, tests }) => training + practice + tests))
  })
})
