/** What is learned in a quarter of a minute plays better than what it learned from. */
import { expect, test } from 'vitest'
import { type Checkpoint, learn, type Round } from '../../sim/learning/learn.ts'
import { inlinePool } from '../../sim/learning/tasks.ts'
import { rulesOf } from '../elephant-men/load.ts'

test('a player of Elephant Men beats greedy after two rounds', { timeout: 600_000 }, async () => {
  const rounds: Round[] = []
  const settings = { rounds: 2, matches: 40, tests: 40, seed: 'strength' }
  const follower = { onRound: ({ round }: Checkpoint) => void rounds.push(round), onMatches: () => {} }
  const pool = inlinePool({
    environments: [{ game: 'elephant-men', rules: rulesOf('v0.2') }],
    stop: new Int32Array(1),
  })
  const { beatsGreedy } = await learn(pool, 0, 2, settings, [], follower)
  expect(rounds.map(({ kept }) => kept)).toEqual([true, true, true])
  expect(beatsGreedy).toBe(true)
  expect(rounds[2]!.strength.at(-1)!.score).toBeGreaterThan(0.85)
})
