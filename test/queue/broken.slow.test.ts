/** Workers that count wrong, or that die over a chunk, on a queue with a real Redis. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { expect, test } from 'vitest'
import { evenhand } from '../cli/command.ts'
import { announceIdle, EXPERIMENT, withRedis } from './harness.ts'

/** For `node --import`: a machine that gets a number wrong in its first answers, so many times. Each answer packs a tally, then highlights. */
const wrong = (times: number): string => `
import { syncBuiltinESMExports } from 'node:module'
import zlib from 'node:zlib'
const deflate = zlib.deflateRawSync
let packed = 0
zlib.deflateRawSync = (bytes, options) => {
  if (bytes.length > 0 && packed % 2 === 0 && packed / 2 < ${times}) bytes[0] ^= 2
  if (bytes.length > 0) packed++
  return deflate(bytes, options)
}
syncBuiltinESMExports()
`

/** Kills its process at its first decision of some matches, always the same ones. */
const KILLER = `export default { id: 'killer', summary: 's', make: () => {
  let first = true
  return {
    begin: () => { first = true },
    choose: (view, seat, legal, count, rng) => {
      if (first && (rng[0] >>> 0) % 150 === 0) process.kill(process.pid, 'SIGKILL')
      first = false
      return legal[0]
    },
  }
} }
`

withRedis(queue => {
  const wrongWorker = (name: string, times: number) => {
    writeFileSync(join(queue.cwd, name), wrong(times))
    return queue.worker(undefined, ['--import', `./${name}`])
  }

  test('wrong answers are refused, and their chunks played again: the same bytes', async () => {
    wrongWorker('twice.mjs', 2)
    const { code, err } = await queue.run('wrong-twice')
    expect(
      err.match(
        /^refused an answer of worker .* the number of blocks: found .*; evenhand hands out the chunk again$/gm,
      ),
    ).toHaveLength(2)
    expect([code, queue.reports('wrong-twice')]).toEqual([0, queue.expected])
  })

  test('a worker that counts wrong again and again ends the run, which resumes without it', async () => {
    const bad = wrongWorker('always.mjs', Number.POSITIVE_INFINITY)
    const { code, err } = await queue.run('wrong')
    expect(code).toBe(1)
    const name = / as (\S+)$/m.exec(bad.said.text)![1]!
    expect(err).toContain(`evenhand: worker ${name}: its answer for blocks `)
    bad.child.kill('SIGKILL')
    queue.worker()
    expect([(await queue.run('wrong')).code, queue.reports('wrong')]).toEqual([0, queue.expected])
  })

  test('a worker leaves a chunk to others if its answer was refused, as long as there are any', async () => {
    const bad = wrongWorker('first.mjs', 2)
    const client = new Redis(queue.redis.url)
    const delayed = async (): Promise<string[]> => {
      const [key] = await client.keys('evenhand:chunks-*:delayed')
      return key === undefined ? [] : await client.zrange(key, '0', '-1')
    }
    // A worker that is heard from, and plays nothing.
    await queue.workers(1)
    const beat = async (): Promise<unknown> => announceIdle(client, 'idle')
    await beat()
    const timer = setInterval(beat, 1_000)
    const run = queue.run('left-to-others')
    while ((await delayed()).length < 2) await sleep(50)
    clearInterval(timer)
    // Once the other is silent, the first plays them after all.
    expect([(await run).code, queue.reports('left-to-others')]).toEqual([0, queue.expected])
    bad.child.kill('SIGKILL')
    client.disconnect()
  })

  test('a worker does not leave a chunk to others that are banned', async () => {
    const bad = wrongWorker('alone.mjs', 2)
    const client = new Redis(queue.redis.url)
    await queue.workers(1)
    // A worker that is heard from, ignores its ban, and plays nothing.
    const beat = async (): Promise<unknown> => {
      for (const run of await client.smembers('evenhand:runs'))
        await client.sadd(`evenhand:banned:${run}`, 'idle')
      return announceIdle(client, 'idle')
    }
    await beat()
    const timer = setInterval(() => void beat().catch(() => {}), 200)
    expect([(await queue.run('left-to-nobody')).code, queue.reports('left-to-nobody')]).toEqual([
      0,
      queue.expected,
    ])
    clearInterval(timer)
    bad.child.kill('SIGKILL')
    client.disconnect()
  })

  test('an agent that kills its process ends the run, which names line-up, agent and chunk', {
    timeout: 400_000,
  }, async () => {
    writeFileSync(join(queue.cwd, 'killer.mjs'), KILLER)
    writeFileSync(
      join(queue.cwd, 'killer.yaml'),
      EXPERIMENT.replace('[greedy, random]', '[./killer.mjs, random]'),
    )
    const args = ['run', 'killer.yaml', '--out', 'killer', '--chunk', '300']
    const run = evenhand([...args, '--backend', 'bullmq', '--redis', queue.redis.url], {
      cwd: queue.cwd,
      own: true,
    })
    await queue.keepWorker(run)
    const { code, err } = await run
    expect(err).toMatch(
      /^evenhand: agent killer: every worker that plays blocks \d+ to \d+ of killer vs random dies, .* most recently worker \S+;/m,
    )
    expect(code).toBe(1)
  })
})
