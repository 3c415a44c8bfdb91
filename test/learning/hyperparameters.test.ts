/** Recipes other than the usual one: an expert that is imitated, and a search among the opponents. */
import { describe, expect, test } from 'vitest'
import { Policy, WEIGHTS } from '../../agents/index.ts'
import { CHANCE, type Game, newEvents, newState, settle } from '../../engine/contract/index.ts'
import { loadGame, readRuleset, resolveRules } from '../../engine/registry/index.ts'
import { rootOf } from '../../engine/rng.ts'
import {
  HYPERPARAMETERS,
  type Hyperparameters,
  hyperparametersFor,
  MIXING,
} from '../../sim/learning/hyperparameters.ts'
import { type Checkpoint, countMatches, learn } from '../../sim/learning/learn.ts'
import { RecordedAgent } from '../../sim/learning/players.ts'
import { ReplayBuffer } from '../../sim/learning/replay-buffer.ts'
import { environmentOf, inlinePool, type MatchTask, type Task } from '../../sim/learning/tasks.ts'
import { PRACTICE, practiceAt } from '../../sim/learning/training.ts'

const game = await loadGame('tic-tac-toe')
const rules = resolveRules(game, readRuleset(game, 'standard', '.'), [])

const EXPERT = { agent: 'mcts', options: { iterations: 30 } }

/** What hyperparameters come to, and the matches of each round that were played. */
async function learnt(hyperparameters: Hyperparameters) {
  const settings = { rounds: 2, matches: 24, tests: 8, seed: 'recipes', hyperparameters }
  const pool = inlinePool({ environments: [environmentOf(game, rules)], stop: new Int32Array(1) })
  const tasks: Task[] = []
  const watched = {
    ...pool,
    run: (task: Task) => {
      tasks.push(task)
      return pool.run(task)
    },
  }
  const rounds: Checkpoint[] = []
  let played = 0
  const counted: number[] = []
  const result = await learn(watched, 0, 2, settings, [], {
    onMatches: matches => {
      played += matches
    },
    onRound: round => {
      rounds.push(round)
      counted.push(played)
      played = 0
    },
  })
  const { round } = countMatches(settings, 2)
  return {
    result,
    tasks,
    counted,
    told: [0, 1, 2].map(round).map(({ training, practice, tests }) => training + practice + tests),
  }
}

/** Those of tasks that are matches. */
const matchesIn = (tasks: readonly Task[]): MatchTask[] => tasks.filter(task => 'players' in task)

describe('an expert that is imitated', () => {
  const hyperparameters: Hyperparameters = { ...HYPERPARAMETERS, expert: EXPERT, practice: null }

  test('teaches the same policy every time, in the matches that were told', async () => {
    const [one, other] = [await learnt(hyperparameters), await learnt(hyperparameters)]
    expect(one.result).toEqual(other.result)
    expect(one.result.beatsGreedy).toBeTypeOf('boolean')
    expect(one.counted).toEqual(one.told)
    expect(one.result.rounds.every(({ decisions }) => decisions > 0)).toBe(true)
  })

  test('plays itself first, and then tells the policy what it would do', async () => {
    const { tasks } = await learnt(hyperparameters)
    const imitated = matchesIn(tasks).filter(({ keeps }) => keeps === 'all')
    expect(imitated[0]!.players.map(({ agent }) => agent)).toEqual(['mcts', 'mcts'])
    const told = imitated.filter(({ players }) => players[0]!.expert)
    expect(told.length).toBeGreaterThan(0)
    for (const { players } of told)
      expect(players[0]).toMatchObject({ agent: 'learned', expert: EXPERT, noise: 10 })
    for (const { players } of matchesIn(tasks))
      expect(players.every(({ agent }) => agent !== 'planner')).toBe(true)
  })

  test('is learned from, while somebody else plays', () => {
    const decisions = new ReplayBuffer(game.compile(rules))
    let begun = 0
    const expert = {
      begin: () => {
        begun++
      },
      choose: () => 7,
    }
    const agent = new RecordedAgent({ choose: () => 4 }, decisions, 0, expert)
    const legal = Int32Array.from({ length: 9 }, (_, i) => i)
    const view = new Int32Array(game.compile(rules).info.stateSize)
    agent.begin()
    expect(agent.choose(view, 1, legal, 9, rootOf('told'))).toBe(4)
    decisions.endWholeMatch(() => 0)
    expect([begun, decisions.count, decisions.action(0), decisions.seat(0)]).toEqual([1, 1, 7, 1])
  })
})

describe('a search among the opponents', () => {
  test('is met in its part of the matches', async () => {
    const hyperparameters: Hyperparameters = {
      ...HYPERPARAMETERS,
      parts: { self: 1, greedy: 1, past: 1, mcts: 3 },
      iterations: 20,
      practice: null,
    }
    const { tasks, counted, told } = await learnt(hyperparameters)
    const met = matchesIn(tasks).filter(
      ({ players }) => players[0]!.agent === 'planner' && players[1]!.agent === 'mcts',
    )
    const blocks = met.reduce((sum, { from, to }) => sum + to - from, 0)
    // Half of 24 matches, two a block, in two rounds.
    expect(blocks).toBe(12)
    expect(counted).toEqual(told)
  })

  test('is met in practice, too', async () => {
    const hyperparameters: Hyperparameters = {
      ...HYPERPARAMETERS,
      usesPlanner: false,
      parts: { self: 1, greedy: 1, past: 1, mcts: 1 },
      iterations: 20,
      practice: { ...PRACTICE, batches: 2 },
    }
    const { tasks, counted, told } = await learnt(hyperparameters)
    const met = matchesIn(tasks).filter(
      ({ players }) => players[0]!.practises && players[1]!.agent === 'mcts',
    )
    expect(
      met.every(({ players }) => (players[1]!.options as { iterations: number }).iterations === 20),
    ).toBe(true)
    const blocks = met.reduce((sum, { from, to }) => sum + to - from, 0)
    // A quarter of 24 matches, two a block, in two batches of each of two rounds.
    expect(blocks).toBe(12)
    expect(counted).toEqual(told)
  })
})

describe('the usual way', () => {
  const games = ['elephant-men', 'elephant-golems', 'frontline', 'bulwark', 'prestige']

  // A step moves all features of an action, and some games have seven times as many as others.
  test.each(games)(
    'begins in %s as carefully as elsewhere: one decision moves no score by 8 or more',
    async name => {
      const module = await loadGame(name)
      const game = module.compile(resolveRules(module, readRuleset(module, module.ruleset, '.'), []))
      const { first } = hyperparametersFor(game.info)
      const { view, seat, legal, count } = await choiceIn(game)
      const policy = new Policy(game, new Float32Array(WEIGHTS))
      const squares = new Float32Array(WEIGHTS).fill(first.squares)
      policy.learn(view, seat, legal, count, legal[0]!, squares, first.rate)
      const moved = Math.max(...policy.logitGaps(view, seat, legal, count).subarray(0, count))
      expect(moved).toBeGreaterThan(0)
      expect(moved).toBeLessThan(8)
    },
  )
})

describe('games in which players must mix', () => {
  test('are small ones that hide something, if only a decision', async () => {
    const names = ['kuhn-poker', 'leduc-poker', 'matrix-game', 'goofspiel', 'liars-dice']
    for (const name of [...names, 'tic-tac-toe', 'connect-four', 'frontline']) {
      const module = await loadGame(name)
      const { info } = module.compile(resolveRules(module, readRuleset(module, module.ruleset, '.'), []))
      expect([name, hyperparametersFor(info).mixes]).toEqual([name, names.includes(name)])
    }
  })

  test('have steps and a bonus for entropy that fall from round to round, batch by batch', () => {
    const { batches, entropy, rate, falling } = MIXING.practice
    expect(practiceAt(MIXING.practice, 1, 0)).toMatchObject({ entropy, rate })
    expect(practiceAt(MIXING.practice, 3, 0).entropy).toBeCloseTo(entropy * falling.entropy ** 2, 12)
    expect(practiceAt(MIXING.practice, 1, batches / 2).rate).toBeCloseTo(rate * Math.sqrt(falling.rate), 12)
    expect(practiceAt(PRACTICE, 9, 9)).toBe(PRACTICE)
  })

  test('have players that learn an equilibrium of a game that has one mixture', async () => {
    const pennies = await loadGame('matrix-game')
    const even = resolveRules(pennies, readRuleset(pennies, 'biased-rps', '.'), [])
    const settings = { rounds: 3, matches: 20, tests: 4, seed: 'mixing', hyperparameters: MIXING }
    const pool = inlinePool({ environments: [environmentOf(pennies, even)], stop: new Int32Array(1) })
    const { weights, rounds } = await learn(pool, 0, 2, settings, [], {
      onMatches: () => {},
      onRound: () => {},
    })
    expect(rounds.every(({ kept }) => kept)).toBe(true)
    const compiled = pennies.compile(even)
    const { view, seat, legal, count } = await choiceIn(compiled)
    const chances = [...new Policy(compiled, weights).probabilities(view, seat, legal, count, 0.5)]
    for (const [i, share] of [1 / 16, 10 / 16, 5 / 16].entries())
      expect(Math.abs(chances[i]! - share)).toBeLessThan(0.12)
  })
})

/** The first choice of a match in which chance decides at random. */
async function choiceIn(game: Game) {
  const { info } = game
  const state = newState(info)
  const view = newState(info)
  const legal = new Int32Array(info.legalMax)
  const events = newEvents(info)
  const rng = rootOf('choice')
  game.start(state, events)
  for (;;) {
    const seat = settle(game, state, events)
    if (seat !== CHANCE) {
      game.observe(state, seat, view)
      const count = game.legal(view, seat, legal)
      if (count > 1) return { view, seat, legal, count }
    }
    game.apply(state, seat, game.sample(state, seat, rng), events)
  }
}
