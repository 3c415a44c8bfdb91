/** `evenhand worker`: plays chunks of runs on other machines. */
import { DEFAULT_MEMORY, DEFAULT_THREADS, openWorker, thousands } from '../../library/command.ts'
import { EXIT } from '../errors.ts'
import type { Declaration } from '../options/declare.ts'
import { integer, MEMORY_MAX, MEMORY_MIN, playOptions, quietOption, THREADS_MAX } from '../options/options.ts'
import { readRedis, redisOption } from '../options/redis.ts'
import { say } from '../terminal/output.ts'
import { Signals } from '../terminal/signals.ts'

export const worker: Declaration = {
  usage: [
    'worker --redis URL [options]',
    'Plays the chunks of evenhand run --backend bullmq --redis URL until it is interrupted. Start as many workers as you ' +
      'like, on as many machines.',
  ],
  options: {
    redis: { ...redisOption, defaultDescription: 'none, required' },
    threads: playOptions.threads,
    memory: playOptions.memory,
    quiet: quietOption,
  },
  examples: [['worker --redis redis://10.0.0.5:6379', 'plays on all cores']],
  handler: async args => {
    const url = readRedis(args)
    const threads = integer(args, 'threads', 1, THREADS_MAX) ?? DEFAULT_THREADS
    const memory = integer(args, 'memory', MEMORY_MIN, MEMORY_MAX) ?? DEFAULT_MEMORY
    const log = args.quiet === true ? () => {} : say
    const opened = await openWorker(url, { threads, memory, log })
    const stopped: Promise<void>[] = []
    const signals = new Signals(() => stopped.push(opened.stop()))
    log(
      `worker: waiting for chunks, with ${threads === 1 ? '1 thread' : `${threads} threads`}, as ${opened.id}`,
    )
    try {
      await opened.run()
      await Promise.all(stopped)
    } finally {
      signals.release()
    }
    log(`worker: played ${thousands(opened.chunks)} chunks`)
    process.exitCode = signals.caught === null ? EXIT.done : signals.exitCode
  },
}
