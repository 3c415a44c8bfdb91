/** How far from the fair share still counts as fair, by default: two percentage points. */
export const DEFAULT_MARGIN = 0.02

/** `favours` covers both directions: Verdict.side says which. */
export type VerdictKind = 'fair' | 'favours' | 'inconclusive'

/** Points are percentage points: a share of 0.531 where 0.5 is fair is 3.1 points. */
export interface Verdict {
  readonly kind: VerdictKind
  /** Null unless `favours`. */
  readonly side: 'above' | 'below' | null
  /** Estimate minus the fair share; NaN without data. */
  readonly points: number
  /** The ends of the interval minus the fair share. */
  readonly low: number
  readonly high: number
}

/** Shares, 0..1. The interval is anytime-valid (`sequence.ts`), so the verdict is too. */
export interface JudgedInterval {
  readonly mean: number
  readonly low: number
  readonly high: number
  /** The share in a balanced game: 1 / seats. */
  readonly fair: number
  readonly margin?: number
}

/**
 * Judges an interval: `fair` if it lies inside fair +- margin (ends included), even if it excludes the fair
 * share itself; `favours` if it excludes the fair share otherwise; else `inconclusive`, also without data (a
 * mean of NaN). It is equivalence testing (Schuirmann, J. Pharmacokinetics 15, 1987) at the interval's level.
 * Throws a RangeError for an interval out of order, a negative margin, or a fair share outside 0..1.
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

export type Agreement = 'none' | 'differs' | 'flips'

/**
 * Whether verdicts at several strengths contradict one another: `flips` if one favours above and another
 * below, `differs` if one is fair and another favours. Inconclusive ones contradict nothing.
 */
export function contradiction(verdicts: readonly Pick<Verdict, 'kind' | 'side'>[]): Agreement {
  const above = verdicts.some(verdict => verdict.side === 'above')
  const below = verdicts.some(verdict => verdict.side === 'below')
  if (above && below) return 'flips'
  const fair = verdicts.some(verdict => verdict.kind === 'fair')
  return fair && (above || below) ? 'differs' : 'none'
}
