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
