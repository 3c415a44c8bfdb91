/** Files as text, whatever lies at their path: nothing here waits, and nothing reads more than it has to. */
import { isUtf8 } from 'node:buffer'
import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs'
import { InputError } from '../document.ts'

/** The largest file that is read: 4 MiB. */
export const FILE_MAX = 4 * 1024 * 1024

/** The text of a file in UTF-8. Throws an InputError. */
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
 * Opens a regular file for reading, without ever waiting; the caller closes it. Throws an InputError for anything else,
 * for reading a pipe or a device could wait or go on for ever.
 */
export function openRegular(file: string): number {
  refuseIrregular(
    file,
    attempt(file, () => statSync(file)),
  )
  // What is a pipe by now, and files of /proc that wait for news, answer at once as well.
  const fd = attempt(file, () => openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)))
  try {
    refuseIrregular(file, fstatSync(fd))
    return fd
  } catch (error) {
    closeSync(fd)
    throw error
  }
}

/** All bytes there are, whatever size the file claims to have: some of /proc are endless. */
function readBytes(file: string, fd: number): Buffer {
  const bytes = Buffer.allocUnsafe(FILE_MAX + 1)
  let length = 0
  for (let got = -1; got !== 0 && length < bytes.length; length += got)
    got = attempt(file, () => readSync(fd, bytes, length, bytes.length - length, null))
  if (length > FILE_MAX) throw tooLarge(file, length)
  return bytes.subarray(0, length)
}

function attempt<T>(file: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw unreadable(file, error)
  }
}

/** What the file system throws over a file, as an InputError. */
export function unreadable(file: string, error: unknown): InputError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  return new InputError(file, TROUBLES[code] ?? `can't be read (${code}), expected a readable file`)
}

const TROUBLES: Readonly<Record<string, string>> = {
  ENOENT: 'no such file, expected a YAML or JSON file',
  ENOTDIR: 'no such file, expected a YAML or JSON file',
  EACCES: "can't be read: permission denied, expected a readable file",
  ENAMETOOLONG: 'the file name is too long, expected a YAML or JSON file',
  ELOOP: "can't be read: the link leads in circles, expected a readable file",
  ERR_INVALID_ARG_VALUE: 'the file name holds a NUL character, expected a YAML or JSON file',
}

function refuseIrregular(file: string, stats: Stats): void {
  if (stats.isDirectory()) throw new InputError(file, 'is a directory, expected a YAML or JSON file')
  if (!stats.isFile()) throw new InputError(file, 'is not a regular file, expected a YAML or JSON file')
}

/** The refusal of so many bytes or characters. */
export function tooLarge(file: string, size: number): InputError {
  return new InputError(file, `is too large (${size} bytes), expected at most ${FILE_MAX} bytes (4 MiB)`)
}

function decode(file: string, bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8')
  const place = { line: oddLine(bytes), column: 1 }
  throw new InputError(file, 'is not UTF-8 text, expected a YAML or JSON file in UTF-8', place)
}

const NEWLINE = 10

/** The first line that is not UTF-8, from 1. */
function oddLine(bytes: Buffer): number {
  let line = 1
  for (let from = 0, end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, from), line++) {
    if (!isUtf8(bytes.subarray(from, end))) break
    from = end + 1
  }
  return line
}
