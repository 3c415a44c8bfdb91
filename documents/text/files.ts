/** Reads files as text, whatever lies at their path: never blocks, never reads beyond the limit. */
import { isUtf8 } from 'node:buffer'
import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, resolve, sep } from 'node:path'
import { InputError } from '../document.ts'

/** The largest file that is read: 4 MiB. */
export const FILE_MAX = 4 * 1024 * 1024

/** What lies at a path: node's Stats without node's types, which users of the library need not install. */
export type FileKind = Readonly<
  Record<
    'isFile' | 'isDirectory' | 'isFIFO' | 'isSocket' | 'isCharacterDevice' | 'isBlockDevice',
    () => boolean
  >
>

/** A JSON list of the folders that files may be in, the user's first; without it, any. `evenhand mcp` sets it. */
export const WITHIN = 'EVENHAND_WITHIN'

/** Throws an InputError for a path outside these folders, links followed. Nothing need be there. */
export function refuseOutside(path: string, label = path): void {
  const listed = process.env[WITHIN]
  if (!listed) return
  const folders = JSON.parse(listed) as string[]
  const real = realPath(resolve(path))
  if (folders.map(realPath).some(folder => real === folder || real.startsWith(folder + sep))) return
  throw new InputError(label, `is outside ${folders[0]}, expected a path in that folder`)
}

/** Of what doesn't exist, the real path of the nearest folder that does, and the rest. */
function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    const folder = dirname(path)
    return folder === path ? path : resolve(realPath(folder), basename(path))
  }
}

/** Throws an InputError unless the file is UTF-8 text. */
export function readText(file: string): string {
  const fd = openRegular(file)
  try {
    const { size } = fstatSync(fd)
    if (size > FILE_MAX) throw tooLarge(file, size)
    return decode(file, readBytes(file, fd))
  } finally {
    closeSync(fd)
  }
}

/**
 * Opens a regular file for reading, without blocking; the caller closes it. Throws an InputError for anything
 * else: reading a pipe or a device could block or never end.
 */
export function openRegular(file: string): number {
  return readingErrors(file, () => openChecked(file, stats => refuseIrregular(file, stats)))
}

/**
 * Opens a file for reading without blocking, unless `check` throws at what lies there; the caller closes it.
 * Throws what `check` throws, and file system errors unchanged.
 */
export function openChecked(file: string, check: (found: FileKind) => void): number {
  refuseOutside(file)
  check(statSync(file))
  // The flag covers a pipe that has taken its place since, and files of /proc that wait for events.
  const fd = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    check(fstatSync(fd))
    return fd
  } catch (error) {
    closeSync(fd)
    throw error
  }
}

/** Whatever size the file claims: some of /proc are endless. */
function readBytes(file: string, fd: number): Buffer {
  const bytes = Buffer.allocUnsafe(FILE_MAX + 1)
  let length = 0
  for (let got = -1; got !== 0 && length < bytes.length; length += got)
    got = readingErrors(file, () => readSync(fd, bytes, length, bytes.length - length, null))
  if (length > FILE_MAX) throw tooLarge(file, length)
  return bytes.subarray(0, length)
}

function readingErrors<T>(file: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw error instanceof InputError ? error : unreadable(file, error)
  }
}

/** A file system error as an InputError. */
export function unreadable(file: string, error: unknown): InputError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  return new InputError(file, REASONS[code] ?? `can't be read (${code}), expected a readable file`)
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file, expected a YAML or JSON file',
  ENOTDIR: 'no such file, expected a YAML or JSON file',
  EACCES: "can't be read (permission denied), expected a readable file",
  ENAMETOOLONG: 'the file name is too long, expected a YAML or JSON file',
  ELOOP: 'has symbolic links that form a loop, expected a readable file',
  ERR_INVALID_ARG_VALUE: 'the file name contains a NUL character, expected a YAML or JSON file',
}

function refuseIrregular(file: string, stats: FileKind): void {
  if (stats.isDirectory()) throw new InputError(file, 'is a directory, expected a YAML or JSON file')
  if (!stats.isFile()) throw new InputError(file, 'is not a regular file, expected a YAML or JSON file')
}

export function tooLarge(file: string, size: number): InputError {
  return new InputError(file, `is too large (${size} bytes), expected at most ${FILE_MAX} bytes (4 MiB)`)
}

function decode(file: string, bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8')
  const place = { line: firstBadLine(bytes), column: 1 }
  throw new InputError(file, 'is not UTF-8 text, expected a YAML or JSON file encoded in UTF-8', place)
}

const NEWLINE = 10

/** The first line that isn't UTF-8, from 1. */
function firstBadLine(bytes: Buffer): number {
  let line = 1
  for (let from = 0, end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, from), line++) {
    if (!isUtf8(bytes.subarray(from, end))) break
    from = end + 1
  }
  return line
}
