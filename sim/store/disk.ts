/** Errors of the file system, and refusals of folders and queues. */

/** What was being done when the disk failed. */
type Doing = 'read' | 'written'

/** A file could not be read or written, through no fault of the input: the disk is full, broken or gone. */
export class DiskError extends Error {
  constructor(path: string, reason: string, doing: Doing = 'written') {
    super(`${path}: can't be ${doing}: ${reason}`)
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
  EFBIG: 'the file has become too large for the file system',
  EROFS: 'the file system is read-only',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOENT: 'no such folder',
  ENOTDIR: 'a part of its path is not a folder',
  EEXIST: 'there is a file of that name',
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

/** Codes that say something of the disk or the system rather than of an argument. */
const FULL = new Set([
  ...['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'ENXIO', 'ENODEV', 'ENOTCONN', 'ESTALE', 'ETIMEDOUT'],
  ...['EMFILE', 'ENFILE'],
])

/** The code of an error from the system, such as ENOENT; undefined for any other error. */
export function diskCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return undefined
  return String(error.code)
}

/** Whether the error says that the disk is full or broken, or that there are too many open files. */
export function isFull(error: unknown): boolean {
  return FULL.has(diskCode(error) ?? '')
}

/** The reason of a file system error, in words. */
export function diskReason(error: unknown): string {
  const code = diskCode(error) ?? 'unknown'
  return REASONS[code] ?? code
}

/**
 * Runs what writes to a path, or reads it, and returns its result. Throws a DiskError that names the path for an error of the
 * file system.
 */
export function onDisk<T>(path: string, act: () => T, doing: Doing = 'written'): T {
  try {
    return act()
  } catch (error) {
    throw diskCode(error) === undefined ? error : new DiskError(path, diskReason(error), doing)
  }
}
