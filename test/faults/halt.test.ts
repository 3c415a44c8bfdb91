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
const NODE = ['--import', beside('halt.mjs')]
/** Side by side; the machine may have two cores. */
const ABREAST = 3

let expected: Record<string, string>
let writes: number
beforeAll(async () => {
  const cwd = folder()
  expected = await undisturbed(ARGS, cwd)
  const count = join(cwd, 'count')
  const call = { cwd, node: NODE, env: { HALT_COUNT: count } }
  expect((await evenhand([...ARGS, '--out', 'counted', '--quiet'], call)).code).toBe(0)
  writes = Number(readFileSync(count, 'utf8'))
})

test('killed at its n-th write, for every n', { timeout: 240_000 }, async () => {
  // Two for the lock, the header, two for the manifest, three chunks, and two for every report.
  expect(writes).toBe(8 + 2 * Object.keys(expected).length)
  let next = 1
  let torn = 0
  let resumed = 0
  const all = async (): Promise<void> => {
    while (next <= writes) {
      const at = next++
      const cwd = folder()
      const args = [...ARGS, '--out', 'o']
      const killed = await evenhand(args, { cwd, node: NODE, env: { HALT_AT: String(at) } })
      expect(killed.signal, `write ${at}`).toBe('SIGKILL')
      // What is there before the end is never taken for a report of all.
      const manifest = join(cwd, 'o', 'manifest.json')
      const told = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).complete : false
      const { code, err } = await evenhand(args, { cwd })
      expect(code, `after write ${at}: ${err}`).toBe(0)
      expect(reportsIn(join(cwd, 'o')), `after write ${at}`).toEqual(expected)
      expect(blocksIn(join(cwd, 'o'))).toEqual(['0/0', '0/1', '0/2'])
      if (told) expect(at).toBe(writes)
      if (/the journal's last line was cut short; its \d+ bytes are dropped/.test(err)) torn++
      if (/holds \d+ of them already|holds all of them already/.test(err)) resumed++
    }
  }
  await Promise.all(Array.from({ length: ABREAST }, all))
  // The header and each of the chunks was cut short once.
  expect(torn).toBe(4)
  expect(resumed).toBeGreaterThan(writes / 2)
})
