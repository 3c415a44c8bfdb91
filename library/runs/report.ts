/** The page of a run, of whatever its folder holds. */
import { loadPage, writePage } from '../../reports/files/write.ts'
import type { RunResult } from '../../sim/chunks/results.ts'
import { onDisk } from '../../sim/store/disk.ts'
import { readRun } from './merge.ts'

/** A page that was written. */
export interface Reported {
  readonly file: string
  readonly result: RunResult
}

/**
 * Writes report.html into the folder of a run, complete or not, or of its shards, which are added up. A run in progress is not disturbed.
 * Throws an InputError or a RefusedError as `readRun` does, and a DiskError.
 */
export async function report(dir: string): Promise<Reported> {
  const result = readRun(dir)
  const pageOf = await loadPage()
  return { file: onDisk(dir, () => writePage(dir, result, pageOf)), result }
}
