/** Counts curves and comebacks: the gauges of matches, step by step. */
import type { Game, Seat } from '../../engine/contract/index.ts'
import {
  type Bins,
  CURVE_BINS,
  CURVE_SQUARES,
  CURVE_SUM,
  type Curve,
  type Tally,
  type TallyLayout,
  WINNER,
} from './layout.ts'
import type { FinishedMatch } from './match.ts'

/** The bin of a value; values outside a gauge's range count in the outermost bins. */
function binOf({ min, width, bins }: Bins, value: number): number {
  return Math.min(bins - 1, Math.max(0, Math.floor((value - min) / width)))
}

/** Counts of all curves of a layout, kept apart from the tally until they are written into it. Allocates nothing once made. */
export class CurveCounts {
  readonly #layout: TallyLayout
  /**
   * One curve after another, each [bin * steps + step]: a gauge rarely changes between steps, so that successive counts
   * are neighbours. Where bins are wider than one value, two exact sums a step are kept besides.
   */
  readonly #counts: Uint32Array
  readonly #sums: Float64Array
  readonly #gauges: number
  /** Of the headline gauge. */
  readonly #zeroSum: boolean

  constructor({ info: { gauges } }: Game, layout: TallyLayout) {
    this.#layout = layout
    this.#counts = new Uint32Array(layout.curves.reduce((words, { bins }) => words + bins * layout.steps, 0))
    this.#sums = new Float64Array(layout.curves.length * layout.steps * 2)
    this.#gauges = gauges.length
    this.#zeroSum = gauges[0]!.zeroSum
  }

  clear(): void {
    this.#counts.fill(0)
    this.#sums.fill(0)
  }

  /** Adds a match that was played to its end; `winner` is its seat, or NOBODY. Comebacks go into the tally at once. */
  add(match: FinishedMatch, winner: Seat, tally: Tally): void {
    const l = this.#layout
    const stride = this.#gauges * l.seats
    let first = 0
    for (let c = 0; c < l.curves.length; c++) {
      const curve = l.curves[c]!
      const seat = curve.seat === WINNER ? winner : curve.seat
      if (seat >= 0) {
        const from = curve.gauge * l.seats + seat
        if (curve.width === 1) this.#count(match, from, stride, first, curve)
        else this.#countWide(match, from, stride, first, curve, c)
        if (curve.gauge === 0 && curve.seat === WINNER && match.steps > 0)
          this.#comeback(match, winner, stride, tally)
      }
      first += curve.bins * l.steps
    }
  }

  #count(match: FinishedMatch, from: number, stride: number, first: number, { min, bins }: Curve): void {
    const { gauges, steps } = match
    const counts = this.#counts
    const row = this.#layout.steps
    for (let m = 0, at = from; m < steps; m++, at += stride) {
      const bin = gauges[at]! - min
      counts[first + (bin < 0 ? 0 : bin >= bins ? bins - 1 : bin) * row + m]!++
    }
  }

  #countWide(
    match: FinishedMatch,
    from: number,
    stride: number,
    first: number,
    curve: Curve,
    c: number,
  ): void {
    const sums = 2 * c * this.#layout.steps
    for (let m = 0, at = from; m < match.steps; m++, at += stride) {
      const value = match.gauges[at]!
      this.#counts[first + binOf(curve, value) * this.#layout.steps + m]!++
      this.#sums[sums + 2 * m]! += value
      this.#sums[sums + 2 * m + 1]! += value * value
    }
  }

  /** Counts how far behind the winner had been. The headline gauge is the first among the gauges of a step. */
  #comeback(match: FinishedMatch, winner: Seat, stride: number, tally: Tally): void {
    const { comebacks } = this.#layout
    let low = Number.POSITIVE_INFINITY
    for (let m = 0, at = 0; m < match.steps; m++, at += stride) {
      const value = match.gauges[at + winner]! - (this.#zeroSum ? 0 : this.#best(match, at, winner))
      if (value < low) low = value
    }
    tally[comebacks.offset + binOf(comebacks, low)]!++
  }

  /** The best value among the other seats, of the gauge whose values begin at `at`. */
  #best(match: FinishedMatch, at: number, seat: Seat): number {
    let best = Number.NEGATIVE_INFINITY
    for (let other = 0; other < this.#layout.seats; other++)
      if (other !== seat && match.gauges[at + other]! > best) best = match.gauges[at + other]!
    return best
  }

  /** Writes all curves into the tally. */
  write(tally: Tally): void {
    const { curves, steps } = this.#layout
    let first = 0
    for (const [c, curve] of curves.entries()) {
      for (let m = 0; m < steps; m++) this.#writeStep(tally, curve, m, first, 2 * (c * steps + m))
      first += curve.bins * steps
    }
  }

  /** Writes one step of a curve from the counts that begin at `first`, and the exact sums at `sums`. */
  #writeStep(t: Tally, curve: Curve, m: number, first: number, sums: number): void {
    const at = curve.offset + m * curve.stride
    let n = 0
    let sum = 0
    let squares = 0
    for (let bin = 0; bin < curve.bins; bin++) {
      const count = this.#counts[first + bin * this.#layout.steps + m]!
      const value = curve.min + bin
      t[at + CURVE_BINS + bin] = count
      n += count
      sum += count * value
      squares += count * value * value
    }
    t[at] = n
    t[at + CURVE_SUM] = curve.width === 1 ? sum : this.#sums[sums]!
    t[at + CURVE_SQUARES] = curve.width === 1 ? squares : this.#sums[sums + 1]!
  }
}
