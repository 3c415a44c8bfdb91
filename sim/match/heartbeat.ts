/**
 * What a thread is doing, in memory shared with the main thread: if a thread hangs or dies, nothing else says
 * which match it was playing. Plain stores suffice: no compiler moves them past the agent's call, and a
 * reading may be some microseconds old.
 */
import { highWord } from '../../engine/rng.ts'

/** Words of a heartbeat. */
const WORDS = 12
/** 1 + the participant being asked (or made), 0 if none is. */
export const PARTICIPANT = 0
export const VARIANT = 1
const BLOCK = 2
const BLOCK_HIGH = 3
export const ROTATION = 4
/** 0 before the first decision, 1 at the first; LOADING and MAKING while the line-up's agents are. */
export const DECISION = 5
/** Changes with every question, so that each is timed by itself. */
export const SERIAL = 6
/** The chunk's stage: WAITING until a thread begins it, then PLAYING, then ENDED until its result arrives. */
export const STAGE = 7

/** Changes with every decision that a user's game carries out, even in searches: else the game hangs. */
const GAME = 8
/** The number of the thread that plays the chunk. */
export const THREAD = 9
/** The system's number of that thread (processor.ts); 0 if unknown. */
export const SYSTEM_THREAD = 11
/** Held while the thread must not be ended (mutex.ts). */
export const MUTEX = 10

/** The agent's module is being imported: other code may run meanwhile. */
export const LOADING = -2
export const MAKING = -1

export const WAITING = 0
export const PLAYING = 1
export const ENDED = 2

/** Words that change as long as a chunk is played. */
const PROGRESS = [PARTICIPANT, BLOCK, ROTATION, DECISION, SERIAL, STAGE, GAME] as const

/** Words between heartbeats: threads that write to the same two cache lines wait for each other. */
const STRIDE = 128 / Int32Array.BYTES_PER_ELEMENT
const LOW = 2 ** 32

/** A decision that an agent has been asked for. */
export interface PendingDecision {
  readonly participant: number
  readonly variant: number
  readonly block: number
  readonly rotation: number
  readonly decision: number
}

export function heartbeats(count: number): SharedArrayBuffer {
  return new SharedArrayBuffer(count * STRIDE * Int32Array.BYTES_PER_ELEMENT)
}

/** HEARTBEAT words over the shared memory. */
export function heartbeatAt(memory: SharedArrayBuffer, slot: number): Int32Array {
  return new Int32Array(memory, slot * STRIDE * Int32Array.BYTES_PER_ELEMENT, WORDS)
}

export function unwatchedHeartbeat(): Int32Array {
  return new Int32Array(WORDS)
}

/** Whether two heartbeats show the same moment of a chunk. */
export function isSameMoment(a: Int32Array, b: Int32Array): boolean {
  return PROGRESS.every(word => a[word] === b[word])
}

let gameHeartbeat = unwatchedHeartbeat()

/** Makes the user's games on this thread show their work in a heartbeat. */
export function watchGames(heartbeat: Int32Array): void {
  gameHeartbeat = heartbeat
}

/** A user's game calls it for each decision that it carries out. */
export function beatGame(): void {
  gameHeartbeat[GAME] = (gameHeartbeat[GAME]! + 1) | 0
}

export function writeBlock(heartbeat: Int32Array, block: number): void {
  heartbeat[BLOCK] = block | 0
  heartbeat[BLOCK_HIGH] = highWord(block)
}

/** The block of the match being played. */
export function blockIn(heartbeat: Int32Array): number {
  return heartbeat[BLOCK_HIGH]! * LOW + (heartbeat[BLOCK]! >>> 0)
}

/** The question being asked, or null. */
export function pendingDecision(heartbeat: Int32Array): PendingDecision | null {
  if (heartbeat[PARTICIPANT] === 0) return null
  return {
    participant: heartbeat[PARTICIPANT]! - 1,
    variant: heartbeat[VARIANT]!,
    block: blockIn(heartbeat),
    rotation: heartbeat[ROTATION]!,
    decision: heartbeat[DECISION]!,
  }
}

/** A trace says how a match got where it is, in shared memory: a game that hangs can't tell. */

const BYTES = 4_000
/** Words before the text: its bytes, and the match's decisions. */
const HEAD = 2

export function newTrace(): SharedArrayBuffer {
  return new SharedArrayBuffer(HEAD * Int32Array.BYTES_PER_ELEMENT + BYTES)
}

export function writeTrace(trace: SharedArrayBuffer, words: string, decisions: number): void {
  // Text can't be encoded into shared memory directly.
  const bytes = new Uint8Array(BYTES)
  const { written } = new TextEncoder().encodeInto(words, bytes)
  new Uint8Array(trace, HEAD * Int32Array.BYTES_PER_ELEMENT).set(bytes)
  new Int32Array(trace, 0, HEAD).set([written, decisions])
}

/** What was written last; empty before. */
export function traceIn(trace: SharedArrayBuffer): { readonly words: string; readonly decisions: number } {
  const [length, decisions = 0] = new Int32Array(trace, 0, HEAD)
  const bytes = new Uint8Array(trace, HEAD * Int32Array.BYTES_PER_ELEMENT, length)
  return { words: new TextDecoder().decode(bytes.slice()), decisions }
}
