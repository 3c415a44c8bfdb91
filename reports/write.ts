/** Writes a run's folder. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunResult } from '../sim/run.ts'
import { csvOf } from './csv.ts'
import { hashOf, manifestOf } from './manifest.ts'
import { TABLES } from './tables.ts'

const MANIFEST = 'manifest.json'

/**
 * Writes every table and the manifest into a folder, which is made if need be; returns the files' names. Each file is
 * whole or absent, and the manifest comes last: the hashes in it fit the files beside it. Throws what the disk throws.
 */
export function writeReports(dir: string, result: RunResult): readonly string[] {
  mkdirSync(dir, { recursive: true })
  const hashes = TABLES.map(table => {
    const name = `${table.id}.csv`
    const text = csvOf(table, result)
    writeWhole(join(dir, name), text)
    return hashOf(name, text)
  })
  writeWhole(join(dir, MANIFEST), manifestOf(result, hashes))
  return [MANIFEST, ...hashes.map(({ name }) => name)]
}

/** The folder for a result's reports: an interrupted run does not replace the reports of a complete one. */
export function folderFor(dir: string, { complete }: RunResult): string {
  const manifest = join(dir, MANIFEST)
  if (complete || !existsSync(manifest)) return dir
  return /^ {2}"complete": true,$/m.test(readFileSync(manifest, 'utf8')) ? `${dir}-partial` : dir
}

/** Readers see the old file or the new one, never a part. */
function writeWhole(file: string, text: string): void {
  const temporary = `${file}.${process.pid}.tmp`
  try {
    writeFileSync(temporary, text)
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}
