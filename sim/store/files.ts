/** The files of a run's folder, whatever lies at their paths: nothing here waits for a pipe or reads a device without end. */
import {
  closeSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs'
import { type FileKind, openChecked } from '../../documents/index.ts'
import { DiskError, diskCode, diskReason, RefusedError } from './disk.ts'

/** What lies at a path; undefined if there is nothing. Throws a DiskError if that can't be told. */
export function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch (error) {
    if (diskCode(error) === 'ENOTDIR') return undefined
    throw diskCode(error) === undefined ? error : new DiskError(path, diskReason(error), 'read')
  }
}

/**
 * Opens a file of a run's folder for reading; null if there is none. The caller closes it. Throws a RefusedError if it is not a
 * regular file, and a DiskError if it can't be opened.
 */
export function openToRead(file: string): number | null {
  if (!statsOf(file)) return null
  try {
    return openChecked(file, stats => refuseIrregular(file, stats))
  } catch (error) {
    // Its owner may have removed it since.
    if (diskCode(error) === 'ENOENT') return null
    throw diskCode(error) === undefined ? error : new DiskError(file, diskReason(error), 'read')
  }
}

function refuseIrregular(file: string, stats: FileKind): void {
  if (!stats.isFile())
    throw new RefusedError(file, `is ${kindOf(stats)}, expected a regular file, as a run writes it`)
}

function kindOf(stats: FileKind): string {
  if (stats.isDirectory()) return 'a folder'
  if (stats.isFIFO()) return 'a pipe'
  if (stats.isSocket()) return 'a socket'
  return 'a device'
}

/** A new or renamed file survives a power cut only if its folder is synced too. Systems that cannot sync folders go without. */
export function syncFolder(dir: string): void {
  let fd: number | null = null
  try {
    fd = openSync(dir, 'r')
    fsyncSync(fd)
  } catch (error) {
    if (!['EPERM', 'EISDIR', 'EINVAL', 'EACCES', 'ENOTSUP'].includes(diskCode(error) ?? '')) throw error
  } finally {
    if (fd !== null) closeSync(fd)
  }
}

/** How the name of a file ends that is not whole yet. */
export const UNFINISHED = '.tmp'

/** Characters that are put together before they are written. */
const PIECE = 2 ** 20

/** Writes a file in one step, whole or from its parts: readers see the old one or the new one, never a part. Throws what the disk throws. */
export function writeWhole(file: string, content: string | Uint8Array | Iterable<string>): void {
  const temporary = `${file}.${process.pid}${UNFINISHED}`
  try {
    const fd = openSync(temporary, 'w')
    try {
      if (typeof content === 'string' || content instanceof Uint8Array) writeFileSync(fd, content)
      else writeParts(fd, content)
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

function writeParts(fd: number, parts: Iterable<string>): void {
  let piece = ''
  for (const part of parts) {
    piece += part
    if (piece.length < PIECE) continue
    writeFileSync(fd, piece)
    piece = ''
  }
  writeFileSync(fd, piece)
}
