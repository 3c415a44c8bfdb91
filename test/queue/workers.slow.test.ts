/** Chunks over a real Redis: the same bytes as on one machine. What may happen to its parts is in queue.slow.test.ts. */
import { describe, expect, test } from 'vitest'
import { evenhand, folder } from '../cli/command.ts'
import { expectError } from '../cli/messages.ts'
import { EXPERIMENT, withRedis } from './harness.ts'

withRedis(queue => {
  test('two workers play what one machine would have played', async () => {
    queue.worker()
    queue.worker()
    await queue.workers(2)
    const { code, err } = await queue.run('two')
    expect([code, queue.reports('two')]).toEqual([0, queue.expected])
    expect(err).toMatch(/^workers: 2 threads$/m)
    const listed = async (of: string) =>
      JSON.parse((await evenhand(['workers', of, '--json'], { cwd: queue.cwd })).out)
    const sum = (workers: readonly { matches: number }[]) =>
      workers.reduce((all, { matches }) => all + matches, 0)
    const { shares } = await listed('two')
    expect(sum(shares)).toBe(2400)
    expect(shares.every(({ worker }: { worker: string }) => /-\d+-\w{6}$/.test(worker))).toBe(true)
    // They say so every two seconds.
    let { workers } = await listed(queue.redis.url)
    while (sum(workers) < 2400) ({ workers } = await listed(queue.redis.url))
    expect(sum(workers)).toBe(2400)
    expect(workers).toMatchObject(Array(2).fill({ threads: 1, faults: 0 }))
  })
})

describe('without a Redis server', () => {
  const URL = ['redis://127.0.0.1:6379']
  test.each<[args: string[], place: string, words: string[]]>([
    [['run', 'x.yaml', '--backend', 'bullmq'], '--redis', ['missing', ...URL]],
    [['run', 'x.yaml', '--backend', 'slurm'], '--backend', ['"slurm"', 'threads or bullmq']],
    [['run', 'x.yaml', '--redis', 'redis://h'], '--redis', ['needs --backend bullmq']],
    [['worker'], '--redis', ['missing', ...URL]],
    [['worker', '--redis', '10.0.0.5'], '--redis', ['URL', ...URL]],
  ])('%j is refused', async (args, place, words) => {
    const { code, err } = await evenhand(args, { cwd: folder({ 'x.yaml': EXPERIMENT }) })
    expect(code).toBe(2)
    expectError(err, place, words)
  })

  test('a server that does not answer is named, without its password', async () => {
    const { code, err } = await evenhand(['worker', '--redis', 'redis://me:secret@127.0.0.1:1'])
    expect(code).toBe(1)
    expect(err).toMatch(/^evenhand: Redis at redis:\/\/127\.0\.0\.1:1 can't be reached: .*ECONNREFUSED/)
    expect(err).not.toContain('secret')
  })
})
