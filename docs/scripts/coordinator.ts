/**
 * What a run costs its coordinator. The script starts a Redis server and simulates the machines. Their first answers
 * are played; later ones repeat the sums of a played chunk of the same length, so that one core answers for ten
 * thousand. Linux only, since CPU seconds of a single thread come from /proc.
 *
 *     npm run build && npx tsx docs/scripts/coordinator.ts [--threads 10000] [--machines 100] [--seconds 60]
 *       [--block 0.1] [experiment.yaml]
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { VERSION } from '../../engine/package.ts'
import { DIGEST } from '../../sim/chunks/cell.ts'
import type { Chunk } from '../../sim/chunks/chunk.ts'
import { ChunkRunner } from '../../sim/chunks/runner.ts'
import { checkOf } from '../../sim/chunks/spot-checks.ts'
import { type Experiment, gameOf } from '../../sim/experiment/index.ts'
import { announceWorker } from '../../sim/queue/heartbeats.ts'
import {
  answerOf,
  type ChunkAnswer,
  type ChunkJob,
  PREFIX,
  RUNS,
  type RunInfo,
  runKey,
} from '../../sim/queue/protocol.ts'
import { EXTREMES, highlightWords, SAMPLED } from '../../sim/tally/highlights.ts'
import { pack, unpack } from '../../sim/tally/packing.ts'
import { RedisServer } from '../../test/queue/redis.ts'
import { DIST } from './measure.ts'

const EXPERIMENT = `name: large
game: elephant-men
seed: one
matches: 4e8
lineups:
  - agents: [random]
  - agents: [greedy, random]
`
const TICKS_PER_SECOND = 100

/** Answers to chunks of one experiment. */
class Answers {
  readonly #experiment: Experiment
  readonly #runner: ChunkRunner
  readonly #played = new Map<string, ChunkAnswer>()

  constructor(experiment: Experiment) {
    this.#experiment = experiment
    const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
    this.#runner = new ChunkRunner({ experiment, stop, heartbeats: null, code: null })
  }

  async of(chunk: Chunk, isReal: boolean): Promise<ChunkAnswer> {
    const blocks = chunk.to - chunk.from
    if (isReal) return await this.#play(chunk)
    const key = `${chunk.lineup} ${blocks}`
    let played = this.#played.get(key)
    if (!played) {
      // The first matches of a run are sampled, so that their sums are no other chunk's.
      played = await this.#play({ ...chunk, from: chunk.from + SAMPLED, to: chunk.to + SAMPLED })
      this.#played.set(key, played)
    }
    return this.#moved(played, chunk)
  }

  async #play(chunk: Chunk): Promise<ChunkAnswer> {
    const task = { chunk, slot: 0, quarantined: [], detail: 'none' as const }
    return answerOf(await this.#runner.play(task))
  }

  /** The answer to a chunk of the same length: with the numbers of its blocks. */
  #moved(played: ChunkAnswer, chunk: Chunk): ChunkAnswer {
    const { seats, variants } = this.#experiment
    const matches = (chunk.from - played.chunk.from) * seats.length
    const isChecked = checkOf(this.#experiment, chunk.lineup)
    const checks = Array.from({ length: chunk.to - chunk.from }, (_, i) => chunk.from + i)
      .filter(isChecked)
      .map(block => ({ block, digests: variants.map(() => 'A'.repeat(DIGEST)) }))
    return {
      ...played,
      chunk,
      done: chunk.to,
      checks: checks.length > 0 ? checks : undefined,
      variants: played.variants.map((one, v) => {
        const endings = gameOf(this.#experiment, variants[v]!).info.endings.length
        const words = unpack(one.highlights, highlightWords(endings))
        for (let i = 0; i < EXTREMES.length; i++) if (words[3 * i] !== 0) words[3 * i]! += matches
        for (let i = 0; i < endings; i++)
          if (words[3 * EXTREMES.length + i] !== 0) words[3 * EXTREMES.length + i]! += matches
        return { ...one, highlights: pack(words) }
      }),
    }
  }
}

/** A machine that plays as many chunks at once as it has threads, and takes as long as they would. */
class Machine {
  readonly id: string
  readonly #threads: number
  readonly #blockMs: number
  readonly #answers: Answers
  readonly #worker: Worker<ChunkJob, ChunkAnswer>
  #free: number
  readonly #waiting: (() => void)[] = []
  answered = 0
  milliseconds = 0
  /** Its first answer, which the coordinator plays again. */
  #first: Promise<unknown> | null = null

  constructor(id: string, threads: number, blockMs: number, queue: string, url: string, answers: Answers) {
    this.id = id
    this.#threads = threads
    this.#free = threads
    this.#blockMs = blockMs
    this.#answers = answers
    this.#worker = new Worker<ChunkJob, ChunkAnswer>(queue, async ({ data }) => await this.#play(data), {
      name: id,
      connection: { url, maxRetriesPerRequest: null },
      prefix: PREFIX,
      concurrency: 2 * threads,
      lockDuration: 30_000,
    })
    this.#worker.on('error', () => {})
  }

  async #play({ chunk }: ChunkJob): Promise<ChunkAnswer> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>(resolve => this.#waiting.push(resolve))
    const milliseconds = (chunk.to - chunk.from) * this.#blockMs
    const until = performance.now() + milliseconds
    const isFirst = this.#first === null
    if (!isFirst) await this.#first
    const promise = this.#answers.of(chunk, isFirst)
    this.#first ??= promise
    const answer = await promise
    await sleep(Math.max(isFirst ? 0 : 50, until - performance.now()))
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free++
    this.answered++
    this.milliseconds += milliseconds
    return { ...answer, milliseconds }
  }

  async heartbeat(redis: Redis, build: string): Promise<void> {
    const none = { since: 0, chunks: 0, matches: 0, rate: 0, faults: 0, playing: ['large'] }
    await announceWorker(redis, this.id, { ...none, build, version: VERSION, threads: this.#threads })
  }

  async close(): Promise<void> {
    await this.#worker.close(true)
  }
}

/** CPU seconds of a process's first thread. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** The run that the coordinator announced. */
async function runAt(redis: Redis): Promise<RunInfo> {
  for (;;) {
    const [run] = await redis.smembers(RUNS)
    const text = run === undefined ? null : await redis.get(runKey(run))
    if (text !== null) return JSON.parse(text) as RunInfo
    await sleep(50)
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    threads: { type: 'string', default: '10000' },
    machines: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '60' },
    block: { type: 'string', default: '0.1' },
  },
})
const [threads, machines, seconds, block] = [
  Number(values.threads),
  Number(values.machines),
  Number(values.seconds),
  Number(values.block),
]
const folder = mkdtempSync(join(tmpdir(), 'evenhand-'))
const file = positionals[0] ?? join(folder, 'large.yaml')
if (!positionals[0]) writeFileSync(file, EXPERIMENT)
const server = await RedisServer.start()
const redis = new Redis(server.url)
let child: ChildProcess | undefined
const pool: Machine[] = []
try {
  const args = [
    'run',
    file,
    '--out',
    join(folder, 'out'),
    '--quiet',
    '--backend',
    'bullmq',
    '--redis',
    server.url,
  ]
  child = spawn(process.execPath, [join(DIST, 'cli', 'main.js'), ...args], { stdio: 'inherit' })
  const { build, experiment } = await runAt(redis)
  const queue = `chunks-${build}`
  const answers = new Answers(experiment)
  for (let i = 0; i < machines; i++)
    pool.push(
      new Machine(`machine${i}-1-aaaaaa`, threads / machines, 1000 * block, queue, server.url, answers),
    )
  let over = false
  const beats = (async () => {
    while (!over) {
      for (const machine of pool) await machine.heartbeat(redis, build)
      await sleep(2000)
    }
  })()
  const answered = (): number => pool.reduce((sum, one) => sum + one.answered, 0)
  const spent = (): number => pool.reduce((sum, one) => sum + one.milliseconds, 0) / 1000
  const began = performance.now()
  let before = { at: began, cpu: cpuOf(child.pid!), answered: 0, spent: 0, taken: 0 }
  let last = { at: began, cpu: cpuOf(child.pid!), answered: 0, spent: 0, taken: 0 }
  while (performance.now() - began < 1000 * seconds) {
    await sleep(5000)
    if (child.exitCode !== null) break
    const backlog = await redis.zcard(`${PREFIX}:${queue}:completed`)
    const waiting = await redis.llen(`${PREFIX}:${queue}:wait`)
    const now = {
      at: performance.now(),
      cpu: cpuOf(child.pid!),
      answered: answered(),
      spent: spent(),
      taken: answered() - backlog,
    }
    const wall = (now.at - last.at) / 1000
    const taken = now.taken - last.taken
    console.log(
      `${((now.at - began) / 1000).toFixed(0).padStart(4)} s: ` +
        `${((now.cpu - last.cpu) / wall).toFixed(3)} CPU s/s of the coordinator, ${(taken / wall).toFixed(0)} chunks/s taken, ` +
        `${((1000 * (now.cpu - last.cpu)) / taken).toFixed(2)} ms each; chunks of ${((now.spent - last.spent) / (now.answered - last.answered)).toFixed(1)} s, ` +
        `${((now.spent - last.spent) / wall).toFixed(0)} threads busy; ${backlog} not yet taken, ${waiting} waiting`,
    )
    last = now
    if (taken > 0 && now.answered > before.answered && now.at - began > 500 * seconds) {
      const length = (now.spent - before.spent) / (now.answered - before.answered)
      const cost = (now.cpu - before.cpu) / (now.taken - before.taken)
      console.log(
        `       since half-time: chunks of ${length.toFixed(0)} s, ${(1000 * cost).toFixed(1)} ms of CPU for each; of ` +
          `${threads} threads all busy, ${(threads / length).toFixed(0)} a second, or ${((threads / length) * cost).toFixed(2)} of a core`,
      )
    }
    if (now.at - began < 500 * seconds) before = now
  }
  over = true
  await beats
} finally {
  child?.kill('SIGKILL')
  for (const machine of pool) await machine.close().catch(() => {})
  redis.disconnect()
  await server.down()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(0)
