import { normalCdf, normalQuantile, studentQuantile, studentTwoSided } from './distributions.ts'
import { differenceOf, type Interval } from './interval.ts'
import { type Look, lookFactor, lookNormalP } from './looks.ts'
import { upperProbability } from './moments.ts'
import type { PairedDifference } from './paired.ts'

/** A difference of two samples with its planned and its anytime interval. */
export interface UnpairedDifference {
  readonly once: PairedDifference
  readonly anytime: PairedDifference
}

/**
 * The difference of two independent estimates, `after` minus `before`, from their 95 % intervals (`differenceOf`).
 * The arm towards 0 gives the p-value, as the standard error times Student's quantile (Altman & Bland, BMJ 343,
 * 2011); so the interval excludes 0 exactly if p < 0.05. `blocks` of the smaller sample give the degrees of freedom,
 * fewer than Welch's. `level` is that of `anytime` for all looks together. Below two blocks the interval is the whole
 * line, and p = 1.
 */
export function unpairedDifference(
  before: Interval,
  after: Interval,
  {
    blocks: n,
    look,
    level = 0.95,
  }: { readonly blocks: number; readonly look: Look; readonly level?: number },
): UnpairedDifference {
  const { mean, low, high } = differenceOf(after, before)
  const [below, above] = [mean - low, high - mean]
  if (n < 2 || Number.isNaN(below + above)) {
    const open = { n, mean, low: -Infinity, high: Infinity, p: 1 }
    return { once: open, anytime: open }
  }
  const df = n - 1
  const t = studentQuantile(upperProbability(0.95), df)
  const arm = mean > 0 ? below : above
  const p = mean === 0 ? 1 : studentTwoSided((t * Math.abs(mean)) / arm, df)
  const z = lookFactor(n, look, level) * normalQuantile(upperProbability(level))
  const wider = studentQuantile(normalCdf(z), df) / t
  return {
    once: { n, mean, low, high, p },
    anytime: { n, mean, low: mean - wider * below, high: mean + wider * above, p: lookNormalP(p, n, look) },
  }
}
