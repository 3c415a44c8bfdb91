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

/** Variances of a single change's effect, and of pairs' and a patch's own as shares of it, to choose from. */
const SCALES = [1e-4, 1e-3, 1e-2, 0.03, 0.1, 0.3, 1, 3]
const PAIR_SHARES = [0.1, 1, 10]
const REST_SHARE = 0.05

export class EffectModel {
  readonly #keys: readonly TuneKey[]
  readonly #seen: readonly Observation[]
  /** Lower triangle of the Cholesky factor of the covariance of what was observed. */
  readonly #factor: readonly Float64Array[]
  readonly #weights: Float64Array
  #scale = 1
  #pairShare = 1

  /** Chooses the variances under which what was seen is most likely (Rasmussen & Williams, ch. 5.4). */
  constructor(keys: readonly TuneKey[], seen: readonly Observation[]) {
    this.#keys = keys
    this.#seen = seen
    const effects = Float64Array.from(seen, one => one.effect)
    // The parts of the covariances, which are the same for all variances.
    const parts = seen.map(({ patch }, i) =>
      seen.slice(0, i + 1).map(other => this.#parts(patch, other.patch)),
    )
    const tryOut = (scale: number, pairShare: number) => {
      const factor = cholesky(seen.length, (i, j) => {
        const { sum, pairs, rest } = parts[i]![j]!
        return scale * (sum + pairShare * pairs + REST_SHARE * rest) + (i === j ? seen[i]!.variance : 0)
      })
      const half = forward(factor, effects)
      const evidence = factor.reduce((ln, row, i) => ln - Math.log(row[i]!) - half[i]! ** 2 / 2, 0)
      return { scale, pairShare, factor, half, evidence }
    }
    const hasPairs = seen.some(({ patch }) => patch.length > 1)
    const all = SCALES.flatMap(scale => (hasPairs ? PAIR_SHARES : [1]).map(share => tryOut(scale, share)))
    const best = all.reduce((a, b) => (b.evidence > a.evidence ? b : a))
    this.#scale = best.scale
    this.#pairShare = best.pairShare
    this.#factor = best.factor
    this.#weights = backward(best.factor, best.half)
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
    const { sum, pairs, rest } = this.#parts(a, b)
    return this.#scale * (sum + this.#pairShare * pairs + REST_SHARE * rest)
  }

  #parts(a: Patch, b: Patch): { readonly sum: number; readonly pairs: number; readonly rest: number } {
    let sum = 0
    let squares = 0
    for (const one of a)
      for (const other of b) {
        if (one.key !== other.key) continue
        const part = this.#alike(one, other)
        sum += part
        squares += part * part
      }
    return { sum, pairs: (sum * sum - squares) / 2, rest: a === b ? a.length : 0 }
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
