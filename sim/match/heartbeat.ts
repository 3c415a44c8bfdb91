/**
 * What a thread is doing, in memory that it shares with the main thread: when a thread hangs or dies, nothing else says which
 * match it was playing. Plain stores suffice: they come before the call of the agent, which no compiler moves them past, and
 * a reading that is some microseconds old does no harm.
 */
import { highWord } from '../../engine/rng.ts'

/** Words of a heartbeat. PARTICIPANT is 1 + the participant that is being asked (or made), 0 if none is. */
const HEARTBEAT = [
  'participant',
  'variant',
  'block',
  'blockHigh',
  'rotation',
  'decision',
  'serial',
  'stage',
  'game',
  'thread',
  'mutex',
] as const
export const PARTICIPANT = 0
export const VARIANT = 1
const BLOCK = 2
const BLOCK_HIGH = 3
export const ROTATION = 4
/** 0 before the first decision, 1 at the first; LOADING and MAKING while the line-up's agents are. */
export const DECISION = 5
/** Changes with every question, so that a single question can be timed. */
export const SERIAL = 6
/** What becomes of the chunk: WAITING until a thread begins it, then PLAYING, then ENDED until its result arrives. */
export const STAGE = 7

/** Changes with every decision that a game of the user carries out, in searches too: where it stands still, the game hangs. */
const GAME = 8
/** The thread that plays the chunk, by its number. */
export const THREAD = 9
/** Held while the thread must not be ended (mutex.ts). */
export const MUTEX = 10

/** The module that the agent comes from is being imported: other code may run meanwhile. */
export const LOADING = -2
export const MAKING = -1

export const WAITING = 0
export const PLAYING = 1
export const ENDED = 2

/** What changes as long as a chunk is played. */
const PROGRESS = [PARTICIPANT, BLOCK, ROTATION, DECISION, SERIAL, STAGE, GAME] as const

const WORDS = HEARTBEAT.length
/**
 * Words from one heartbeat to the next: processors fetch memory in lines of 64 bytes, often two at once, and threads that write to the same line
 * wait for each other.
 */
const STRIDE = 128 / Int32Array.BYTES_PER_ELEMENT
const LOW = 2 ** 32

/** What an agent was asked: the match, and the number of the decision in it. */
export interface PendingDecision {
  readonly participant: number
  readonly variant: number
  readonly block: number
  readonly rotation: number
  readonly decision: number
}

/** Shared memory for `count` heartbeats. */
export function heartbeats(count: number): SharedArrayBuffer {
  return new SharedArrayBuffer(count * STRIDE * Int32Array.BYTES_PER_ELEMENT)
}

/** One of these heartbeats: HEARTBEAT words over the shared memory. */
export function heartbeatAt(memory: SharedArrayBuffer, slot: number): Int32Array {
  return new Int32Array(memory, slot * STRIDE * Int32Array.BYTES_PER_ELEMENT, WORDS)
}

/** A heartbeat that nothing watches. */
export function unwatchedHeartbeat(): Int32Array {
  return new Int32Array(WORDS)
}

/** Whether two heartbeats show the same moment of a chunk. */
export function isSameMoment(a: Int32Array, b: Int32Array): boolean {
  return PROGRESS.every(word => a[word] === b[word])
}

let gameHeartbeat = unwatchedHeartbeat()

/** Has the games of the user on this thread show in a heartbeat that they are at work. */
export function watchGames(heartbeat: Int32Array): void {
  gameHeartbeat = heartbeat
}

/** To be called by games of the user when they carry out a decision. */
export function beatGame(): void {
  gameHeartbeat[GAME] = (gameHeartbeat[GAME]! + 1) | 0
}

/** Writes the block of the match being played. */
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

/** The way to where a match stands, in memory that threads share: a game that hangs tells nobody how it came there. */

/** Bytes of the words; the first ones count. */
const BYTES = 4_000
const HEAD = Int32Array.BYTES_PER_ELEMENT

/** Shared memory for one match's way. */
export function newTrace(): SharedArrayBuffer {
  return new SharedArrayBuffer(HEAD + BYTES)
}

/** Writes how a match came to where it stands, in words. */
export function writeTrace(trace: SharedArrayBuffer, words: string): void {
  // Text is not encoded into shared memory.
  const bytes = new Uint8Array(BYTES)
  const { written } = new TextEncoder().encodeInto(words, bytes)
  new Uint8Array(trace, HEAD).set(bytes)
  new Int32Array(trace, 0, 1)[0] = written
}

/** What was written last; empty before. */
export function traceIn(trace: SharedArrayBuffer): string {
  const [length] = new Int32Array(trace, 0, 1)
  return new TextDecoder().decode(new Uint8Array(trace, HEAD, length).slice())
}
