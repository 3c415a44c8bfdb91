/** Ranges: a set of blocks, as large as its gaps are many. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Ranges } from '../../sim/chunks/ranges.ts'

const SPAN = 40
const range = fc
  .tuple(fc.nat(SPAN), fc.nat(8))
  .map(([from, length]) => ({ from, to: Math.min(SPAN, from + length) }))

function blocksOf({ from, to }: { from: number; to: number }): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)
}

describe('ranges', () => {
  it('take blocks once, and know what is missing, as a plain set does', () => {
    fc.assert(
      fc.property(fc.array(range, { maxLength: 30 }), range, (list, asked) => {
        const ranges = new Ranges()
        const model = new Set<number>()
        for (const one of list) {
          const isNew = blocksOf(one).every(block => !model.has(block))
          expect(ranges.add(one)).toBe(isNew)
          if (isNew) for (const block of blocksOf(one)) model.add(block)
          expect(ranges.count).toBe(model.size)
        }
        const held = [...model].sort((a, b) => a - b)
        expect(ranges.list.flatMap(blocksOf)).toEqual(held)
        // Neighbours are one: an interval ends before the next begins.
        for (const [i, { to }] of ranges.list.slice(0, -1).entries())
          expect(ranges.list[i + 1]!.from).toBeGreaterThan(to)
        const missing = ranges.missing(asked)
        expect(missing.flatMap(blocksOf)).toEqual(blocksOf(asked).filter(block => !model.has(block)))
        for (const { from, to } of missing) expect(to).toBeGreaterThan(from)
      }),
      { numRuns: 500 },
    )
  })

  it('grow with their gaps, not with their blocks', () => {
    const ranges = new Ranges()
    for (let from = 0; from < 1e6; from += 20) {
      ranges.add({ from: from + 10, to: from + 20 })
      ranges.add({ from, to: from + 10 })
    }
    expect(ranges.list).toEqual([{ from: 0, to: 1e6 }])
    expect(ranges.add({ from: 999_999, to: 1_000_001 })).toBe(false)
    expect(ranges.count).toBe(1e6)
  })
})
