/** Half the width of the band around the fair share that still counts as fair: two percentage points. */
export const DEFAULT_MARGIN = 0.02

/** More further matches than this would take days: `moreMatches` is null instead. */
export const MOST_MATCHES = 1e9

/** What is said of a seat. `favours` covers both sides: Verdict.side says which. */
export type VerdictKind = 'fair' | 'favours' | 'inconclusive'

/** Points are percentage points: a share of 0.531 where 0.5 is fair is 3.1 points. */
export interface Verdict {
  readonly kind: VerdictKind
  /** Which side of the fair share a `favours` verdict names; null for the others. */
  readonly side: 'above' | 'below' | null
  /** Estimate minus the fair share, in percentage points; NaN without data. */
  readonly points: number
  /** The longer arm of the interval, in percentage points, so that points +- plusMinus covers all of it. */
  readonly plusMinus: number
  /**
   * For an inconclusive verdict: about how many further matches would settle it; null when it is settled, or above MOST_MATCHES.
   */
  readonly moreMatches: number | null
}

/** Shares are 0..1; `n` counts the blocks that the interval rests on. */
export interface Evidence {
  readonly mean: number
  readonly low: number
  readonly high: number
  readonly n: number
  /** The share that a balanced game would give: 1 / seats. */
  readonly fair: number
  readonly margin?: number
  readonly matchesPerBlock: number
}

/**
 * Judges an interval: `fair` when it lies inside fair +- margin (ends included), even if it
 * excludes the fair share itself; `favours` when it excludes the fair share otherwise; else `inconclusive`.
 * The three-way reading is that of equivalence testing (Schuirmann, J. Pharmacokinetics 15, 1987) at the
 * interval's level.
 *
 * `moreMatches` scales the interval's arms by 1 / sqrt(blocks), with the estimate where it is, to the cheaper
 * of the two settled states; at least one block; null above MOST_MATCHES and without data. Throws a
 * RangeError for an interval that is out of order, a margin that is negative, or a fair share outside 0..1.
 */
export function judge(evidence: Evidence): Verdict {
  const { mean, low, high, n, fair, margin = DEFAULT_MARGIN } = evidence
  if (!(fair > 0 && fair < 1))
    throw new RangeError(`found a fair share of ${fair}, expected one between 0 and 1`)
  if (!(margin >= 0)) throw new RangeError(`found a margin of ${margin}, expected 0 or more`)
  if (!(low <= high) || mean < low || mean > high)
    throw new RangeError(`found a mean of ${mean} in ${low}..${high}, expected low <= mean <= high`)
  if (Number.isNaN(mean) || n === 0) {
    return {
      kind: 'inconclusive',
      side: null,
      points: Number.NaN,
      plusMinus: 50 * (high - low),
      moreMatches: null,
    }
  }
  const points = 100 * (mean - fair)
  const plusMinus = 100 * Math.max(mean - low, high - mean)
  if (low >= fair - margin && high <= fair + margin) {
    return { kind: 'fair', side: null, points, plusMinus, moreMatches: null }
  }
  if (low > fair) return { kind: 'favours', side: 'above', points, plusMinus, moreMatches: null }
  if (high < fair) return { kind: 'favours', side: 'below', points, plusMinus, moreMatches: null }
  return {
    kind: 'inconclusive',
    side: null,
    points,
    plusMinus,
    moreMatches: furtherMatches(evidence, margin),
  }
}

function furtherMatches(
  { mean, low, high, n, fair, matchesPerBlock }: Evidence,
  margin: number,
): number | null {
  const above = high - mean
  const below = mean - low
  // By how much the arms must shrink: the arm towards the fair share to clear it, or both to fit the margin.
  const toExclude = (mean > fair ? below : above) / Math.abs(mean - fair)
  const roomAbove = fair + margin - mean
  const roomBelow = mean - (fair - margin)
  const toFit = roomAbove > 0 && roomBelow > 0 ? Math.max(above / roomAbove, below / roomBelow) : Infinity
  const factor = Math.min(toExclude, toFit)
  const blocks = Math.max(1, Math.ceil(n * (factor * factor - 1)))
  const matches = blocks * matchesPerBlock
  return matches <= MOST_MATCHES ? matches : null
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
