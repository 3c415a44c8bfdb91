/** Workers that answer anything: what is refused, what is said, and what the journal holds. Coordinator and worker run here. */

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { literal } from '../../documents/index.ts'
import { openRun, queuePool } from '../../library/index.ts'
import type { ChunkResult } from '../../sim/chunks/chunk.ts'
import { inlinePool } from '../../sim/chunks/pool.ts'
import { type Experiment, resolveExperiment } from '../../sim/experiment/index.ts'
import { type ChunkJob, PREFIX, QUEUE } from '../../sim/queue/protocol.ts'
import { evenhand, folder } from '../cli/command.ts'
import { announceIdle, reports } from './harness.ts'
import { HAS_REDIS, RedisServer } from './redis.ts'

/** What a forger sends for the n-th answer that it gives, from 0; `right` is the true one. */
type Forge = (right: ChunkResult, n: number) => unknown

describe.skipIf(!HAS_REDIS)('with a Redis server (Debian: redis-server)', () => {
  let redis: RedisServer
  let experiment: Experiment
  let said: string[]
  let forger: Worker | null = null

  beforeEach(async () => {
    redis = await RedisServer.start()
    const lineups = [{ agents: ['random'] }]
    experiment = await resolveExperiment(literal({ game: 'frontline', matches: 40, lineups }, 'test'))
    said = []
  })
  afterEach(async () => {
    await forger?.close(true)
    forger = null
    await redis.down()
  })

  function forge(answer: Forge): void {
    forger = workerOf('forger', answer)
  }

  function workerOf(name: string, answer: Forge): Worker {
    const stop = new Int32Array(new SharedArrayBuffer(4))
    const pool = inlinePool({ experiment, stop, memory: 1_000 })
    let answers = 0
    const play = async ({ data: { chunk } }: { data: ChunkJob }): Promise<unknown> =>
      answer(JSON.parse(JSON.stringify(await pool.run(chunk, 'none'))), answers++)
    const connection = { url: redis.url, maxRetriesPerRequest: null }
    const worker = new Worker(QUEUE, play, { connection, prefix: PREFIX, name })
    worker.on('error', () => {})
    return worker
  }

  function open(out: string, queued: boolean) {
    const pool = queuePool(redis.url, line => void said.push(line))
    return openRun(experiment, { out, threads: 0, chunk: 5, ...(queued ? { pool } : {}) })
  }

  test.each<[string, Forge]>([
    ['null', () => null],
    ['text', () => 'done'],
    ['nothing', () => undefined],
    ['the form of 0.1.0', ({ chunk: _, ...answer }) => answer],
    ['faults: [null]', answer => ({ ...answer, variants: [{ ...answer.variants[0], faults: [null] }] })],
    ['another chunk', answer => ({ ...answer, chunk: { ...answer.chunk, from: 0, to: 20 } })],
    [
      'a rigged fault',
      answer => ({
        ...answer,
        variants: [{ ...answer.variants[0], faults: [{ block: answer.chunk.from, reason: 'x' }] }],
      }),
    ],
  ])('a worker that answers %s ends the run, which names it and keeps what is right', async (_, wrong) => {
    const out = folder()
    const run = open(out, true)
    forge(async (right, n) => {
      // What is right is in the journal before anything else is answered.
      while (n > 0 && run.matches === 0) await sleep(10)
      return n === 0 ? right : wrong(right, n)
    })
    await expect(run.finish()).rejects.toThrow(
      /^worker forger: its answer for blocks \d+ to \d+ of random vs random is impossible: .*; 3 answers were refused/,
    )
    run.close()
    expect(
      said.filter(line => line.startsWith('refused an answer of worker forger for blocks ')),
    ).toHaveLength(2)
    // The journal reads back, and the rest is played without the queue.
    const again = open(out, false)
    expect(again.matches).toBe(10)
    await again.finish()
    expect(again.complete).toBe(true)
    again.close()
  })

  /** Plays beside an honest worker, which waits until the forger is banned, and compares with one machine. */
  async function expectBanned(banned: RegExp): Promise<void> {
    const client = new Redis(redis.url)
    // Both workers are known, so that the ban does not depend on which of them comes first.
    for (const id of ['honest', 'forger']) await announceIdle(client, id, 2 ** 40)
    client.disconnect()
    const honest = workerOf('honest', async right => {
      while (!said.some(line => banned.test(line))) await sleep(10)
      return right
    })
    const out = folder()
    const run = open(out, true)
    await run.finish()
    expect(run.complete).toBe(true)
    await run.writeReports()
    run.close()
    await honest.close(true)
    const alone = folder()
    const other = open(alone, false)
    await other.finish()
    await other.writeReports()
    other.close()
    expect(reports(out)).toEqual(reports(alone))
  }

  test('one bad worker beside an honest one is banned, and the run ends complete, to the bytes of one machine', async () => {
    forge(() => 'nonsense')
    await expectBanned(/^banned worker forger after 3 wrong answers; other workers play its chunks$/)
  })

  /** Answers from another seed, which agree with themselves. */
  const otherSeed = (): Forge => {
    const stop = new Int32Array(new SharedArrayBuffer(4))
    const other = inlinePool({ experiment: { ...experiment, seed: 'other' }, stop, memory: 1_000 })
    return ({ chunk }) => other.run(chunk, 'none')
  }

  test('a worker of another seed is banned beside an honest one, and none of its answers counts', async () => {
    forge(otherSeed())
    await expectBanned(
      /^banned worker forger: its answer for blocks \d+ to \d+ of random vs random differs from this machine's result; /,
    )
  })

  test('a worker of another seed alone ends the run, and nothing of it is kept', async () => {
    forge(otherSeed())
    const out = folder()
    const run = open(out, true)
    await expect(run.finish()).rejects.toThrow(
      /^worker forger: its answer for .* differs from this machine's result, and there is no other worker/,
    )
    run.close()
    const again = open(out, false)
    expect(again.matches).toBe(0)
    again.close()
  })

  test('what a worker answered is dropped if it is found wrong later, and played again', async () => {
    experiment = await resolveExperiment(
      literal({ game: 'frontline', matches: 1200, lineups: [{ agents: ['random'] }] }, 'test'),
    )
    const wrong = otherSeed()
    forge((right, n) => (n < 3 ? right : wrong(right, n)))
    const out = folder()
    const run = openRun(experiment, {
      out,
      threads: 0,
      chunk: 100,
      pool: queuePool(redis.url, line => void said.push(line)),
    })
    await expect(run.finish()).rejects.toThrow(
      /^worker forger: this machine gets a different result for block 500 of random vs random, expected the same; its 6 chunks are removed from the journal; rerun the command without this worker/,
    )
    run.close()
    const [again, alone] = [out, folder()].map(dir => openRun(experiment, { out: dir, threads: 0 }))
    expect(again!.matches).toBe(0)
    for (const one of [again!, alone!]) {
      await one.finish()
      await one.writeReports()
      one.close()
    }
    expect(reports(again!.dir!)).toEqual(reports(alone!.dir!))
  })

  test('an agent with a clock costs its line-up, and no worker is banned', async () => {
    const cwd = folder({
      'clock.mjs': `export default { id: 'clock', summary: 's', make: () => ({ choose: (view, seat, legal, count) => legal[Math.floor(performance.now() * 1e4) % count] }) }\n`,
    })
    const lineups = [{ agents: ['./clock.mjs', 'random'] }, { agents: ['random'] }]
    experiment = await resolveExperiment(
      literal({ game: 'frontline', matches: 40, lineups }, join(cwd, 'x.yaml')),
    )
    forge(right => right)
    const run = open(folder(), true)
    await expect(run.finish()).rejects.toThrow(
      /^clock vs random: agent clock: blocks \d+ to \d+ of clock vs random gave a different result each time/,
    )
    run.close()
    expect(said.filter(line => line.startsWith('banned'))).toEqual([])
  })

  test('a chunk whose answer was refused is dealt again', async () => {
    forge((right, n) => (n === 1 || n === 3 ? 'done' : right))
    const run = open(folder(), true)
    const { complete } = await run.finish()
    run.close()
    expect(complete).toBe(true)
    expect(said.filter(line => line.startsWith('refused an answer'))).toHaveLength(2)
  })

  test('a server whose policy is to drop keys is refused in words', async () => {
    const client = new Redis(redis.url)
    await client.config('SET', 'maxmemory-policy', 'allkeys-lru')
    client.disconnect()
    const words =
      /drops keys, and so chunks, when its memory is full \(maxmemory-policy allkeys-lru\); expected noeviction/
    const run = open(folder(), true)
    await expect(run.finish()).rejects.toThrow(words)
    run.close()
    const { code, err } = await evenhand(['worker', '--redis', redis.url])
    expect([code, words.test(err)]).toEqual([3, true])
  })
})
