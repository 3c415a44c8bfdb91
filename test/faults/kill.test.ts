/** A run that is killed at random steps, and started again each time, comes to the same bytes. */
import { expect, test } from 'vitest'
import { folder } from '../cli/command.ts'
import { reportsIn } from './folders.ts'
import { undisturbed } from './runs.ts'
import { storm } from './storming.ts'

const KILLS = 50
/** Some seconds of play and some hundred lines. */
const ARGS = ['play', 'elephant-men', '--rules', 'limits.turns=10', '--matches', '20000', '--chunk', '40']

test(`killed ${KILLS} times`, { timeout: 300_000 }, async () => {
  const cwd = folder()
  const expected = await undisturbed(ARGS, cwd)
  const { kills, runs } = await storm({
    args: count => [...ARGS, '--threads', count % 3 === 0 ? '2' : '1'],
    cwd,
    seed: 'kill',
    enough: count => count >= KILLS,
    check: dir => expect(reportsIn(dir)).toEqual(expected),
  })
  expect(kills).toBe(KILLS)
  expect(runs).toBeGreaterThan(0)
})
