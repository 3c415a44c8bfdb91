/** What positions are worth to a policy: learned from its matches against itself. */
import { describe, expect, test } from 'vitest'
import { Critic, VALUE_WEIGHTS, type ValueWeights, WEIGHTS } from '../../agents/index.ts'
import { newState } from '../../engine/contract/index.ts'
import { ROOT } from '../../engine/package.ts'
import { loadGame, readRuleset, resolveRules } from '../../engine/registry/index.ts'
import { rootOf } from '../../engine/rng.ts'
import { BEST_RESPONSE, HYPERPARAMETERS, hyperparametersFor } from '../../sim/learning/hyperparameters.ts'
import { countMatches, learn, learnValues } from '../../sim/learning/learn.ts'
import { ReplayBuffer } from '../../sim/learning/replay-buffer.ts'
import { Matchmaker, playerOf } from '../../sim/learning/schedule.ts'
import { environmentOf, inlinePool, type PlayedMatches } from '../../sim/learning/tasks.ts'
import { newCriticState } from '../../sim/learning/training.ts'

const module = await loadGame('tic-tac-toe')
const rules = resolveRules(module, readRuleset(module, 'standard', '.'), [])
const game = module.compile(rules)
const pool = () => inlinePool({ environments: [environmentOf(module, rules)], stop: new Int32Array(1) })
const settings = {
  seed: 'values',
  rounds: 0,
  matches: 200,
  tests: 8,
  hyperparameters: { ...HYPERPARAMETERS, learnsValues: true },
}
const maker = new Matchmaker(2, settings)
/** A policy that draws evenly. */
const even = new Float32Array(WEIGHTS)
const { weights: anew } = newCriticState(VALUE_WEIGHTS).values

describe('the values of a policy', () => {
  /** The mean squared error of what they say of matches that they have not seen. */
  async function errorOf(values: ValueWeights): Promise<number> {
    const player = { ...playerOf(even), noise: 0 }
    const met = { ...maker.matches(player, player, 200, 'unseen'), keeps: 'all', reward: 'payoff' } as const
    const { blocks, ...matches } = met
    const { decisions: packed } = (await pool().run({
      environment: 0,
      ...matches,
      from: 0,
      to: blocks,
    })) as PlayedMatches
    const decisions = new ReplayBuffer(game)
    decisions.append(packed)
    const critic = new Critic(game, values)
    const view = newState(game.info)
    const rng = rootOf('guesses')
    let sum = 0
    for (let i = 0; i < decisions.count; i++) {
      decisions.view(i, view)
      const seat = decisions.seat(i)
      sum += (critic.valueOf(view, seat, critic.leadOf(view, seat, rng)) - decisions.outcome(i)) ** 2
    }
    return sum / decisions.count
  }

  test('foretell what comes of positions, the same from the same seed', async () => {
    const values = await learnValues(pool(), 0, maker, even)
    expect(await errorOf(values)).toBeLessThan(await errorOf({ ...values, weights: anew }))
    expect(await learnValues(pool(), 0, maker, even)).toEqual(values)
    const other = await learnValues(pool(), 0, new Matchmaker(2, { ...settings, seed: 'other' }), even)
    expect(other).not.toEqual(values)
  })

  test('are learned at the end where the hyperparameters ask for it', async () => {
    const follower = { onRound: () => {}, onMatches: () => {} }
    const { values, weights } = await learn(pool(), 0, 2, settings, [], follower)
    expect(values).toEqual(await learnValues(pool(), 0, maker, weights))
    expect(countMatches(settings, 2).values).toBe(2000)
    const plain = { ...settings, hyperparameters: HYPERPARAMETERS }
    const without = await learn(pool(), 0, 2, plain, [], follower)
    expect([without.values, without.weights]).toEqual([null, weights])
    expect(countMatches(plain, 2).values).toBe(0)
  })

  test('are learned by players of games whose planner has little to teach, not by adversaries', async () => {
    const games = ['bulwark', 'prestige', 'elephant-men', 'frontline', 'tic-tac-toe']
    const learned = games.map(async name => {
      const found = await loadGame(name)
      const { info } = found.compile(resolveRules(found, readRuleset(found, found.ruleset, ROOT), []))
      return hyperparametersFor(info).learnsValues
    })
    expect(await Promise.all(learned)).toEqual([true, true, false, false, false])
    expect(BEST_RESPONSE.learnsValues).toBe(false)
  })
})
