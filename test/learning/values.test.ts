/** What positions are worth to a policy: learned from its matches against itself. */
import { describe, expect, test } from 'vitest'
import { Critic, VALUE_WEIGHTS, type ValueWeights, WEIGHTS } from '../../agents/index.ts'
import { newState } from '../../engine/contract/index.ts'
import { ROOT } from '../../engine/package.ts'
import { loadGame, readRuleset, resolveRules } from '../../engine/registry/index.ts'
import { rootOf } from '../../engine/rng.ts'
import { courseOf, inlineArena, type Played } from '../../sim/learning/arena.ts'
import { Matchmaker, playerOf } from '../../sim/learning/curriculum.ts'
import { Decisions } from '../../sim/learning/decisions.ts'
import { learn, matchesOf, valuesOf } from '../../sim/learning/learn.ts'
import { EXPLOITING, RECIPE, recipeFor } from '../../sim/learning/recipe.ts'
import { newValuing } from '../../sim/learning/values.ts'

const module = await loadGame('tic-tac-toe')
const rules = resolveRules(module, readRuleset(module, 'standard', '.'), [])
const game = module.compile(rules)
const arena = () => inlineArena({ courses: [courseOf(module, rules)], stop: new Int32Array(1) })
const settings = { seed: 'values', rounds: 0, matches: 200, tests: 8, recipe: { ...RECIPE, values: true } }
const maker = new Matchmaker(2, settings)
/** A policy that draws evenly. */
const even = new Float32Array(WEIGHTS)
const { weights: anew } = newValuing(VALUE_WEIGHTS).values

describe('the values of a policy', () => {
  /** The mean squared error of what they say of matches that they have not seen. */
  async function errorOf(values: ValueWeights): Promise<number> {
    const player = { ...playerOf(even), noise: 0 }
    const met = { ...maker.matches(player, player, 200, 'unseen'), keeps: 'all', stakes: 'payoff' } as const
    const { blocks, ...matches } = met
    const { decisions: packed } = (await arena().run({
      course: 0,
      ...matches,
      from: 0,
      to: blocks,
    })) as Played
    const decisions = new Decisions(game)
    decisions.append(packed)
    const critic = new Critic(game, values)
    const view = newState(game.info)
    const rng = rootOf('guesses')
    let sum = 0
    for (let i = 0; i < decisions.count; i++) {
      decisions.view(i, view)
      const seat = decisions.seat(i)
      sum += (critic.valueOf(view, seat, critic.leadOf(view, seat, rng)) - decisions.share(i)) ** 2
    }
    return sum / decisions.count
  }

  test('foretell what comes of positions, the same from the same seed', async () => {
    const values = await valuesOf(arena(), 0, maker, even)
    expect(await errorOf(values)).toBeLessThan(await errorOf({ ...values, weights: anew }))
    expect(await valuesOf(arena(), 0, maker, even)).toEqual(values)
    const other = await valuesOf(arena(), 0, new Matchmaker(2, { ...settings, seed: 'other' }), even)
    expect(other).not.toEqual(values)
  })

  test('are learned at the end where the recipe has them', async () => {
    const follower = { onRound: () => {}, onMatches: () => {} }
    const { values, weights } = await learn(arena(), 0, 2, settings, [], follower)
    expect(values).toEqual(await valuesOf(arena(), 0, maker, weights))
    expect(matchesOf(settings, 2).values).toBe(2000)
    const plain = { ...settings, recipe: RECIPE }
    const without = await learn(arena(), 0, 2, plain, [], follower)
    expect([without.values, without.weights]).toEqual([null, weights])
    expect(matchesOf(plain, 2).values).toBe(0)
  })

  test('are learned by players of games whose planner has little to teach, not by adversaries', async () => {
    const games = ['bulwark', 'prestige', 'elephant-men', 'frontline', 'tic-tac-toe']
    const learned = games.map(async name => {
      const found = await loadGame(name)
      const { info } = found.compile(resolveRules(found, readRuleset(found, found.ruleset, ROOT), []))
      return recipeFor(info).values
    })
    expect(await Promise.all(learned)).toEqual([true, true, false, false, false])
    expect(EXPLOITING.values).toBe(false)
  })
})
