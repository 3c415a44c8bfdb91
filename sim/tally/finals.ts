/** Adds up how matches stood at their ends, block by block: gauges, leads and payoffs. */
import type { Game, Seat } from '../../engine/contract/index.ts'
import { isMirrored } from './curves.ts'
import { FINAL_SIZE, leadOffset, payoffOffset, type Tally, type TallyLayout } from './layout.ts'
import { bestOfOthers } from './leads.ts'
import { type FinishedMatch, lastSampleOf } from './match.ts'
import type { MeasureLayout } from './pairs.ts'
import { MatchSums, scaled } from './ratios.ts'

/** Factors from a mirrored gauge's row to the first seat, the second, and both together. */
const MIRRORED = [1, -1, 0] as const

/**
 * The last samples of matches of at least one step. Of a mirrored gauge only the first seat's values are
 * added up, and of the headline gauge the largest leads: all else follows. Allocates nothing once made.
 */
export class FinalCounts {
  readonly #layout: TallyLayout
  /** Values of a sample of the gauges. */
  readonly #words: number
  /** By gauge: 1 if the first seat's values say the other's. */
  readonly #isMirrored: Uint8Array
  /** By gauge: the first seat's row. Unless mirrored, rows of the other seats and of all together follow. */
  readonly #rowOf: Int32Array
  /** The row of the largest lead. Those of the seats come after it, unless they follow. */
  readonly #leads: number
  /** The row of the first participant's payoffs, in games with payoffs, and their number. */
  readonly #payoffs: number
  readonly #paid: number
  readonly #sums: MatchSums
  /** Matches of the current block. */
  #matches = 0
  /** The winner's lead at the end of the last match, if there is one winner; undefined after a forfeit. */
  last = 0

  constructor({ info: { gauges } }: Game, layout: TallyLayout) {
    const { payoff, seats } = layout
    this.#layout = layout
    this.#words = gauges.length * seats
    this.#isMirrored = Uint8Array.from(gauges, gauge => (isMirrored(gauge, seats) ? 1 : 0))
    let rows = 0
    this.#rowOf = Int32Array.from(gauges, (_, gauge) => {
      const row = rows
      rows += this.#isMirrored[gauge] === 1 ? 1 : seats + 1
      return row
    })
    this.#leads = rows
    this.#payoffs = this.#leads + (this.#isMirrored[0] === 1 ? 1 : seats + 1)
    this.#paid = payoff < 0 ? 0 : seats
    this.#sums = new MatchSums(this.#payoffs + this.#paid, seats)
  }

  clear(): void {
    this.#sums.clear()
    this.#matches = 0
  }

  /**
   * Adds a match played to its end, in at least one step. `winner` is the only winner, or NOBODY.
   */
  add(match: FinishedMatch, winner: Seat): void {
    const { payoff, seats } = this.#layout
    const { gauges, rotation } = match
    const { x } = this.#sums
    const from = lastSampleOf(match, this.#words)
    this.#matches++
    for (let gauge = 0, at = from, row = 0; gauge < this.#isMirrored.length; gauge++, at += seats) {
      x[row++]! += gauges[at]!
      if (this.#isMirrored[gauge] === 1) continue
      for (let seat = 1; seat < seats; seat++) x[row++]! += gauges[at + seat]!
      row++
    }
    if (this.#isMirrored[0] === 1) {
      const lead = 2 * gauges[from]!
      x[this.#leads]! += lead < 0 ? 0 - lead : lead
      this.last = winner === 0 ? lead : 0 - lead
    } else this.#addLeads(gauges, from, winner)
    for (let seat = 0, participant = rotation; seat < this.#paid; seat++, participant++) {
      if (participant === seats) participant = 0
      x[this.#payoffs + participant]! += gauges[from + payoff * seats + seat]!
    }
  }

  #addLeads(gauges: Int32Array, from: number, winner: Seat): void {
    const { seats } = this.#layout
    const { x } = this.#sums
    let largest = 0
    for (let seat = 0; seat < seats; seat++) {
      const lead = gauges[from + seat]! - bestOfOthers(gauges, from, seats, seat)
      x[this.#leads + 1 + seat]! += lead
      if (lead > largest) largest = lead
      if (seat === winner) this.last = lead
    }
    x[this.#leads]! += largest
  }

  /** Measures of the current block are written to `measured`, where `at` has them. */
  measure(measured: Int32Array, at: MeasureLayout): void {
    const { payoff, seats } = this.#layout
    const { x } = this.#sums
    let finals = at.finals
    for (let gauge = 0; gauge < this.#isMirrored.length; gauge++) {
      let all = 0
      for (let seat = 0; seat < seats; seat++) {
        const value = this.#valueOf(gauge, seat)
        measured[finals++] = value
        all += value
      }
      measured[finals++] = all
    }
    for (let seat = 0; seat < seats; seat++)
      measured[at.leads + seat] =
        this.#isMirrored[0] === 1 ? 2 * this.#valueOf(0, seat) : x[this.#leads + 1 + seat]!
    measured[at.leads + seats] = x[this.#leads]!
    for (let seat = 0; seat < at.own - at.payoffs; seat++)
      measured[at.payoffs + seat] = this.#valueOf(payoff, seat)
  }

  /** What a gauge of a seat came to in the current block. */
  #valueOf(gauge: number, seat: Seat): number {
    return this.#timesOf(gauge, seat) * this.#sums.x[this.#rowFor(gauge, seat)]!
  }

  /**
   * The row of a gauge of a seat, or of all seats (`seat` is their number), and the factor from the row to
   * it.
   */
  #rowFor(gauge: number, seat: number): number {
    return this.#isMirrored[gauge] === 1 ? this.#rowOf[gauge]! : this.#rowOf[gauge]! + seat
  }

  #timesOf(gauge: number, seat: number): number {
    return this.#isMirrored[gauge] === 1 ? MIRRORED[seat]! : 1
  }

  /** Ends the block and begins the next. */
  endBlock(): void {
    const { seats } = this.#layout
    const { x } = this.#sums
    for (let gauge = 0; gauge < this.#isMirrored.length; gauge++) {
      if (this.#isMirrored[gauge] === 1) continue
      const row = this.#rowOf[gauge]!
      let all = 0
      for (let seat = 0; seat < seats; seat++) all += x[row + seat]!
      x[row + seats] = all
    }
    this.#sums.endBlock(this.#matches)
    this.#matches = 0
  }

  /** Writes the sums of all closed blocks into a tally. */
  write(tally: Tally): void {
    const { finals, payoff, seats } = this.#layout
    const sums = this.#sums
    for (let gauge = 0; gauge < this.#isMirrored.length; gauge++)
      for (let seat = 0; seat <= seats; seat++) {
        const word = finals + (gauge * (seats + 1) + seat) * FINAL_SIZE
        const row = this.#rowFor(gauge, seat)
        const times = this.#timesOf(gauge, seat)
        tally[word] = scaled(times, sums.sum(row))
        tally[word + 1] = times * times * sums.squares(row)
        tally[word + 2] = scaled(times, sums.products(row))
      }
    for (let seat = 0; seat < seats; seat++) {
      const at = leadOffset(this.#layout, seat)
      // A seat is ahead of the other by its own value and by what the other lacks.
      if (this.#isMirrored[0] === 1) sums.write(tally, at, this.#rowFor(0, seat), 2 * this.#timesOf(0, seat))
      else sums.write(tally, at, this.#leads + 1 + seat)
    }
    sums.write(tally, leadOffset(this.#layout, seats), this.#leads)
    for (let seat = 0; seat < this.#paid; seat++) {
      const at = payoffOffset(this.#layout, 'seat', seat)
      sums.write(tally, at, this.#rowFor(payoff, seat), this.#timesOf(payoff, seat))
      sums.write(tally, payoffOffset(this.#layout, 'participant', seat), this.#payoffs + seat)
    }
  }
}
