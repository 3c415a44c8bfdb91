import { describe, expect, it } from 'vitest'
import { adviceKept } from '../../docs/scripts/coverage/advice.ts'
import { UNFAIR_GAMES } from '../../docs/scripts/coverage/runs.ts'
import { lookInterval, lookLevel, PLANNED, SEQUENTIAL } from '../../sim/stats/looks.ts'
import { pairedDifference } from '../../sim/stats/paired.ts'
import { blocksNeeded, blocksToShow, chancesIf } from '../../sim/stats/planning.ts'
import { boundedOfHistogram, studentSequence } from '../../sim/stats/sequence.ts'
import { judge } from '../../sim/stats/verdict.ts'
import { drawBlocks, generator, pairModel } from './blocks.ts'

const looks = [
  { name: 'of a run that stops by itself', look: SEQUENTIAL, least: 5000, most: 7000 },
  { name: 'at the planned look', look: PLANNED[0]!, least: 3000, most: 4000 },
]

describe.each(looks)('blocks that are needed $name', ({ look, least, most }) => {
  const even = { fair: 0.5, margin: 0.02 }
  const at = { look, level: 0.95 }
  const neededOf = (hist: number[]) => blocksNeeded({ ...boundedOfHistogram(hist, 4), ...even }, at, 1e9)

  it('for a fair game hardly depend on the luck of the first', () => {
    const [more, less] = [
      [2, 0, 10, 0, 8],
      [5, 0, 10, 0, 5],
    ].map(hist => neededOf(hist).fair) as [number, number]
    expect(less).toBeGreaterThan(least)
    expect(less).toBeLessThan(most)
    expect(Math.abs(more / less - 1)).toBeLessThan(0.2)
  })

  it('for a fair game are more where many blocks spoke against it', () => {
    expect(neededOf([500, 0, 2000, 0, 700]).fair).toBeGreaterThan(1.3 * neededOf([600, 0, 2000, 0, 600]).fair)
  })

  it('are more without an end where the margin is 0, and few in a clear case', () => {
    const blocks = { ...boundedOfHistogram([5, 0, 10, 0, 5], 4), fair: 0.5, margin: 0 }
    expect(blocksNeeded(blocks, at, 1e9)).toEqual({ uneven: Infinity, fair: Infinity })
    expect(blocksNeeded({ ...boundedOfHistogram([], 4), ...even }, at, 1e9)).toEqual({
      uneven: Infinity,
      fair: Infinity,
    })
    expect(neededOf([1, 0, 4, 0, 5]).uneven).toBeLessThan(100)
  })
})

describe('runs that play on for as many matches as advised', () => {
  const games = [0, 3, 5].map(g => ({ name: UNFAIR_GAMES[g]!.name, of: UNFAIR_GAMES[g]!.of }))

  it.each(games)('have a verdict in four of five cases if it is as supposed: $name', ({ of }) => {
    for (const [supposition, effect] of [
      ['fair', 0],
      ['as it looks', 0.03],
    ] as const) {
      const { open, enough } = adviceKept(of(effect).game, supposition, 100, 200, 11)
      expect(open).toBeGreaterThan(80)
      expect([supposition, enough > 0.7]).toEqual([supposition, true])
      // Where all of several seats must be fair, it is the chance of each that is set.
      expect(enough).toBeLessThan(effect === 0 ? 0.96 : 0.9)
    }
  })
})

describe.each(looks)('blocks that show a difference $name', ({ look }) => {
  it('are enough in four of five cases if it is as large as it looks', () => {
    // Of ten blocks, four lose a match and two win one.
    const pilot = { n: 60, mean: -0.2, sd: Math.sqrt(0.6 - 0.04), differing: 36 }
    const level = 0.99
    const planned = blocksToShow(pilot, { look, level }, 1e9)
    const random = generator(3)
    let shown = 0
    for (let run = 0; run < 500; run++) {
      const sums = { n: planned, sum: -12, sumSquares: 36, differing: 36 }
      for (let block = pilot.n; block < planned; block++) {
        const drawn = random()
        const difference = drawn < 0.4 ? -1 : drawn < 0.6 ? 1 : 0
        sums.sum += difference
        sums.sumSquares += Math.abs(difference)
        sums.differing += Math.abs(difference)
      }
      const own = { unit: 1, level: lookLevel(level, look) }
      const { high } = look.isPlanned ? pairedDifference(sums, own) : studentSequence(sums, own)
      shown += Number(high < 0)
    }
    expect(Math.abs(shown / 500 - 0.8)).toBeLessThan(0.06)
  })

  it('are more without an end where none is seen', () => {
    expect(blocksToShow({ n: 60, mean: 0, sd: 1, differing: 60 }, { look, level: 0.95 }, 1e9)).toBe(Infinity)
    expect(blocksToShow({ n: 60, mean: 1e-9, sd: 1, differing: 60 }, { look, level: 0.95 }, 1e9)).toBe(
      Infinity,
    )
  })
})

describe.each(looks)('the chances of a verdict $name', ({ look }) => {
  const question = { fair: 0.5, margin: 0.02 }
  /** A pilot of 200 blocks with the spread of three draws in ten. */
  const pilot = boundedOfHistogram(
    pairModel(0.5, 0.3, 0).chances.map(chance => Math.round(200 * chance)),
    4,
  )

  it.each([
    [0.5, 300],
    [0.5, 4000],
    [0.52, 1500],
    [0.52, 6000],
    [0.45, 300],
  ])('are those of runs whose true score is %s, of %i blocks', (mean, blocks) => {
    const told = chancesIf(pilot, question, mean, { look, level: 0.95 }, blocks)!
    const model = pairModel(0.5 + (mean - 0.5) / 0.7, 0.3, 0)
    expect(model.mean).toBeCloseTo(mean, 12)
    const random = generator(1000 * mean + blocks)
    const runs = 300
    const kinds = Array.from({ length: runs }, () => {
      const interval = lookInterval(boundedOfHistogram(drawBlocks(model, blocks, random), 4), look)
      return judge({ ...interval, ...question }).kind
    })
    const share = (kind: string) => kinds.filter(one => one === kind).length / runs
    // Three standard errors of the share, and the sampling of the spread.
    expect(Math.abs(share('favours') - told.off)).toBeLessThan(0.09)
    expect(Math.abs(share('fair') - told.fair)).toBeLessThan(0.09)
  })

  it('are nothing that blocks without a spread could tell', () => {
    expect(
      chancesIf(boundedOfHistogram([0, 0, 40, 0, 0], 4), question, 0.52, { look, level: 0.95 }, 100),
    ).toBeNull()
    expect(
      chancesIf(boundedOfHistogram([0, 0, 1, 0, 0], 4), question, 0.52, { look, level: 0.95 }, 100),
    ).toBeNull()
  })

  it('count what is both off and within the margin as fair', () => {
    const { off, fair } = chancesIf(pilot, question, 0.501, { look, level: 0.95 }, 1e8)!
    expect(off).toBeCloseTo(0, 9)
    expect(fair).toBeCloseTo(1, 9)
  })
})
