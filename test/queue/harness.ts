/** Runs over a Redis server of the test's own: workers, a coordinator, and the results of one machine. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest'
import { VERSION } from '../../engine/package.ts'
import { announceWorker, workersAt } from '../../sim/queue/heartbeats.ts'
import { BUILD, WORKERS } from '../../sim/queue/protocol.ts'
import { MAIN } from '../built.ts'
import { type Ended, evenhand, folder, hashes } from '../cli/command.ts'
import { HAS_REDIS, RedisServer } from './redis.ts'

export const EXPERIMENT = `name: queued
game: elephant-men
seed: one
matches: 1200
lineups:
  - agents: [random]
  - agents: [greedy, random]
`

/** Reports of a folder: all but the journal and the facts of matches, whose parts come in the order of time. */
export function reports(dir: string): Record<string, string> {
  const { 'journal.jsonl': _, 'facts.bin': __, ...others } = hashes(dir)
  return others
}

/** A worker of one thread that runs until the test ends it; `text` grows by what it says. */
export interface Worker {
  readonly child: ChildProcess
  readonly said: { text: string }
  readonly ended: Promise<number | null>
}

/**
 * Has a worker of one thread that plays nothing be heard from; later than now, it doesn't fall silent. It is of
 * the build of the workers that are there: those run from dist, and tests from the sources.
 */
export async function announceIdle(client: Redis, id: string, at?: number): Promise<void> {
  const none = { since: 0, chunks: 0, matches: 0, rate: 0, faults: 0, playing: [] }
  const [known] = await workersAt(client)
  await announceWorker(client, id, { ...none, build: known?.build ?? BUILD, version: VERSION, threads: 1 })
  if (at !== undefined) await client.zadd(WORKERS, at, id)
}

/** What a test has: a new server each. */
export class Harness {
  redis!: RedisServer
  /** The folder that everything runs in. */
  cwd = ''
  /** Reports of the experiment, played without a queue. */
  expected: Record<string, string> = {}
  readonly #workers = new Set<ChildProcess>()

  async open(): Promise<void> {
    this.cwd = folder({ 'queued.yaml': EXPERIMENT })
    const { code } = await evenhand(['run', 'queued.yaml', '--out', 'alone', '--quiet'], { cwd: this.cwd })
    expect(code).toBe(0)
    this.expected = reports(join(this.cwd, 'alone'))
    expect(Object.keys(this.expected)).toEqual(expect.arrayContaining(['seats.csv', 'highlights.jsonl']))
  }

  /** `node` are options for node itself. */
  worker(main = MAIN, node: readonly string[] = []): Worker {
    const args = [...node, main, 'worker', '--redis', this.redis.url, '--threads', '1']
    const child = spawn(process.execPath, args, { cwd: this.cwd })
    this.#workers.add(child)
    const said = { text: '' }
    child.stderr.on('data', text => {
      said.text += String(text)
    })
    const ended = new Promise<number | null>(resolve => child.on('exit', code => resolve(code)))
    return { child, said, ended }
  }

  /** A coordinator; `meanwhile` gets its process. */
  run(out: string, meanwhile: (child: ChildProcess) => void = () => {}): Promise<Ended> {
    return this.runOf(['queued.yaml', '--chunk', '30'], out, meanwhile)
  }

  /** A coordinator of an experiment, with further options. */
  runOf(
    words: readonly string[],
    out: string,
    meanwhile: (child: ChildProcess) => void = () => {},
  ): Promise<Ended> {
    const queue = ['--backend', 'bullmq', '--redis', this.redis.url]
    return evenhand(['run', ...words, '--out', out, ...queue], { cwd: this.cwd, meanwhile })
  }

  /** Resolves once this many workers have reported. */
  async workers(count: number): Promise<void> {
    const client = new Redis(this.redis.url)
    try {
      while ((await client.zcard(WORKERS)) < count) await sleep(20)
    } finally {
      client.disconnect()
    }
  }

  /** Resolves once a run's journal holds this many chunks. */
  async chunks(out: string, count: number): Promise<void> {
    const file = join(this.cwd, out, 'journal.jsonl')
    while (!existsSync(file) || readFileSync(file, 'utf8').split('\n').length - 2 < count) await sleep(20)
  }

  reports(out: string): Record<string, string> {
    return reports(join(this.cwd, out))
  }

  /** Starts a worker, and another one whenever it ends, until the promise resolves. */
  async keepWorker(until: Promise<unknown>): Promise<void> {
    let over = false
    const ended = until.then(() => {
      over = true
    })
    while (!over) await Promise.race([this.worker().ended, ended])
  }

  endWorkers(): void {
    for (const worker of this.#workers) worker.kill('SIGKILL')
    this.#workers.clear()
  }
}

/** Tests with a server, skipped where none is installed. */
export function withRedis(tests: (queue: Harness) => void): void {
  describe.skipIf(!HAS_REDIS)('with a Redis server (Debian: redis-server)', { timeout: 300_000 }, () => {
    const queue = new Harness()
    beforeAll(() => queue.open())
    beforeEach(async () => {
      queue.redis = await RedisServer.start()
    })
    afterEach(async () => {
      queue.endWorkers()
      await queue.redis.down()
    })
    afterAll(() => queue.endWorkers())
    tests(queue)
  })
}
