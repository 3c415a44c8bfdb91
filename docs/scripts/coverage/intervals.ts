/** Coverage of the intervals of rare effects. */
import { boundedRateInterval, meanInterval } from '../../../sim/stats/interval.ts'
import { pairedDifference } from '../../../sim/stats/paired.ts'
import { boundedOfSums, sequenceP } from '../../../sim/stats/sequence.ts'
import { generator } from '../../../test/stats/blocks.ts'
import { ALPHA } from './runs.ts'

/** Differences between two variants of which most are 0, with their true mean. */
export interface RareEffect {
  readonly name: string
  readonly mean: number
  readonly most: number
  draw(random: () => number): number
}

/** Effects that a share of the blocks shows. */
export function rareEffects(share: number): readonly RareEffect[] {
  const of = (name: string, mean: number, most: number, size: (random: () => number) => number) => ({
    name: `${100 * share} % of the blocks, ${name}`,
    mean: share * mean,
    most,
    draw: (random: () => number) => (random() < share ? size(random) : 0),
  })
  return [
    of('by 1', 1, 2, () => 1),
    of('by 1 to 3', 2, 4, random => 1 + Math.floor(3 * random())),
    of('by 1, a fifth of them the other way', 0.6, 2, random => (random() < 0.8 ? 1 : -1)),
  ]
}

/** Coverage of plain t, of the interval of comparisons, and of that for every look. */
export function rareCoverage(
  { mean, most, draw }: RareEffect,
  n: number,
  samples: number,
  seed: number,
): { t: number; mended: number; anytime: number } {
  const random = generator(seed)
  let [t, mended, always] = [0, 0, 0]
  const holds = ({ low, high }: { low: number; high: number }) => Number(low <= mean && mean <= high)
  for (let sample = 0; sample < samples; sample++) {
    const sums = { n, sum: 0, sumSquares: 0, differing: 0 }
    for (let block = 0; block < n; block++) {
      const difference = draw(random)
      if (difference === 0) continue
      sums.sum += difference
      sums.sumSquares += difference * difference
      sums.differing++
    }
    t += holds(meanInterval(n, sums.sum, sums.sumSquares))
    mended += holds(pairedDifference(sums))
    const ratio = { n, x: sums.sum, y: n, xx: sums.sumSquares, xy: sums.sum, yy: n }
    const blocks = boundedOfSums(ratio, { min: -most, max: most, perBlock: 1 })
    always += Number(sequenceP(blocks, mean) > ALPHA)
  }
  return { t: t / samples, mended: mended / samples, anytime: always / samples }
}

/** Coverage for a payoff of 50 in 2 % of the blocks, else 0, of at most 50. */
export function payoffCoverage(
  n: number,
  samples: number,
  seed: number,
): { t: number; bounded: number; anytime: number } {
  const random = generator(seed)
  const [mean, bounds] = [1, { min: 0, max: 50 }]
  let [t, bounded, always] = [0, 0, 0]
  const holds = ({ low, high }: { low: number; high: number }) => Number(low <= mean && mean <= high)
  for (let sample = 0; sample < samples; sample++) {
    let paid = 0
    for (let block = 0; block < n; block++) paid += Number(random() < 0.02)
    const ratio = { n, x: 50 * paid, y: n, xx: 2500 * paid, xy: 50 * paid, yy: n }
    t += holds(meanInterval(n, ratio.x, ratio.xx))
    bounded += holds(boundedRateInterval(ratio, bounds))
    always += Number(sequenceP(boundedOfSums(ratio, { ...bounds, perBlock: 1 }), mean) > ALPHA)
  }
  return { t: t / samples, bounded: bounded / samples, anytime: always / samples }
}
