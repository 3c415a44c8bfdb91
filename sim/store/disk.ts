/** Errors of the file system, and refusals of folders and queues. */

/** Output could not be written, through no fault of the input: the disk is full or broken. */
export class DiskError extends Error {
  constructor(path: string, reason: string) {
    super(`${path}: can't be written: ${reason}`)
    this.name = 'DiskError'
  }
}

/** A folder or a queue that must not be touched: it is in use, belongs to another run, or is damaged. */
export class RefusedError extends Error {
  /** `where` names the file or folder; `text` says what was found there, and what was expected. */
  constructor(where: string, text: string) {
    super(`${where}: ${text}`)
    this.name = 'RefusedError'
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

/** The code of an error from the system, such as ENOENT; undefined for any other error. */
export function diskCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return undefined
  return String(error.code)
}

/** Whether the error says that the disk is full or broken. */
export function isFull(error: unknown): boolean {
  return FULL.has(diskCode(error) ?? '')
}

/** The reason of a file system error, in words. */
export function diskReason(error: unknown): string {
  const code = diskCode(error) ?? 'unknown'
  return REASONS[code] ?? code
}

/** Runs what writes to a path, and returns its result. Throws a DiskError that names the path for an error of the file system. */
export function onDisk<T>(path: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw diskCode(error) === undefined ? error : new DiskError(path, diskReason(error))
  }
}
