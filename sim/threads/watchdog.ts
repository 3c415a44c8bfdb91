/** Watches threads from outside: ends those that hang, and one when memory runs out. */
import { totalmem } from 'node:os'
import { callsIn } from '../../engine/modules/index.ts'
import {
  isSameMoment,
  PARTICIPANT,
  PLAYING,
  STAGE,
  SYSTEM_THREAD,
  unwatchedHeartbeat,
  WAITING,
} from '../match/heartbeat.ts'
import { type ThreadTimes, threadTimes } from '../match/processor.ts'

const CHECK_MS = 100
/** Time to free a thread's memory after it was ended for it. */
const RELEASE_MS = 1_000
/** Share of the machine's memory that a run may use by default. */
const MEMORY_SHARE = 0.75
const MEGABYTE = 2 ** 20

/** Megabytes that a process may use by default: a share of the machine's memory, or of its container's. */
export const DEFAULT_MEMORY = Math.floor((MEMORY_SHARE * grantedBytes()) / MEGABYTE)

function grantedBytes(): number {
  const granted = process.constrainedMemory()
  return granted > 0 && granted < totalmem() ? granted : totalmem()
}

/** How much longer than its CPU time a thread may sleep. */
export const WAIT_TIMES = 5

/** Times a thread of this process, so that a busy machine takes nothing from it. */
export class Stopwatch {
  #thread = 0
  #began = 0
  #before: ThreadTimes = { used: 0, kept: 0 }

  /** `thread` is its `systemThread`. */
  start(thread: number): void {
    this.#thread = thread
    this.#began = performance.now()
    this.#before = timesOf(thread)
  }

  /** Milliseconds since the start. */
  get passed(): number {
    return performance.now() - this.#began
  }

  /** Whether this many seconds of CPU time are over, or WAIT_TIMES as many in which it might have run. */
  isOver(seconds: number): boolean {
    const { passed } = this
    if (passed <= 1000 * seconds) return false
    const { used, kept } = timesOf(this.#thread)
    return (
      used - this.#before.used > 1000 * seconds ||
      passed - (kept - this.#before.kept) > 1000 * WAIT_TIMES * seconds
    )
  }

  /** Which limit is over. */
  limitWords(seconds: number): string {
    return timesOf(this.#thread).used - this.#before.used > 1000 * seconds
      ? `${seconds} s of CPU time`
      : `${WAIT_TIMES * seconds} s, most of them waiting`
  }
}

/** Where the system doesn't tell them, the CPU time of the whole process, which is more. */
function timesOf(thread: number): ThreadTimes {
  const { user, system } = process.cpuUsage()
  return threadTimes(thread) ?? { used: (user + system) / 1000, kept: 0 }
}

/**
 * What was used up: an agent's time, the time for a thread without a match to begin a chunk or hand over its
 * result, or the memory that all threads share.
 */
type Overrun = 'time' | 'idle' | 'memory'

/** In seconds; infinite for built-in code. */
export interface ChunkLimits {
  /** For a decision, by participant. */
  readonly asked: readonly number[]
  /** Until a thread begins the chunk. */
  readonly waiting: number
  /** Between decisions that its game carries out. */
  readonly playing: number
  /** From its last match until its result arrives. */
  readonly ended: number
}

export interface Watch {
  /** Why the watchdog ended the chunk's thread; null if it didn't. */
  readonly ended: Overrun | null
  /** Stops watching. */
  end(): void
}

class WatchedChunk implements Watch {
  ended: Overrun | null = null
  readonly heartbeat: Int32Array
  readonly limits: ChunkLimits
  readonly kill: () => void
  readonly #all: Set<WatchedChunk>
  /** The heartbeat as a check last saw it. */
  readonly #seen = unwatchedHeartbeat()
  readonly #stopwatch = new Stopwatch()

  constructor(all: Set<WatchedChunk>, heartbeat: Int32Array, limits: ChunkLimits, kill: () => void) {
    this.#all = all
    this.heartbeat = heartbeat
    this.limits = limits
    this.kill = kill
    this.#stopwatch.start(0)
    all.add(this)
  }

  /** Milliseconds since a check first saw the chunk where it is. */
  timeHere(): number {
    const { heartbeat } = this
    if (!isSameMoment(heartbeat, this.#seen)) {
      this.#seen.set(heartbeat)
      this.#stopwatch.start(heartbeat[SYSTEM_THREAD]!)
    }
    return this.#stopwatch.passed
  }

  /** Whether it has been there for too long. */
  isLate(): boolean {
    return this.#stopwatch.isOver(this.limit)
  }

  /** Whether an agent is being asked. */
  get isAsked(): boolean {
    return this.#seen[PARTICIPANT] !== 0
  }

  /** Seconds that the chunk may stay where it is. */
  get limit(): number {
    const { asked, waiting, playing, ended } = this.limits
    if (this.isAsked) return asked[this.#seen[PARTICIPANT]! - 1]!
    const stage = this.#seen[STAGE]
    return stage === WAITING ? waiting : stage === PLAYING ? playing : ended
  }

  endThread(why: Overrun): void {
    this.ended = why
    this.end()
    this.kill()
  }

  end(): void {
    this.#all.delete(this)
  }
}

/** Watches any number of chunks until `end`. */
export class Watchdog {
  readonly #chunks = new Set<WatchedChunk>()
  readonly #memory: number
  readonly #timer: NodeJS.Timeout
  #released = 0

  /** `memory`: megabytes that the process may use. */
  constructor(memory: number) {
    this.#memory = memory * MEGABYTE
    this.#timer = setInterval(() => this.#check(performance.now()), CHECK_MS)
    this.#timer.unref()
  }

  /** Watches the chunk behind a heartbeat. `kill` must end its thread, and is called at most once. */
  watch(heartbeat: Int32Array, limits: ChunkLimits, kill: () => void): Watch {
    return new WatchedChunk(this.#chunks, heartbeat, limits, kill)
  }

  /** Stops watching all chunks. */
  end(): void {
    clearInterval(this.#timer)
  }

  #check(now: number): void {
    let slowest: WatchedChunk | null = null
    let longest = 0
    for (const chunk of this.#chunks) {
      const time = chunk.timeHere()
      if (chunk.isLate()) chunk.endThread(chunk.isAsked ? 'time' : 'idle')
      else if (chunk.isAsked && time > longest) {
        longest = time
        slowest = chunk
      }
    }
    // The agent that has been thinking longest is the likeliest to use the memory. If it was another one, the
    // match is played again, without other chunks beside it.
    if (slowest !== null && now > this.#released && process.memoryUsage.rss() > this.#memory) {
      this.#released = now + RELEASE_MS
      slowest.endThread('memory')
    }
  }
}

/** Milliseconds between looks at a thread. */
const LOOK_MS = 200

/**
 * Calls `onStall` with the limit in words whenever a thread that counts its calls in `memory` has made none for longer than `limit`, in
 * seconds of CPU time. Until it is cleared. `thread` is its `systemThread`.
 */
export function whenStalled(
  memory: Int32Array,
  thread: number,
  limit: () => number,
  onStall: (limit: string) => void,
): NodeJS.Timeout {
  let seen = callsIn(memory).calls
  const stopwatch = new Stopwatch()
  stopwatch.start(thread)
  return setInterval(() => {
    const { calls } = callsIn(memory)
    if (calls !== seen) stopwatch.start(thread)
    else if (stopwatch.isOver(limit())) onStall(stopwatch.limitWords(limit()))
    seen = calls
  }, LOOK_MS)
}

/** Calls `onEnd` once, after this many seconds of the thread's CPU time. Until it is cleared. */
export function afterSeconds(thread: number, seconds: number, onEnd: () => void): NodeJS.Timeout {
  const stopwatch = new Stopwatch()
  stopwatch.start(thread)
  const timer = setInterval(() => {
    if (!stopwatch.isOver(seconds)) return
    clearInterval(timer)
    onEnd()
  }, LOOK_MS)
  return timer
}
