/** Watches threads from outside: ends one whose agent does not answer, or one of them when memory runs out. */
import { totalmem } from 'node:os'
import { DECISION, PARTICIPANT, SERIAL } from '../match/heartbeat.ts'

/** Interval between checks. */
const CHECK_MS = 100
/** After a thread was ended for memory, how long its memory may take to be freed. */
const RELEASE_MS = 1_000
/** Share of the machine's memory that a run may use by default. */
const MEMORY_SHARE = 0.75
const MEGABYTE = 2 ** 20

/** Megabytes that a process may use by default: a share of the machine's memory, or of what its container grants. */
export const DEFAULT_MEMORY = Math.floor((MEMORY_SHARE * grantedBytes()) / MEGABYTE)

function grantedBytes(): number {
  const granted = process.constrainedMemory()
  return granted > 0 && granted < totalmem() ? granted : totalmem()
}

/** What an agent used too much of: its own time, or the memory that all threads share. */
type Overrun = 'time' | 'memory'

/** A chunk under watch. */
export interface Watch {
  /** Why the watchdog ended the chunk's thread; null if it did not. */
  readonly ended: Overrun | null
  /** Stops watching. */
  end(): void
}

class WatchedChunk implements Watch {
  ended: Overrun | null = null
  readonly heartbeat: Int32Array
  readonly limits: readonly number[]
  readonly kill: () => void
  readonly #all: Set<WatchedChunk>
  #participant = 0
  #decision = 0
  #serial = 0
  #since = 0

  constructor(all: Set<WatchedChunk>, heartbeat: Int32Array, limits: readonly number[], kill: () => void) {
    this.#all = all
    this.heartbeat = heartbeat
    this.limits = limits
    this.kill = kill
    all.add(this)
  }

  /** Milliseconds since a check first saw the current question; 0 if no agent is being asked. */
  thinkingTime(now: number): number {
    const { heartbeat } = this
    const participant = heartbeat[PARTICIPANT]!
    if (
      participant !== this.#participant ||
      heartbeat[SERIAL] !== this.#serial ||
      heartbeat[DECISION] !== this.#decision
    ) {
      this.#participant = participant
      this.#serial = heartbeat[SERIAL]!
      this.#decision = heartbeat[DECISION]!
      this.#since = now
    }
    return participant === 0 ? 0 : now - this.#since
  }

  /** Seconds that the agent being asked may take. */
  get limit(): number {
    return this.limits[this.#participant - 1]!
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

/** Watches any number of chunks until `end` is called. */
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

  /**
   * Watches the chunk that writes this heartbeat until the watch's `end` is called. `limits[participant]` is the number of
   * seconds that each may take over a decision. `kill` must end the chunk's thread; it is called at most once.
   */
  watch(heartbeat: Int32Array, limits: readonly number[], kill: () => void): Watch {
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
      const time = chunk.thinkingTime(now)
      if (time > 0 && time > chunk.limit * 1000) chunk.endThread('time')
      else if (time > longest) {
        longest = time
        slowest = chunk
      }
    }
    // The agent that has been thinking longest is the likeliest to be using the memory. If it was another one, the match is
    // played again, with no other chunk beside it.
    if (slowest !== null && now > this.#released && process.memoryUsage.rss() > this.#memory) {
      this.#released = now + RELEASE_MS
      slowest.endThread('memory')
    }
  }
}
