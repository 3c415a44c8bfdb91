/**
 * One process at a time in a run folder. The lock is a file that names its holder; one whose holder is gone is stale. On
 * the holder's own machine that can be known at once, by process id and the process' time of birth. From another machine
 * or container that shares the folder, and after a reboot, it shows by the file's age, for a holder touches it every few seconds.
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
import { RefusedError } from './disk.ts'

export const LOCK = 'lock'
const DRAFT = /^lock(\.claim)*\.\d+\.[0-9a-f]{8}$/

const TOUCH_MS = 5_000
/** A lock of another machine that was not touched for so long is stale. */
const STALE_MS = 60_000
/** Others may be quicker a few times, but not for ever. */
const TRIES_MAX = 1000

interface Holder {
  readonly pid: number
  readonly host: string
  /** Which boot of the host, space of process ids, and birth of the process id: '' where the system does not say. */
  readonly boot: string
  readonly space: string
  readonly born: string
}

/** A folder that is ours until `release`. */
export class Lock {
  readonly #file: string
  readonly #text: string
  readonly #timer: NodeJS.Timeout
  readonly #atExit = (): void => this.release()

  /** Takes a folder's lock; `onLost` is called should it be taken away. Throws a RefusedError if somebody holds it, and what the disk throws. */
  constructor(dir: string, onLost: () => void = () => {}) {
    this.#file = join(dir, LOCK)
    this.#text = `${JSON.stringify(self())}\n`
    take(dir, this.#file, this.#text)
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
      // A folder that went away shows at the next write to the journal.
    }
  }

  release(): void {
    clearInterval(this.#timer)
    process.off('exit', this.#atExit)
    if (readText(this.#file) === this.#text) rmSync(this.#file, { force: true })
  }
}

/** Who holds a folder's lock, in words; null if nobody does. */
export function holderOf(dir: string): string | null {
  const file = join(dir, LOCK)
  const text = readText(file)
  return text === null || isStale(file, text) ? null : wordsFor(text)
}

/**
 * Makes the file ours. A stale one is removed by whoever holds the claim to do so, a lock like any other: nobody takes
 * away what a quicker one has put in its place. Throws a RefusedError if the file's holder lives.
 */
function take(dir: string, file: string, text: string): void {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const found = readText(file)
    if (found !== null) clearStale(dir, file, found, text)
    if (create(file, text)) return
  }
  throw new RefusedError(dir, `has a lock that can be neither read nor made, expected a file ${file}`)
}

function clearStale(dir: string, file: string, found: string, text: string): void {
  if (!isStale(file, found))
    throw new RefusedError(
      dir,
      `is in use by ${wordsFor(found)}, expected a folder that no other run is using`,
    )
  const claim = `${file}.claim`
  take(dir, claim, text)
  try {
    if (readText(file) === found) rmSync(file, { force: true })
  } finally {
    rmSync(claim, { force: true })
  }
}

/** The file appears with its text in it, or not at all: a holder who dies in between leaves no riddle. */
function create(file: string, text: string): boolean {
  const draft = `${file}.${process.pid}.${randomUUID().slice(0, 8)}`
  try {
    writeFileSync(draft, text)
    linkSync(draft, file)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Removes the drafts of those who died before they held the folder's lock. */
export function sweepDrafts(dir: string): void {
  for (const name of readdirSync(dir)) {
    const file = join(dir, name)
    const text = DRAFT.test(name) ? readText(file) : null
    if (text === null) continue
    // One cut short says nothing, but its name does.
    const gone = parse(text) === null && birthOf(Number(name.split('.').at(-2))) === null
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

function self(): Holder {
  const born = birthOf(process.pid) ?? ''
  return { pid: process.pid, host: hostname(), boot: bootOf(), space: spaceOf(), born }
}

/** The kernel's name for this boot. */
function bootOf(): string {
  return readText('/proc/sys/kernel/random/boot_id')?.trim() ?? ''
}

/** The kernel's name for the space in which process ids mean something: containers have their own. */
function spaceOf(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}

/** When a process was born, in the kernel's ticks; null if there is none. */
function birthOf(pid: number): string | null {
  const stat = readText(`/proc/${pid}/stat`)
  if (stat !== null) {
    // The command's name stands in parentheses and may hold anything; state is the field after it, birth the 20th.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? null : fields[19]!
  }
  try {
    process.kill(pid, 0)
    return ''
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM' ? '' : null
  }
}

function parse(text: string): Holder | null {
  try {
    const { pid, host, boot, space, born } = JSON.parse(text) as Partial<Holder>
    return {
      pid: Number(pid),
      host: String(host),
      boot: String(boot),
      space: String(space),
      born: String(born),
    }
  } catch {
    return null
  }
}

function isStale(file: string, text: string): boolean {
  const holder = parse(text)
  const here = self()
  // Containers may share a host's name, and pods have that of the one they replace: an id tells nothing across them.
  const near = holder?.host === here.host && holder.boot === here.boot && holder.space === here.space
  if (holder === null || !near) return ageOf(file) > STALE_MS
  const born = birthOf(holder.pid)
  // Where the birth is not known, a process of that id counts as the holder.
  return born === null || (born !== '' && holder.born !== '' && born !== holder.born)
}

/** Milliseconds since a file was touched. */
function ageOf(file: string): number {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats ? Date.now() - stats.mtimeMs : Number.POSITIVE_INFINITY
}

function wordsFor(text: string): string {
  const holder = parse(text)
  return holder === null ? 'another run' : `process ${holder.pid} on ${JSON.stringify(holder.host)}`
}
