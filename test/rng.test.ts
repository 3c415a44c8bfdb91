/** Draws below a bound, against the same algorithm in integers without bounds. */
import { describe, expect, it } from 'vitest'
import { generator } from '../engine/laws/walk.ts'
import { below, derive, lastZero, next, RNG_WORDS, rootOf } from '../engine/rng.ts'

/** Lemire's multiply-shift on 32 bits, in BigInt. */
function plain(rng: Int32Array, bound: number): number {
  const reject = 2n ** 32n % BigInt(bound)
  for (;;) {
    const product = BigInt(next(rng) >>> 0) * BigInt(bound)
    if (product % 2n ** 32n >= reject) return Number(product >> 32n)
  }
}

describe('below', () => {
  it.each([32769, 2 ** 21, 2 ** 21 + 1, 64_000_000, 2 ** 31 - 1, 2 ** 31])(
    '%i draws as the plain algorithm does',
    bound => {
      const rng = generator('below', 0, 0)
      const twin = new Int32Array(RNG_WORDS)
      for (let i = 0; i < 20_000; i++) {
        twin.set(rng)
        const drawn = below(rng, bound)
        if (drawn !== plain(twin, bound)) expect.fail(`draw ${i} below ${bound} is ${drawn}`)
      }
      expect(rng).toEqual(twin)
    },
  )

  it('is uniform over large bounds: 60,000 draws below 60,000,000 fall evenly into 60 parts', () => {
    const rng = generator('uniform', 0, 0)
    const parts = new Int32Array(60)
    for (let i = 0; i < 60_000; i++) parts[Math.floor(below(rng, 60_000_000) / 1_000_000)]!++
    const chi = parts.reduce((sum, n) => sum + (n - 1000) ** 2 / 1000, 0)
    // 59 degrees of freedom: above 98 once in a thousand.
    expect(chi).toBeLessThan(98)
  })
})

describe('lastZero', () => {
  it.each([
    [1, 1],
    [2, 1],
    [2, 200],
    [3, 0],
    [300, 85],
    [32_000, 768],
    [32_000, 769],
    [32_700, 200],
  ])('from %i on draws %i times as below does, and names the last 0', (first, count) => {
    const rng = generator('zeros', 0, 0)
    for (let i = 0; i < 2000; i++) {
      const twin = rng.slice()
      let last = 0
      for (let bound = first; bound < first + count; bound++) if (below(twin, bound) === 0) last = bound
      expect(lastZero(rng, first, count)).toBe(last)
      expect(rng).toEqual(twin)
    }
  })
})

describe('rootOf', () => {
  it('distinguishes seeds that are the same key for ARC4, or differ above eight bits of a character', () => {
    const alike = [
      '',
      '1',
      '11',
      '111',
      '2',
      '22',
      'ab',
      'abab',
      'evenhand',
      'evenhandevenhand',
      '\u0131',
      '\ud800',
      '\ud801',
      '\ufffd',
    ]
    expect(new Set(alike.map(seed => rootOf(seed).join())).size).toBe(alike.length)
  })

  it('keeps its words: published figures rest on them', () => {
    expect([...rootOf('evenhand')]).toEqual([-1864972578, -231158957, 1356029935, -2084703315])
  })
})

describe('a generator', () => {
  // Words of version 0.2.0: blocks beyond 2^31 and 2^32 have different seeds.
  it.each([
    [2 ** 31 + 5, [1926202004, -1864286162, -602174093, 1269820012]],
    [2 ** 33 + 2 ** 31 + 5, [1082572248, -825940066, 222779307, 1269820012]],
    [2 ** 52 + 2 ** 31 + 1, [1647005403, 844579383, -172573844, 1269820012]],
  ])('of block %d', (block, words) => {
    const out = new Int32Array(RNG_WORDS)
    derive(out, rootOf('seed'), block, 2)
    expect([...out]).toEqual(words)
  })
})
