/** Chunks over a real Redis: the same bytes as on one machine. What may happen to its parts is in the slow lane. */
import { describe, expect, test } from 'vitest'
import { evenhand, folder } from '../cli/command.ts'
import { EXPERIMENT, withRedis } from './harness.ts'

withRedis(queue => {
  test('two workers play what one machine would have played', async () => {
    queue.worker()
    queue.worker()
    const { code, err } = await queue.deal('two')
    expect([code, queue.reports('two')]).toEqual([0, queue.expected])
    expect(err).toMatch(/^workers: [12] threads$/m)
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
