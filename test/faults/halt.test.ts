/** A run that is killed at any of its writes goes on to the same bytes. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { evenhand, folder } from '../cli/command.ts'
import { blocksIn, reportsIn } from './folders.ts'
import { beside, undisturbed } from './runs.ts'

const ARGS = [
  'play',
  'elephant-men',
  '--matches',
  '6',
  '--chunk',
  '1',
  '--threads',
  '1',
  '--rules',
  'limits.turns=3',
]
const COMMAND = [...ARGS, '--out', 'o']
const BLOCKS = ['0/0', '0/1', '0/2']
const NODE = ['--import', beside('halt.mjs')]
/** Writes before the reports: of the lock, then the header, the first manifest and the blocks. */
const LOCKING = 2
const PLAYING = LOCKING + 3 + BLOCKS.length
/** Side by side; the machine may have two cores. */
const ABREAST = 3

let expected: Record<string, string>
let writes: number
/** Changes of files and syncs, in their order: the function, and a descriptor or a path. */
let list: [string, number | string][]
beforeAll(async () => {
  const cwd = folder()
  expected = await undisturbed(ARGS, cwd)
  const file = join(cwd, 'list')
  const call = { cwd, node: NODE, env: { HALT_LIST: file } }
  expect((await evenhand([...ARGS, '--out', 'listed', '--quiet'], call)).code).toBe(0)
  const listed = JSON.parse(readFileSync(file, 'utf8'))
  writes = listed.changes.length
  list = listed.list
})

/** Kills the command at a write, and looks at what is there: a report is either the right one or none. */
async function killAt(write: number, cwd: string): Promise<void> {
  const { signal } = await evenhand(COMMAND, { cwd, node: NODE, env: { HALT_AT: String(write) } })
  expect(signal, `write ${write}`).toBe('SIGKILL')
  if (!existsSync(join(cwd, 'o'))) return
  const { 'manifest.json': manifest, ...found } = reportsIn(join(cwd, 'o'))
  for (const [name, text] of Object.entries(found))
    if (name.endsWith('.csv')) expect(text, `${name} after write ${write}`).toBe(expected[name])
  if (manifest === undefined || !JSON.parse(manifest).complete) return
  expect({ ...found, 'manifest.json': manifest }).toMatchObject(expected)
}

async function resume(cwd: string): Promise<string> {
  const { code, err } = await evenhand(COMMAND, { cwd })
  expect([code, reportsIn(join(cwd, 'o'))], err).toEqual([0, expected])
  expect(blocksIn(join(cwd, 'o'))).toEqual(BLOCKS)
  return err
}

/** Runs so many errands, a few side by side. */
async function each(count: number, errand: (i: number) => Promise<void>): Promise<void> {
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < count) await errand(next++)
  }
  await Promise.all(Array.from({ length: ABREAST }, lane))
}

test('every line of the journal is synced before anything else is written, and the folder after its first', () => {
  const [, fd] = list.find(([name]) => name === 'writeSync')!
  const written = list.flatMap(([name, to], i) => (name === 'writeSync' && to === fd ? [i] : []))
  expect(written.length).toBe(1 + BLOCKS.length)
  for (const i of written) expect(list[i + 1]).toEqual(['fdatasyncSync', fd])
  expect(list[written[0]! + 2]?.[0]).toBe('fsyncSync')
})

test('killed at any write of the lock or the journal, it goes on', { timeout: 240_000 }, async () => {
  // Two for the lock, the header, two for the first manifest, a line for each block, and two for every report.
  expect(writes).toBe(PLAYING + 2 * Object.keys(expected).length)
  let torn = 0
  let kept = 0
  await each(PLAYING, async i => {
    const cwd = folder()
    await killAt(i + 1, cwd)
    const err = await resume(cwd)
    if (/the journal's last line was cut short; its \d+ bytes are dropped/.test(err)) torn++
    if (/o holds \d+ of them already: going on from there/.test(err)) kept++
  })
  // The header and the three lines; two of these came after a whole one.
  expect([torn, kept]).toEqual([4, 2])
})

test('killed at any write of the reports, again and again, it writes them anew', {
  timeout: 240_000,
}, async () => {
  const cwd = folder()
  await killAt(PLAYING + 1, cwd)
  // The lock takes two writes, and a whole journal none.
  for (let write = LOCKING + 1; write <= LOCKING + writes - PLAYING; write++) await killAt(write, cwd)
  expect(await resume(cwd)).toContain('o holds all of them already')
})
