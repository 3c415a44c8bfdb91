/** A coordinator of thousands of threads: what it asks of Redis, and how many chunks it hands out, and how long. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { VERSION } from '../../engine/package.ts'
import { defineExperiment } from '../../library/index.ts'
import type { ChunkResult } from '../../sim/chunks/chunk.ts'
import { inlinePool } from '../../sim/chunks/pool.ts'
import { openCoordinator } from '../../sim/queue/coordinator.ts'
import { announceWorker } from '../../sim/queue/heartbeats.ts'
import { answerOf, BUILD, type ChunkJob, PREFIX, QUEUE } from '../../sim/queue/protocol.ts'
import { HAS_REDIS, RedisServer } from './redis.ts'

const MACHINES = 10
const THREADS = 500
const [CHUNKS, ANSWERED] = [400, 100]

/** How often a server carried out a command, scripts included. */
async function callsOf(redis: Redis, command: string): Promise<number> {
  return Number(
    new RegExp(`cmdstat_${command}:calls=(\\d+)`).exec(await redis.info('commandstats'))?.[1] ?? 0,
  )
}

test.skipIf(!HAS_REDIS)(
  'fetches an answer once, however many chunks are pending, and hands out few before their length is known',
  async () => {
    const experiment = await defineExperiment({ name: 'wide', game: 'nim', matches: 100_000 })
    const settings = { experiment, stop: new Int32Array(new SharedArrayBuffer(4)), memory: 500 }
    const server = await RedisServer.start()
    const redis = new Redis(server.url)
    const none = { since: 0, chunks: 0, matches: 0, rate: 0, faults: 0, playing: ['wide'] }
    const heartbeat = { ...none, build: BUILD, version: VERSION, threads: THREADS }
    const announce = async (): Promise<void> => {
      for (let i = 0; i < MACHINES; i++) await announceWorker(redis, `wide${i}-1-aaaaaa`, heartbeat)
    }
    await announce()
    const pool = await openCoordinator(
      server.url,
      { ...settings, openOwn: async () => inlinePool(settings) },
      () => {},
    )
    onTestFinished(async () => {
      pool.abandon()
      await pool.close()
      redis.disconnect()
      await server.down()
    })
    expect(pool.width).toBe(512)
    const results: ChunkResult[] = []
    for (let i = 0; i < CHUNKS; i++)
      pool.run({ lineup: 0, from: i, to: i + 1 }, 'none').then(
        result => results.push(result),
        () => {},
      )
    while ((await callsOf(redis, 'zrange')) < 20) await sleep(20)
    const [before, polls] = [await callsOf(redis, 'hgetall'), await callsOf(redis, 'zrange')]
    const own = inlinePool(settings)
    let played = 0
    const worker = new Worker<ChunkJob>(
      QUEUE,
      async ({ data }) => {
        if (++played > ANSWERED) return await new Promise(() => {})
        // A block that took as long says that more than a few chunks may be out.
        return { ...answerOf(await own.run(data.chunk, 'none')), milliseconds: 1e6 }
      },
      { name: 'wide0-1-aaaaaa', connection: { url: server.url, maxRetriesPerRequest: null }, prefix: PREFIX },
    )
    onTestFinished(() => worker.close(true))
    while (results.length < ANSWERED || (await callsOf(redis, 'zrange')) < polls + 60) await sleep(20)
    // Once by the coordinator, and by scripts of BullMQ.
    expect((await callsOf(redis, 'hgetall')) - before).toBeLessThan(5 * ANSWERED)
    await announce()
    while (pool.width < 2 * MACHINES * THREADS) {
      await announce()
      await sleep(100)
    }
    expect(pool.least).toBeGreaterThan(0)
  },
)
