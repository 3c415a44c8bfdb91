/** `--backend` and `--redis`. */
import { didYouMean, InputError, show } from '../../documents/index.ts'
import { queuePool, type RunOptions } from '../../library/command.ts'
import { say } from '../terminal/output.ts'
import { type Args, text, valued } from './options.ts'

export const redisOption = valued(
  'Redis server of the queue, as redis://HOST:PORT (rediss:// for TLS)',
  'none, required with --backend bullmq',
)

export const backendOption = valued(
  'where chunks are played: threads of this machine, or workers of a bullmq queue',
  'threads',
)

/** The server's URL. Throws an InputError if it is missing or none. */
export function readRedis(args: Args): string {
  const url = text(args, 'redis')
  if (url === undefined)
    throw new InputError('--redis', 'is missing, expected a URL such as redis://127.0.0.1:6379')
  const shape = URL.canParse(url) ? new URL(url) : null
  if (shape && /^rediss?:$/.test(shape.protocol) && shape.hostname !== '') return url
  // It may hold a password, so it is not repeated.
  throw new InputError(
    '--redis',
    'is not the URL of a Redis server, expected one such as redis://127.0.0.1:6379',
  )
}

/** The pool that the flags ask for, undefined for threads. */
export function readBackend(args: Args, quiet: boolean): RunOptions['pool'] {
  const backend = text(args, 'backend') ?? 'threads'
  if (backend === 'bullmq') {
    const url = readRedis(args)
    return queuePool(url, quiet ? () => {} : say)
  }
  if (backend !== 'threads')
    throw new InputError(
      '--backend',
      `found ${show(backend)}, expected threads or bullmq${didYouMean(backend, ['threads', 'bullmq'])}`,
    )
  if (args.redis !== undefined)
    throw new InputError('--redis', 'is given without --backend bullmq, expected both or none')
  return undefined
}
