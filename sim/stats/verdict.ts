/** Half the width of the band around the fair share that still counts as fair: two percentage points. */
export const DEFAULT_MARGIN = 0.02

/** What is said of a seat. `favours` covers both sides: Verdict.side says which. */
export type VerdictKind = 'fair' | 'favours' | 'inconclusive'

/** Points are percentage points: a share of 0.531 where 0.5 is fair is 3.1 points. */
export interface Verdict {
  readonly kind: VerdictKind
  /** Which side of the fair share a `favours` verdict names; null for the others. */
  readonly side: 'above' | 'below' | null
  /** Estimate minus the fair share, in percentage points; NaN without data. */
  readonly points: number
  /** The ends of the interval minus the fair share, in percentage points. */
  readonly low: number
  readonly high: number
}

/** Shares are 0..1. The interval holds at every look (`sequence.ts`), so the verdict does as well. */
export interface JudgedInterval {
  readonly mean: number
  readonly low: number
  readonly high: number
  /** The share that a balanced game would give: 1 / seats. */
  readonly fair: number
  readonly margin?: number
}

/**
 * Judges an interval: `fair` when it lies inside fair +- margin (ends included), even if it
 * excludes the fair share itself; `favours` when it excludes the fair share otherwise; else `inconclusive`.
 * The three-way reading is that of equivalence testing (Schuirmann, J. Pharmacokinetics 15, 1987) at the
 * interval's level. Without data (a mean of NaN) it is inconclusive. Throws a RangeError for an interval that is out of order, a margin
 * that is negative, or a fair share outside 0..1.
 */
export function judge(evidence: JudgedInterval): Verdict {
  const { mean, low, high, fair, margin = DEFAULT_MARGIN } = evidence
  if (!(fair > 0 && fair < 1))
    throw new RangeError(`found a fair share of ${fair}, expected one between 0 and 1`)
  if (!(margin >= 0)) throw new RangeError(`found a margin of ${margin}, expected 0 or more`)
  if (!(low <= high) || mean < low || mean > high)
    throw new RangeError(`found a mean of ${mean} in ${low}..${high}, expected low <= mean <= high`)
  const ends = { points: 100 * (mean - fair), low: 100 * (low - fair), high: 100 * (high - fair) }
  const isWithin = low >= fair - margin && high <= fair + margin
  if (isWithin && !Number.isNaN(mean)) return { kind: 'fair', side: null, ...ends }
  if (low > fair) return { kind: 'favours', side: 'above', ...ends }
  if (high < fair) return { kind: 'favours', side: 'below', ...ends }
  return { kind: 'inconclusive', side: null, ...ends }
}

/** How verdicts on one question at several strengths of play relate. */
export type Agreement = 'none' | 'differs' | 'flips'

/**
 * Whether verdicts per strength contradict one another: `flips` when one favours above and another below,
 * `differs` when one is fair and another favours, `none` when they do not contradict one another.
 * Inconclusive ones contradict nothing.
 */
export function contradiction(verdicts: readonly Pick<Verdict, 'kind' | 'side'>[]): Agreement {
  const above = verdicts.some(verdict => verdict.side === 'above')
  const below = verdicts.some(verdict => verdict.side === 'below')
  if (above && below) return 'flips'
  const fair = verdicts.some(verdict => verdict.kind === 'fair')
  return fair && (above || below) ? 'differs' : 'none'
}
