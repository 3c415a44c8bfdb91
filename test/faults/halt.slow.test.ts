/** A run that is killed at any of its writes goes on to the same bytes. */
import { beforeAll, expect, test } from 'vitest'
import { folder } from '../cli/command.ts'
import { killAt, type Listed, LOCKING, listed, PLAYING, resume } from './halting.ts'

/** Side by side; the machine may have two cores. */
const ABREAST = 3

let whole: Listed
beforeAll(async () => {
  whole = await listed()
})

/** Calls the function for each number below `count`, a few side by side. */
async function each(count: number, visit: (i: number) => Promise<void>): Promise<void> {
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < count) await visit(next++)
  }
  await Promise.all(Array.from({ length: ABREAST }, lane))
}

test('a run killed at any write of the lock or the journal goes on to the same bytes', async () => {
  // Two for the lock, the header, two for the first manifest, a line for each block, and two for every report.
  expect(whole.writes).toBe(PLAYING + 2 * Object.keys(whole.reports).length)
  let torn = 0
  let kept = 0
  await each(PLAYING, async i => {
    const cwd = folder()
    await killAt(i + 1, cwd, whole)
    const err = await resume(cwd, whole)
    if (/the last line of the journal is incomplete; dropping its \d+ bytes/.test(err)) torn++
    if (/Resuming o: \d+ matches/.test(err)) kept++
  })
  // The header and the three lines; two of these came after a whole one.
  expect([torn, kept]).toEqual([4, 2])
})

test('a run killed at writes of its reports, again and again, writes them anew', async () => {
  const cwd = folder()
  await killAt(PLAYING + 1, cwd, whole)
  // The lock takes two writes, and a whole journal none. Every third, for each kill costs a start of the command.
  for (let write = LOCKING + 1; write <= LOCKING + whole.writes - PLAYING; write += 3)
    await killAt(write, cwd, whole)
  expect(await resume(cwd, whole)).toContain('All matches were already played')
})
