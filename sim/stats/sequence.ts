/**
 * Confidence sequences: intervals that hold at every look at once, so that a run may be looked at, stopped and continued as
 * one likes. All are functions of the tally's sums, whatever the order of the blocks.
 *
 * A gambler bets on every block that the mean lies above (or below) a value. If that is the mean, no way of betting makes
 * money: the chance that wealth ever grows by a factor of 1 / alpha is at most alpha (Ville 1939). So a value at which it has
 * grown so far is ruled out, for good. With a fixed bet, wealth is a product over the blocks, and no order enters; the gambler
 * divides the money among BETS in advance, by WEIGHTS. Source: Waudby-Smith & Ramdas, "Estimating means of bounded random
 * variables by betting", J. R. Statist. Soc. B 86 (2024), sections 4 and 5 (hedged capital of diversified bets); Cover's
 * universal portfolio is the same idea (Orabona & Jun, IEEE Trans. Inf. Theory 70, 2024). `docs/statistics.md` has what it
 * costs and holds.
 */
import { normalQuantile } from './distributions.ts'
import type { Interval, RatioSums } from './interval.ts'
import { type Sums, squaredDeviations, upperProbability } from './moments.ts'

/** Which way the gambler bets: 1 that the mean is above the value, -1 that it is below. */
type Side = 1 | -1

/**
 * Blocks of a bounded quantity, in its unit: their number, mean, standard deviation per block (divisor n), and what bets on
 * them have brought.
 */
export interface Bounded {
  readonly n: number
  readonly mean: number
  readonly sd: number
  readonly min: number
  readonly max: number
  /**
   * Writes, for each bet, ln of the wealth of a gambler who stakes that share of all there is on every block, from 1. `value` is strictly
   * between min and max; `out` has as many words as there are bets, and is the caller's.
   */
  lnWealths(side: Side, value: number, bets: Bets, out: Float64Array): void
}

/** Shares of the wealth that may be staked, with b + ln(1 - b) of each share b, which `boundedOfSums` asks for. */
export interface Bets {
  readonly shares: readonly number[]
  readonly curvatures: readonly number[]
}

/** Bets by their shares, each from 0 to less than 1. */
export function betsOf(shares: readonly number[]): Bets {
  return { shares, curvatures: shares.map(share => share + Math.log1p(-share)) }
}

/** From nearly all of the wealth down to what tells differences of a millionth. */
const BETS = betsOf(Array.from({ length: 40 }, (_, j) => 0.98 * 2 ** (-j / 2)))
/**
 * How the money is divided among them: evenly by order of magnitude where seats differ by half a point or more, and less and less
 * beyond, so that the intervals of ever more matches keep shrinking.
 */
const WEIGHTS = normalized(BETS.shares.map((_, j) => 1 / (1 + (j / 12) ** 4)))

function normalized(weights: readonly number[]): readonly number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map(weight => weight / sum)
}

/**
 * Blocks as a histogram of their sums, as `scoreInterval` takes it, in shares (0..1): the wealth is that of the bets themselves, so the
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
 * Blocks as the histogram of a quantity of single matches (0..max), in shares, where only the matches are known and not which of them
 * make up a block: drawn or not, steps. Matches of a block may hang together in any way.
 *
 * A block's bet is on the mean of its matches; its ln wealth is at least the mean of those that bets on each match would have brought, since
 * ln is concave. So the sequence errs on the safe side: as if all matches of a block were one and the same. Matches that are not
 * counted, such as forfeited ones, bring nothing.
 */
export function boundedOfMatches(hist: ArrayLike<number>, max: number, matchesPerBlock: number): Bounded {
  return boundedOfHistogram(
    Array.from(hist, count => count / matchesPerBlock),
    max,
  )
}

/**
 * Blocks as the sums of a numerator x and a denominator y, for the ratio x / y (a payoff per match), each block's x from `min` y
 * to `max` y and its y at most `perBlock`. With a y that is always 1 it is the mean of x.
 *
 * The sums do not say what the bets brought, but at least how much: 1 + b z >= exp(b z + (b + ln(1 - b)) z^2) for z >= -1 (Fan, Grama & Liu,
 * Electron. J. Probab. 20, 2015, inequality 4.12), so the sequence errs on the safe side. Throws a RangeError for sums that are not
 * safe integers.
 */
export function boundedOfSums(
  { n, x, y, xx, xy, yy }: RatioSums,
  { min, max, perBlock }: { readonly min: number; readonly max: number; readonly perBlock: number },
): Bounded {
  const sums = [n, x, y, xx, xy, yy]
  if (!sums.every(Number.isSafeInteger)) throw new RangeError(`found sums ${sums}, expected safe integers`)
  const mean = y === 0 ? Number.NaN : x / y
  // Around the mean, where the terms nearly cancel, the squares are taken in integers.
  const [X, Y] = [BigInt(x), BigInt(y)]
  const scaled = Y * Y * BigInt(xx) - 2n * X * Y * BigInt(xy) + X * X * BigInt(yy)
  const squares = y === 0 ? 0 : Number(scaled) / y / y
  return {
    n,
    mean,
    sd: y === 0 ? Number.NaN : (Math.sqrt(squares / n) * n) / y,
    min,
    max,
    lnWealths(side, value, { shares, curvatures }, out) {
      const reach = perBlock * (side > 0 ? value - min : max - value)
      const off = mean - value
      // The sum of (x - value y)^2, by way of the mean.
      const around = squares + 2 * off * (xy - mean * yy) + off * off * yy
      const spread = around / reach / reach
      for (let j = 0; j < out.length; j++)
        out[j] = (shares[j]! * side * off * y) / reach + curvatures[j]! * spread
    },
  }
}

const LN_WEIGHTS = WEIGHTS.map(Math.log)
/** The words that bets are worked out in, kept since the search for one end asks for them some twenty times. */
const lns = new Float64Array(BETS.shares.length)

/** ln of the wealth of all bets together on one side of a value. */
export function lnMixture(blocks: Bounded, side: Side, value: number): number {
  blocks.lnWealths(side, value, BETS, lns)
  for (let j = 0; j < lns.length; j++) lns[j]! += LN_WEIGHTS[j]!
  return lnSum(lns)
}

/** ln of the sum of numbers given as their ln. */
function lnSum(parts: ArrayLike<number>): number {
  let most = -Infinity
  for (let i = 0; i < parts.length; i++) if (parts[i]! > most) most = parts[i]!
  let sum = 0
  for (let i = 0; i < parts.length; i++) sum += Math.exp(parts[i]! - most)
  return most + Math.log(sum)
}

/** What ln wealth on one side must reach to rule a value out: half of alpha for each side. */
export function threshold(level: number): number {
  return -Math.log(1 - upperProbability(level))
}

/**
 * The confidence sequence's interval at these blocks: with probability `level` it holds the mean at every number of blocks at
 * once. Inside min..max; all of it without blocks.
 */
export function sequenceInterval(blocks: Bounded, level = 0.95): Interval {
  const { n, mean, min, max } = blocks
  const enough = threshold(level)
  if (n === 0 || Number.isNaN(mean)) return { n, mean: Number.NaN, low: min, high: max }
  return { n, mean, low: endOf(blocks, 1, enough), high: endOf(blocks, -1, enough) }
}

/** Steps by which the search for an end widens. */
const WIDEN = 1.25

/** The ruled-out value nearest to the mean, below it (side 1) or above it. */
function endOf(blocks: Bounded, side: Side, enough: number): number {
  const { n, mean, sd, min, max } = blocks
  const limit = side > 0 ? min : max
  const room = Math.abs(mean - limit)
  const excess = (distance: number) => lnMixture(blocks, side, mean - side * distance) - enough
  // True wealth only grows with the distance, but the bound on it may fall again: the first crossing counts, so the search begins
  // near the mean.
  let inner = { at: 0, value: -enough }
  for (let at = Math.max(room / 2 ** 20, sd / Math.sqrt(n) / 2); at < room; at *= WIDEN) {
    const outer = { at, value: excess(at) }
    if (outer.value >= 0) return mean - side * crossing(excess, inner, outer)
    inner = outer
  }
  return limit
}

/**
 * The p-value of the mean being `value`, strictly between min and max, that holds at every look: the chance that it ever falls to p or
 * below is at most p. It is 1 / wealth (Ville; Ramdas et al., Statistical Science 38, 2023, section 2).
 */
export function sequenceP(blocks: Bounded, value: number): number {
  if (blocks.n === 0 || Number.isNaN(blocks.mean)) return 1
  const side = blocks.mean > value ? 1 : -1
  return Math.min(1, 2 * Math.exp(-lnMixture(blocks, side, value)))
}

/**
 * How many blocks' worth of belief in no effect the gambler brings along, by halves of the money: 2, for effects that a dozen blocks show, and
 * 50, for those that take hundreds or thousands.
 */
const BELIEFS = [2, 50]

/** An interval and p-value that hold at every look. */
export interface SequenceTest extends Interval {
  readonly p: number
}

/**
 * The same for the mean of a quantity that has no bound, or one too far to be of use (steps, uses of a unit), in its unit, with
 * the p-value of a mean of 0: exact for normal blocks of any variance, in the limit for others (Waudby-Smith et al., Annals of
 * Statistics 52, 2024).
 *
 * It inverts Student's t with the effect, in standard deviations, mixed over normal distributions of variance 1 / c for c in BELIEFS:
 * the Bayes factor of Gönen et al., The American Statistician 59 (2005), whose wealth under the null hypothesis nobody can make
 * grow (Lai, Annals of Statistics 4, 1976; Wang & Ramdas, Sequential Analysis 44, 2025). Below two blocks the interval is the whole line.
 * Equal values keep the width of one being off by `unit`, as in `standardError`. Throws a RangeError for sums that no sample of integers has.
 */
export function studentSequence(
  sums: Sums,
  { level = 0.95, unit = 1 }: { readonly level?: number; readonly unit?: number } = {},
): SequenceTest {
  const { n, sum } = sums
  const found = squaredDeviations(sums)
  const enough = -Math.log(2 * (1 - upperProbability(level)))
  const mean = n === 0 ? Number.NaN : sum / n
  if (n < 2) return { n, mean, low: -Infinity, high: Infinity, p: 1 }
  const squares = Math.max(found, (unit * unit * (n - 1)) / n)
  // With a share q = n d^2 / (squares + n d^2) of all squares, wealth is sqrt(c / (n + c)) (1 - n q / (n + c))^(-n / 2).
  const lnWealth = (share: number) =>
    lnMean(BELIEFS.map(c => 0.5 * Math.log(c / (n + c)) - (n / 2) * Math.log1p((-n * share) / (n + c))))
  const share = leastRoot(1, at => lnWealth(at) - enough)
  const half = share < 1 ? Math.sqrt(((share / (1 - share)) * squares) / n) : Infinity
  const own = (sum * sum) / n
  const p = Math.min(1, Math.exp(-lnWealth(own / (squares + own))))
  return { n, mean, low: mean - half, high: mean + half, p }
}

function lnMean(parts: readonly number[]): number {
  return lnSum(parts) - Math.log(parts.length)
}

/** The least of 0..most from which on a growing function is not negative; `most` if it always is. */
function leastRoot(most: number, excess: (at: number) => number): number {
  const high = { at: most, value: excess(most) }
  if (high.value < 0) return most
  const low = { at: 0, value: excess(0) }
  return low.value < 0 ? crossing(excess, low, high) : 0
}

/** ln wealth where a statistic is standard normal under the null hypothesis: the limit of `studentSequence`. */
function lnNormalWealth(z: number, blocks: number): number {
  return lnMean(BELIEFS.map(c => 0.5 * Math.log(c / (blocks + c)) + (z * z * blocks) / (blocks + c) / 2))
}

/** The p-value of such a statistic, from so many blocks, that holds at every look. 0 for an infinite one, whose plain p-value is too small for a number. */
export function normalSequenceP(z: number, blocks: number): number {
  if (!Number.isFinite(z)) return 0
  return Math.min(1, Math.exp(-lnNormalWealth(z, blocks)))
}

/** Beyond this many standard errors an interval says nothing. */
const WIDEST = 1000

/** By how much wider than a normal interval one of an estimate from so many blocks must be to hold at every look. */
export function sequenceFactor(blocks: number, level = 0.95): number {
  const upper = upperProbability(level)
  const enough = -Math.log(2 * (1 - upper))
  return leastRoot(WIDEST, z => lnNormalWealth(z, blocks) - enough) / normalQuantile(upper)
}

/** Where a function crosses zero. */

/** A function's value at a place. */
export interface CurvePoint {
  readonly at: number
  readonly value: number
}

/** The bracket that is left, as a share of the place. */
const PRECISION = 2 ** -48

/**
 * Where a function crosses zero between a point from 0 on at which it is negative and one further up at which it is not: a place at which it is not
 * negative, while it is at another one, at most 2^-48 of the place below.
 *
 * It is the ITP method (Oliveira & Takahashi, ACM Transactions on Mathematical Software 47, 2020): the secant's zero, moved towards the middle of
 * the bracket so that both ends close in, and never so far from the middle that bisection would be done two evaluations earlier. Smooth
 * functions take some ten evaluations, bisection takes 48.
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
