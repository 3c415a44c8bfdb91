/** What `evenhand workers` tells of a queue's workers, from what they say in Redis. */
import { Redis } from 'ioredis'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { announceWorker, liveWorkers, workersAt } from '../../sim/queue/heartbeats.ts'
import { BUILD, serverTime, WORKERS, workerKey } from '../../sim/queue/protocol.ts'
import { evenhand } from '../cli/command.ts'
import { expectError } from '../cli/messages.ts'
import { announceIdle } from './harness.ts'
import { HAS_REDIS, RedisServer } from './redis.ts'

/** Heard from so late, a worker doesn't fall silent on a slow machine. */
const LATER = 2 ** 40

describe.skipIf(!HAS_REDIS)('with a Redis server (Debian: redis-server)', () => {
  let server: RedisServer
  let redis: Redis
  beforeEach(async () => {
    server = await RedisServer.start()
    redis = new Redis(server.url)
  })
  afterEach(async () => {
    redis.disconnect()
    await server.down()
  })

  const busy = {
    build: BUILD,
    version: '1.2.3',
    threads: 8,
    since: 1_790_000_000,
    chunks: 40,
    matches: 12_000,
    rate: 150.4,
    faults: 2,
    playing: ['big'],
  }

  test('lists who plays, who vanished and who refuses, and counts only those that can play', async () => {
    await announceWorker(redis, 'a-busy', busy)
    await announceIdle(redis, 'b-idle', LATER)
    await announceIdle(redis, 'c-vanished', (await serverTime(redis)) - 100)
    const refusal = 'worker: runs evenhand 1.0.0, but the runs in progress use 2.0.0; expected the same build'
    await announceWorker(redis, 'd-old', {
      ...busy,
      build: '1.0.0-aa',
      version: '1.0.0',
      playing: [],
      refusal,
    })
    await announceWorker(redis, 'e-other-build', { ...busy, build: '1.0.0-aa' })
    await redis.zadd(WORKERS, LATER, 'a-busy', LATER, 'e-other-build')
    expect((await workersAt(redis)).map(({ id, state }) => [id, state])).toEqual([
      ['a-busy', 'playing'],
      ['b-idle', 'waiting'],
      ['c-vanished', 'vanished'],
      ['d-old', 'refused'],
      ['e-other-build', 'playing'],
    ])
    expect(await liveWorkers(redis)).toEqual(
      new Map([
        ['a-busy', 8],
        ['b-idle', 1],
      ]),
    )
    const { code, out } = await evenhand(['workers', server.url])
    expect(code).toBe(0)
    expect(out).toMatch(/^a-busy +playing +8 +150 +12,000 +2 +1\.2\.3 +2026-09-21 14:13:20$/m)
    expect(out).toMatch(/^c-vanished +vanished [\d,]+ s ago +1 +- /m)
    expect(out).toContain(`d-old refused: ${refusal}\n`)
    expect(out).toMatch(/^3 workers alive with 17 threads: 301 matches\/s$/m)
    const document = JSON.parse((await evenhand(['workers', server.url, '--json'])).out)
    expect(document).toMatchObject({ waiting: 0, active: 0 })
    expect(document.workers[0]).toMatchObject({
      ...busy,
      since: '2026-09-21T14:13:20.000Z',
      state: 'playing',
    })
  })

  test('what is no heartbeat is skipped, and names are shown, not obeyed', async () => {
    await announceWorker(redis, 'red\u001b[31m\nname', busy)
    for (const [id, text] of [
      ['garbled', '{'],
      ['null', 'null'],
      ['many', JSON.stringify({ ...busy, threads: 1e9 })],
    ] as const) {
      await redis.zadd(WORKERS, LATER, id)
      await redis.set(workerKey(id), text)
    }
    const workers = await workersAt(redis)
    expect(workers).toHaveLength(1)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what it is about
    expect(workers[0]!.id).not.toMatch(/[\u0000-\u001f]/)
  })
})

test.each<[string, string, string[]]>([
  ['http://me:secret@127.0.0.1', 'QUEUE', ['not the URL of a Redis server', 'redis://127.0.0.1:6379']],
  ['missing-folder', 'missing-folder', ['no such folder']],
])('evenhand workers %s is refused', async (named, place, words) => {
  const { code, err } = await evenhand(['workers', named])
  expect(code).toBe(2)
  expectError(err, place, words)
  expect(err).not.toContain('secret')
})
