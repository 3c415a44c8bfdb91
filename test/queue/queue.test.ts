/** Chunks over a real Redis: the same bytes as on one machine, whatever happens to workers, dealer and server. */
import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ROOT } from '../../engine/package.ts'
import { MAIN } from '../built.ts'
import { type Ended, evenhand, folder, hashes } from '../cli/command.ts'
import { HAS_REDIS, RedisServer } from './redis.ts'

const EXPERIMENT = `name: queued
game: elephant-men
seed: one
matches: 2400
lineups:
  - agents: [random]
  - agents: [greedy, random]
`

/** Reports of a folder: all but the journal, whose lines come in the order of time. */
function reports(dir: string): Record<string, string> {
  const { 'journal.jsonl': _, ...others } = hashes(dir)
  return others
}

describe.skipIf(!HAS_REDIS)('with a Redis server (Debian: redis-server)', { timeout: 90_000 }, () => {
  let redis: RedisServer
  let cwd: string
  let expected: Record<string, string>
  const workers = new Set<ChildProcess>()

  beforeAll(async () => {
    cwd = folder({ 'queued.yaml': EXPERIMENT })
    const { code } = await evenhand(['run', 'queued.yaml', '--out', 'alone', '--quiet'], { cwd })
    expect(code).toBe(0)
    expected = reports(join(cwd, 'alone'))
    expect(Object.keys(expected)).toContain('seats.csv')
  })
  beforeEach(async () => {
    redis = await RedisServer.start()
  })
  afterEach(async () => {
    for (const worker of workers) worker.kill('SIGKILL')
    workers.clear()
    await redis.down()
  })
  afterAll(() => {
    for (const worker of workers) worker.kill('SIGKILL')
  })

  /** A worker of one thread that runs until the test ends it; `text` grows by what it says. */
  function worker(main = MAIN): {
    child: ChildProcess
    said: { text: string }
    ended: Promise<number | null>
  } {
    const child = spawn(process.execPath, [main, 'worker', '--redis', redis.url, '--threads', '1'], { cwd })
    workers.add(child)
    const said = { text: '' }
    child.stderr.on('data', text => {
      said.text += String(text)
    })
    const ended = new Promise<number | null>(resolve => child.on('exit', code => resolve(code)))
    return { child, said, ended }
  }

  /** A dealer; `meanwhile` gets its process. */
  function deal(out: string, meanwhile: (child: ChildProcess) => void = () => {}): Promise<Ended> {
    const args = [
      'run',
      'queued.yaml',
      '--out',
      out,
      '--chunk',
      '60',
      '--backend',
      'bullmq',
      '--redis',
      redis.url,
    ]
    return evenhand(args, { cwd, meanwhile })
  }

  /** Resolves once a run's journal holds so many chunks. */
  async function chunks(out: string, count: number): Promise<void> {
    const file = join(cwd, out, 'journal.jsonl')
    while (!existsSync(file) || readFileSync(file, 'utf8').split('\n').length - 2 < count) await sleep(20)
  }

  test('two workers play what one machine would have played', async () => {
    worker()
    worker()
    const { code, err } = await deal('two')
    expect([code, reports(join(cwd, 'two'))]).toEqual([0, expected])
    expect(err).toMatch(/^workers: [12] threads$/m)
  })

  test('a worker that is killed costs time, not chunks', async () => {
    const first = worker()
    const run = deal('killed')
    await chunks('killed', 5)
    first.child.kill('SIGKILL')
    worker()
    expect([(await run).code, reports(join(cwd, 'killed'))]).toEqual([0, expected])
  })

  test('a worker that is told to end gives back what it did not play', async () => {
    const first = worker()
    const run = deal('left')
    await chunks('left', 5)
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(143)
    expect(first.said.text).toMatch(/^worker: played [\d,]+ chunks$/m)
    worker()
    expect([(await run).code, reports(join(cwd, 'left'))]).toEqual([0, expected])
  })

  test('a Redis that restarts with an empty memory is told everything again', async () => {
    worker()
    const run = deal('restarted')
    await chunks('restarted', 5)
    await redis.down()
    await sleep(700)
    await redis.up()
    expect([(await run).code, reports(join(cwd, 'restarted'))]).toEqual([0, expected])
  })

  test('a dealer that is killed goes on from its journal; chunks of before count once', async () => {
    worker()
    let dealer: ChildProcess | undefined
    const run = deal('resumed', child => {
      dealer = child
    })
    await chunks('resumed', 5)
    dealer?.kill('SIGKILL')
    expect((await run).code).toBe(null)
    const again = await deal('resumed')
    expect(again.err).toMatch(/holds [\d,]+ of them already: going on from there/)
    expect([again.code, reports(join(cwd, 'resumed'))]).toEqual([0, expected])
  })

  test('an interrupted dealer keeps what came in, and leaves no chunk in the queue', async () => {
    worker()
    let dealer: ChildProcess | undefined
    const run = deal('interrupted', child => {
      dealer = child
    })
    await chunks('interrupted', 5)
    dealer?.kill('SIGINT')
    const { code, err } = await run
    expect(code).toBe(130)
    expect(err).toMatch(/^interrupted after [\d,]+ of 4,800 matches; interrupted keeps these/m)
    const client = new Redis(redis.url)
    const jobs = (await client.keys('evenhand:chunks-*')).filter(key => /:(wait|active|completed)$/.test(key))
    expect(await client.smembers('evenhand:runs')).toEqual([])
    client.disconnect()
    expect(jobs.filter(key => !key.endsWith('completed'))).toEqual([])
    expect([(await deal('interrupted')).code, reports(join(cwd, 'interrupted'))]).toEqual([0, expected])
  })

  test('a job that is done twice counts once', async () => {
    // The second worker finishes a job that the first one was stopped over, and so does the first once it goes on.
    const first = worker()
    const run = deal('twice')
    await chunks('twice', 3)
    first.child.kill('SIGSTOP')
    worker()
    await sleep(12_000)
    first.child.kill('SIGCONT')
    expect([(await run).code, reports(join(cwd, 'twice'))]).toEqual([0, expected])
  })

  test('a worker of another version is refused', async () => {
    const other = folder()
    for (const part of ['dist', 'configs']) cpSync(join(ROOT, part), join(other, part), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules'), join(other, 'node_modules'))
    const { version: _, ...rest } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    writeFileSync(join(other, 'package.json'), JSON.stringify({ ...rest, version: '0.0.9' }))
    let dealer: ChildProcess | undefined
    const run = deal('versions', child => {
      dealer = child
    })
    await chunks('versions', 0)
    await sleep(1000)
    const stranger = worker(join(other, 'dist/cli/main.js'))
    expect(await stranger.ended).toBe(3)
    expect(stranger.said.text).toMatch(
      /^worker: is evenhand 0\.0\.9-\w+, but the runs .* are of [\d.]+-\w+; expected the same build$/m,
    )
    dealer?.kill('SIGINT')
    await run
  })

  test('a worker without the agent of a run refuses to serve, and the run goes on with others', async () => {
    const agent = `export default { id: 'mine', summary: 's', make: () => ({ choose: (view, seat, legal) => legal[0] }) }\n`
    writeFileSync(join(cwd, 'mine.mjs'), agent)
    writeFileSync(join(cwd, 'mine.yaml'), EXPERIMENT.replace('[greedy, random]', '[./mine.mjs, random]'))
    const first = worker()
    const args = ['run', 'mine.yaml', '--out', 'mine', '--backend', 'bullmq', '--redis', redis.url]
    const change = (): void => writeFileSync(join(cwd, 'mine.mjs'), `${agent}// changed\n`)
    const meanwhile = (child: ChildProcess): void => void child.stderr?.once('data', change)
    const run = evenhand(args, { cwd, meanwhile })
    expect(await first.ended).toBe(3)
    expect(first.said.text).toMatch(
      /^worker: agent module .*mine\.mjs is another one here, expected the run's$/m,
    )
    writeFileSync(join(cwd, 'mine.mjs'), agent)
    worker()
    expect((await run).code).toBe(0)
  })
})

describe('without a Redis server', () => {
  test.each([
    [
      ['run', 'x.yaml', '--backend', 'bullmq'],
      '--redis: is missing, expected a URL such as redis://127.0.0.1:6379\n',
      2,
    ],
    [['run', 'x.yaml', '--backend', 'slurm'], '--backend: found "slurm", expected threads or bullmq\n', 2],
    [
      ['run', 'x.yaml', '--redis', 'redis://h'],
      '--redis: is given without --backend bullmq, expected both or none\n',
      2,
    ],
    [['worker'], '--redis: is missing, expected a URL such as redis://127.0.0.1:6379\n', 2],
    [
      ['worker', '--redis', '10.0.0.5'],
      '--redis: found "10.0.0.5", expected a URL such as redis://127.0.0.1:6379\n',
      2,
    ],
  ])('%j is refused', async (args, message, code) => {
    const ended = await evenhand(args, { cwd: folder({ 'x.yaml': EXPERIMENT }) })
    expect([ended.code, ended.err]).toEqual([code, message])
  })

  test('a server that does not answer is named, without its password', async () => {
    const { code, err } = await evenhand(['worker', '--redis', 'redis://me:secret@127.0.0.1:1'])
    expect(code).toBe(1)
    expect(err).toMatch(/^evenhand: Redis at redis:\/\/127\.0\.0\.1:1 can't be reached: .*ECONNREFUSED/)
    expect(err).not.toContain('secret')
  })
})
