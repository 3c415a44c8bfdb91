/** Writes a run's folder. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { RunResult } from '../../sim/chunks/results.ts'
import { syncFolder } from '../../sim/store/files.ts'
import { TABLES, type Table } from '../tables/index.ts'
import { csvOf } from './csv.ts'
import { hashOf, manifestOf } from './manifest.ts'

const MANIFEST = 'manifest.json'
/** How the name of a file ends that is not whole yet. */
const UNFINISHED = '.tmp'

/**
 * Writes every table and the manifest into a folder, which is made if need be; returns the files' names. Each file is
 * whole or absent, and the manifest comes last: the hashes in it fit the files beside it. Throws what the disk throws.
 */
export function writeReports(dir: string, result: RunResult): readonly string[] {
  mkdirSync(dir, { recursive: true })
  const hashes = TABLES.map(table => {
    const name = fileOf(table)
    const text = csvOf(table, result)
    writeWhole(join(dir, name), text)
    return hashOf(name, text)
  })
  writeWhole(join(dir, MANIFEST), manifestOf(result, hashes))
  syncFolder(dir)
  return [MANIFEST, ...hashes.map(({ name }) => name)]
}

/** Writes the manifest of a run that begins: it says what is being played, and that there are no reports yet. */
export function writeManifest(dir: string, result: RunResult): void {
  writeWhole(join(dir, MANIFEST), manifestOf(result, []))
}

/** The names of all files that `writeReports` writes. */
export function reportNames(): string[] {
  return [MANIFEST, ...TABLES.map(fileOf)]
}

/** Whether a folder holds reports, complete or not. */
export function holdsReports(dir: string): boolean {
  return TABLES.some(table => existsSync(join(dir, fileOf(table))))
}

/** Takes a run's reports out of its folder, and nothing else. */
export function removeReports(dir: string): void {
  for (const name of reportNames()) rmSync(join(dir, name), { force: true })
}

/** Takes away what writers left that died at it. */
export function sweepReports(dir: string): void {
  const names = reportNames()
  for (const name of readdirSync(dir))
    if (name.endsWith(UNFINISHED) && names.some(whole => name.startsWith(`${whole}.`)))
      rmSync(join(dir, name))
}

function fileOf({ id }: Table): string {
  return `${id}.csv`
}

/** Readers see the old file or the new one, never a part. */
function writeWhole(file: string, text: string): void {
  const temporary = `${file}.${process.pid}${UNFINISHED}`
  try {
    const fd = openSync(temporary, 'w')
    try {
      writeFileSync(fd, text)
      // A power cut after the name is changed must not leave an empty file under it.
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}
