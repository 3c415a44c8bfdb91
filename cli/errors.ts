/** How the command ends: exit codes, and the one line that an error is told in. */
import { InputError } from '../engine/documents.ts'

/** Exit codes of every command. */
export const EXIT = { done: 0, failed: 1, usage: 2, disk: 74, interrupted: 130, terminated: 143 } as const

/** The command line itself is wrong: told with a hint to the help of the command it was meant for. */
export class UsageError extends Error {
  /** The hint's command, empty for the help of all. */
  readonly command: string

  constructor(text: string, command = '') {
    super(text)
    this.name = 'UsageError'
    this.command = command
  }
}

/** Output that could not be written, although nothing was wrong with what was asked. */
export class DiskError extends Error {
  constructor(path: string, reason: string) {
    super(`${path}: can't be written: ${reason}`)
    this.name = 'DiskError'
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'no space left on the device',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the file system is read-only',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOENT: 'no such folder',
  ENOTDIR: 'a part of its path is not a folder',
  EEXIST: 'there is a file of that name',
  EISDIR: 'it is a folder',
  EIO: 'the device reports an error',
}

/** Codes that mean a full disk rather than a bad argument. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EIO'])

/** The system's code of an error of the file system, undefined for any other error. */
export function diskCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return undefined
  return String(error.code)
}

/** Whether the error says that the disk is full or broken. */
export function isFull(error: unknown): boolean {
  return FULL.has(diskCode(error) ?? '')
}

/** What an error of the file system says, in plain words. */
export function diskReason(error: unknown): string {
  const code = diskCode(error) ?? 'unknown'
  return REASONS[code] ?? code
}

/** Runs what writes to a path; trouble with the disk becomes a DiskError that names it. */
export function onDisk<T>(path: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw diskCode(error) === undefined ? error : new DiskError(path, diskReason(error))
  }
}

/** The exit code that an error ends the command with. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof InputError || error instanceof UsageError) return EXIT.usage
  return error instanceof DiskError ? EXIT.disk : EXIT.failed
}

/** What stderr shows of an error. Stacks are for those who ask. */
export function explain(error: unknown): string {
  if (process.env.EVENHAND_DEBUG === '1' && error instanceof Error) return String(error.stack)
  if (error instanceof UsageError) {
    const help = ['evenhand', error.command, '--help'].filter(Boolean).join(' ')
    return `evenhand: ${error.message}\nsee ${help}`
  }
  if (error instanceof InputError || error instanceof DiskError) return error.message
  const text = error instanceof Error ? error.message || error.name : String(error)
  return `evenhand: ${text.split('\n')[0]} (EVENHAND_DEBUG=1 shows where)`
}
