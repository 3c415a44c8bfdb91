/**
 * Integers as text: tallies cross threads, journals and queues in this form. Mostly they are zeros and small counts, so
 * runs of zeros are counted, numbers are zigzag varints of seven bits a byte, and the whole is deflated: some 40,000
 * words come to a few kilobytes.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** A run of zeros is written as this byte, a varint of no number else, and its length. */
const ZEROS = 0
const MORE = 0x80
/** Largest size of a word: twice it and one more, as zigzag has it, is still exact. */
export const WORD_MAX = 2 ** 52 - 1
/** Bytes of the longest varint: 2^53 in sevens. */
const VARINT_MAX = 8
/** Most bytes that a word may unpack from, so that damaged text never fills the memory. */
const WORD_BYTES = VARINT_MAX + 1

/** Packs integers up to WORD_MAX in size. Throws a RangeError for any other number: a sum that overflowed is no sum. */
export function pack(words: Float64Array): string {
  const bytes = Buffer.allocUnsafe(words.length * WORD_BYTES)
  let at = 0
  for (let i = 0; i < words.length; ) {
    const word = words[i]!
    if (word !== 0) {
      if (!Number.isInteger(word) || Math.abs(word) > WORD_MAX)
        throw new RangeError(`a sum has come to ${word}, beyond exact integers`)
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

/** Unpacks into a new array of `size` words. Throws a RangeError if the text does not hold just as many. */
export function unpack(text: string, size: number): Float64Array {
  const words = new Float64Array(size)
  const bytes = inflateRawSync(Buffer.from(text, 'base64'), { maxOutputLength: size * WORD_BYTES + 1 })
  const cursor = { at: 0 }
  let i = 0
  while (cursor.at < bytes.length) {
    const code = takeVarint(bytes, cursor)
    if (code === ZEROS) i += takeVarint(bytes, cursor)
    else if (i < size) words[i++] = code % 2 === 0 ? code / 2 : -(code + 1) / 2
    else i = Number.POSITIVE_INFINITY
  }
  if (i !== size) throw new RangeError(`packed words do not come to ${size}`)
  return words
}

/** Doubles of safe integers are exact, but beyond 32 bits: no shifts. */
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
    if (byte === undefined) throw new RangeError('packed words end in the middle of one')
    value += (byte % MORE) * unit
    if (byte < MORE && value <= 2 * WORD_MAX + 1) return value
    unit *= MORE
  }
  throw new RangeError('packed words hold one beyond exact integers')
}
