/** Counts curves: the gauges of matches, step by step. */
import { type Game, type Gauge, NOBODY, type Seat } from '../../engine/contract/index.ts'
import {
  type AgentCurve,
  type Bins,
  binOf,
  CURVE_BINS,
  CURVE_N,
  CURVE_SQUARES,
  CURVE_SUM,
  type Curve,
  type Tally,
  type TallyLayout,
  WINNER,
  within,
} from './layout.ts'
import { endOf, type FinishedMatch } from './match.ts'

/** Added to a value before multiplying by 1 / width, so that rounding never lands in the bin below. */
const HALF = 0.5

/** The most words of the tracks of all agents that count every value of a gauge apart. */
const EXACT_MAX = 2 ** 19

/** Sums of a step of a track. */
const SUM = 0
const SQUARES = 1
const SUMS = 2

/** Whether a seat's value of a gauge is what the other lacks, in a range that is its own mirror image. */
export function isMirrored({ zeroSum, min, max }: Gauge, seats: number): boolean {
  return zeroSum && seats === 2 && min === -max
}

/** An agent's tracks in the first seat, of a mirrored gauge: no single winner, it won, the other won. */
const RESULTS = 3
const BY_FIRST = 1
const BY_SECOND = 2

/**
 * Counts of all curves of a layout, kept apart until they are written into the tally. Allocates nothing once
 * made.
 *
 * Every word of a sample has two tracks, for matches with its seat as only winner and for the others; where agents
 * differ, two for each agent in that seat. Curves of seats, agents and winners are sums of tracks, so a match
 * adds to one track a word. The first seat's word of a mirrored gauge covers both seats: it has a track
 * for every result and is read from both sides.
 *
 * A track counts every value of its gauge apart; bins, sums and squares follow when it is written. Where that
 * takes too much memory, it counts the curve's bins and adds up values and squares.
 *
 * Gauges rarely change between steps, so changes are counted: 1 at the step at which a match comes to a
 * value, -1 where it leaves it. A step's count is the sum of all up to it.
 */
export class CurveCounts {
  readonly #layout: TallyLayout
  readonly #gauges: number
  /** Words of a sample: [gauge * seats + seat]. */
  readonly #words: number
  /** Agents whose tracks are kept apart. */
  readonly #agents: number
  /** By gauge: the bins of its tracks, and the first row of these. */
  readonly #bins: readonly Bins[]
  readonly #first: readonly number[]
  /** By gauge: whether the first seat's tracks say the other's, too. */
  readonly #isMirrored: readonly boolean[]
  /** Words of a row: a step more than the game has, for what ends after the last. */
  readonly #row: number
  /**
   * A row for each bin of a track. By gauge: first + (2 * (seat * agents + agent) + won) * bins + bin; if
   * mirrored, first + (RESULTS * agent + result) * bins + bin.
   */
  readonly #counts: Int32Array
  /** By row: 1 once a match reached its bin. Most rows of most chunks stay empty and are skipped. */
  readonly #isMet: Uint8Array
  /**
   * [((2 * (word * agents + agent) + won) * steps + step) * SUMS], for gauges with bins wider than one value.
   */
  readonly #sums: Float64Array

  constructor({ info: { gauges } }: Game, layout: TallyLayout) {
    const { agents, curves, seats, steps } = layout
    this.#layout = layout
    this.#agents = agents
    this.#gauges = gauges.length
    this.#words = gauges.length * seats
    this.#bins = gauges.map(({ min, max }, g) => {
      const bins = max - min + 1
      return bins * steps * agents <= EXACT_MAX
        ? { min, width: 1, bins }
        : curves.find(({ gauge }) => gauge === g)!
    })
    this.#isMirrored = gauges.map((gauge, g) => this.#bins[g]!.width === 1 && isMirrored(gauge, seats))
    this.#row = steps + 1
    let rows = 0
    this.#first = this.#bins.map(({ bins }, g) => {
      const first = rows
      rows += (this.#isMirrored[g] ? RESULTS : 2 * seats) * agents * bins
      return first
    })
    this.#counts = new Int32Array(rows * this.#row)
    this.#isMet = new Uint8Array(rows)
    const isWide = this.#bins.some(({ width }) => width > 1)
    this.#sums = new Float64Array(isWide ? 2 * this.#words * agents * steps * SUMS : 0)
  }

  clear(): void {
    const row = this.#row
    for (let r = this.#isMet.indexOf(1); r >= 0; r = this.#isMet.indexOf(1, r + 1))
      this.#counts.fill(0, r * row, (r + 1) * row)
    this.#isMet.fill(0)
    this.#sums.fill(0)
  }

  /** Adds a match that was played to its end; `winner` is its seat, or NOBODY. */
  add(match: FinishedMatch, winner: Seat): void {
    const { rotation, steps } = match
    if (steps === 0) return
    const { seats } = this.#layout
    for (let gauge = 0; gauge < this.#gauges; gauge++) {
      if (this.#isMirrored[gauge]!) {
        const agent = this.#agents === 1 ? 0 : rotation
        this.#count(match, gauge, 0, RESULTS * agent + (winner - NOBODY))
        continue
      }
      for (let seat = 0; seat < seats; seat++) {
        const agent = this.#agents === 1 ? 0 : (seat + rotation) % seats
        const side = 2 * (seat * this.#agents + agent) + (seat === winner ? 1 : 0)
        if (this.#bins[gauge]!.width === 1) this.#count(match, gauge, seat, side)
        else this.#countWide(match, gauge, seat, side)
      }
    }
  }

  /** Counts a seat's values of a gauge, one by one, in the track `side` of it. */
  #count({ gauges, samples, since, steps }: FinishedMatch, gauge: number, seat: number, side: number): void {
    const { min, bins } = this.#bins[gauge]!
    const counts = this.#counts
    const isMet = this.#isMet
    const words = this.#words
    const row = this.#row
    const first = this.#first[gauge]! + side * bins
    const last = bins - 1
    let at = gauge * this.#layout.seats + seat
    let value = gauges[at]!
    let bin = first + within(value - min, last)
    isMet[bin] = 1
    counts[bin * row]!++
    for (let sample = 1; sample < samples; sample++) {
      at += words
      const next = gauges[at]!
      if (next === value) continue
      const step = since[sample]!
      value = next
      counts[bin * row + step]!--
      bin = first + within(value - min, last)
      isMet[bin] = 1
      counts[bin * row + step]!++
    }
    counts[bin * row + steps]!--
  }

  /** Counts a seat's values of a gauge in bins, and adds them up. */
  #countWide(match: FinishedMatch, gauge: number, seat: number, side: number): void {
    const { gauges, samples, since } = match
    const { min, width, bins } = this.#bins[gauge]!
    const perWidth = 1 / width
    const counts = this.#counts
    const sums = this.#sums
    const words = this.#words
    const row = this.#row
    const first = this.#first[gauge]! + side * bins
    const last = bins - 1
    const { seats } = this.#layout
    let at = gauge * seats + seat
    let sum = (2 * gauge * seats * this.#agents + side) * this.#layout.steps * SUMS
    for (let sample = 0; sample < samples; sample++, at += words) {
      const value = gauges[at]!
      const bin = first + within(Math.floor((value - min + HALF) * perWidth), last)
      const from = since[sample]!
      const to = endOf(match, sample)
      this.#isMet[bin] = 1
      counts[bin * row + from]!++
      counts[bin * row + to]!--
      for (let step = from; step < to; step++, sum += SUMS) {
        sums[sum + SUM]! += value
        sums[sum + SQUARES]! += value * value
      }
    }
  }

  /** Writes all curves into the tally. */
  write(tally: Tally): void {
    const { agentCurves, curves, seats } = this.#layout
    const agents = this.#agents
    for (const curve of [...curves, ...agentCurves])
      tally.fill(0, curve.offset, curve.offset + this.#layout.steps * curve.stride)
    for (const curve of curves) {
      if (this.#isMirrored[curve.gauge]) this.#writeMirrored(tally, curve)
      else
        for (let seat = 0; seat < seats; seat++)
          for (let agent = 0; agent < agents; agent++) {
            const side = 2 * (seat * agents + agent)
            if (curve.seat === seat) this.#addTrack(tally, curve, side)
            if (curve.seat === seat || curve.seat === WINNER) this.#addTrack(tally, curve, side + 1)
          }
    }
    for (const curve of agentCurves) {
      if (this.#isMirrored[curve.gauge]) this.#writeMirroredAgent(tally, curve)
      else
        for (let seat = 0; seat < seats; seat++)
          for (const won of [0, 1])
            this.#addTrack(tally, curve, 2 * (seat * agents + curve.participant) + won)
    }
  }

  /** Writes the curve of the first seat, the only one of such a gauge, or of the winner. */
  #writeMirrored(tally: Tally, curve: Curve): void {
    for (let agent = 0; agent < this.#agents; agent++)
      for (let result = 0; result < RESULTS; result++) {
        const side = RESULTS * agent + result
        if (curve.seat === 0 || result === BY_FIRST) this.#addTrack(tally, curve, side)
        else if (result === BY_SECOND) this.#addTrack(tally, curve, side, -1)
      }
  }

  /** Writes an agent's curve: its tracks in the first seat, and the other's from the other side. */
  #writeMirroredAgent(tally: Tally, curve: AgentCurve): void {
    for (let agent = 0; agent < this.#agents; agent++)
      for (let result = 0; result < RESULTS; result++)
        this.#addTrack(tally, curve, RESULTS * agent + result, agent === curve.participant ? 1 : -1)
  }

  /** Adds a track to a curve, or its mirror image where `sign` is -1. */
  #addTrack(t: Tally, curve: Curve | AgentCurve, side: number, sign = 1): void {
    const { gauge, offset, stride } = curve
    const { seats, steps } = this.#layout
    const { min, width, bins } = this.#bins[gauge]!
    const first = this.#first[gauge]! + side * bins
    for (let bin = 0; bin < bins; bin++) {
      if (this.#isMet[first + bin] === 0) continue
      const from = (first + bin) * this.#row
      const value = sign * (min + bin * width)
      const word = CURVE_BINS + binOf(curve, value)
      let count = 0
      for (let step = 0, at = offset; step < steps; step++, at += stride) {
        count += this.#counts[from + step]!
        if (count === 0) continue
        t[at + CURVE_N]! += count
        t[at + word]! += count
        if (width > 1) continue
        t[at + CURVE_SUM]! += count * value
        t[at + CURVE_SQUARES]! += count * value * value
      }
    }
    if (width === 1) return
    let sum = (2 * gauge * seats * this.#agents + side) * steps * SUMS
    for (let step = 0, at = offset; step < steps; step++, at += stride, sum += SUMS) {
      t[at + CURVE_SUM]! += this.#sums[sum + SUM]!
      t[at + CURVE_SQUARES]! += this.#sums[sum + SQUARES]!
    }
  }
}
