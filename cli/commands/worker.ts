/** `evenhand worker`: plays chunks for runs of other machines. */
import type { CommandModule } from 'yargs'
import { DEFAULT_THREADS } from '../../sim/threads/pool.ts'
import { DEFAULT_MEMORY } from '../../sim/threads/watchdog.ts'
import { EXIT } from '../errors.ts'
import {
  examples,
  flag,
  integer,
  MEMORY_MAX,
  MEMORY_MIN,
  runOptions,
  THREADS_MAX,
} from '../options/options.ts'
import { readRedis, redisOption } from '../options/redis.ts'
import { grouped, say } from '../terminal/output.ts'
import { Signals } from '../terminal/signals.ts'

export const worker: CommandModule = {
  command: 'worker',
  describe: 'play chunks for runs with --backend bullmq',
  builder: yargs =>
    yargs
      .usage(
        '$0 worker --redis URL [options]\n\nPlays chunks that evenhand run --backend bullmq --redis URL deals, until it is interrupted. ' +
          'Start as many as you like, on as many machines.',
      )
      .option('redis', redisOption)
      .option('threads', runOptions.threads)
      .option('memory', runOptions.memory)
      .option('quiet', flag('no talk on stderr'))
      .epilogue(examples(['worker --redis redis://10.0.0.5:6379', 'serves the queue with all cores'])),
  handler: async args => {
    const url = readRedis(args)
    const threads = integer(args, 'threads', 1, THREADS_MAX) ?? DEFAULT_THREADS
    const memory = integer(args, 'memory', MEMORY_MIN, MEMORY_MAX) ?? DEFAULT_MEMORY
    const tell = args.quiet === true ? () => {} : say
    // Loaded only where it is used: no other command has to wait for it.
    const { Server } = await import('../../sim/queue/worker.ts')
    const server = await Server.open(url, { threads, memory, tell })
    const stopped: Promise<void>[] = []
    const signals = new Signals(() => stopped.push(server.stop()))
    tell(`worker: ${threads === 1 ? '1 thread serves' : `${threads} threads serve`} the queue`)
    try {
      await server.serve()
      await Promise.all(stopped)
    } finally {
      signals.release()
    }
    tell(`worker: played ${grouped(server.chunks)} chunks`)
    process.exitCode = signals.caught === null ? EXIT.done : signals.exitCode
  },
}
