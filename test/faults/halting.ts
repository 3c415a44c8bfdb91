/** Kills the command at one of its writes, counted from its start, and looks at what is there. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { evenhand, folder } from '../cli/command.ts'
import { blocksIn, reportsIn } from './folders.ts'
import { beside, undisturbed } from './runs.ts'

const ARGS = [
  ...['play', 'elephant-men', '--matches', '6', '--rules', 'limits.turns=3'],
  ...['--chunk', '1', '--threads', '1'],
]
const COMMAND = [...ARGS, '--out', 'o']
export const BLOCKS = ['0/0', '0/1', '0/2']
const NODE = ['--import', beside('halt.mjs')]
/** Writes before the reports: of the lock, then the header, the first manifest and the blocks. */
export const LOCKING = 2
export const PLAYING = LOCKING + 3 + BLOCKS.length

/** What a run that nothing stops does. */
export interface Listed {
  readonly reports: Readonly<Record<string, string>>
  /** How many writes it makes. */
  readonly writes: number
  /** Changes of files and syncs, in their order: the function, and a descriptor or a path. */
  readonly list: readonly (readonly [string, number | string])[]
}

export async function listed(): Promise<Listed> {
  const cwd = folder()
  const reports = await undisturbed(ARGS, cwd)
  const file = join(cwd, 'list')
  const call = { cwd, node: NODE, env: { HALT_LIST: file } }
  expect((await evenhand([...ARGS, '--out', 'listed', '--quiet'], call)).code).toBe(0)
  const { changes, list } = JSON.parse(readFileSync(file, 'utf8'))
  return { reports, writes: changes.length, list }
}

/** Kills the command at a write: a report that is there then is the right one. */
export async function killAt(write: number, cwd: string, { reports: expected }: Listed): Promise<void> {
  const { signal } = await evenhand(COMMAND, { cwd, node: NODE, env: { HALT_AT: String(write) } })
  expect(signal, `write ${write}`).toBe('SIGKILL')
  if (!existsSync(join(cwd, 'o'))) return
  const { 'manifest.json': manifest, ...found } = reportsIn(join(cwd, 'o'))
  for (const [name, text] of Object.entries(found))
    if (name.endsWith('.csv')) expect(text, `${name} after write ${write}`).toBe(expected[name])
  if (manifest === undefined || !JSON.parse(manifest).complete) return
  expect({ ...found, 'manifest.json': manifest }).toMatchObject(expected)
}

/** Runs the command again, to the same bytes; returns what it says. */
export async function resume(cwd: string, { reports: expected }: Listed): Promise<string> {
  const { code, err } = await evenhand(COMMAND, { cwd })
  expect([code, reportsIn(join(cwd, 'o'))], err).toEqual([0, expected])
  expect(blocksIn(join(cwd, 'o'))).toEqual(BLOCKS)
  return err
}
