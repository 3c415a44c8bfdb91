/** `--shard I/N`. */
import { InputError, show } from '../../documents/index.ts'
import { parseShard, type Shard, WHOLE } from '../../library/command.ts'
import { type Args, text, valued } from './options.ts'

export const shardOption = valued(
  'play share I of N of every line-up (1/N to N/N); evenhand merge adds the shares up',
  '1/1, all',
)

/** Throws an InputError for anything but two numbers, the first from 1 to the second. */
export function readShard(args: Args): Shard {
  const written = text(args, 'shard')
  if (written === undefined) return WHOLE
  const shard = parseShard(written)
  if (shard) return shard
  throw new InputError('--shard', `found ${show(written)}, expected I/N with I from 1 to N, such as 1/10`)
}
