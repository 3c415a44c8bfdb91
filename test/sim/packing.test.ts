/** Packed words: every integer comes back, and damaged text is detected. */
import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pack, unpack, WORD_MAX } from '../../sim/tally/packing.ts'

const word = fc.oneof(
  fc.constant(0),
  fc.integer({ min: -300, max: 300 }),
  fc.maxSafeInteger().filter(value => Math.abs(value) <= WORD_MAX),
  fc.constantFrom(1, -1, 63, 64, -64, -65, 2 ** 31, -(2 ** 31), 2 ** 32, WORD_MAX, -WORD_MAX),
)
const words = fc.array(
  fc.oneof(
    fc.array(word),
    fc.nat(400).map(length => new Array<number>(length).fill(0)),
  ),
)

/** Bytes as unpack takes them. */
function textOf(...bytes: number[]): string {
  return deflateRawSync(Uint8Array.from(bytes)).toString('base64')
}

describe('packing', () => {
  it('gives every integer back, zeros in any number between them', () => {
    fc.assert(
      fc.property(words, parts => {
        const list = Float64Array.from(parts.flat())
        expect(unpack(pack(list), list.length)).toEqual(list)
      }),
      { numRuns: 500 },
    )
  })

  it('keeps a mostly empty tally small', () => {
    const tally = new Float64Array(40_000)
    for (let i = 0; i < tally.length; i += 97) tally[i] = i
    expect(pack(tally).length).toBeLessThan(2_000)
  })

  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, WORD_MAX + 1, -WORD_MAX - 1, 2 ** 53])(
    'refuses %s, which is no exact sum',
    value => {
      expect(() => pack(Float64Array.of(1, value))).toThrow(RangeError)
    },
  )

  it('refuses a wrong number of words', () => {
    const text = pack(Float64Array.of(0, 0, 5, 0, -7, 0, 0))
    for (const size of [0, 1, 5, 6, 8, 100]) expect(() => unpack(text, size)).toThrow()
    expect(unpack(text, 7)).toEqual(Float64Array.of(0, 0, 5, 0, -7, 0, 0))
  })

  it('refuses text that is cut short', () => {
    const list = Float64Array.from({ length: 200 }, (_, i) => (i % 3 === 0 ? i * 1000 : 0))
    const text = pack(list)
    // The last characters may hold no more than padding.
    for (let end = 0; end < text.length - 4; end++)
      expect(() => unpack(text.slice(0, end), list.length)).toThrow()
  })

  it('answers damaged text with an error or with exact integers, never with more words', () => {
    const list = Float64Array.from({ length: 60 }, (_, i) => (i % 4 === 0 ? (i - 30) ** 3 : 0))
    const bytes = Buffer.from(pack(list), 'base64')
    for (let bit = 0; bit < 8 * bytes.length; bit++) {
      const damaged = Buffer.from(bytes)
      damaged[bit >> 3]! ^= 1 << (bit & 7)
      let found: Float64Array
      try {
        found = unpack(damaged.toString('base64'), list.length)
      } catch {
        continue
      }
      expect(found.length).toBe(list.length)
      expect(found.every(Number.isSafeInteger)).toBe(true)
    }
  })

  it('refuses numbers beyond exact integers, and runs of zeros without end', () => {
    expect(() => unpack(textOf(...new Array(8).fill(0xff), 1), 1)).toThrow(RangeError)
    expect(() => unpack(textOf(...new Array(7).fill(0xff), 0x7f), 1)).toThrow(RangeError)
    expect(() => unpack(textOf(0, ...new Array(6).fill(0xff), 0x0f), 3)).toThrow(RangeError)
    expect(() => unpack(textOf(2, 0x80), 2)).toThrow('within a word')
  })

  it('never unpacks more bytes than its words can be', () => {
    const bomb = deflateRawSync(Buffer.alloc(1 << 26)).toString('base64')
    expect(() => unpack(bomb, 1000)).toThrow()
  })
})
