/** Where chunks are played: `--backend` and `--redis`. */
import { InputError } from '../../documents/index.ts'
import { queuePool, type RunOptions } from '../../library/command.ts'
import { say } from '../terminal/output.ts'
import { valueOption } from './declare.ts'
import { type Args, oneOf, text } from './values.ts'

export const redisOption = valueOption(
  'Redis server of the queue: redis://HOST:PORT (rediss:// for TLS)',
  'none; required with --backend bullmq',
)

export const backendOptions = {
  backend: valueOption('where to play: threads (this machine) or bullmq (workers on a queue)', 'threads'),
  redis: redisOption,
}

/** Whether it is the URL of a Redis server. */
export function isRedis(url: string): boolean {
  const shape = URL.canParse(url) ? new URL(url) : null
  return shape !== null && /^rediss?:$/.test(shape.protocol) && shape.hostname !== ''
}

/** The server's URL. Throws an InputError if it is missing or none. */
export function readRedis(args: Args): string {
  const url = text(args, 'redis')
  if (url === undefined)
    throw new InputError('--redis', 'is missing, expected a URL such as redis://127.0.0.1:6379')
  if (isRedis(url)) return url
  // It may hold a password, so it is not repeated.
  throw new InputError(
    '--redis',
    'is not the URL of a Redis server, expected one such as redis://127.0.0.1:6379',
  )
}

/** The queue that the options name, undefined for threads. Throws an InputError. */
export function readBackend(args: Args, quiet: boolean): RunOptions['pool'] {
  const backend = oneOf(
    '--backend',
    text(args, 'backend') ?? 'threads',
    ['threads', 'bullmq'],
    'threads or bullmq',
  )
  if (backend === 'bullmq') return queuePool(readRedis(args), quiet ? () => {} : say)
  if (args.redis !== undefined) throw new InputError('--redis', 'needs --backend bullmq')
  return undefined
}
