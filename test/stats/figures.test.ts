import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FAMILIES } from '../../docs/scripts/coverage/families.ts'
import { BlockPopulation, coverageOf } from '../../docs/scripts/coverage/figures.ts'
import { ROOT } from '../../engine/package.ts'

import { qualityOf } from '../../sim/figures/qualities.ts'
import { blocksOf, safeShare } from '../../sim/figures/reading.ts'
import { amountRateInterval } from '../../sim/stats/interval.ts'
import { generator, sumsOf } from './blocks.ts'

const GAME = {
  game: 'matrix-game',
  rules: {
    row: ['big', 'small'],
    column: ['big', 'small'],
    payoffs: [
      [0, 1],
      [-1, 0],
    ],
  },
  lineups: [{ agents: ['random'] }],
  usefulness: true as const,
}

describe('samples of blocks that were played', async () => {
  const population = await BlockPopulation.play(GAME, 48)

  it('are runs drawn with replacement, whose true value is that of all blocks', () => {
    expect(blocksOf(population.truth.cells[0]!)).toBe(48)
    const random = generator(1)
    const samples = Array.from({ length: 40 }, () => population.sample(30, random).cells[0]!)
    expect(samples.every(cell => blocksOf(cell) === 30)).toBe(true)
    const mean = samples.reduce((sum, cell) => sum + qualityOf(cell, 'decisive').mean, 0) / 40
    expect(mean).toBeCloseTo(qualityOf(population.truth.cells[0]!, 'decisive').mean, 1)
  })

  it('hold the truth of every kind of figure nearly always', () => {
    const all = coverageOf(population, FAMILIES, { blocks: 30, samples: 120, seed: 2 })
    const told = all.flatMap((figures, f) =>
      figures.flatMap(one =>
        one.told > 60
          ? [{ ...one, name: `${FAMILIES[f]!.name}: ${one.id}`, share: one.held / one.told }]
          : [],
      ),
    )
    expect(told.length).toBeGreaterThan(20)
    // A standard error of 120 samples is 2 points.
    for (const { name, share } of told) expect(share, name).toBeGreaterThan(0.87)
  })
})

describe('intervals of what is rare', () => {
  /** How often an interval of 100 blocks holds the mean, if blocks have one value, or by some chance another. */
  function held(
    [usual, rare]: readonly [number, number],
    chance: number,
    interval: (blocks: readonly number[]) => { readonly low: number; readonly high: number },
  ): number {
    const random = generator(7)
    const mean = usual + chance * (rare - usual)
    let count = 0
    for (let sample = 0; sample < 300; sample++) {
      const { low, high } = interval(Array.from({ length: 100 }, () => (random() < chance ? rare : usual)))
      count += Number(low <= mean && mean <= high)
    }
    return count / 300
  }

  it('hold lengths of matches that nearly always last to the turn limit', () => {
    const share = held([200, 150], 0.01, blocks =>
      amountRateInterval(sumsOf(blocks.map(length => [length, 1]))),
    )
    expect(share).toBeGreaterThan(0.95)
  })

  it('hold shares of wins that are nearly none', () => {
    const share = held([0, 1], 0.0017, blocks =>
      safeShare(
        blocks.reduce((sum, one) => sum + one, 0),
        blocks.length,
        1,
      ),
    )
    expect(share).toBeGreaterThan(0.95)
  })
})

describe('docs/explanation/statistics.md', () => {
  it('tells of no kind of figure whose intervals hold too rarely, but those that it names', () => {
    const page = readFileSync(join(ROOT, 'docs/explanation/statistics.md'), 'utf8')
    for (const { name } of FAMILIES) {
      const line = page.split('\n').find(one => one.startsWith(`| ${name} |`))
      expect(line, name).toBeDefined()
      const means = [...line!.matchAll(/(\d+\.\d) % ± /g)].map(([, mean]) => Number(mean))
      expect(means.length, name).toBeGreaterThan(0)
      for (const mean of means) expect(mean, line).toBeGreaterThan(93)
    }
  })
})
