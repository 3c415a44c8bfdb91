/**
 * Lets only one process at a time into a run's folder. The lock is a file that names its holder; without a living holder it is
 * stale. On the holder's own machine that is known at once, by the process id and the start time of the process. From another
 * machine or container that shares the folder, and after a reboot, the file's age shows it, since the holder touches the
 * file every few seconds.
 */
import { randomUUID } from 'node:crypto'
import {
  linkSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { diskCode, RefusedError } from './disk.ts'

/** Name of the lock's file. */
export const LOCK = 'lock'
/** Temporary files from which locks are linked. */
const LEFTOVER = /^lock(\.claim)*\.\d+\.[0-9a-f]{8}$/

const TOUCH_MS = 5_000
/** A lock of another machine that was not touched for this long is stale. */
const STALE_MS = 60_000
/** Other processes may be faster a few times, but not always. */
const TRIES_MAX = 1000

interface Holder {
  readonly pid: number
  readonly host: string
  /** The host's boot, the namespace of process ids, and the start time of the process; '' where the system does not say. */
  readonly boot: string
  readonly pidNamespace: string
  readonly started: string
}

/** A lock that this process holds until `release`, or until it exits. */
export class Lock {
  readonly #file: string
  readonly #text: string
  readonly #timer: NodeJS.Timeout
  readonly #atExit = (): void => this.release()

  /**
   * Locks a folder. `onLost` is called, every few seconds, if another process takes the lock away. Throws a RefusedError if
   * another process holds it, and an error of the file system if the file cannot be written.
   */
  constructor(dir: string, onLost: () => void = () => {}) {
    this.#file = join(dir, LOCK)
    this.#text = `${JSON.stringify(thisProcess())}\n`
    acquire(dir, this.#file, this.#text)
    this.#timer = setInterval(
      () => (readText(this.#file) === this.#text ? this.#touch() : onLost()),
      TOUCH_MS,
    )
    this.#timer.unref()
    process.on('exit', this.#atExit)
  }

  #touch(): void {
    const now = Date.now() / 1000
    try {
      utimesSync(this.#file, now, now)
    } catch {
      // If the folder has vanished, the next write to the journal reports it.
    }
  }

  /** Removes the lock, unless another process has taken it. */
  release(): void {
    clearInterval(this.#timer)
    process.off('exit', this.#atExit)
    if (readText(this.#file) === this.#text) rmSync(this.#file, { force: true })
  }
}

/** The process that holds a folder's lock, as messages name it; null if none does. */
export function holderOf(dir: string): string | null {
  const file = join(dir, LOCK)
  const text = readText(file)
  return text === null || isStale(file, text) ? null : describeHolder(text)
}

/**
 * Creates the lock file. A stale one is removed first, by the process that holds the claim to do so, which is a lock like any
 * other: so no process removes what a faster one has put in its place. Throws a RefusedError if the lock is not stale.
 */
function acquire(dir: string, file: string, text: string): void {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const found = readText(file)
    if (found !== null) removeStale(dir, file, found, text)
    if (create(file, text)) return
  }
  throw new RefusedError(dir, `has a lock that can be neither read nor created, expected a file ${file}`)
}

function removeStale(dir: string, file: string, found: string, text: string): void {
  if (!isStale(file, found))
    throw new RefusedError(
      dir,
      `is in use by ${describeHolder(found)}, expected a folder that no other run is using`,
    )
  const claim = `${file}.claim`
  acquire(dir, claim, text)
  try {
    if (readText(file) === found) rmSync(file, { force: true })
  } finally {
    rmSync(claim, { force: true })
  }
}

/** Creates the file with its text in it, or not at all, even if this process dies meanwhile. False if there is one already. */
function create(file: string, text: string): boolean {
  const temporary = `${file}.${process.pid}.${randomUUID().slice(0, 8)}`
  try {
    writeFileSync(temporary, text)
    linkSync(temporary, file)
    return true
  } catch (error) {
    if (diskCode(error) === 'EEXIST') return false
    throw error
  } finally {
    rmSync(temporary, { force: true })
  }
}

/** Removes the temporary files of processes that died before they held the lock. */
export function removeLeftoverLocks(dir: string): void {
  for (const name of readdirSync(dir)) {
    const file = join(dir, name)
    const text = LEFTOVER.test(name) ? readText(file) : null
    if (text === null) continue
    // If the text was cut short, the name still holds the process id.
    const gone = parse(text) === null && startTimeOf(Number(name.split('.').at(-2))) === null
    if (gone || isStale(file, text)) rmSync(file, { force: true })
  }
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

function thisProcess(): Holder {
  const started = startTimeOf(process.pid) ?? ''
  return { pid: process.pid, host: hostname(), boot: bootOf(), pidNamespace: pidNamespaceOf(), started }
}

/** The kernel's name for this boot. */
function bootOf(): string {
  return readText('/proc/sys/kernel/random/boot_id')?.trim() ?? ''
}

/** The kernel's name for the namespace of process ids: containers have their own. */
function pidNamespaceOf(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}

/** When a process started, in the kernel's ticks; '' if the system does not say, null if there is no such process. */
function startTimeOf(pid: number): string | null {
  const stat = readText(`/proc/${pid}/stat`)
  if (stat !== null) {
    // The command's name is in parentheses and may contain anything; after it, the state is field 0, the start time 19.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? null : fields[19]!
  }
  try {
    process.kill(pid, 0)
    return ''
  } catch (error) {
    return diskCode(error) === 'EPERM' ? '' : null
  }
}

function parse(text: string): Holder | null {
  try {
    const { pid, host, boot, pidNamespace, started } = JSON.parse(text) as Partial<Holder>
    return {
      pid: Number(pid),
      host: String(host),
      boot: String(boot),
      pidNamespace: String(pidNamespace),
      started: String(started),
    }
  } catch {
    return null
  }
}

function isStale(file: string, text: string): boolean {
  const holder = parse(text)
  const here = thisProcess()
  // Containers may share a host name, and a pod may have that of the one it replaces: process ids of others mean nothing.
  const near =
    holder?.host === here.host && holder.boot === here.boot && holder.pidNamespace === here.pidNamespace
  if (holder === null || !near) return ageOf(file) > STALE_MS
  const started = startTimeOf(holder.pid)
  // Where start times are not known, any process with that id counts as the holder.
  return started === null || (started !== '' && holder.started !== '' && started !== holder.started)
}

/** Milliseconds since a file was touched; infinite if it is gone. */
function ageOf(file: string): number {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats ? Date.now() - stats.mtimeMs : Number.POSITIVE_INFINITY
}

function describeHolder(text: string): string {
  const holder = parse(text)
  return holder === null ? 'another run' : `process ${holder.pid} on ${JSON.stringify(holder.host)}`
}
