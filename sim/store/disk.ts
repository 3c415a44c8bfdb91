/** Files of a run's folder, with errors in words. Nothing waits for a pipe or reads a device forever. */
import {
  closeSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { type FileKind, openChecked } from '../../documents/index.ts'

type Access = 'read' | 'written'

/** A file could not be read or written, though the input is fine: the disk is full, broken or gone. */
export class DiskError extends Error {
  constructor(path: string, reason: string, doing: Access = 'written') {
    super(`${path}: can't be ${doing}: ${reason}`)
    this.name = 'DiskError'
  }
}

/** A folder or queue that must not be touched: in use, of another run, or damaged. */
export class RefusedError extends Error {
  /** `where` names the file or folder; `text` says what was found and what was expected. */
  constructor(where: string, text: string) {
    super(`${where}: ${text}`)
    this.name = 'RefusedError'
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'no space left on the device',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file has become too large for the file system',
  EROFS: 'the file system is read-only',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOENT: 'no such folder',
  ENOTDIR: "part of its path isn't a folder",
  EEXIST: 'a file with this name exists',
  EISDIR: 'it is a folder',
  ENAMETOOLONG: 'the name is too long',
  EIO: 'the device reports an error',
  ENXIO: 'there is no such device',
  ENODEV: 'there is no such device',
  ENOTCONN: 'the disk is not connected',
  ESTALE: 'the network disk no longer knows it',
  ETIMEDOUT: 'the network disk does not answer',
  EMFILE: 'this process has too many files open (ulimit -n shows and raises the limit)',
  ENFILE: 'the system has too many files open',
}

/** Codes that concern the disk or the system rather than an argument. */
const FULL = new Set(
  'ENOSPC EDQUOT EFBIG EIO ENXIO ENODEV ENOTCONN ESTALE ETIMEDOUT EMFILE ENFILE'.split(' '),
)

/** The code of a system error, such as ENOENT; undefined for any other error. */
export function diskCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return undefined
  return String(error.code)
}

/** Whether the disk is full or broken, or too many files are open. */
export function isFull(error: unknown): boolean {
  return FULL.has(diskCode(error) ?? '')
}

export function diskReason(error: unknown): string {
  const code = diskCode(error) ?? 'unknown'
  return REASONS[code] ?? code
}

/** Runs what reads or writes a path. Throws a DiskError that names the path for a file system error. */
export function onDisk<T>(path: string, act: () => T, doing: Access = 'written'): T {
  try {
    return act()
  } catch (error) {
    throw diskCode(error) === undefined ? error : new DiskError(path, diskReason(error), doing)
  }
}

/** Without node's types, which users of the library need not install. */
type FileStats = FileKind & { readonly size: number; readonly mtimeMs: number }

/** What lies at a path; undefined if nothing does. Throws a DiskError if the system won't say. */
export function statsOf(path: string): FileStats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch (error) {
    if (diskCode(error) === 'ENOTDIR') return undefined
    throw diskCode(error) === undefined ? error : new DiskError(path, diskReason(error), 'read')
  }
}

/**
 * Opens a file for reading; null if there is none. The caller closes it. Throws a RefusedError unless it is a
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
  if (!stats.isFile()) throw new RefusedError(file, `is ${kindOf(stats)}, expected a regular file`)
}

function kindOf(stats: FileKind): string {
  if (stats.isDirectory()) return 'a folder'
  if (stats.isFIFO()) return 'a pipe'
  if (stats.isSocket()) return 'a socket'
  return 'a device'
}

/** A new or renamed file survives a power cut only in a synced folder. Some systems can't sync folders. */
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

/** Ending of files that are still being written. */
export const UNFINISHED = '.tmp'

/** Characters collected before they are written. */
const PIECE = 2 ** 20

/** Writes a file in one step: readers see the old or the new one. Throws file system errors unchanged. */
export function writeWhole(file: string, content: string | Uint8Array | Iterable<string>): void {
  const temporary = `${file}.${process.pid}${UNFINISHED}`
  try {
    const fd = openSync(temporary, 'w')
    try {
      if (typeof content === 'string' || content instanceof Uint8Array) writeFileSync(fd, content)
      else writeParts(fd, content)
      // A power cut after the rename must not leave an empty file.
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

/** Writes all bytes, of which writeSync may write fewer at a time: from `at` on, or by default at the end. */
export function writeAll(fd: number, bytes: Uint8Array, at: number | null = null): void {
  for (let done = 0; done < bytes.length; )
    done += writeSync(fd, bytes, done, bytes.length - done, at === null ? null : at + done)
}

/** The bytes from `at` on, fewer than `length` at the end of the file. */
export function readAt(fd: number, at: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let read = 0
  for (let got = -1; got !== 0 && read < length; read += got)
    got = readSync(fd, bytes, read, length - read, at + read)
  return bytes.subarray(0, read)
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
