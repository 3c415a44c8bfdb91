/**
 * Ratings of agents from all their scores against each other: the model of Bradley and Terry (Biometrika 39,
 * 1952), in which one agent beats another with odds of g_i / g_j. One agent among several copies of another
 * wins a share of g_i / (g_i + (seats - 1) g_j), by Luce's choice axiom (1959). A shared win counts by its
 * shares, so a draw is half a win. Elo is 400 log10 g.
 */
import { studentQuantile } from './distributions.ts'
import type { EloInterval } from './elo.ts'
import { dispersion } from './interval.ts'
import { upperProbability } from './moments.ts'

/** Two agents that met, `lone` in one seat, `others` in the rest; blocks have as many matches as seats. */
export interface PairingResult {
  readonly lone: number
  readonly others: number
  readonly seats: number
  readonly blocks: number
  /** Mean share of a whole win of `lone`. */
  readonly score: number
  /** Standard deviation of a block's mean share (divisor blocks - 1); NaN below two blocks. */
  readonly sd: number
}

const ELO_PER_NAT = 400 / Math.LN10
/** Every agent is taken to have drawn one match against the mean of the field. */
const PRIOR_MATCHES = 1
/**
 * Largest change of a ln g at a time. No difference of two then changes by more than 1, and every step leads
 * upwards: the curvature changes by a factor of e at most (Bach, "Self-concordant analysis for logistic
 * regression", EJS 4, 2010).
 */
const STEP_MAX = 0.5
const STEPS_MAX = 500
const ENOUGH = 1e-11

export class Ratings {
  /** ln g by agent; their mean is 0. */
  readonly #logs: Float64Array
  readonly #meetings: readonly PairingResult[]
  readonly #inverse: readonly Float64Array[]
  readonly #quantile: (df: number) => number

  /**
   * Rates agents 0 to `count` - 1 by the maximum of the likelihood and a weak prior: one drawn match of each
   * agent against the mean of the field (like the prior draws of Coulom's BayesElo and the penalties of Caron
   * and Doucet, J. Comp. Graph. Stat. 21, 2012). Without it, an agent that won all or no matches would be
   * infinitely far away. Newton's method finds the maximum, the only one of a concave function, which the
   * steps of Hunter (Annals of Statistics 32, 2004) reach as well.
   *
   * Intervals are those of a sandwich (White, Econometrica 50, 1982): the curvature on both sides, between
   * them the spread of each meeting's blocks, smoothed as in `scoreInterval`, and that of the prior. If the
   * matches of a block are independent, that is the inverse curvature itself, the spread of the posterior.
   * Student's quantile has Satterthwaite's degrees of freedom (Biometrics Bulletin 2, 1946). What one number
   * an agent can't model, such as cycles, is not included.
   *
   * Ratings of agents that no chain of meetings connects can't be compared. Throws a RangeError for unknown
   * agents, an agent against itself, and scores outside 0..1.
   */
  constructor(count: number, meetings: readonly PairingResult[], level = 0.95) {
    for (const { lone, others, score } of meetings)
      if (lone === others || !(Math.max(lone, others) < count) || !(score >= 0 && score <= 1))
        throw new RangeError(
          `found ${lone} with a score of ${score} among ${others}, expected two of ${count} agents`,
        )
    this.#meetings = meetings.filter(({ blocks }) => blocks > 0)
    this.#logs = this.#solve(count)
    this.#inverse = inverseOf(this.#informationAt(this.#logs))
    const mean = this.#logs.reduce((sum, log) => sum + log, 0) / count
    for (let i = 0; i < count; i++) this.#logs[i]! -= mean
    const probability = upperProbability(level)
    this.#quantile = df => studentQuantile(probability, df)
  }

  /** An agent's Elo above the mean of the field. */
  elo(agent: number): EloInterval {
    const share = 1 / this.#logs.length
    return this.#contrast(Float64Array.from(this.#logs, (_, i) => (i === agent ? 1 : 0) - share))
  }

  /** How much Elo an agent is ahead of another. */
  difference(agent: number, other: number): EloInterval {
    return this.#contrast(Float64Array.from(this.#logs, (_, i) => Number(i === agent) - Number(i === other)))
  }

  /** The expected share of a whole win of a single agent among others. */
  expected(lone: number, others: number, seats: number): number {
    return shareOf(this.#logs, { lone, others, seats })
  }

  /** The sum of the ratings by weight. Weights add up to 0, so the mean of the field doesn't matter. */
  #contrast(weights: Float64Array): EloInterval {
    const pull = this.#inverse.map(row => dot(row, weights))
    let value = 0
    let variance = 0
    let squares = 0
    for (const [i, log] of this.#logs.entries()) {
      value += weights[i]! * log
      variance += pull[i]! ** 2 * (PRIOR_MATCHES / 4)
    }
    for (const meeting of this.#meetings) {
      const { lone, others, blocks } = meeting
      const part = (pull[lone]! - pull[others]!) ** 2 * spreadOf(meeting, shareOf(this.#logs, meeting))
      variance += part
      squares += (part * part) / Math.max(1, blocks - 1)
    }
    const df = squares === 0 ? Number.POSITIVE_INFINITY : Math.max(1, (variance * variance) / squares)
    const half = this.#quantile(df) * Math.sqrt(variance)
    const elo = ELO_PER_NAT * value
    return { elo, low: elo - ELO_PER_NAT * half, high: elo + ELO_PER_NAT * half }
  }

  #solve(count: number): Float64Array {
    const logs = new Float64Array(count)
    for (let step = 0; step < STEPS_MAX; step++) {
      const inverse = inverseOf(this.#informationAt(logs))
      const slope = this.#slopeAt(logs)
      const move = inverse.map(row => dot(row, slope))
      const far = Math.max(0, ...move.map(Math.abs))
      const scale = far > STEP_MAX ? STEP_MAX / far : 1
      for (let i = 0; i < count; i++) logs[i]! += scale * move[i]!
      if (far < ENOUGH) break
    }
    return logs
  }

  /** The gradient of the log of likelihood and prior. */
  #slopeAt(logs: Float64Array): Float64Array {
    const slope = Float64Array.from(logs, log => PRIOR_MATCHES * (0.5 - shareOfOdds(log)))
    for (const meeting of this.#meetings) {
      const more = matchesOf(meeting) * (meeting.score - shareOf(logs, meeting))
      slope[meeting.lone]! += more
      slope[meeting.others]! -= more
    }
    return slope
  }

  /** The negated Hessian. */
  #informationAt(logs: Float64Array): Float64Array[] {
    const rows = Array.from(logs, () => new Float64Array(logs.length))
    for (const [i, log] of logs.entries()) rows[i]![i] = PRIOR_MATCHES * varianceOf(shareOfOdds(log))
    for (const meeting of this.#meetings) {
      const { lone, others } = meeting
      const weight = matchesOf(meeting) * varianceOf(shareOf(logs, meeting))
      rows[lone]![lone]! += weight
      rows[others]![others]! += weight
      rows[lone]![others]! -= weight
      rows[others]![lone]! -= weight
    }
    return rows
  }
}

function matchesOf({ blocks, seats }: PairingResult): number {
  return blocks * seats
}

function shareOfOdds(log: number): number {
  return 1 / (1 + Math.exp(-log))
}

function shareOf(
  logs: Float64Array,
  { lone, others, seats }: Pick<PairingResult, 'lone' | 'others' | 'seats'>,
): number {
  return shareOfOdds(logs[lone]! - logs[others]! - Math.log(seats - 1))
}

function varianceOf(share: number): number {
  return share * (1 - share)
}

/** Variance of the sum of a meeting's scores, with the dispersion seen and the expected mean. */
function spreadOf({ blocks, seats, score, sd }: PairingResult, expected: number): number {
  const squares = blocks > 1 ? sd * sd * (blocks - 1) : 0
  return blocks * seats * seats * dispersion(blocks, score, squares) * varianceOf(expected)
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}

/** The inverse of a symmetric positive definite matrix, for which Gauss-Jordan needs no pivoting. */
function inverseOf(matrix: readonly Float64Array[]): Float64Array[] {
  const n = matrix.length
  const rows = matrix.map((row, r) => {
    const wide = new Float64Array(2 * n)
    wide.set(row)
    wide[n + r] = 1
    return wide
  })
  for (let p = 0; p < n; p++) {
    const line = rows[p]!
    const by = line[p]!
    for (let c = 0; c < 2 * n; c++) line[c]! /= by
    for (const other of rows) {
      const times = other[p]!
      if (other === line || times === 0) continue
      for (let c = 0; c < 2 * n; c++) other[c]! -= times * line[c]!
    }
  }
  return rows.map(row => row.subarray(n))
}
