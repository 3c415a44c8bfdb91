/** A run that is killed at one of its writes goes on to the same bytes. Each of them is in the slow lane. */
import { beforeAll, expect, test } from 'vitest'
import { folder } from '../cli/command.ts'
import { BLOCKS, killAt, type Listed, listed, PLAYING, resume } from './halting.ts'

let whole: Listed
beforeAll(async () => {
  whole = await listed()
})

test('every line of the journal is synced before anything else is written, and the folder after its first', () => {
  const { list } = whole
  const [, fd] = list.find(([name]) => name === 'writeSync')!
  const written = list.flatMap(([name, to], i) => (name === 'writeSync' && to === fd ? [i] : []))
  expect(written.length).toBe(1 + BLOCKS.length)
  for (const i of written) expect(list[i + 1]).toEqual(['fdatasyncSync', fd])
  expect(list[written[0]! + 2]?.[0]).toBe('fsyncSync')
})

test.each([
  ['a line of the journal', PLAYING - 1, /is incomplete; dropping its/],
  ['a report', PLAYING + 1, /already/],
])('a run killed at a write of %s goes on to the same bytes', async (_, write, says) => {
  const cwd = folder()
  await killAt(write, cwd, whole)
  expect(await resume(cwd, whole)).toMatch(says)
})
