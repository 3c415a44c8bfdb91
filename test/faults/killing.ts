/** What is killed, and what it must come to. */
import { expect } from 'vitest'
import { folder } from '../cli/command.ts'
import { reportsIn } from './folders.ts'
import { undisturbed } from './runs.ts'
import { storm } from './storming.ts'

/** Kills a run at random steps, drawn from the seed, and restarts it each time. */
export async function killed(times: number, matches: number, seed: string): Promise<void> {
  const cwd = folder()
  const run = ['play', 'elephant-men', '--rules', 'limits.turns=10', '--matches', String(matches)]
  const args = [...run, '--chunk', '40']
  const expected = await undisturbed(args, cwd)
  const { kills, runs } = await storm({
    args: count => [...args, '--threads', count % 3 === 0 ? '2' : '1'],
    cwd,
    seed,
    enough: count => count >= times,
    check: dir => expect(reportsIn(dir)).toEqual(expected),
  })
  expect(kills).toBe(times)
  expect(runs).toBeGreaterThan(0)
}
