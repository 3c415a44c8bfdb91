/** Chunks: every block once, whatever their size, and one of every line-up first. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Chunk } from '../../sim/chunks/chunk.ts'
import { Ranges } from '../../sim/chunks/ranges.ts'
import { Schedule } from '../../sim/chunks/schedule.ts'

/** Chunks in progress at once: of four threads. */
const WIDTH = 8

const gaps = [5, 1, 9].map(blocks => [{ from: 0, to: blocks }])

function deal(fixed?: number, milliseconds = 1): Chunk[] {
  const schedule = new Schedule(gaps, fixed)
  const chunks: Chunk[] = []
  for (let chunk = schedule.next(WIDTH); chunk; chunk = schedule.next(WIDTH)) {
    chunks.push(chunk)
    schedule.recordTime(chunk, milliseconds)
  }
  return chunks
}

describe.each([undefined, 1, 2, 7, 1000])('chunks of %s blocks', fixed => {
  it('cover every block of every line-up once', () => {
    const covered = deal(fixed).flatMap(({ lineup, from, to }) =>
      Array.from({ length: to - from }, (_, i) => `${lineup}/${from + i}`),
    )
    expect(covered.length).toBe(15)
    expect(new Set(covered).size).toBe(15)
  })

  it('begin with one of every line-up', () => {
    expect(
      deal(fixed)
        .slice(0, 3)
        .map(chunk => chunk.lineup),
    ).toEqual([0, 1, 2])
  })
})

describe('chunks by time', () => {
  it('grow while they are quick, and stay single blocks while they are slow', () => {
    expect(deal(undefined, 1).map(({ from, to }) => to - from)).toEqual([1, 1, 1, 4, 8])
    expect(deal(undefined, 10_000).every(({ from, to }) => to - from === 1)).toBe(true)
  })
})

describe('chunks of many threads', () => {
  it('take as long as the pool asks for, also at the end', () => {
    const schedule = new Schedule([[{ from: 0, to: 1_000_000 }]])
    const sizes: number[] = []
    for (let chunk = schedule.next(20_000, 30_000); chunk; chunk = schedule.next(20_000, 30_000)) {
      sizes.push(chunk.to - chunk.from)
      schedule.recordTime(chunk, 10 * (chunk.to - chunk.from))
    }
    expect(sizes.slice(0, 4)).toEqual([1, 8, 64, 512])
    expect(new Set(sizes.slice(4, -1))).toEqual(new Set([3_000]))
  })
})

describe('a forecast', () => {
  it('comes once chunks of every line-up took long enough, and counts all that is left', () => {
    const schedule = new Schedule([[{ from: 0, to: 1000 }], [{ from: 0, to: 3 }]])
    const trials: Chunk[] = []
    for (let chunk = schedule.next(WIDTH)!; schedule.forecast() === null; chunk = schedule.next(WIDTH)!) {
      trials.push(chunk)
      // Blocks of the second line-up are slow: one of them, played by warm code, says all.
      schedule.recordTime(chunk, (chunk.to - chunk.from) * (chunk.lineup === 0 ? 2 : 400))
    }
    expect(trials.map(({ lineup, from, to }) => [lineup, to - from])).toEqual([
      [0, 1],
      [1, 1],
      [0, 8],
      [1, 1],
      [0, 64],
      [0, 125],
    ])
    const left = 1000 - 1 - 8 - 64 - 125
    expect(schedule.forecast()).toEqual([2 * left, 400])
    // Blocks that are being played count, and those that were not played after all.
    const chunk = schedule.next(WIDTH)!
    expect(schedule.forecast()).toEqual([2 * left, 400])
    schedule.putBack(chunk)
    expect(schedule.forecast()).toEqual([2 * left, 400])
  })

  it('waits until code is warm: cold blocks take many times as long', () => {
    const schedule = new Schedule([[{ from: 0, to: 1000 }]])
    const times = [400, 200, 50, 49]
    const forecasts = times.map(milliseconds => {
      const { from, to } = schedule.next(WIDTH)!
      schedule.recordTime({ lineup: 0, from, to }, milliseconds * (to - from))
      return schedule.forecast() !== null
    })
    expect(forecasts).toEqual([false, false, false, true])
  })

  it('does not take the word of one slow chunk, for threads start and policies are read in it, unless it takes very long', () => {
    for (const [slow, isTold] of [
      [3000, false],
      [10_000, true],
    ] as const) {
      const schedule = new Schedule([[{ from: 0, to: 1000 }]])
      schedule.recordTime(schedule.next(WIDTH)!, slow)
      expect(schedule.forecast() !== null).toBe(isTold)
    }
  })

  it('comes after one chunk of each where their size is fixed', () => {
    const schedule = new Schedule([[{ from: 0, to: 8 }], [{ from: 0, to: 2 }]], 2)
    for (const _ of [0, 1]) schedule.recordTime(schedule.next(WIDTH)!, 10)
    expect(schedule.forecast()).toEqual([30, 0])
  })
})

describe('a schedule of what is left', () => {
  /** Blocks to play, with gaps between them. */
  const lineup = fc
    .array(fc.tuple(fc.nat(5), fc.integer({ min: 1, max: 9 })), { maxLength: 5 })
    .map(steps => {
      let at = 0
      return steps.map(([skip, length]) => {
        const from = at + skip
        at = from + length
        return { from, to: at }
      })
    })

  it('deals every missing block once, including returned ones, for any times', () => {
    fc.assert(
      fc.property(
        fc.array(lineup, { minLength: 1, maxLength: 3 }),
        fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
        fc.infiniteStream(
          fc.record({
            played: fc.nat(9),
            milliseconds: fc.nat(500),
            late: fc.boolean(),
            width: fc.integer({ min: 1, max: 40 }),
          }),
        ),
        (lineups, fixed, stream) => {
          const schedule = new Schedule(lineups, fixed)
          const ranges = lineups.map(() => new Ranges())
          const waiting: Chunk[] = []
          const giveBack = (): void => {
            for (const chunk of waiting.splice(0)) schedule.putBack(chunk)
          }
          for (;;) {
            const { played, milliseconds, late, width } = stream.next().value
            const chunk = schedule.next(width)
            if (!chunk) {
              if (waiting.length === 0) break
              giveBack()
              continue
            }
            expect(chunk.to).toBeGreaterThan(chunk.from)
            if (fixed !== undefined) expect(chunk.to - chunk.from).toBeLessThanOrEqual(fixed)
            const to = Math.min(chunk.to, chunk.from + Math.max(1, played))
            expect(ranges[chunk.lineup]!.add({ from: chunk.from, to })).toBe(true)
            schedule.recordTime({ ...chunk, to }, milliseconds)
            waiting.push({ ...chunk, from: to })
            if (!late) giveBack()
          }
          expect(ranges.map(({ list }) => list.flatMap(blocksOf))).toEqual(
            lineups.map(gaps => gaps.flatMap(blocksOf)),
          )
        },
      ),
      { numRuns: 300 },
    )
  })

  it('deals what was given back before what comes after it', () => {
    const schedule = new Schedule([[{ from: 0, to: 6 }], [{ from: 0, to: 2 }]], 2)
    expect(schedule.next(WIDTH)).toEqual({ lineup: 0, from: 0, to: 2 })
    expect(schedule.next(WIDTH)).toEqual({ lineup: 1, from: 0, to: 2 })
    schedule.putBack({ lineup: 0, from: 1, to: 2 })
    schedule.putBack({ lineup: 1, from: 2, to: 2 })
    expect(schedule.next(WIDTH)).toEqual({ lineup: 0, from: 1, to: 2 })
    expect(schedule.next(WIDTH)).toEqual({ lineup: 0, from: 2, to: 4 })
    expect(schedule.next(WIDTH)).toEqual({ lineup: 0, from: 4, to: 6 })
    expect(schedule.next(WIDTH)).toBeNull()
    schedule.putBack({ lineup: 1, from: 0, to: 2 })
    expect(schedule.next(WIDTH)).toEqual({ lineup: 1, from: 0, to: 2 })
    expect(schedule.next(WIDTH)).toBeNull()
  })

  function blocksOf({ from, to }: { from: number; to: number }): number[] {
    return Array.from({ length: to - from }, (_, i) => from + i)
  }
})

describe('the size of chunks', () => {
  /** Deals everything at a steady pace; returns the chunks' sizes. */
  function sizesAt(blocks: number, pace: number, width = WIDTH): number[] {
    const schedule = new Schedule([[{ from: 0, to: blocks }]])
    const sizes: number[] = []
    for (let chunk = schedule.next(width); chunk; chunk = schedule.next(width)) {
      const size = chunk.to - chunk.from
      sizes.push(size)
      schedule.recordTime(chunk, size * pace)
    }
    return sizes
  }

  it.each([0.01, 0.2, 3, 40, 600, 20_000])('is bounded at %s ms a block', pace => {
    const sizes = sizesAt(pace < 1 ? 5e6 : 20_000, pace)
    let spent = 0
    let left = sizes.reduce((sum, size) => sum + size, 0)
    let before = 1
    for (const size of sizes) {
      // At most eight times the one before.
      expect(size).toBeLessThanOrEqual(8 * before)
      const target = Math.min(10_000, Math.max(250, spent / 100))
      if (size > 1) expect(size * pace).toBeLessThanOrEqual(target)
      // A crash costs little, and all threads end together: even a long chunk is a small part of the rest.
      if (size * pace > 250 && size > 1) expect(size).toBeLessThanOrEqual(Math.ceil(left / 2 / WIDTH))
      spent += size * pace
      left -= size
      before = size
    }
  })

  it('shrinks at the end the more, the more threads there are', () => {
    const [one, two, eight] = [2, 4, 16].map(width => sizesAt(10_000, 1, width)) as [
      number[],
      number[],
      number[],
    ]
    // Ten seconds in chunks of a quarter of one would be forty, were there nobody to wait for.
    expect(one.length).toBeLessThan(60)
    expect(two.length).toBeGreaterThan(one.length)
    expect(eight.length).toBeGreaterThan(two.length)
    // The last chunks, as many as are in progress, are short.
    for (const [sizes, width] of [
      [one, 2],
      [two, 4],
      [eight, 16],
    ] as const)
      for (const size of sizes.slice(-width)) expect(size).toBeLessThanOrEqual(40)
  })

  it('does not shrink at the end of a line-up while others wait', () => {
    const schedule = new Schedule([[{ from: 0, to: 2000 }], [{ from: 0, to: 9000 }]])
    const sizes: number[][] = [[], []]
    for (let chunk = schedule.next(WIDTH); chunk; chunk = schedule.next(WIDTH)) {
      const size = chunk.to - chunk.from
      sizes[chunk.lineup]!.push(size)
      schedule.recordTime(chunk, size)
    }
    // A quarter of a second each, but for the trials and the rest.
    const full = sizes[0]!.filter(size => size === 250).length
    expect(sizes[0]!.length - full).toBeLessThanOrEqual(5)
    for (const size of sizes[1]!.slice(-WIDTH)) expect(size).toBeLessThanOrEqual(40)
  })

  it('keeps a long journal short: a night of matches is some thousand chunks', () => {
    // Ten hours on one thread at a millisecond a block.
    expect(sizesAt(36e6, 1).length).toBeLessThan(6_000)
  })
})

it('100 million matches are dealt and counted without costing memory', () => {
  const blocks = 50e6
  const schedule = new Schedule([[{ from: 0, to: blocks }]], 10)
  const ranges = new Ranges()
  // Don't count memory of other tests.
  globalThis.gc!()
  const before = process.memoryUsage().heapUsed
  let most = 0
  let chunks = 0
  let early: Chunk | null = null
  for (let chunk = schedule.next(WIDTH); chunk; chunk = schedule.next(WIDTH)) {
    // Chunks come in two by two, in the wrong order.
    if (early === null) early = chunk
    else {
      ranges.add(chunk)
      ranges.add(early)
      early = null
    }
    schedule.recordTime(chunk, 1)
    if (++chunks % 500_000 === 0) most = Math.max(most, process.memoryUsage().heapUsed - before)
  }
  expect(chunks).toBe(5e6)
  expect(ranges.list).toEqual([{ from: 0, to: blocks }])
  expect(most).toBeLessThan(64 * 2 ** 20)
})
