/** SIGINT and SIGTERM end a run at once, with everything kept that was finished. */
import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { type Ended, evenhand, folder } from '../cli/command.ts'
import { chunksIn, reportsIn } from './folders.ts'
import { undisturbed, workshop } from './runs.ts'
import { experimentOf, ONE } from './sabotage.ts'

/** Runs a command and signals it once its folder has so many chunks and some time has passed. */
async function interrupted(
  args: readonly string[],
  cwd: string,
  { signals, chunks, wait = 0 }: { signals: readonly NodeJS.Signals[]; chunks: number; wait?: number },
): Promise<Ended> {
  const meanwhile = async (child: ChildProcess): Promise<void> => {
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    await new Promise(resolve => child.stderr?.once('data', resolve))
    while (child.exitCode === null && chunksIn(join(cwd, 'o')) < chunks) await sleep(10)
    await sleep(wait)
    for (const [heard, signal] of signals.entries()) {
      child.kill(signal)
      // Two at once could be taken for one: the next is sent when the command has answered this one.
      while (isAlive(child) && answers(said) <= heard) await sleep(10)
    }
  }
  return await evenhand([...args, '--out', 'o'], { cwd, meanwhile: child => void meanwhile(child) })
}

const isAlive = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null
const answers = (text: string): number => text.match(/^SIG\w+:/gm)?.length ?? 0

describe('a run in full swing', () => {
  const ARGS = ['play', 'elephant-men', '--matches', '8000', '--threads', '2', '--chunk', '20']

  test('ends at a signal with all that was finished, and goes on to the same bytes', async () => {
    const cwd = folder()
    const expected = await undisturbed(ARGS, cwd)
    const kept = []
    for (const [signal, code] of [['SIGINT', 130] as const, ['SIGTERM', 143] as const]) {
      const one = await interrupted(ARGS, cwd, { signals: [signal], chunks: chunksIn(join(cwd, 'o')) + 3 })
      expect([one.code, one.signal], one.err).toEqual([code, undefined])
      expect(JSON.parse(reportsIn(join(cwd, 'o'))['manifest.json']!).complete).toBe(false)
      kept.push(chunksIn(join(cwd, 'o')))
    }
    const two = await interrupted(ARGS, cwd, { signals: ['SIGTERM', 'SIGTERM'], chunks: kept[1]! + 3 })
    expect(two.code, two.err).toBe(143)
    kept.push(chunksIn(join(cwd, 'o')))
    for (const [i, chunks] of kept.entries()) expect(chunks).toBeGreaterThanOrEqual((kept[i - 1] ?? 0) + 3)
    const { code, err } = await evenhand([...ARGS, '--out', 'o'], { cwd })
    expect(code).toBe(0)
    expect(err).toMatch(/^Resuming o: [\d,]+ matches/m)
    expect(reportsIn(join(cwd, 'o'))).toEqual(expected)
  })
})

describe('a run in a decision without end', () => {
  test('ends all the same: what is in hand is given up', async () => {
    const plot = experimentOf({ ...ONE, saboteurs: ['mode=loop:rarity=1'], matches: 4 })
    const args = ['run', 'plot.yaml', '--threads', '2', '--chunk', '1']
    const { code, err } = await interrupted(args, workshop({ 'plot.yaml': plot }), {
      signals: ['SIGINT'],
      chunks: 1,
      wait: 500,
    })
    expect(code, err).toBe(130)
    expect(err).toMatch(/^Interrupted after \d+ of 8 matches; rerun .*\(o\)/m)
  })

  test('ends at once at the second signal', async () => {
    const args = ['play', 'elephant-men', '--agents', 'mcts:iterations=1000000', '--matches', '2']
    const { code, out } = await interrupted(args, folder(), {
      signals: ['SIGINT', 'SIGINT'],
      chunks: 0,
      wait: 500,
    })
    expect([code, out]).toEqual([130, ''])
  })
})
