/** Every call of the file system on which a run rests reports its errors; the fast lane tries some. */
import { beforeAll, test } from 'vitest'
import { folder } from '../cli/command.ts'
import { ARGS, begun, expectFailure, type Failure } from './disks.ts'
import { undisturbed } from './runs.ts'

let started: string
let expected: Record<string, string>
beforeAll(async () => {
  expected = await undisturbed(ARGS, folder())
  started = await begun()
})

test.each<Failure>([
  ['run', 'openSync:journal.jsonl:EIO', 'o/journal.jsonl', 'read', 'the device reports an error'],
  ['run', 'readSync:journal.jsonl:EIO', 'o/journal.jsonl', 'read', 'the device reports an error'],
  ['run', 'readSync:lock:EIO:2', 'o/lock', 'read', 'the device reports an error'],
  ['run', 'openSync:lock:ESTALE', 'o/lock', 'read', 'the network disk no longer knows it'],
  ['run', 'renameSync:.tmp:EIO:1', 'o', 'written', 'the device reports an error'],
  ['run', 'fsyncSync:.tmp:EIO:1', 'o', 'written', 'the device reports an error'],
  ['run', 'openSync:journal.jsonl:EMFILE', 'o/journal.jsonl', 'read', 'too many files open'],
  ['status', 'statSync:journal.jsonl:EIO', 'o/journal.jsonl', 'read', 'the device reports an error'],
  ['status', 'readdirSync:o:EIO', 'o', 'read', 'the device reports an error'],
  ['status', 'openSync:lock:EIO', 'o/lock', 'read', 'the device reports an error'],
  ['merge', 'readSync:journal.jsonl:EIO', 'o/journal.jsonl', 'read', 'the device reports an error'],
])('%s, at %s: exit 74 with the path', (...failure) => expectFailure(failure, started, expected))
