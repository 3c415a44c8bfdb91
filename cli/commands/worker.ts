/** `evenhand worker`: plays chunks of runs on other machines. */
import { counted, DEFAULT_MEMORY, DEFAULT_THREADS, openWorker, thousands } from '../../library/command.ts'
import { EXIT } from '../errors.ts'
import { readRedis, redisOption } from '../options/backend.ts'
import type { Declaration } from '../options/declare.ts'
import { playOptions, quietOption } from '../options/options.ts'
import { readMemory, readThreads } from '../options/run-flags.ts'
import { say } from '../terminal/output.ts'
import { Signals } from '../terminal/signals.ts'

export const declaration: Declaration = {
  usage: [
    'worker --redis URL [options]',
    'Plays chunks for evenhand run --backend bullmq --redis URL until you stop it. Start any number of workers ' +
      'on any number of machines.',
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
    const threads = readThreads(args) ?? DEFAULT_THREADS
    const memory = readMemory(args) ?? DEFAULT_MEMORY
    const log = args.quiet === true ? () => {} : say
    const opened = await openWorker(url, { threads, memory, log })
    const stopped: Promise<void>[] = []
    const signals = new Signals(() => stopped.push(opened.stop()))
    log(`worker: waiting for chunks, with ${counted(threads, 'thread')}, as ${opened.id}`)
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
