/**
 * What a look at a run may cost of the 5 % of errors. Nearly everybody looks once the planned matches are played, so that
 * look gets most of it, and its interval is hardly wider than if it were the only one. The rest pays for playing on and
 * for watching. Together, all intervals of a run exclude a true value with at most 5 % (Bonferroni). Source: alpha
 * spending, Lan & DeMets, Biometrika 70 (1983).
 */
import { normalQuantile, studentQuantile, studentTwoSided } from './distributions.ts'
import { dispersion, type Interval, quasiWilson } from './interval.ts'
import { upperProbability } from './moments.ts'
import {
  type Bounded,
  lnMixture,
  normalSequenceP,
  sequenceFactor,
  sequenceInterval,
  sequenceP,
  threshold,
} from './sequence.ts'

export interface Look {
  /** The share of the error that it may spend. */
  readonly share: number
  /** Whether it was fixed before the matches were played; otherwise the interval must hold at every number of blocks. */
  readonly isPlanned: boolean
  /** The look that further matches lead to; this one if missing. */
  readonly next?: Look
}

/** The looks after the first, second and third number of matches that a run was asked for. */
export const PLANNED: readonly Look[] = [
  { share: 0.8, isPlanned: true },
  { share: 0.12, isPlanned: true },
  { share: 0.02, isPlanned: true },
]

/** With fewer blocks, intervals for a planned number of them cover too little: such a plan counts as no plan. */
export const PLANNED_LEAST = 8

/** All other looks together. */
export const BETWEEN: Look = { share: 0.06, isPlanned: false }

/** The looks of a run that stops by itself: they get everything, since no other is planned. */
export const SEQUENTIAL: Look = { share: 1, isPlanned: false }

/** The look that further matches would come to. */
export function nextLook(look: Look): Look {
  if (look.isPlanned) return PLANNED[PLANNED.indexOf(look) + 1] ?? BETWEEN
  return look.next ?? look
}

/** The level at which a look is judged, of that for all looks together. */
export function lookLevel(level: number, { share }: Look): number {
  return 1 - share * (1 - level)
}

/** The interval of a look, such that those of all looks cover the mean with probability `level`. */
export function lookInterval(blocks: Bounded, look: Look, level = 0.95): Interval {
  const own = lookLevel(level, look)
  return look.isPlanned ? plannedInterval(blocks, own) : sequenceInterval(blocks, own)
}

/** The p-value of the mean being `value`: the interval at a level excludes it exactly if p is below 1 - level. */
export function lookP(blocks: Bounded, look: Look, value: number): number {
  return ofShare(look.isPlanned ? plannedP(blocks, value) : sequenceP(blocks, value), look)
}

/** A p-value of a look, for all looks together. */
export function ofShare(p: number, { share }: Look): number {
  return Math.min(1, p / share)
}

/** The same for a statistic that is normal under the null hypothesis, by its plain two-sided p-value. */
export function lookNormalP(p: number, blocks: number, look: Look): number {
  return ofShare(look.isPlanned ? p : normalSequenceP(normalQuantile(p / 2), blocks), look)
}

/** How much wider than a normal interval that of a look from this many blocks is. */
export function lookFactor(blocks: number, look: Look, level = 0.95): number {
  const own = lookLevel(level, look)
  const plain = normalQuantile(upperProbability(level))
  const wider = normalQuantile(upperProbability(own)) / plain
  return look.isPlanned ? wider : wider * sequenceFactor(blocks, own)
}

/** Of looks at several parts of a run, the one that allows least. */
export function strictest(looks: readonly Look[]): Look {
  const rank = ({ isPlanned, share }: Look) => (isPlanned ? share : share - 1)
  const [first = SEQUENTIAL, ...others] = looks
  return others.reduce((least, look) => (rank(look) < rank(least) ? look : least), first)
}

/** Whether a look shows that the mean lies above a value (side 1), which is strictly between min and max, or below it (-1). */
export function isBeyond(blocks: Bounded, side: 1 | -1, value: number, look: Look, level: number): boolean {
  if (!(side * (blocks.mean - value) > 0)) return false
  const own = lookLevel(level, look)
  if (!look.isPlanned) return lnMixture(blocks, side, value) >= threshold(own)
  return statistic(blocks, value) >= studentQuantile(upperProbability(own), freedom(blocks))
}

/** The interval of `scoreInterval`, of blocks of any bounds. All of min..max around NaN without blocks. */
function plannedInterval({ n, mean, sd, min, max, ceiling }: Bounded, level: number): Interval {
  if (n === 0 || Number.isNaN(mean)) return { n, mean: Number.NaN, low: min, high: max }
  const range = max - min
  const { low, high } = quasiWilson(n, (mean - min) / range, n * (sd / range) ** 2, ceiling, level)
  return { n, mean, low: min + range * low, high: min + range * high }
}

/** The p-value that belongs to it. */
function plannedP(blocks: Bounded, value: number): number {
  if (blocks.n === 0 || Number.isNaN(blocks.mean)) return 1
  return studentTwoSided(statistic(blocks, value), freedom(blocks))
}

/** How far a value is from the mean, in standard errors that the mean would have if it were the value. */
function statistic({ n, mean, sd, min, max, ceiling }: Bounded, value: number): number {
  const range = max - min
  const [share, supposed] = [(mean - min) / range, (value - min) / range]
  const phi = dispersion(n, share, n * (sd / range) ** 2, ceiling)
  return Math.abs(share - supposed) / Math.sqrt((phi * supposed * (1 - supposed)) / n)
}

/** Unequal blocks are worth fewer equal ones, as in `quasiWilson`. */
const freedom = ({ n, ceiling }: Bounded): number => Math.max(1, n / ceiling - 1)
