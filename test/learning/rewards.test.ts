/** What the matches of a learning are scored by. */
import { expect, test } from 'vitest'
import { ROOT } from '../../engine/package.ts'
import { loadGame, readRuleset, resolveRules } from '../../engine/registry/index.ts'
import {
  environmentOf,
  inlinePool,
  isPaidEvenly,
  type Matches,
  meanOf,
  playAll,
  type RewardKind,
} from '../../sim/learning/tasks.ts'

/** What greedy scores against random play in a hundred matches. */
async function scoreIn(game: string, reward: RewardKind): Promise<number> {
  const module = await loadGame(game)
  const rules = resolveRules(module, readRuleset(module, module.ruleset, ROOT), [])
  const pool = inlinePool({ environments: [environmentOf(module, rules)], stop: new Int32Array(1) })
  const players = ['greedy', 'random'].map(agent => ({ agent, options: {} }))
  const matches: Matches = { players, seed: 'stakes', blocks: 50, keeps: 'winners', reward }
  const [played] = await playAll(pool, 0, [matches], () => {})
  return meanOf(played!)
}

test('even stakes are the payoff where half of its range is what equals get, and wins in all other games', async () => {
  const [wins, payoff, even] = await Promise.all(
    (['wins', 'payoff', 'even'] as const).map(reward => scoreIn('kuhn-poker', reward)),
  )
  expect(even).toBe(payoff)
  expect(even).not.toBe(wins)
  expect(await scoreIn('nim', 'even')).toBe(await scoreIn('nim', 'wins'))
})

test('half of the range of payoffs is what equals get only in some games', () => {
  const chips = { id: 'chips', label: 'chips', min: -2, max: 2, zeroSum: true, weight: 1, payoff: true }
  const of = (seats: number, gauge: object): boolean =>
    isPaidEvenly({ seats: new Array(seats).fill('x'), gauges: [{ ...chips, ...gauge }] })
  expect(of(2, {})).toBe(true)
  expect([of(3, {}), of(2, { min: -1 }), of(2, { zeroSum: false }), of(2, { payoff: false })]).toEqual(
    new Array(4).fill(false),
  )
})
