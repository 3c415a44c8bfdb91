/**
 * Confidence sequences: intervals that hold at every interim analysis at once, so that you may check a run,
 * stop it and continue it at will. All are functions of the tally's sums, whatever the order of the blocks.
 *
 * A gambler bets on every block that the mean lies above (or below) a value. If the mean is that value, no
 * betting makes money: the chance that wealth ever grows by a factor of 1 / alpha is at most alpha (Ville
 * 1939). So a value at which it has grown that far is ruled out for good. With a fixed bet, wealth is a
 * product over the blocks, in any order; the gambler divides the money among BETS in advance, by WEIGHTS.
 * Source: Waudby-Smith & Ramdas, "Estimating means of bounded random variables by betting", J. R. Statist.
 * Soc. B 86 (2024), sections 4 and 5 (hedged capital of diversified bets); Cover's universal portfolio is the
 * same idea (Orabona & Jun, IEEE Trans. Inf. Theory 70, 2024). `docs/explanation/statistics.md` has cost and
 * coverage.
 */
import { normalQuantile } from './distributions.ts'
import { type Interval, type RatioSums, residualSquares } from './interval.ts'
import { type Sums, squaredDeviations, upperProbability } from './moments.ts'
import { type RateDifference, type RatePair, rateDifference } from './paired.ts'

/** The gambler's bet: 1 that the mean is above the value, -1 that it is below. */
type Side = 1 | -1

/** Blocks of a bounded quantity, in its unit; `sd` per block, with divisor n. */
export interface Bounded {
  readonly n: number
  readonly mean: number
  readonly sd: number
  readonly min: number
  readonly max: number
  /** The largest dispersion of `quasiWilson`: 1 for blocks of equal weight. */
  readonly ceiling: number
  /**
   * Writes ln of the wealth, starting from 1, of a gambler who stakes the same share of it on every block,
   * for each bet. `value` is strictly between min and max; the caller's `out` has a word for each bet.
   */
  lnWealths(side: Side, value: number, bets: Bets, out: Float64Array): void
}

/** Shares of the wealth to stake, with b + ln(1 - b) of each share b for `boundedOfSums`. */
export interface Bets {
  readonly shares: readonly number[]
  readonly curvatures: readonly number[]
}

/** Shares lie in 0..1, below 1. */
export function betsOf(shares: readonly number[]): Bets {
  return { shares, curvatures: shares.map(share => share + Math.log1p(-share)) }
}

/** From nearly all of the wealth down to what tells differences of a millionth. */
const BETS = betsOf(Array.from({ length: 40 }, (_, j) => 0.98 * 2 ** (-j / 2)))
/**
 * How the money is divided: evenly by order of magnitude where seats differ by half a point or more, and less
 * and less beyond, so that intervals keep shrinking with ever more matches.
 */
const WEIGHTS = normalized(BETS.shares.map((_, j) => 1 / (1 + (j / 12) ** 4)))

function normalized(weights: readonly number[]): readonly number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map(weight => weight / sum)
}

/**
 * Blocks as a histogram of their sums, in shares (0..1). The wealth is that of the bets themselves, so the
 * sequence is exact. Counts need not be whole.
 */
export function boundedOfHistogram(hist: ArrayLike<number>, max: number): Bounded {
  const shares: number[] = []
  const counts: number[] = []
  let n = 0
  let sum = 0
  for (let k = 0; k < hist.length; k++) {
    if (hist[k] === 0) continue
    shares.push(k / max)
    counts.push(hist[k]!)
    n += hist[k]!
    sum += hist[k]! * k
  }
  const mean = sum / (n * max)
  const squares = shares.reduce((total, share, i) => total + counts[i]! * (share - mean) ** 2, 0)
  return {
    n,
    mean,
    sd: Math.sqrt(squares / n),
    min: 0,
    max: 1,
    ceiling: 1,
    lnWealths(side, value, bets, out) {
      const reach = side > 0 ? value : 1 - value
      for (let j = 0; j < out.length; j++) {
        const scale = (bets.shares[j]! / reach) * side
        let ln = 0
        for (let i = 0; i < shares.length; i++) ln += counts[i]! * Math.log1p(scale * (shares[i]! - value))
        out[j] = ln
      }
    },
  }
}

/**
 * A histogram (0..max) of single matches, in shares, where it isn't known which of them make up a block:
 * drawn or not, steps. Matches of a block may depend on each other in any way.
 *
 * A block's bet is on the mean of its matches. Since ln is concave, its ln wealth is at least the mean of
 * those of bets on each match, so the sequence errs on the safe side, as if all matches of a block were the
 * same. Matches that are not counted, such as forfeits, bring nothing.
 */
export function boundedOfMatches(hist: ArrayLike<number>, max: number, matchesPerBlock: number): Bounded {
  return boundedOfHistogram(
    Array.from(hist, count => count / matchesPerBlock),
    max,
  )
}

/**
 * Blocks as sums for the ratio x / y (a payoff per match), each block's x from `min` y to `max` y and its y
 * at most `perBlock`. If y is always 1, it is the mean of x.
 *
 * The sums don't say what the bets brought, but at least how much: 1 + b z >= exp(b z + (b + ln(1 - b)) z^2)
 * for z >= -1 (Fan, Grama & Liu, Electron. J. Probab. 20, 2015, inequality 4.12). So the sequence errs on the
 * safe side. Throws a RangeError for sums that are not safe integers.
 */
export function boundedOfSums(
  { n, x, y, xx, xy, yy }: RatioSums,
  { min, max, perBlock }: { readonly min: number; readonly max: number; readonly perBlock: number },
): Bounded {
  const sums = [n, x, y, xx, xy, yy]
  if (!sums.every(Number.isSafeInteger)) throw new RangeError(`found sums ${sums}, expected safe integers`)
  const mean = y === 0 ? Number.NaN : x / y
  // In integers, since the terms nearly cancel around the mean.
  const [X, Y] = [BigInt(x), BigInt(y)]
  const scaled = Y * Y * BigInt(xx) - 2n * X * Y * BigInt(xy) + X * X * BigInt(yy)
  const squares = y === 0 ? 0 : Number(scaled) / y / y
  return {
    n,
    mean,
    sd: y === 0 ? Number.NaN : (Math.sqrt(squares / n) * n) / y,
    min,
    max,
    ceiling: y === 0 ? 1 : Math.max(1, (n * yy) / (y * y)),
    lnWealths(side, value, { shares, curvatures }, out) {
      const reach = perBlock * (side > 0 ? value - min : max - value)
      const off = mean - value
      // The sum of (x - value y)^2, from that around the mean.
      const around = squares + 2 * off * (xy - mean * yy) + off * off * yy
      const spread = around / reach / reach
      for (let j = 0; j < out.length; j++)
        out[j] = (shares[j]! * side * off * y) / reach + curvatures[j]! * spread
    },
  }
}

const LN_WEIGHTS = WEIGHTS.map(Math.log)
/** Scratch: the search for an end evaluates the bets some twenty times. */
const lns = new Float64Array(BETS.shares.length)

/** ln of the total wealth of all bets on one side of a value. */
export function lnMixture(blocks: Bounded, side: Side, value: number): number {
  blocks.lnWealths(side, value, BETS, lns)
  for (let j = 0; j < lns.length; j++) lns[j]! += LN_WEIGHTS[j]!
  return lnSum(lns)
}

/** ln of the sum of exp(parts). */
function lnSum(parts: ArrayLike<number>): number {
  let most = -Infinity
  for (let i = 0; i < parts.length; i++) if (parts[i]! > most) most = parts[i]!
  let sum = 0
  for (let i = 0; i < parts.length; i++) sum += Math.exp(parts[i]! - most)
  return most + Math.log(sum)
}

/** The ln wealth on one side that rules a value out: half of alpha for each side. */
export function threshold(level: number): number {
  return -Math.log(1 - upperProbability(level))
}

/**
 * With probability `level`, the interval covers the mean at every number of blocks at once. Lies inside
 * min..max; all of it without blocks.
 */
export function sequenceInterval(blocks: Bounded, level = 0.95): Interval {
  const { n, mean, min, max } = blocks
  const enough = threshold(level)
  if (n === 0 || Number.isNaN(mean)) return { n, mean: Number.NaN, low: min, high: max }
  return { n, mean, low: endOf(blocks, 1, enough), high: endOf(blocks, -1, enough) }
}

const WIDEN = 1.25

/** The ruled-out value nearest to the mean, below it (side 1) or above it. */
function endOf(blocks: Bounded, side: Side, enough: number): number {
  const { n, mean, sd, min, max } = blocks
  const limit = side > 0 ? min : max
  const room = Math.abs(mean - limit)
  const excess = (distance: number) => lnMixture(blocks, side, mean - side * distance) - enough
  // True wealth only grows with the distance, but the bound on it may fall again: the first crossing counts,
  // so the search starts near the mean.
  let inner = { at: 0, value: -enough }
  for (let at = Math.max(room / 2 ** 20, sd / Math.sqrt(n) / 2); at < room; at *= WIDEN) {
    const outer = { at, value: excess(at) }
    if (outer.value >= 0) return mean - side * crossing(excess, inner, outer)
    inner = outer
  }
  return limit
}

/**
 * The p-value of the mean being `value`, strictly between min and max, valid at every interim analysis: the
 * chance that it ever falls to p is at most p. It is 1 / wealth (Ville; Ramdas et al., Statistical Science
 * 38, 2023, section 2).
 */
export function sequenceP(blocks: Bounded, value: number): number {
  if (blocks.n === 0 || Number.isNaN(blocks.mean)) return 1
  const side = blocks.mean > value ? 1 : -1
  return Math.min(1, 2 * Math.exp(-lnMixture(blocks, side, value)))
}

/**
 * How many blocks' worth of belief in no effect the gambler starts with, by halves of the money: 2 for
 * effects that a dozen blocks show, 50 for those that take hundreds or thousands.
 */
const BELIEFS = [2, 50]

export interface SequenceTest extends Interval {
  readonly p: number
}

/**
 * The same for the mean of an unbounded quantity (steps, uses of a unit), in its unit, with the p-value of a
 * mean of 0: exact for normal blocks of any variance, in the limit for others (Waudby-Smith et al., Annals of
 * Statistics 52, 2024).
 *
 * It inverts Student's t with the effect, in standard deviations, mixed over normal distributions of variance
 * 1 / c for c in BELIEFS: the Bayes factor of Gönen et al., The American Statistician 59 (2005), a fair bet
 * under the null hypothesis (Lai, Annals of Statistics 4, 1976; Wang & Ramdas, Sequential Analysis 44, 2025).
 * Below two blocks the interval is the whole line. Equal values keep the width of one being off by `unit`, as
 * in `standardError`. Throws a RangeError for sums that no sample of integers has.
 */
export function studentSequence(
  sums: Sums,
  { level = 0.95, unit = 1 }: { readonly level?: number; readonly unit?: number } = {},
): SequenceTest {
  const { n, sum } = sums
  const mean = n === 0 ? Number.NaN : sum / n
  return studentTest({ n, mean, own: (sum * sum) / n, squares: squaredDeviations(sums), unit }, level)
}

/** The same from a mean of n blocks, n times its square (`own`), and the sum of their squared deviations. */
function studentTest(
  { n, mean, own, squares: found, unit }: RateDifference & { readonly own: number },
  level: number,
): SequenceTest {
  const enough = -Math.log(2 * (1 - upperProbability(level)))
  if (n < 2) return { n, mean, low: -Infinity, high: Infinity, p: 1 }
  const squares = Math.max(found, (unit * unit * (n - 1)) / n)
  // With a share q = n d^2 / (squares + n d^2) of all squares, wealth is sqrt(c / (n + c)) (1 - n q / (n +
  // c))^(-n / 2).
  const lnWealth = (share: number) =>
    lnMean(BELIEFS.map(c => 0.5 * Math.log(c / (n + c)) - (n / 2) * Math.log1p((-n * share) / (n + c))))
  const share = leastRoot(1, at => lnWealth(at) - enough)
  const half = share < 1 ? Math.sqrt(((share / (1 - share)) * squares) / n) : Infinity
  const p = Math.min(1, Math.exp(-lnWealth(own / (squares + own))))
  return { n, mean, low: mean - half, high: mean + half, p }
}

/**
 * The same for a rate x per y that nothing bounds above (uses a step), of sums over blocks of which both
 * vary: of the residuals x - R y, as in `countRateInterval`. The interval never goes below 0; without a y it
 * is 0 to infinity around NaN.
 */
export function rateSequence(sums: RatioSums, level = 0.95): Interval {
  const { n, x, y } = sums
  if (y === 0) return { n, mean: Number.NaN, low: 0, high: Infinity }
  const squares = residualSquares(sums)
  const { low, high } = studentTest({ n, mean: x / n, own: (x * x) / n, squares, unit: 1 }, level)
  return { n, mean: x / y, low: Math.max(0, (n * low) / y), high: (n * high) / y }
}

/** The same for the difference of two rates of the same blocks, and the p-value of none. */
export function rateDifferenceSequence(sums: RatePair, level = 0.95): SequenceTest {
  const difference = rateDifference(sums)
  if (Number.isNaN(difference.mean)) return { ...difference, low: -Infinity, high: Infinity, p: 1 }
  return studentTest({ ...difference, own: difference.n * difference.mean ** 2 }, level)
}

function lnMean(parts: readonly number[]): number {
  return lnSum(parts) - Math.log(parts.length)
}

/** The least value in 0..most from which on a growing function is not negative; `most` if there is none. */
function leastRoot(most: number, excess: (at: number) => number): number {
  const high = { at: most, value: excess(most) }
  if (high.value < 0) return most
  const low = { at: 0, value: excess(0) }
  return low.value < 0 ? crossing(excess, low, high) : 0
}

/** ln wealth for a standard normal statistic under the null hypothesis: the limit of `studentSequence`. */
function lnNormalWealth(z: number, blocks: number): number {
  return lnMean(BELIEFS.map(c => 0.5 * Math.log(c / (blocks + c)) + (z * z * blocks) / (blocks + c) / 2))
}

/** Its anytime-valid p-value; 0 for an infinite statistic, whose plain p-value underflows. */
export function normalSequenceP(z: number, blocks: number): number {
  if (!Number.isFinite(z)) return 0
  return Math.min(1, Math.exp(-lnNormalWealth(z, blocks)))
}

/** Beyond this many standard errors an interval says nothing. */
const WIDEST = 1000

/** How much wider than a normal interval an anytime-valid one from this many blocks is. */
export function sequenceFactor(blocks: number, level = 0.95): number {
  const upper = upperProbability(level)
  const enough = -Math.log(2 * (1 - upper))
  return leastRoot(WIDEST, z => lnNormalWealth(z, blocks) - enough) / normalQuantile(upper)
}

interface CurvePoint {
  readonly at: number
  readonly value: number
}

/** Width of the final bracket, as a share of the position. */
const PRECISION = 2 ** -48

/**
 * Where a function crosses zero between a point with a negative value and a later one with a value of 0 or
 * more, from 0 on: at most 2^-48 of the position above the crossing, and never negative there.
 *
 * The ITP method (Oliveira & Takahashi, ACM Transactions on Mathematical Software 47, 2020): the secant's
 * zero, moved towards the middle of the bracket so that both ends close in, and never so far that bisection
 * would be done two evaluations earlier. Smooth functions take some ten evaluations, bisection takes 48.
 */
export function crossing(valueAt: (at: number) => number, from: CurvePoint, to: CurvePoint): number {
  let [low, high] = [from, to]
  const first = high.at - low.at
  // `reach` is the bracket that bisection would leave, one evaluation behind.
  for (let reach = first; ; reach /= 2) {
    const width = high.at - low.at
    const enough = PRECISION * high.at
    if (width <= enough) return high.at
    const middle = low.at + width / 2
    const secant = (low.at * high.value - high.at * low.value) / (high.value - low.value)
    const inward = Math.max(enough / 2, (0.2 * width * width) / first)
    const off = Math.max(0, Math.min(Math.abs(middle - secant) - inward, reach - width / 2))
    const at = middle + Math.sign(secant - middle) * off
    const value = valueAt(at)
    if (value >= 0) high = { at, value }
    else low = { at, value }
  }
}
