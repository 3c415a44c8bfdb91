/** The panel: who is on it, and what a strength against it says. */
import { describe, expect, test } from 'vitest'
import { readPolicy, shippedFile, shippedPolicies } from '../../agents/index.ts'
import { loadGame, readRuleset, resolveRules } from '../../engine/registry/index.ts'
import {
  ALWAYS,
  measurePanel,
  type PanelOpponent,
  panelOf,
  panelWords,
  strengthOf,
} from '../../library/panel.ts'

const rulesOf = async (id: string, ruleset: string) => {
  const game = await loadGame(id)
  return { game, rules: resolveRules(game, readRuleset(game, ruleset, '.'), []) }
}
const namesOf = (panel: readonly PanelOpponent[]) => panel.map(({ name }) => name)
const SEARCHES = ['greedy', 'mcts:400', 'mcts:1600']

describe('who is on a panel', () => {
  test('greedy, two searches, another member of the population, and older policies', async () => {
    const { game, rules } = await rulesOf('bulwark', 'standard')
    const of = (file: string) => namesOf(panelOf(game, rules, shippedFile(file)))
    const older = 'bulwark-standard.older.policy'
    expect(of('bulwark-standard.policy')).toEqual([...SEARCHES, 'bulwark-standard.2.policy', older])
    expect(of('bulwark-standard.3.policy')).toEqual([...SEARCHES, 'bulwark-standard.policy', older])
    // Nobody is measured against itself.
    expect(of(older)).toEqual([...SEARCHES, 'bulwark-standard.policy'])
  })

  test('of a game that ships none, greedy and the searches', async () => {
    const { game, rules } = await rulesOf('nim', 'standard')
    expect(namesOf(panelOf(game, rules, shippedFile('bulwark-standard.policy')))).toEqual(SEARCHES)
  })

  test('nobody who plans against the player', async () => {
    for (const one of shippedPolicies()) {
      const { schema } = await loadGame(one.game)
      const panel = panelOf(await loadGame(one.game), schema.parse(one.rules), shippedFile(one.file))
      expect(panel.filter(({ agent }) => agent.includes('planner') || agent.includes(`${one.file}`))).toEqual(
        [],
      )
    }
  })

  test.each(shippedPolicies().flatMap(({ outsiders }) => outsiders))(
    '$file is the one that the list names',
    ({ file, sha256 }) => {
      expect(readPolicy(shippedFile(file)).sha256).toBe(sha256)
    },
  )
})

const PANEL: readonly PanelOpponent[] = [
  { name: 'random', agent: 'random', matches: 40 },
  { name: 'greedy', agent: 'greedy', matches: 20 },
]
const LEAN = { game: 'frontline', ruleset: 'lean' }

describe('a strength', () => {
  test('is the mean over the opponents, whose intervals add up in squares', async () => {
    const file = shippedFile('frontline-lean.policy')
    const scores = await measurePanel(LEAN, file, PANEL, 2, { threads: 0 })
    expect(await measurePanel(LEAN, file, PANEL, 2, { threads: 0 })).toEqual(scores)
    const strength = strengthOf(scores)
    const [random, greedy] = strength.against
    expect([random!.name, random!.matches, greedy!.name, greedy!.matches]).toEqual([
      'random',
      40,
      'greedy',
      20,
    ])
    const { score, low, high } = strength.mean
    expect(score).toBeCloseTo((random!.score + greedy!.score) / 2, 12)
    expect(score - low).toBeCloseTo(
      Math.hypot(random!.score - random!.low, greedy!.score - greedy!.low) / 2,
      12,
    )
    expect(high - score).toBeCloseTo(
      Math.hypot(random!.high - random!.score, greedy!.high - greedy!.score) / 2,
      12,
    )
    // The player is the one that is scored.
    expect(random!.score).toBeGreaterThan(0.9)
  })

  test('in words, with the score against each', () => {
    const share = (name: string, score: number) => ({
      name,
      matches: 9,
      score,
      low: score - 0.1,
      high: score + 0.05,
    })
    const strength = {
      mean: { score: 0.8, low: 0.745, high: 0.83 },
      against: [share('greedy', 0.95), share('mcts:400', 0.65)],
    }
    expect(panelWords(strength)).toBe(
      "80 % ± 6 on average against 2 opponents that don't know it: greedy 95, mcts:400 65",
    )
  })

  test('every panel has the same searches at the same budgets', () => {
    expect(ALWAYS.map(({ agent }) => agent)).toEqual([
      'greedy',
      'mcts:iterations=400',
      'mcts:iterations=1600',
    ])
  })
})
