/** Sampled CFR against exact and published values. */
import { describe, expect, test } from 'vitest'
import {
  bestResponse,
  Cfr,
  equilibriumOf,
  expectedPayoffs,
  GameTree,
  nashConv,
  Unsolvable,
} from '../../engine/solve/index.ts'
import { SampledCfr } from '../../engine/solve/sampled.ts'
import { gameOf as prestigeOf } from '../prestige/load.ts'
import { classicOf } from './load.ts'

describe('sampled CFR', () => {
  test.each([
    // Kuhn 1950. Leduc: OpenSpiel's tests of sequence-form linear programs.
    ['kuhn-poker', {}, 5000, -1 / 18, 0.01, 0.1],
    ['leduc-poker', {}, 5000, -0.085606424078, 0.08, 0.8],
  ] as const)('comes near the value of %s', (id, rules, iterations, value, off, gap) => {
    const game = classicOf(id, rules)
    const tree = new GameTree(game, 10_000)
    const sampled = new SampledCfr(game, 'a')
    sampled.run(iterations / 10)
    const early = nashConv(tree, sampled.policy)
    sampled.run(iterations)
    expect(Math.abs(expectedPayoffs(tree, sampled.policy)[0]! - value)).toBeLessThan(off)
    expect(nashConv(tree, sampled.policy)).toBeLessThan(gap)
    expect(nashConv(tree, sampled.policy)).toBeLessThan(early)
  })

  test("comes near the value of liar's dice with two dice of two sides each, which CFR+ encloses", () => {
    const game = classicOf('liars-dice', { dice: 2, sides: 2 })
    const tree = new GameTree(game, 10_000)
    const exact = new Cfr(tree)
    exact.run(60)
    const [low, high] = [1 - bestResponse(tree, exact.policy, 1), bestResponse(tree, exact.policy, 0)]
    expect(high - low).toBeLessThan(0.002)
    const sampled = new SampledCfr(game, 'a')
    sampled.run(2000)
    const value = expectedPayoffs(tree, sampled.policy)[0]!
    expect(value).toBeGreaterThan(low - 0.005)
    expect(value).toBeLessThan(high + 0.005)
    expect(nashConv(tree, sampled.policy)).toBeLessThan(0.03)
  })

  test('finds Goofspiel of six cards, too large for a tree, as even as its symmetry makes it', () => {
    const game = classicOf('goofspiel', { cards: 6 })
    expect(() => new GameTree(game, 300_000)).toThrow('more than 300000 histories')
    const found = equilibriumOf(game, { nodes: 20_000, seed: 'a' })!
    expect(found).toMatchObject({ method: 'sampled', nashConv: null, forgets: null })
    expect(found.low).toBeLessThan(0.5)
    expect(found.high).toBeGreaterThan(-0.5)
    expect(found.iterations).toBeGreaterThan(0)
  }, 60_000)

  test('is the same for the same seed, however it is cut, and another for another', () => {
    const game = classicOf('leduc-poker')
    const { views } = new GameTree(game, 10_000)
    const policiesOf = (seed: string, ...runs: number[]) => {
      const sampled = new SampledCfr(game, seed)
      for (const iterations of runs) sampled.run(iterations)
      return views.map(sampled.policy)
    }
    expect(policiesOf('a', 10, 20)).toEqual(policiesOf('a', 30))
    expect(policiesOf('b', 30)).not.toEqual(policiesOf('a', 30))
  })

  test('is for two seats, and gives up a game whose first iteration would not end', () => {
    expect(() => new SampledCfr(prestigeOf('three'), 'a')).toThrow(Unsolvable)
    expect(equilibriumOf(classicOf('oshi-zumo'), { nodes: 1, seed: 'a' })).toBeNull()
  })
})
