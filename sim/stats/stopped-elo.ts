/** What Elo difference a sequential test points to, corrected for the rule that stopped it. */
import { normalCdf } from './distributions.ts'
import {
  type EloInterval,
  eloFromScore,
  NELO_PER_SIGMA,
  scoreFromElo,
  scoreMoments,
  seenCounts,
  sprtBounds,
} from './elo.ts'
import { crossing } from './sequence.ts'

export interface SprtTest {
  readonly elo0: number
  readonly elo1: number
  readonly alpha?: number
  readonly beta?: number
  readonly model?: 'logistic' | 'normalized'
}

/** A Brownian motion from 0 that ends at `low` < 0 or `high` > 0. */
interface Walk {
  readonly low: number
  readonly high: number
  readonly drift: number
  readonly sigma: number
}

/**
 * The Elo difference behind the counts of a sequential test, in the Elo of its model, with an interval: the
 * differences for which a worse outcome has the chances 1/2, and (1 ± level) / 2. Outcomes are in the order of
 * tests: to accept elo0 sooner is worse than later, then come tests that go on by their ratio, and to accept
 * elo1 later is worse than sooner. So the median of the estimates is the truth, where the plain one is too far
 * from zero. `counts` as in `llrLogistic`. Source: Siegmund, "Sequential Analysis" (1985), chapter 3, for the
 * order; the log-likelihood ratio as a Brownian motion as in fishtest (LLR_drift_variance_alt2). Throws a
 * RangeError for bad counts, or without blocks.
 */
export function eloAfterSprt(counts: readonly number[], test: SprtTest, level = 0.95): EloInterval {
  const { total, mean, variance } = scoreMoments(seenCounts(counts))
  if (scoreMoments(counts).total === 0) throw new RangeError('found no blocks, expected one at least')
  const { lower, upper } = sprtBounds(test.alpha, test.beta)
  const sigma = Math.sqrt(((counts.length - 1) / 2) * variance)
  const isNormalized = test.model === 'normalized'
  const [s0, s1] = [test.elo0, test.elo1].map(elo =>
    isNormalized ? 0.5 + (elo / NELO_PER_SIGMA) * sigma : scoreFromElo(elo),
  ) as [number, number]
  /** Of the ratio, a block. */
  const driftOf = (score: number): number => ((score - (s0 + s1) / 2) * (s1 - s0)) / variance
  const walk = { low: lower, high: upper, sigma: (s1 - s0) / Math.sqrt(variance) }
  const slope = driftOf(mean)
  // A look comes some blocks after the bound was crossed: the time of the crossing is what counts.
  const ratio = Math.min(upper, Math.max(lower, slope * total))
  const time = slope === 0 ? total : Math.min(total, ratio / slope)
  /** The score for which a worse outcome has this chance, which falls as the score rises. */
  const scoreAt = (chance: number): number =>
    crossing(
      score => chance - chanceBelow({ ...walk, drift: driftOf(score) }, time, ratio),
      { at: 0, value: chance - 1 },
      { at: 1, value: chance },
    )
  const [low, elo, high] = [(1 + level) / 2, 0.5, (1 - level) / 2].map(chance => {
    const score = scoreAt(chance)
    return isNormalized ? ((score - 0.5) / sigma) * NELO_PER_SIGMA : eloFromScore(score)
  }) as [number, number, number]
  return { elo, low, high }
}

/** Images of the start in the bounds that are farther away than this many deviations change no digit. */
const REACH = 9

/**
 * The chance that the walk has ended at its low end by a time, or goes on and is at most at `at`: sums over the
 * images of the start in both ends. Source: Borodin & Salminen, "Handbook of Brownian Motion" (2002), part II,
 * 2.3.
 */
export function chanceBelow({ low, high, drift, sigma }: Walk, time: number, at: number): number {
  const spread = sigma * Math.sqrt(time)
  const pull = drift / sigma ** 2
  const width = high - low
  const most = Math.ceil((REACH * spread + Math.abs(drift) * time) / (2 * width)) + 1
  let chance = 0
  for (let k = -most; k <= most; k++) {
    const near = 2 * k * width
    // Ended low: the time of the first passage over this distance.
    const distance = near - low
    const away = Math.abs(distance)
    const steep = Math.abs(pull) * away
    const passed =
      tail(pull * low - steep, (away - Math.abs(drift) * time) / spread) +
      tail(pull * low + steep, (away + Math.abs(drift) * time) / spread)
    chance += Math.sign(distance) * passed
    // Goes on: from the start's image, and less from the low end's.
    for (const [sign, from] of [
      [1, near],
      [-1, near + 2 * low],
    ] as const)
      chance +=
        sign * between(pull * from, (low - from) / spread - drift * (time / spread), (at - low) / spread)
  }
  return Math.min(1, Math.max(0, chance))
}

/** e^weight times the normal probability from z on over a width. */
function between(weight: number, z: number, width: number): number {
  const end = z + width
  return z > 0 ? tail(weight, z) - tail(weight, end) : tail(weight, -end) - tail(weight, -z)
}

/** e^weight times the normal probability above z. Far out, the two exponents only make sense together. */
function tail(weight: number, z: number): number {
  if (z < 30) return Math.exp(weight) * normalCdf(-z)
  const square = z * z
  return (Math.exp(weight - square / 2) / (z * Math.sqrt(2 * Math.PI))) * (1 - 1 / square + 3 / square ** 2)
}
