/** Chunks over a real Redis: the same bytes as on one machine, whatever happens to workers, coordinator and server. */
import type { ChildProcess } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { expect, test } from 'vitest'
import { ROOT } from '../../engine/package.ts'
import { evenhand, folder } from '../cli/command.ts'
import { EXPERIMENT, withRedis } from './harness.ts'

withRedis(queue => {
  test('a worker that is killed costs time, not chunks', async () => {
    const first = queue.worker()
    const run = queue.run('killed')
    await queue.chunks('killed', 5)
    first.child.kill('SIGKILL')
    queue.worker()
    expect([(await run).code, queue.reports('killed')]).toEqual([0, queue.expected])
  })

  test('a worker that is told to end gives back what it did not play', async () => {
    const first = queue.worker()
    const run = queue.run('left')
    await queue.chunks('left', 5)
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(143)
    expect(first.said.text).toMatch(/^worker: played [\d,]+ chunks$/m)
    queue.worker()
    expect([(await run).code, queue.reports('left')]).toEqual([0, queue.expected])
  })

  test('a Redis that restarts with an empty memory hears of everything again', async () => {
    queue.worker()
    const run = queue.run('restarted')
    await queue.chunks('restarted', 5)
    await queue.redis.down()
    await sleep(700)
    await queue.redis.up()
    const { code, err } = await run
    expect([code, queue.reports('restarted')]).toEqual([0, queue.expected])
    expect(err).toMatch(/^Redis has been unreachable since \d\d:\d\d:\d\d; the run continues/m)
    expect(err).toMatch(/^Redis is back after \d+ s$/m)
  })

  test('a worker that is told to end while Redis is away ends at once', async () => {
    const { child, ended, said } = queue.worker()
    const run = queue.run('away')
    await queue.chunks('away', 5)
    await queue.redis.down()
    child.kill('SIGTERM')
    expect(await ended).toBe(143)
    expect(said.text).toMatch(/^worker: played [\d,]+ chunks$/m)
    await queue.redis.up()
    queue.worker()
    expect((await run).code).toBe(0)
  })

  test('a coordinator that is killed resumes from its journal; earlier chunks count once', async () => {
    queue.worker()
    let coordinator: ChildProcess | undefined
    const run = queue.run('resumed', child => {
      coordinator = child
    })
    await queue.chunks('resumed', 5)
    coordinator?.kill('SIGKILL')
    expect((await run).code).toBe(null)
    const again = await queue.run('resumed')
    expect(again.err).toMatch(/Resuming .*: [\d,]+ matches/)
    expect([again.code, queue.reports('resumed')]).toEqual([0, queue.expected])
  })

  test('an interrupted coordinator keeps what came in, and leaves no chunk in the queue', async () => {
    queue.worker()
    let coordinator: ChildProcess | undefined
    const run = queue.run('interrupted', child => {
      coordinator = child
    })
    await queue.chunks('interrupted', 5)
    coordinator?.kill('SIGINT')
    const { code, err } = await run
    expect(code).toBe(130)
    expect(err).toMatch(/^Interrupted after [\d,]+ of 2,400 matches; rerun .*\(interrupted\)/m)
    const client = new Redis(queue.redis.url)
    const jobs = (await client.keys('evenhand:chunks-*')).filter(key => /:(wait|active|completed)$/.test(key))
    expect(await client.smembers('evenhand:runs')).toEqual([])
    client.disconnect()
    expect(jobs.filter(key => !key.endsWith('completed'))).toEqual([])
    expect([(await queue.run('interrupted')).code, queue.reports('interrupted')]).toEqual([0, queue.expected])
  })

  test('a job that is done twice counts once', async () => {
    // The second worker finishes a job that the first one was stopped over, and so does the first once it goes on.
    const first = queue.worker()
    const run = queue.run('twice')
    await queue.chunks('twice', 3)
    first.child.kill('SIGSTOP')
    queue.worker()
    await sleep(12_000)
    first.child.kill('SIGCONT')
    expect([(await run).code, queue.reports('twice')]).toEqual([0, queue.expected])
  })

  test('a worker of another version is refused', async () => {
    const other = folder()
    for (const part of ['dist', 'configs']) cpSync(join(ROOT, part), join(other, part), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules'), join(other, 'node_modules'))
    const { version: _, ...rest } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    writeFileSync(join(other, 'package.json'), JSON.stringify({ ...rest, version: '0.0.9' }))
    let coordinator: ChildProcess | undefined
    const run = queue.run('versions', child => {
      coordinator = child
    })
    await queue.chunks('versions', 0)
    await sleep(1000)
    const stranger = queue.worker(join(other, 'dist/cli/main.js'))
    expect(await stranger.ended).toBe(3)
    expect(stranger.said.text).toMatch(
      /^worker: runs evenhand 0\.0\.9-\w+, but the runs in progress use [\d.]+-\w+; expected the same build$/m,
    )
    coordinator?.kill('SIGINT')
    await run
  })

  test('a worker without the agent of a run refuses to serve, and the run goes on with others', async () => {
    const agent = `export default { id: 'mine', summary: 's', make: () => ({ choose: (view, seat, legal) => legal[0] }) }\n`
    writeFileSync(join(queue.cwd, 'mine.mjs'), agent)
    writeFileSync(
      join(queue.cwd, 'mine.yaml'),
      EXPERIMENT.replace('[greedy, random]', '[./mine.mjs, random]'),
    )
    const first = queue.worker()
    const args = ['run', 'mine.yaml', '--out', 'mine', '--backend', 'bullmq', '--redis', queue.redis.url]
    const change = (): void => writeFileSync(join(queue.cwd, 'mine.mjs'), `${agent}// changed\n`)
    const meanwhile = (child: ChildProcess): void => void child.stderr?.once('data', change)
    const run = evenhand(args, { cwd: queue.cwd, meanwhile })
    expect(await first.ended).toBe(3)
    expect(first.said.text).toMatch(
      /^worker: agent module .*mine\.mjs differs on this machine, expected the file that the run uses$/m,
    )
    writeFileSync(join(queue.cwd, 'mine.mjs'), agent)
    queue.worker()
    expect((await run).code).toBe(0)
  })
})
