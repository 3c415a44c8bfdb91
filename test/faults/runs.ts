/** What the tests of faults play. */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { evenhand, folder } from '../cli/command.ts'
import { reportsIn } from './folders.ts'

/** The path of a module beside this file. */
export function beside(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url))
}

/** A folder with the saboteur in it, and other files. */
export function workshop(files: Readonly<Record<string, string>> = {}): string {
  const cwd = folder(files)
  copyFileSync(beside('saboteur.mjs'), join(cwd, 'saboteur.mjs'))
  return cwd
}

/** The reports of a run that nothing disturbs. */
export async function undisturbed(args: readonly string[], cwd = folder()): Promise<Record<string, string>> {
  const ended = await evenhand([...args, '--out', 'undisturbed', '--quiet'], { cwd })
  expect([ended.code, ended.err]).toEqual([0, ''])
  const reports = reportsIn(join(cwd, 'undisturbed'))
  expect(Object.keys(reports).length).toBeGreaterThan(8)
  expect(JSON.parse(reports['manifest.json']!).complete).toBe(true)
  return reports
}
