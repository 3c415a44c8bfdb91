/** What a storm does to runs over a queue; afterwards the run continues undisturbed. */
import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Redis } from 'ioredis'
import { below } from '../../../engine/rng.ts'
import { JOURNAL } from '../../../sim/store/journal.ts'
import { HAS_REDIS, RedisServer } from '../../queue/redis.ts'
import { playedIn, reportsIn } from '../folders.ts'
import { endOf, momentOf } from '../storming.ts'
import { DONE, FAILED, type Kind, pick, REFUSED, type Scene, TERMINATED } from './kinds.ts'
import { CHUNK_BLOCKS, OUT, start, startWorker } from './run.ts'

/** Those that forge.mjs knows. */
const FORGERIES = [
  ...['null', 'text', 'list', 'nothing', 'no variants', 'another chunk', 'more blocks', 'faults of nobody'],
  'a cut tally',
]
const FORGE = fileURLToPath(new URL('forge.mjs', import.meta.url))
/** Longest wait for chunks after what happened: those of a dead worker are noticed later. */
const AFTER_MS = 4_000
const LOOK_MS = 10

/** A server, what runs over it, and how a coordinator is started. */
interface Queue {
  readonly server: RedisServer
  readonly backend: readonly string[]
  worker(start?: Parameters<typeof startWorker>[2]): ChildProcess
}

/** A kind with a separate server for each try; its workers end with it. */
function queued(name: string, disturb: (scene: Scene, queue: Queue) => Promise<void>): Kind {
  return {
    name: `queue: ${name}`,
    missing: HAS_REDIS ? null : 'needs redis-server',
    async disturb(scene) {
      const server = await RedisServer.start()
      const workers: ChildProcess[] = []
      const worker: Queue['worker'] = how => {
        const child = startWorker(scene.cwd, server.url, how)
        workers.push(child)
        return child
      }
      try {
        const backend = ['--backend', 'bullmq', '--redis', server.url]
        await disturb(scene, { server, backend, worker })
      } finally {
        for (const one of workers) one.kill('SIGKILL')
        await server.down()
      }
    },
  }
}

/** Lets a coordinator go on for a while, and ends it. */
async function goOnAndEnd(child: ChildProcess, dir: string): Promise<void> {
  const played = playedIn(dir)
  const until = performance.now() + AFTER_MS
  while (child.exitCode === null && playedIn(dir) < played + 3 * CHUNK_BLOCKS && performance.now() < until)
    await sleep(LOOK_MS)
  child.kill('SIGTERM')
}

/** Kills a worker, the coordinator or the server at a random moment; what is killed comes back. */
const deaths = queued(
  'SIGKILL of a worker, the coordinator or Redis',
  async (scene, { server, backend, worker }) => {
    const { cwd, rng } = scene
    const dir = join(cwd, OUT)
    const kept = playedIn(dir)
    const victim = pick(rng, ['worker', 'coordinator', 'redis'])
    const workers = [worker(), worker()]
    const child = start(cwd, { backend })
    const ended = endOf(child)
    await Promise.race([momentOf(rng, child, join(dir, JOURNAL)), ended])
    if (victim === 'worker') workers[0]!.kill('SIGKILL')
    else if (victim === 'coordinator') child.kill('SIGKILL')
    else {
      await server.down()
      await server.up()
    }
    await goOnAndEnd(child, dir)
    const { code, signal, err } = await ended
    // A coordinator may be started, and killed, before it listens to signals.
    assert(
      [DONE, TERMINATED, 'SIGKILL', 'SIGTERM'].includes(signal ?? code ?? -1),
      `${victim}: ended by ${signal ?? code}: ${err}`,
    )
    const played = playedIn(dir)
    assert(played >= kept, `${played} blocks in the journal, ${kept} before`)
  },
)

/** Every nth answer of a worker is forged. Too many end the run, which names the worker. */
const forgeries = queued(
  'a worker that answers what is malformed or wrong',
  async ({ cwd, rng }, { backend, worker }) => {
    const env = { FORGE_KIND: pick(rng, FORGERIES), FORGE_EVERY: String(2 + below(rng, 6)) }
    worker({ node: ['--import', FORGE], env })
    const { code, err } = await endOf(start(cwd, { backend }))
    const place = `${env.FORGE_KIND}, every ${env.FORGE_EVERY}: ended by ${code}: ${err}`
    assert(code === DONE || code === FAILED, place)
    if (code === FAILED)
      assert.match(
        err,
        /evenhand: worker \S+: its answer for .* is impossible: .* 3 answers were refused/,
        place,
      )
  },
)

/** Beside an honest worker, one that counts wrong without contradicting itself: it is banned, and its answers don't count. */
function lies(name: string, env: (scene: Scene) => Readonly<Record<string, string>>): Kind {
  return queued(name, async (scene, { backend, worker }) => {
    const { cwd, expected } = scene
    rmSync(join(cwd, OUT), { recursive: true, force: true })
    worker({ node: ['--import', FORGE], env: { FORGE_HOST: 'liar', ...env(scene) } })
    worker()
    const { code, err } = await endOf(start(cwd, { backend }))
    // The liar may come long before the honest one.
    if (code === FAILED)
      return assert.match(err, /evenhand: worker liar-\S+: its answer .* there is no other worker/)
    assert.equal(code, DONE, err)
    assert.deepEqual(reportsIn(join(cwd, OUT)), expected)
  })
}

const seeds = lies('a worker of another seed beside an honest one', ({ rng }) => ({
  FORGE_SEED: String(below(rng, 1000)),
}))

const omissions = lies('a lying worker beside an honest one', () => ({
  FORGE_KIND: 'no highlights',
  FORGE_EVERY: '1',
}))

/** A server that drops keys when its memory is full: refused at start, with nothing played. */
const evictions = queued('a Redis that may drop keys', async ({ cwd, rng }, { server, backend, worker }) => {
  const client = new Redis(server.url)
  const policy = pick(rng, ['allkeys-lru', 'allkeys-lfu', 'allkeys-random', 'volatile-lru', 'volatile-ttl'])
  await client.config('SET', 'maxmemory-policy', policy)
  client.disconnect()
  const kept = playedIn(join(cwd, OUT))
  const refused = worker()
  const [{ code, err }, other] = await Promise.all([
    endOf(start(cwd, { backend })),
    new Promise(resolve => refused.on('exit', resolve)),
  ])
  // A run that is whole already needs no server.
  assert(code === REFUSED ? err.includes(policy) : code === DONE, `${policy}: ended by ${code}: ${err}`)
  assert.equal(other, REFUSED)
  if (code === REFUSED) assert.equal(playedIn(join(cwd, OUT)), kept)
  rmSync(join(cwd, OUT), { recursive: true, force: true })
})

export const QUEUE_KINDS: readonly Kind[] = [deaths, forgeries, seeds, omissions, evictions]
