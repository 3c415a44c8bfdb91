/** Best responses over positions are those over histories. */
import { describe, expect, test } from 'vitest'
import {
  bestResponse,
  type DecisionPoint,
  expectedPayoffs,
  GameTree,
  PositionGraph,
  responseTo,
  responseValue,
  TooLarge,
  Unsolvable,
  uniform,
} from '../../engine/solve/index.ts'
import { gameOf as elephantOf } from '../elephant-men/load.ts'
import { classicOf } from './load.ts'

/** A policy that is not even, and looks at nothing but the question. */
const slanted = ({ actions, words }: DecisionPoint): readonly number[] => {
  const weights = actions.map((action, i) => 1 + ((action * 7 + i + words.length) % 3))
  const sum = weights.reduce((all, weight) => all + weight, 0)
  return weights.map(weight => weight / sum)
}

describe('positions and histories agree', () => {
  test.each([
    ['matrix-game', {}],
    ['goofspiel', { cards: 3 }],
    ['nim', { piles: [1, 2, 3] }],
    ['oshi-zumo', { coins: 4, size: 1 }],
    ['pig', { goal: 3, turns: 3 }],
  ])('in %s %j', (id, rules) => {
    const game = classicOf(id, rules)
    const tree = new GameTree(game, 10_000)
    const positions = new PositionGraph(game, 1000)
    for (const policy of [uniform, slanted])
      for (const seat of [0, 1]) {
        const [known, found] = [responseTo(tree, policy, seat), positions.respond(policy, seat)]
        expect(found.value).toBeCloseTo(known.value, 12)
        expect(bestResponse(tree, policy, seat)).toBe(known.value)
        expect(positions.expected(policy)[seat]).toBeCloseTo(expectedPayoffs(tree, policy)[seat]!, 12)
        // A response is worth what it says against what it was found for, and the best one is worth more than any other.
        expect(responseValue(tree, policy, known)).toBeCloseTo(known.value, 12)
        expect(positions.value(policy, found)).toBeCloseTo(found.value, 12)
        const other = policy === uniform ? slanted : uniform
        expect(responseValue(tree, other, known)).toBeLessThanOrEqual(bestResponse(tree, other, seat) + 1e-12)
        expect(positions.value(other, found)).toBeLessThanOrEqual(
          positions.respond(other, seat).value + 1e-12,
        )
      }
  })

  test('a response plays by the policy where it has no choice', () => {
    const tree = new GameTree(classicOf('kuhn-poker'), 100)
    expect(responseValue(tree, uniform, { seat: 0, value: 0, choices: new Map() })).toBeCloseTo(1 / 8, 12)
    const positions = new PositionGraph(classicOf('nim', { piles: [1, 2] }), 100)
    expect(positions.value(uniform, { seat: 0, value: 0, choices: new Map() })).toBeCloseTo(
      positions.expected(uniform)[0]!,
      12,
    )
  })
})

describe('tic-tac-toe by its 5478 positions', () => {
  const positions = new PositionGraph(classicOf('tic-tac-toe'), 5478)

  // Uniform play: 737/1260 won by cross and 8/63 drawn. A best response as cross wins all but one match in 192, which it draws.
  test('played uniformly, and a best response to that', () => {
    expect(positions.count).toBe(5478)
    expect(positions.expected(uniform)[0]).toBeCloseTo(737 / 1260 + 4 / 63, 12)
    expect(positions.respond(uniform, 0).value).toBeCloseTo(1 - 1 / 384, 12)
  })

  test('one position fewer is too few', () => {
    expect(() => new PositionGraph(classicOf('tic-tac-toe'), 5477)).toThrow(TooLarge)
    expect(() => new PositionGraph(classicOf('tic-tac-toe'), 5477)).toThrow(/more than 5477 positions/)
  })
})

describe('what positions do not suffice for', () => {
  test('secrets', () => {
    expect(() => new PositionGraph(classicOf('kuhn-poker'), 1000)).toThrow(Unsolvable)
  })

  test('several decisions that are sealed together', () => {
    expect(() => new PositionGraph(elephantOf('v0.2'), 1000)).toThrow(
      /make several simultaneous decisions at a time/,
    )
  })
})
