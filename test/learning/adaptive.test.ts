/** Learning of own games: what matches cost decides how many there are, and who teaches. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { STRUCTURAL } from '../../agents/learned/file.ts'
import { encodePolicy, learned, WEIGHTS } from '../../agents/learned/index.ts'
import { loadGame } from '../../engine/registry/index.ts'
import { AdaptiveSelfPlay } from '../../sim/learning/adaptive.ts'
import { ADAPTIVE, hyperparametersFor } from '../../sim/learning/hyperparameters.ts'
import { type Checkpoint, countMatches, learn, measured } from '../../sim/learning/learn.ts'
import { OpponentPool } from '../../sim/learning/opponents.ts'
import { type Costs, Matchmaker } from '../../sim/learning/schedule.ts'
import { environmentOf, inlinePool, type MatchTask, type Task } from '../../sim/learning/tasks.ts'

/** Two players take one to three of twelve sticks; who takes the last one wins. */
const STICKS = `export default {
  id: 'sticks',
  seats: ['a', 'b'],
  setup: () => ({ left: 12, turn: 0 }),
  toMove: s => s.turn,
  moves: s => [1, 2, 3].filter(n => n <= s.left),
  apply(s, n) { s.left -= n; s.turn = 1 - s.turn },
  outcome: s => (s.left === 0 ? { winner: 1 - s.turn } : null),
}
`
const file = join(mkdtempSync(join(tmpdir(), 'evenhand-adaptive-')), 'sticks.js')
writeFileSync(file, STICKS)
const module = await loadGame(file)
const game = module.compile({})
const settings = {
  rounds: 2,
  matches: 24,
  tests: 40,
  seed: 's',
  hyperparameters: { ...ADAPTIVE, practice: { ...ADAPTIVE.practice!, batches: 6 } },
}
const maker = new Matchmaker(2, settings)
const QUICK: Costs = { policy: 100, greedy: 100, planner: 100, mcts: 100 }

const pool = (run?: (task: Task) => void) => {
  const inner = inlinePool({ environments: [environmentOf(module, {})], stop: new Int32Array(1) })
  return {
    ...inner,
    run: (task: Task) => {
      run?.(task)
      return inner.run(task)
    },
  }
}

const agentsOf = (costs: Costs): Record<string, string[]> => {
  const schedule = new AdaptiveSelfPlay(maker, costs)
  const weights = schedule.start
  const kept = [{ round: { round: 0, decisions: 1, kept: true, strength: [] }, weights }]
  return {
    trials: schedule.trials(weights).map(({ teacher }) => teacher),
    imitated: schedule.trainingMatches(0, []).map(({ players }) => players[0]!.agent),
    practice: schedule
      .practiceMatches(1, 0, weights, kept, new OpponentPool(2, 0.5))
      .map(({ matches }) => matches.players[1]!.agent),
    tests: schedule.evaluations(1, weights, kept).map(({ against }) => against),
    finals: schedule.finals(weights).map(({ against }) => against),
  }
}

describe('a game of plain values', () => {
  test('is learned by what its matches cost, a built-in game as always', async () => {
    expect(hyperparametersFor(game.info)).toBe(ADAPTIVE)
    const built = await measured(
      pool(),
      0,
      new Matchmaker(2, {
        ...settings,
        hyperparameters: hyperparametersFor((await loadGame('nim')).compile({}).info),
      }),
    )
    expect(built.costs).toBeUndefined()
    const { costs } = await measured(pool(), 0, maker)
    expect(costs).toEqual((await measured(pool(), 0, maker)).costs)
    expect(costs!.mcts).toBeGreaterThan(costs!.greedy)
    expect(costs!.greedy).toBeGreaterThan(costs!.policy)
  })

  test('meets greedy and searches, and learns of them, only where they cost little', () => {
    const all = { trials: ['planner', 'mcts'], finals: ['mcts:iterations=200', 'greedy'] }
    expect(agentsOf({ ...QUICK, policy: 1000 })).toEqual({
      ...all,
      imitated: ['greedy'],
      practice: ['learned', 'greedy', 'learned'],
      tests: ['round 0', 'mcts:iterations=200', 'greedy'],
    })
    expect(agentsOf({ policy: 100, greedy: 1e5, planner: 1e6, mcts: 1e6 })).toEqual({
      ...all,
      trials: [],
      imitated: [],
      practice: ['learned', 'learned'],
      tests: ['round 0'],
    })
  })

  test('has shorter rounds where matches are long', () => {
    const practice = (policy: number): number =>
      new AdaptiveSelfPlay(maker, { ...QUICK, policy }).counts(1).practice
    expect([practice(100), practice(1e5)]).toEqual([6 * 24, 6 * 4])
  })

  test('is learned in the matches that are told, to a player that knows when it wins', async () => {
    const costs: Costs = { policy: 100, greedy: 1e5, planner: 1e6, mcts: 1e6 }
    const rounds: Checkpoint[] = []
    const played = [0]
    const teach = (past: readonly Checkpoint[]) =>
      learn(pool(), 0, 2, { ...settings, costs }, past, {
        onMatches: matches => {
          played[played.length - 1]! += matches
        },
        onRound: round => {
          rounds.push(round)
          played.push(0)
        },
      })
    const result = await teach([])
    const plan = countMatches({ ...settings, costs }, 2)
    expect(played).toEqual([
      ...[0, 1, 2].map(plan.round).map(({ training, practice, tests }) => training + practice + tests),
      0,
    ])
    const { strength } = result.rounds[result.best]!
    expect(strength.map(({ against }) => against).slice(-2)).toEqual(['mcts:iterations=200', 'greedy'])
    expect(result.rounds.slice(1).every(({ teacher }) => teacher === 'practice')).toBe(true)
    expect(strength.at(-1)!.score).toBeGreaterThan(0.5)
    // A learning that was interrupted comes to the same.
    expect(await teach(rounds.slice(0, 2))).toEqual(result)
  })

  test('is taught by whoever beats the policy in the trial', async () => {
    const tasks: MatchTask[] = []
    const watched = pool(task => {
      if ('players' in task) tasks.push(task)
    })
    // A policy that never practises plays at random, so that a search beats it clearly.
    const never = { ...ADAPTIVE, practice: { ...ADAPTIVE.practice!, batches: 1, rate: 0 } }
    const hyperparameters = { ...never, first: { ...never.first, rate: 0 } }
    const costs = { policy: 100, greedy: 1, planner: 1e9, mcts: 1 }
    const idle = { onMatches: () => {}, onRound: () => {} }
    const { rounds } = await learn(
      watched,
      0,
      2,
      { ...settings, rounds: 1, matches: 200, hyperparameters, costs },
      [],
      idle,
    )
    expect(rounds.map(({ teacher }) => teacher)).toEqual([undefined, 'mcts'])
    expect(tasks.some(({ players }) => players[0]!.expert?.agent === 'mcts')).toBe(true)
  })

  test('is not played by a policy that saw other features', () => {
    const written = (features: object): string => {
      const description = {
        version: '0',
        game: 'sticks',
        ruleset: '',
        rules: '',
        seed: '',
        rounds: [],
        best: 0,
      }
      const robin = { shares: [], circle: [] }
      const bytes = encodePolicy({ ...description, robin, ...features }, new Float32Array(WEIGHTS), null)
      const policy = join(mkdtempSync(join(tmpdir(), 'evenhand-adaptive-')), 'a.policy')
      writeFileSync(policy, bytes)
      return policy
    }
    const refusal = (features: object): string | null =>
      learned.refusal!(game, { file: written(features), sha256: '', temperature: 1 })
    expect(refusal({})).toMatch(/was trained by an earlier version/)
    expect(refusal({ features: STRUCTURAL })).toBeNull()
  })
})
