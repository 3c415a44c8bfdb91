import { describe, expect, it } from 'vitest'
import { lookInterval, lookP, PLANNED, SEQUENTIAL } from '../../sim/stats/looks.ts'
import { blocksForFair, blocksForVerdict, chancesIf } from '../../sim/stats/planning.ts'
import { boundedOfHistogram } from '../../sim/stats/sequence.ts'
import { judge } from '../../sim/stats/verdict.ts'
import { judgedLevel, judgedStakes } from '../../sim/stopping.ts'
import { cellOf, times } from '../reports/fixture.ts'
import { drawBlocks, generator, pairModel } from './blocks.ts'

const looks = [
  { name: 'of a run that stops by itself', look: SEQUENTIAL, least: 5000, most: 7000 },
  { name: 'at the planned look', look: PLANNED[0]!, least: 3000, most: 4000 },
]

describe.each(looks)('blocks that are needed $name', ({ look, least, most }) => {
  const even = { fair: 0.5, margin: 0.02 }

  it('for a fair game do not depend on the score so far', () => {
    const lucky = boundedOfHistogram([2, 0, 10, 0, 8], 4)
    const level = boundedOfHistogram([5, 0, 10, 0, 5], 4)
    const [more, less] = [lucky, level].map(blocks =>
      blocksForFair(blocks, even, { look, level: 0.95 }, 1e9),
    ) as [number, number]
    expect(less).toBeGreaterThan(least)
    expect(less).toBeLessThan(most)
    expect(Math.abs(more / less - 1)).toBeLessThan(0.2)
  })

  it('show four of five fair games to be fair', () => {
    const chances = [0.02, 0.08, 0.8, 0.08, 0.02]
    const planned = blocksForFair(
      boundedOfHistogram(
        chances.map(c => 1000 * c),
        4,
      ),
      even,
      { look, level: 0.95 },
      1e9,
    )
    const model = { name: 'even', chances, mean: 0.5 }
    const random = generator(4)
    let fair = 0
    for (let run = 0; run < 400; run++) {
      const { low, high } = lookInterval(boundedOfHistogram(drawBlocks(model, planned, random), 4), look)
      if (low >= 0.48 && high <= 0.52) fair++
    }
    expect(fair / 400).toBeGreaterThan(0.74)
    expect(fair / 400).toBeLessThan(0.86)
  })

  it.each([3, 4])('show four of five fair games of %i seats to be fair in all of them', seats => {
    const random = generator(seats)
    const drawn = (blocks: number): number[][] => {
      const hists = Array.from({ length: seats }, () => new Array<number>(seats + 1).fill(0))
      for (let block = 0; block < blocks; block++) {
        const won = new Array<number>(seats).fill(0)
        for (let match = 0; match < seats; match++) won[Math.floor(random() * seats)]!++
        for (const [seat, wins] of won.entries()) hists[seat]![wins]!++
      }
      return hists
    }
    const cell = cellOf(
      ['a', 'b', 'c', 'd'].slice(0, seats),
      new Array<string>(seats).fill('ann'),
      times(3, ...Array.from({ length: seats }, (_, s) => new Array(seats).fill(0).with(s, 60))),
    )
    const { power } = judgedStakes(cell, 'seat', 0, 0.02)
    const level = judgedLevel(cell, 'seat')
    const question = { fair: 1 / seats, margin: 0.02, ...(power === undefined ? {} : { power }) }
    const pilot = drawn(5000).map(hist => boundedOfHistogram(hist, seats))
    const planned = Math.max(...pilot.map(blocks => blocksForFair(blocks, question, { look, level }, 1e9)))
    const isFair = (hist: readonly number[]) =>
      judge({ ...lookInterval(boundedOfHistogram(hist, seats), look, level), ...question }).kind === 'fair'
    const fair = Array.from({ length: 150 }, () => drawn(planned).every(isFair)).filter(Boolean).length
    expect(fair / 150).toBeGreaterThan(0.74)
  })

  it('are more without an end where the margin is 0, and settle a clear case soon', () => {
    const blocks = boundedOfHistogram([5, 0, 10, 0, 5], 4)
    expect(blocksForFair(blocks, { fair: 0.5, margin: 0 }, { look, level: 0.95 }, 1e9)).toBe(Infinity)
    expect(blocksForVerdict(blocks, { fair: 0.5, margin: 0 }, { look, level: 0.95 }, 1e9)).toBe(Infinity)
    const clear = boundedOfHistogram([1, 0, 4, 0, 5], 4)
    const needed = blocksForVerdict(clear, even, { look, level: 0.95 }, 1e9)
    const played = (n: number) => lookP(boundedOfHistogram([n / 10, 0, (4 * n) / 10, 0, n / 2], 4), look, 0.5)
    expect(played(needed)).toBeLessThanOrEqual(0.05)
    expect(played(needed - 1)).toBeGreaterThan(0.05)
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
