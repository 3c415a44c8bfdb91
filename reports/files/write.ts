/** Writes a run's folder. */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { RunResult } from '../../sim/chunks/results.ts'
import { HIGHLIGHTS } from '../../sim/records/file.ts'
import { syncFolder, UNFINISHED, writeWhole } from '../../sim/store/disk.ts'
import { Stack, TABLES, type Table } from '../tables/index.ts'
import { csvParts } from './csv.ts'
import { type FileHash, FileHasher, manifestOf } from './manifest.ts'
import { matchesFiles } from './matches.ts'
import { MATCH_PAGES } from './names.ts'
import { keptMatches } from './watched.ts'

export const MANIFEST = 'manifest.json'
const PAGE = 'report.html'

/** Where the page of a run's folder lies, or would. */
export function pageFile(dir: string): string {
  return join(dir, PAGE)
}

/**
 * Draws the page of a run with the matches that its folder keeps; loaded by `loadPage`, because it takes longer
 * to load than many runs take to play.
 */
export type PageWriter = (result: RunResult, dir: string) => string

/** Loads what writes pages. */
export async function loadPage(): Promise<PageWriter> {
  const { pageOf } = await import('../page/index.ts')
  return (result, dir) => pageOf(result, { watched: keptMatches(dir, result) })
}

/**
 * Writes every table, the page if there is a writer for it, and the manifest into a folder, made if need be;
 * returns the files' names. Each file is whole or absent, and the manifest comes last: its hashes fit the
 * files beside it. Throws what the disk throws.
 */
export function writeReports(dir: string, result: RunResult, pageOf: PageWriter | null): readonly string[] {
  mkdirSync(dir, { recursive: true })
  const write = (name: string, parts: Iterable<string>): FileHash => {
    const hasher = new FileHasher()
    writeWhole(join(dir, name), hasher.take(parts))
    return hasher.hashOf(name)
  }
  // They are of what was played before, and the new page has no links to them.
  if (pageOf) removeMatchPages(dir)
  const stack = new Stack(result.experiment)
  const hashes = [
    ...TABLES.filter(({ isFor }) => result.cells.some(isFor ?? (() => true))).map(table =>
      write(fileOf(table), csvParts(table, result, stack)),
    ),
    ...(pageOf ? [write(PAGE, [pageOf(result, dir)])] : []),
  ]
  writeWhole(join(dir, MANIFEST), manifestOf(result, hashes))
  syncFolder(dir)
  return [MANIFEST, ...hashes.map(({ name }) => name)]
}

/** Writes only the page, into an existing folder; returns its path. Throws disk errors. */
export function writePage(dir: string, result: RunResult, pageOf: PageWriter): string {
  const file = pageFile(dir)
  writeWhole(file, pageOf(result, dir))
  return file
}

/** Writes the manifest of a starting run, which has no reports yet. */
export function writeManifest(dir: string, result: RunResult): void {
  writeWhole(join(dir, MANIFEST), manifestOf(result, []))
}

/** The names of all files that reports may be in. */
export function reportNames(): string[] {
  return [MANIFEST, PAGE, ...TABLES.map(fileOf), ...matchesFiles()]
}

/** Whether a folder holds reports, complete or not. */
export function holdsReports(dir: string): boolean {
  return TABLES.some(table => existsSync(join(dir, fileOf(table))))
}

/** Whether a folder holds a page. */
export function holdsPage(dir: string): boolean {
  return existsSync(pageFile(dir))
}

/** Whether a folder holds pages of matches. */
export function holdsMatchPages(dir: string): boolean {
  return existsSync(join(dir, MATCH_PAGES))
}

/** Takes the pages of matches out of a run's folder. */
export function removeMatchPages(dir: string): void {
  rmSync(join(dir, MATCH_PAGES), { recursive: true, force: true })
}

/** Takes a run's reports out of its folder, and nothing else. */
export function removeReports(dir: string): void {
  removeMatchPages(dir)
  for (const name of reportNames()) rmSync(join(dir, name), { force: true })
}

/** Takes away what writers left that died at it: of reports, and of the highlights' records. */
export function sweepReports(dir: string): void {
  const names = [...reportNames(), HIGHLIGHTS]
  for (const name of readdirSync(dir))
    if (name.endsWith(UNFINISHED) && names.some(whole => name.startsWith(`${whole}.`)))
      rmSync(join(dir, name))
}

function fileOf({ id }: Table): string {
  return `${id}.csv`
}
