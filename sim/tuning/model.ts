/**
 * What changes to the rules do to a figure, learned from the candidates played so far: a Gaussian process
 * (Rasmussen & Williams, "Gaussian Processes for Machine Learning", 2006, ch. 2) whose covariance is that of
 * effects that add up, of pairs of keys that work together, and of a rest that belongs to one patch. Numbers
 * have effects in proportion to their steps, and others that change along the way.
 */
import { type Patch, reachOf, type TuneKey } from '../experiment/index.ts'

/**
 * A candidate's effect on a figure, on the scale on which effects add up, with its variance. A patch is known
 * by its object.
 */
export interface Observation {
  readonly patch: Patch
  readonly effect: number
  readonly variance: number
}

export interface Prediction {
  readonly mean: number
  readonly variance: number
}

/** Variances of a pair's and of a patch's own effect, as shares of that of a single change. */
const PAIR_SHARE = 0.35
const REST_SHARE = 0.05
/** The least variance of a single change: effects that nobody would notice. */
const LEAST_VARIANCE = 1e-4

export class EffectModel {
  readonly #keys: readonly TuneKey[]
  readonly #seen: readonly Observation[]
  /** Lower triangle of the Cholesky factor of the covariance of what was observed. */
  readonly #factor: readonly Float64Array[]
  readonly #weights: Float64Array
  /** Variance of a screened move's effect. */
  readonly #scale: number

  constructor(keys: readonly TuneKey[], seen: readonly Observation[]) {
    this.#keys = keys
    this.#seen = seen
    const singles = seen.filter(({ patch }) => patch.length === 1)
    const spread = singles.reduce((sum, { effect, variance }) => sum + effect ** 2 - variance, 0)
    this.#scale = Math.max(LEAST_VARIANCE, spread / Math.max(1, singles.length))
    this.#factor = cholesky(
      seen.length,
      (i, j) => this.#covariance(seen[i]!.patch, seen[j]!.patch) + (i === j ? seen[i]!.variance : 0),
    )
    this.#weights = backward(
      this.#factor,
      forward(
        this.#factor,
        Float64Array.from(seen, one => one.effect),
      ),
    )
  }

  /** The effect of a patch, whether it was played or not. */
  predict(patch: Patch): Prediction {
    const shared = Float64Array.from(this.#seen, one => this.#covariance(one.patch, patch))
    const mean = shared.reduce((sum, one, i) => sum + one * this.#weights[i]!, 0)
    const known = forward(this.#factor, shared)
    const left = this.#covariance(patch, patch) - known.reduce((sum, one) => sum + one * one, 0)
    return { mean, variance: Math.max(1e-9, left) }
  }

  #covariance(a: Patch, b: Patch): number {
    let sum = 0
    let squares = 0
    for (const one of a)
      for (const other of b) {
        if (one.key !== other.key) continue
        const part = this.#alike(one, other)
        sum += part
        squares += part * part
      }
    const pairs = (sum * sum - squares) / 2
    return this.#scale * (sum + PAIR_SHARE * pairs + (a === b ? REST_SHARE * a.length : 0))
  }

  /** The covariance of two changes of one key. */
  #alike(one: Patch[number], other: Patch[number]): number {
    if (!this.#keys[one.key]!.number) return one.to === other.to ? 1 : 0
    const [x, y] = [reachOf(this.#keys, one), reachOf(this.#keys, other)]
    const along = Math.sign(x) === Math.sign(y) ? Math.min(Math.abs(x), Math.abs(y)) : 0
    return 0.5 * x * y + 0.5 * along
  }
}

/** The factor L of a positive definite matrix L L', row by row. */
function cholesky(n: number, at: (i: number, j: number) => number): Float64Array[] {
  const rows: Float64Array[] = []
  for (let i = 0; i < n; i++) {
    const row = new Float64Array(i + 1)
    for (let j = 0; j <= i; j++) {
      const other = j === i ? row : rows[j]!
      let sum = at(i, j)
      for (let k = 0; k < j; k++) sum -= row[k]! * other[k]!
      row[j] = j === i ? Math.sqrt(Math.max(sum, 1e-12)) : sum / other[j]!
    }
    rows.push(row)
  }
  return rows
}

/** Solves L x = b. */
function forward(factor: readonly Float64Array[], b: Float64Array): Float64Array {
  const x = new Float64Array(b.length)
  for (let i = 0; i < b.length; i++) {
    let sum = b[i]!
    for (let k = 0; k < i; k++) sum -= factor[i]![k]! * x[k]!
    x[i] = sum / factor[i]![i]!
  }
  return x
}

/** Solves L' x = b. */
function backward(factor: readonly Float64Array[], b: Float64Array): Float64Array {
  const x = new Float64Array(b.length)
  for (let i = b.length - 1; i >= 0; i--) {
    let sum = b[i]!
    for (let k = i + 1; k < b.length; k++) sum -= factor[k]![i]! * x[k]!
    x[i] = sum / factor[i]![i]!
  }
  return x
}
