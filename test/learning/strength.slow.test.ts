/** What is learned in a quarter of a minute plays better than what it learned from. */
import { expect, test } from 'vitest'
import { learn, type Round } from '../../sim/learning/learn.ts'
import { gameOf } from '../elephant-men/load.ts'

test('a player of Elephant Men beats greedy after two rounds', { timeout: 600_000 }, async () => {
  const rounds: Round[] = []
  const settings = { rounds: 2, matches: 200, tests: 100, seed: 'strength' }
  const { beatsGreedy } = await learn(
    gameOf('v0.2'),
    settings,
    round => rounds.push(round),
    async () => {},
  )
  expect(rounds.map(({ kept }) => kept)).toEqual([true, true, true])
  expect(beatsGreedy).toBe(true)
  expect(rounds[2]!.strength.at(-1)!.score).toBeGreaterThan(0.85)
})
