/**
 * Lets only one process at a time into a run's folder. The lock is a file that names its holder; once the
 * holder is dead it is stale. The holder's own machine knows that at once (holder.ts). From another machine
 * or container, and after a reboot, only a sign of life tells: the holder keeps touching the file, and
 * whoever wants the folder watches it for as long as the lock says. The file's time is only compared with
 * itself, never with another clock.
 *
 * A process that was stopped for longer than that loses its lock without noticing. So it looks again before
 * every write (`check`).
 */
import { randomUUID } from 'node:crypto'
import {
  closeSync,
  fstatSync,
  linkSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DiskError, diskCode, onDisk, openToRead, RefusedError } from './disk.ts'
import { describeHolder, LOCK_SECONDS, livesHere, parseHolder, startTimeOf, thisProcess } from './holder.ts'

export const LOCK = 'lock'
/** Claims, and temporary files from which locks are linked. */
const CLAIM = /^lock(\.claim)+$/
const LEFTOVER = /^lock(\.claim)*\.\d+\.[0-9a-f]{8}$/

/** How often a holder touches its lock, and others look, within the time after which it counts as dead. */
const BEATS = 30
const LOOKS = 4 * BEATS
/** How many of these looks `status` waits for: two and a half beats. */
const LOOKS_OF_STATUS = 10
/** Other processes may be faster a few times, but not always. */
const TRIES_MAX = 1000
/** A lock has a few hundred bytes. */
const TEXT_MAX = 4096

/** Called before waiting, for at most `seconds`, for a sign of life of a holder on another machine. */
export type OnWait = (holder: string, seconds: number) => void

export interface LockOptions {
  /** Without a sign of life for this long, other machines take this process for dead; 60 by default. */
  readonly seconds?: number | undefined
  /** Called at every beat once the lock is lost. */
  readonly onLost?: (() => void) | undefined
  readonly onWait?: OnWait | undefined
}

/** What a look at a lock shows: its text, and its time, which only matters if it changes. */
interface Look {
  readonly text: string
  readonly beat: number
}

/** A lock that this process holds until `release`, or until it exits. */
export class Lock {
  readonly #dir: string
  readonly #file: string
  readonly #text: string
  readonly #place: { readonly dev: number; readonly ino: number }
  readonly #beatMs: number
  readonly #timer: NodeJS.Timeout
  /** By performance.now(). */
  #touched = performance.now()
  readonly #atExit = (): void => this.release()
  /** Set once and for all when the lock is lost. */
  #loss: Error | null = null

  /**
   * Locks a folder; blocks the event loop if it must wait for a sign of life. Throws a RefusedError if
   * another process holds the folder, and a file system error if the file can't be written.
   */
  constructor(dir: string, options: LockOptions = {}) {
    const { seconds = LOCK_SECONDS, onLost = () => {}, onWait = () => {} } = options
    this.#dir = dir
    this.#file = join(dir, LOCK)
    this.#text = `${JSON.stringify(thisProcess(seconds))}\n`
    acquire(dir, this.#file, this.#text, onWait)
    this.#place = statSync(dir)
    this.#beatMs = (seconds * 1000) / BEATS
    this.#timer = setInterval(() => this.#beat(onLost), this.#beatMs)
    this.#timer.unref()
    process.on('exit', this.#atExit)
  }

  /** Throws a RefusedError if the lock is lost, and a DiskError if folder or lock can't be read. */
  check(): void {
    this.#loss ??= this.#lossNow()
    if (this.#loss) throw this.#loss
    // A run on this thread may leave timers no time.
    if (performance.now() - this.#touched > this.#beatMs) this.#touch()
  }

  #touch(): void {
    this.#touched = performance.now()
    // The clock need not be right: the time only has to change.
    const now = Date.now() / 1000
    utimesSync(this.#file, now, now)
  }

  #lossNow(): Error | null {
    const found = look(this.#file)
    if (found?.text === this.#text) return null
    const { dev, ino } = this.#place
    const now = statSync(this.#dir, { throwIfNoEntry: false })
    if (now?.dev !== dev || now.ino !== ino)
      return new DiskError(this.#dir, 'the folder was deleted, renamed or unmounted during the run')
    const to = found === null ? ' (its file was removed)' : ` to ${describeHolder(found.text)}`
    return new RefusedError(this.#dir, `lost its lock${to} during the run, expected to keep it until the end`)
  }

  #beat(onLost: () => void): void {
    try {
      this.check()
      this.#touch()
    } catch {
      // What fails now may work at the next beat, or else before the next write.
      if (this.#loss) onLost()
    }
  }

  /** Removes the lock, unless another process has taken it. */
  release(): void {
    clearInterval(this.#timer)
    process.off('exit', this.#atExit)
    try {
      if (look(this.#file)?.text === this.#text) rmSync(this.#file, { force: true })
    } catch {
      // The lock of a dead process is stale: it blocks nobody.
    }
  }
}

/**
 * The processes that hold the locks of folders, as messages name them; null if none does. Waits a few
 * seconds for signs of life from other machines, for all folders together. Throws a RefusedError or a
 * DiskError for an unreadable lock.
 */
export function holdersOf(dirs: readonly string[]): (string | null)[] {
  const locks = dirs.map(dir => {
    const file = join(dir, LOCK)
    const seen = look(file)
    return { file, seen, lives: seen === null ? false : livesHere(parseHolder(seen.text)) }
  })
  const unsure = locks.flatMap(({ file, seen, lives }) => (lives === null ? [{ file, seen: seen! }] : []))
  const changed = changesOf(unsure, LOOKS_OF_STATUS)
  return locks.map(({ file, seen, lives }) => {
    const now = lives ? seen : changed.get(file)
    return now ? describeHolder(now.text) : null
  })
}

/**
 * Creates the lock file. A stale one is first removed, by the process that holds the claim to do so, itself a
 * lock: so no process removes the lock of a faster one. Throws a RefusedError if the lock isn't
 * stale.
 */
function acquire(dir: string, file: string, text: string, onWait: OnWait): void {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const found = look(file)
    if (found !== null) removeStale(dir, file, found, text, onWait)
    if (create(file, text)) return
  }
  throw new RefusedError(dir, `has a lock that can't be read or created, expected a file ${file}`)
}

/** Removes a dead holder's lock, unless it has changed since. */
function removeStale(dir: string, file: string, found: Look, text: string, onWait: OnWait): void {
  if (isAlive(file, found, onWait))
    throw new RefusedError(dir, `is in use by ${describeHolder(found.text)}, expected a free folder`)
  const claim = `${file}.claim`
  acquire(dir, claim, text, onWait)
  try {
    const now = look(file)
    if (now?.text === found.text && now.beat === found.beat) rmSync(file, { force: true })
  } finally {
    rmSync(claim, { force: true })
  }
}

function isAlive(file: string, seen: Look, onWait: OnWait): boolean {
  const holder = parseHolder(seen.text)
  const here = livesHere(holder)
  if (here !== null) return here
  onWait(describeHolder(seen.text), holder?.seconds ?? LOCK_SECONDS)
  return changesOf([{ file, seen }], LOOKS).get(file)?.text === seen.text
}

/**
 * Watches locks and returns those that change, as they then look (null: gone); ends early once all have.
 * Counts looks, not time, so that a watcher that is stopped itself, or waits for a slow disk, takes nobody
 * for dead.
 */
function changesOf(
  locks: readonly { file: string; seen: Look }[],
  looks: number,
): ReadonlyMap<string, Look | null> {
  const changed = new Map<string, Look | null>()
  const seconds = Math.max(0, ...locks.map(({ seen }) => parseHolder(seen.text)?.seconds ?? LOCK_SECONDS))
  for (let i = 0; i < looks && changed.size < locks.length; i++) {
    pause((seconds * 1000) / LOOKS)
    for (const { file, seen } of locks) {
      const now = look(file)
      if (now?.text !== seen.text || now.beat !== seen.beat) changed.set(file, now)
    }
  }
  return changed
}

function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, milliseconds)
}

/** Null if there is no lock. Reopening makes a network disk show its current content. */
function look(file: string): Look | null {
  const fd = openToRead(file)
  if (fd === null) return null
  return onDisk(
    file,
    () => {
      try {
        const bytes = Buffer.alloc(TEXT_MAX)
        const length = readSync(fd, bytes, 0, TEXT_MAX, 0)
        return { text: bytes.toString('utf8', 0, length), beat: fstatSync(fd).mtimeMs }
      } finally {
        closeSync(fd)
      }
    },
    'read',
  )
}

/** Creates the file whole or not at all, even if this process dies. False if it exists already. */
function create(file: string, text: string): boolean {
  const temporary = `${file}.${process.pid}.${randomUUID().slice(0, 8)}`
  try {
    writeFileSync(temporary, text)
    try {
      linkSync(temporary, file)
    } catch (error) {
      if (diskCode(error) === 'EEXIST') throw error
      createUnlinked(file, text)
    }
    return true
  } catch (error) {
    if (diskCode(error) === 'EEXIST') return false
    throw error
  } finally {
    rmSync(temporary, { force: true })
  }
}

/**
 * For disks without hard links: vfat and some network disks. A process that dies here leaves an empty lock,
 * which blocks others for a minute.
 */
function createUnlinked(file: string, text: string): void {
  const fd = openSync(file, 'wx')
  try {
    writeFileSync(fd, text)
  } catch (error) {
    rmSync(file, { force: true })
    throw error
  } finally {
    closeSync(fd)
  }
}

/**
 * Removes what dead processes have left of their locks: temporary files, and claims to what is gone. The
 * caller holds the lock, so a claim that isn't known to live is void.
 */
export function removeLeftoverLocks(dir: string): void {
  for (const name of readdirSync(dir)) {
    const isClaim = CLAIM.test(name)
    if (!isClaim && !LEFTOVER.test(name)) continue
    const file = join(dir, name)
    const text = look(file)?.text
    if (text === undefined) continue
    const holder = parseHolder(text)
    const lives = livesHere(holder)
    // If the text was cut short, the name still holds the process id.
    const gone = holder === null && startTimeOf(Number(name.split('.').at(-2))) === null
    if (lives === false || (isClaim ? lives === null : gone)) rmSync(file, { force: true })
  }
}
