/** Workers that end while they play one chunk alone: the first costs nothing, the second the run, or the line-up where it is the game that may end them. */
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { literal } from '../../documents/index.ts'
import { LineupError } from '../../sim/chunks/pool.ts'
import { type Experiment, resolveExperiment } from '../../sim/experiment/index.ts'
import { RetryPolicy } from '../../sim/queue/retries.ts'
import { experimentWith, failing } from '../own/own.ts'

const SABOTEUR = fileURLToPath(new URL('../faults/saboteur.mjs', import.meta.url))
const CHUNK = { lineup: 0, from: 0, to: 2 }

/** What happens after two deaths on a chunk. */
function given(experiment: Experiment): Error | null {
  const said: string[] = []
  const policy = new RetryPolicy(experiment, text => said.push(text))
  expect(policy.died(CHUNK, 'a', 1)).toBeNull()
  expect(said).toHaveLength(1)
  return policy.died(CHUNK, 'b', 2)
}

it('two workers that end over a chunk give up its line-up in a game of the user', async () => {
  const error = given(await experimentWith(failing('false')))
  expect(error).toBeInstanceOf(LineupError)
  expect(error?.message).toMatch(
    /^game module .*bad\.mjs: every worker that plays blocks 0 to 1 of .* dies, .* most recently worker b; expected a game that leaves its process alone/,
  )
})

it('two workers that end over a chunk end the run if an agent by path plays in it', async () => {
  const lineups = [{ agents: [SABOTEUR, 'random'] }]
  const shipped = await resolveExperiment(literal({ game: 'frontline', lineups }, 'test'))
  for (const experiment of [shipped, await experimentWith(failing('false'), { lineups })]) {
    const error = given(experiment)
    expect(error).not.toBeInstanceOf(LineupError)
    expect(error?.message).toMatch(
      /^agent .*: every worker .* expected agents that leave their process alone/,
    )
  }
})

it('a worker with three wrong answers is banned where there are others, and ends the run where it is alone', async () => {
  const experiment = await resolveExperiment(literal({ game: 'frontline' }, 'test'))
  const chunks = Array.from({ length: 4 }, (_, i) => ({ lineup: 0, from: 2 * i, to: 2 * i + 2 }))
  const said: string[] = []
  const among = new RetryPolicy(experiment, text => said.push(text))
  for (const chunk of chunks) expect(among.refused(chunk, 'bad', 'x', true)).toBeNull()
  expect([among.isBanned('bad'), among.isBanned('good')]).toEqual([true, false])
  expect(said.at(-1)).toBe('banned worker bad after 3 wrong answers; other workers play its chunks')
  expect(said).toHaveLength(4)
  const alone = new RetryPolicy(experiment, () => {})
  const ends = chunks.map(chunk => alone.refused(chunk, 'bad', 'x', false)?.message)
  expect(ends.slice(0, 2)).toEqual([undefined, undefined])
  expect(ends[2]).toMatch(/^worker bad: its answer .* 3 answers were refused/)
})

it('a worker whose answer differs is banned at once, with its machine and what that starts next', async () => {
  const experiment = await resolveExperiment(literal({ game: 'frontline' }, 'test'))
  const said: string[] = []
  const policy = new RetryPolicy(experiment, text => said.push(text))
  expect(policy.differs(CHUNK, 'pc-2-17-abc123', true)).toBeNull()
  expect(policy.isBanned('pc-2-99-0defab')).toBe(true)
  expect(['pc-1-17-abc123', 'pc-2'].map(worker => policy.isBanned(worker))).toEqual([false, true])
  expect(said).toEqual([
    "banned worker pc-2-17-abc123: its answer for blocks 0 to 1 of random vs random differs from this machine's result; none of its answers count, and other workers play its chunks",
  ])
  expect(policy.differs(CHUNK, 'pc-1-17-abc123', false)?.message).toMatch(
    /^worker pc-1-17-abc123: its answer for .* differs from this machine's result, and there is no other worker; /,
  )
})

it('three wrong answers of one machine ban it, whichever process gave them', async () => {
  const experiment = await resolveExperiment(literal({ game: 'frontline' }, 'test'))
  const policy = new RetryPolicy(experiment, () => {})
  for (const process of [1, 2, 3])
    policy.refused({ ...CHUNK, from: 2 * process }, `pc-${process}-abc123`, 'x', true)
  expect(policy.isBanned('pc-4-abc123')).toBe(true)
})

it('a banned worker that goes on taking chunks ends the run, and says nothing meanwhile', async () => {
  const experiment = await resolveExperiment(literal({ game: 'frontline' }, 'test'))
  const said: string[] = []
  const policy = new RetryPolicy(experiment, text => said.push(text))
  policy.differs(CHUNK, 'bad', true)
  let times = 0
  let end: Error | null = null
  for (; end === null && times < 2_000; times++) end = policy.refused(CHUNK, 'bad', 'it is banned', true)
  expect([times, said.length]).toEqual([1_000, 1])
  expect(end?.message).toMatch(/^worker bad: was banned but still took chunks 1000 times/)
})

it('a chunk that six workers answer wrong ends the run', async () => {
  const experiment = await resolveExperiment(literal({ game: 'frontline' }, 'test'))
  const policy = new RetryPolicy(experiment, () => {})
  const ends = ['a', 'b', 'c', 'd', 'e', 'f'].map(worker => policy.refused(CHUNK, worker, 'x', true))
  expect(ends.map(end => end === null)).toEqual([true, true, true, true, true, false])
})
