/** Looks after threads from outside: ends one whose agent does not answer, or eats all memory. */
import { totalmem } from 'node:os'
import { DECISION, PARTICIPANT, SERIAL } from '../match/heartbeat.ts'

/** Between two looks. */
const LOOK_MS = 100
/** After a thread was ended for memory, its memory takes so long to be free. */
const RELEASE_MS = 1_000
/** Share of the machine's memory that a run may use unless it is told. */
const MEMORY_SHARE = 0.75
const MEGABYTE = 2 ** 20

/** Megabytes that a process may use unless it is told: of the machine's, or of what the container grants. */
export const DEFAULT_MEMORY = Math.floor((MEMORY_SHARE * grantedBytes()) / MEGABYTE)

function grantedBytes(): number {
  const granted = process.constrainedMemory()
  return granted > 0 && granted < totalmem() ? granted : totalmem()
}

/** What an agent took too much of: its own time, or memory that all threads share. */
type Overrun = 'time' | 'memory'

/** A chunk under watch. */
export interface Watch {
  /** Why the chunk was ended from here, null if it was not. */
  readonly ended: Overrun | null
  end(): void
}

class Post implements Watch {
  ended: Overrun | null = null
  readonly heartbeat: Int32Array
  readonly limits: readonly number[]
  readonly kill: () => void
  readonly #all: Set<Post>
  #participant = 0
  #decision = 0
  #serial = 0
  #since = 0

  constructor(all: Set<Post>, heartbeat: Int32Array, limits: readonly number[], kill: () => void) {
    this.#all = all
    this.heartbeat = heartbeat
    this.limits = limits
    this.kill = kill
    all.add(this)
  }

  /** Milliseconds that the question in hand has been open at least; 0 if nobody is being asked. */
  look(now: number): number {
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

  /** Seconds that the agent in hand has. */
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

/** Watches any number of chunks as long as it is not ended. */
export class Watchdog {
  readonly #posts = new Set<Post>()
  readonly #memory: number
  readonly #timer: NodeJS.Timeout
  #released = 0

  /** `memory`: megabytes that the process may use. */
  constructor(memory: number) {
    this.#memory = memory * MEGABYTE
    this.#timer = setInterval(() => this.#look(performance.now()), LOOK_MS)
    this.#timer.unref()
  }

  /**
   * Watches the chunk that lights a heartbeat until `end` is called. `limits[participant]` are the seconds that each may take
   * over a decision. `kill` is to end the chunk's thread.
   */
  watch(heartbeat: Int32Array, limits: readonly number[], kill: () => void): Watch {
    return new Post(this.#posts, heartbeat, limits, kill)
  }

  end(): void {
    clearInterval(this.#timer)
  }

  #look(now: number): void {
    let slowest: Post | null = null
    let longest = 0
    for (const post of this.#posts) {
      const open = post.look(now)
      if (open > 0 && open > post.limit * 1000) post.endThread('time')
      else if (open > longest) {
        longest = open
        slowest = post
      }
    }
    // Whoever thinks longest is the likeliest to be the one who eats; if it was not him, his match is played again, alone.
    if (slowest !== null && now > this.#released && process.memoryUsage.rss() > this.#memory) {
      this.#released = now + RELEASE_MS
      slowest.endThread('memory')
    }
  }
}
