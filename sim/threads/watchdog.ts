/** Watches threads from outside: ends those that hang, and one when memory runs out. */
import { totalmem } from 'node:os'
import { callsIn } from '../../engine/modules/index.ts'
import { isSameMoment, PARTICIPANT, PLAYING, STAGE, unwatchedHeartbeat, WAITING } from '../match/heartbeat.ts'

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
  #since = performance.now()

  constructor(all: Set<WatchedChunk>, heartbeat: Int32Array, limits: ChunkLimits, kill: () => void) {
    this.#all = all
    this.heartbeat = heartbeat
    this.limits = limits
    this.kill = kill
    all.add(this)
  }

  /** Milliseconds since a check first saw the chunk where it is. */
  timeHere(now: number): number {
    const { heartbeat } = this
    if (!isSameMoment(heartbeat, this.#seen)) {
      this.#seen.set(heartbeat)
      this.#since = now
    }
    return now - this.#since
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
      const time = chunk.timeHere(now)
      if (time > chunk.limit * 1000) chunk.endThread(chunk.isAsked ? 'time' : 'idle')
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
 * Calls `onStall` with the seconds passed whenever a thread that counts its calls in `memory` has made none
 * for longer than `limit`. Counts looks, not time, so that a busy machine gives the thread more time. Until
 * it is cleared.
 */
export function whenStalled(
  memory: Int32Array,
  limit: () => number,
  onStall: (seconds: number) => void,
): NodeJS.Timeout {
  let seen = callsIn(memory).calls
  let looks = 0
  return setInterval(() => {
    const { calls } = callsIn(memory)
    looks = calls === seen ? looks + 1 : 0
    seen = calls
    const seconds = (LOOK_MS * looks) / 1000
    if (seconds > limit()) onStall(Math.round(seconds))
  }, LOOK_MS)
}

/** Calls `onEnd` once, after as many looks as the seconds have. Until it is cleared. */
export function afterTicks(seconds: number, onEnd: () => void): NodeJS.Timeout {
  let looks = 0
  return setInterval(() => {
    if (++looks === Math.ceil((1000 * seconds) / LOOK_MS)) onEnd()
  }, LOOK_MS)
}
