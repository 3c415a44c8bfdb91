/**
 * Integers as text, the form in which tallies cross threads, journals and queues. Runs of zeros are counted,
 * other numbers are zigzag varints of seven bits a byte, and the result is deflated: some 40,000 words become
 * a few kilobytes.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Tally } from './layout.ts'

/** A run of zeros is written as this byte, which no other number's varint is, and its length. */
const ZEROS = 0
const MORE = 0x80
/** Largest magnitude of a word: its zigzag form, twice as large plus one, is still exact. */
export const WORD_MAX = 2 ** 52 - 1
/** Bytes of the longest varint: 2^53, seven bits a byte. */
const VARINT_MAX = 8
/** The most bytes that a word is packed into; damaged text that inflates to more is rejected. */
const WORD_BYTES = VARINT_MAX + 1
/** Bytes that deflating one may take: a stored block has a head. */
const STORED = 1.01

/**
 * Packs integers of a magnitude up to WORD_MAX. Throws a RangeError for others, such as a sum that
 * overflowed.
 */
export function pack(words: Float64Array): string {
  const bytes = Buffer.allocUnsafe(words.length * WORD_BYTES)
  let at = 0
  for (let i = 0; i < words.length; ) {
    const word = words[i]!
    if (word !== 0) {
      if (!Number.isInteger(word) || Math.abs(word) > WORD_MAX)
        throw new RangeError(`a sum is ${word}, expected an integer of a magnitude up to ${WORD_MAX}`)
      at = putVarint(bytes, at, word > 0 ? 2 * word : -2 * word - 1)
      i++
      continue
    }
    const from = i
    while (i < words.length && words[i] === 0) i++
    bytes[at++] = ZEROS
    at = putVarint(bytes, at, i - from)
  }
  return deflateRawSync(bytes.subarray(0, at), { level: 3 }).toString('base64')
}

/** Whether two texts are of the same words: builds of zlib differ in how they deflate them. */
export function isSamePacked(a: string, b: string): boolean {
  const inflated = (text: string) => inflateRawSync(Buffer.from(text, 'base64'))
  return a === b || inflated(a).equals(inflated(b))
}

/** Most characters that so many words are packed into: base64 of a deflation that gained nothing. */
export function packedMax(size: number): number {
  const deflated = size * WORD_BYTES * STORED + 64
  return 4 * Math.ceil(deflated / 3)
}

/** Unpacks into `size` words. Throws an Error if the text is damaged or holds another number of them. */
export function unpack(text: string, size: number): Float64Array {
  const { at, words } = unpackSparse(text, size)
  const all = new Float64Array(size)
  for (let i = 0; i < at.length; i++) all[at[i]!] = words[i]!
  return all
}

/** Unpacks the words that are not 0. Throws as `unpack` does. */
export function unpackSparse(text: string, size: number): Sparse {
  const bytes = inflateRawSync(Buffer.from(text, 'base64'), { maxOutputLength: size * WORD_BYTES + 1 })
  const most = Math.min(size, bytes.length)
  const at = new Int32Array(most)
  const words = new Float64Array(most)
  const cursor = { at: 0 }
  let found = 0
  let i = 0
  while (cursor.at < bytes.length) {
    const code = takeVarint(bytes, cursor)
    if (code === ZEROS) i += takeVarint(bytes, cursor)
    else if (i < size) {
      at[found] = i++
      words[found++] = code % 2 === 0 ? code / 2 : -(code + 1) / 2
    } else i = Number.POSITIVE_INFINITY
  }
  if (i !== size) throw new RangeError(`packed tally has the wrong number of words, expected ${size}`)
  return { size, at: at.slice(0, found), words: words.slice(0, found) }
}

/** Adds packed words to as many. Throws as `unpack` does; sums are not checked. */
export function addPacked(into: Float64Array, text: string): void {
  const { at, words } = unpackSparse(text, into.length)
  for (let i = 0; i < at.length; i++) into[at[i]!]! += words[i]!
}

/** Values may exceed 32 bits, so that shifts do not work. Returns the offset after the varint. */
function putVarint(bytes: Buffer, at: number, value: number): number {
  let rest = value
  while (rest >= MORE) {
    bytes[at++] = (rest % MORE) + MORE
    rest = Math.floor(rest / MORE)
  }
  bytes[at++] = rest
  return at
}

function takeVarint(bytes: Buffer, cursor: { at: number }): number {
  let value = 0
  let unit = 1
  for (let i = 0; i < VARINT_MAX; i++) {
    const byte = bytes[cursor.at++]
    if (byte === undefined) throw new RangeError('packed text ends within a word')
    value += (byte % MORE) * unit
    if (byte < MORE && value <= 2 * WORD_MAX + 1) return value
    unit *= MORE
  }
  throw new RangeError('packed text holds a word beyond the largest magnitude')
}

/** `words[i]` is at place `at[i]`; places ascend, and every other one of `size` holds 0. */
export interface Sparse {
  readonly size: number
  readonly at: Int32Array
  readonly words: Float64Array
}

/** The words that are not 0. */
export function sparse(all: Float64Array): Sparse {
  const at = Int32Array.from(all.keys()).filter(i => all[i] !== 0)
  return { size: all.length, at, words: Float64Array.from(at, i => all[i]!) }
}

/** The word at a place. */
export function wordAt({ at, words }: Sparse, place: number): number {
  return words[at.indexOf(place)] ?? 0
}

/** Whether adding the words gives sums that are exact. */
export function isExact(into: Tally, { at, words }: Sparse): boolean {
  return words.every((word, i) => Number.isSafeInteger(into[at[i]!]! + word))
}

/** Adds the words this many times, where `isExact`. */
export function addTimes(into: Tally, { at, words }: Sparse, times = 1): void {
  for (let i = 0; i < at.length; i++) into[at[i]!]! += times * words[i]!
}
