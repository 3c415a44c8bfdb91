/** Adds finished matches up into a tally. */
import { type Game, NOBODY, type Seat, WIN_UNITS } from '../../engine/contract/index.ts'
import { AssetCounts } from './assets.ts'
import { CurveCounts } from './curves.ts'
import { FinalCounts } from './finals.ts'
import type { Won } from './highlights.ts'
import {
  OUTCOMES,
  payoffOffset,
  QUALITIES,
  RATIO_SIZE,
  seatingOffset,
  type Tally,
  type TallyLayout,
} from './layout.ts'
import { bestOfOthers, LeadCounts } from './leads.ts'
import type { FinishedMatch } from './match.ts'
import { layoutMeasures, MEASURES, type MeasureLayout } from './measures.ts'

const WINS = OUTCOMES.indexOf('wins')
const LOSSES = OUTCOMES.indexOf('losses')
const DRAWS = OUTCOMES.indexOf('draws')
const TURN_LIMITS = OUTCOMES.indexOf('turnLimits')
const FORFEITS = OUTCOMES.indexOf('forfeits')

const COMPLETED = 2 * QUALITIES.indexOf('completed')
const DECISIVE = 2 * QUALITIES.indexOf('decisive')
const DECISIONS = 2 * QUALITIES.indexOf('decisions')
const STEPS = 2 * QUALITIES.indexOf('length')
const OPTIONS = 2 * QUALITIES.indexOf('options')

const SCORE = MEASURES.indexOf('score')
const DRAWN = MEASURES.indexOf('drawn')
const LENGTH = MEASURES.indexOf('length')

/** Adds matches up into a tally, block by block. Allocates nothing once made. */
export class Tallier implements Won {
  readonly layout: TallyLayout
  readonly #tally: Tally
  readonly #curves: CurveCounts
  readonly #path: LeadCounts
  readonly #assets: AssetCounts
  readonly #finals: FinalCounts
  readonly #kinds: readonly ('win' | 'draw' | 'length')[]
  /** By ending: 1 if it comes before the turn limit. */
  readonly #completes: Int32Array
  readonly #gauges: number
  /** Returns in the current block, by participant and by seat. */
  readonly #participantReturns: Int32Array
  readonly #seatReturns: Int32Array
  /** Sums of leads in the current block, by seat and of the largest, and its matches that were played to their end. */
  readonly #leads: Int32Array
  #ended = 0
  /** Sums of payoffs in the current block, by participant and by seat; empty in games without. */
  readonly #participantPayoffs: Int32Array
  readonly #seatPayoffs: Int32Array
  /** x and y of the current block, per quality. The y of those that are ratios of all matches follow from their number when it is closed. */
  readonly #qualities = new Int32Array(2 * QUALITIES.length)
  /** Matches of the current block without a fault. */
  #finished = 0
  /**
   * Measures of the last block, for comparing variants block by block, as `layoutMeasures` lays them out. The buffer is the
   * tallier's.
   */
  readonly measures: Int32Array
  /** Measures of the current block. */
  readonly #measuring: Int32Array
  readonly #at: MeasureLayout
  /** The seat that won the last match alone, or NOBODY. */
  winner: Seat = NOBODY

  constructor(game: Game, layout: TallyLayout) {
    this.layout = layout
    this.#tally = new Float64Array(layout.size)
    this.#curves = new CurveCounts(game, layout)
    this.#path = new LeadCounts(game, layout)
    this.#assets = new AssetCounts(layout)
    this.#finals = new FinalCounts(layout)
    this.#kinds = game.info.endings.map(e => e.kind)
    this.#completes = Int32Array.from(this.#kinds, kind => (kind === 'length' ? 0 : 1))
    this.#gauges = game.info.gauges.length
    this.#participantReturns = new Int32Array(layout.seats)
    this.#seatReturns = new Int32Array(layout.seats)
    this.#leads = new Int32Array(layout.seats + 1)
    const paid = layout.payoff < 0 ? 0 : layout.seats
    this.#participantPayoffs = new Int32Array(paid)
    this.#seatPayoffs = new Int32Array(paid)
    this.#at = layoutMeasures(game.info)
    this.measures = new Int32Array(this.#at.size)
    this.#measuring = new Int32Array(this.measures.length)
  }

  /** Forgets everything counted so far. */
  clear(): void {
    this.#tally.fill(0)
    this.#curves.clear()
    this.#path.clear()
    this.#qualities.fill(0)
    this.#finished = 0
    this.#participantReturns.fill(0)
    this.#seatReturns.fill(0)
    this.#leads.fill(0)
    this.#ended = 0
    this.#participantPayoffs.fill(0)
    this.#seatPayoffs.fill(0)
    this.#assets.clear()
    this.#finals.clear()
    this.#measuring.fill(0)
  }

  /** Adds a match to the current block. */
  add(match: FinishedMatch): void {
    const l = this.layout
    const t = this.#tally
    t[l.matches]!++
    t[l.decisions]! += match.decisions
    const winner = this.#score(match)
    this.winner = winner
    this.#measuring[SCORE]! += match.returns[0]!
    for (let at = this.#at.scores, seat = 1; at < this.#at.payoffs; at++, seat++)
      this.#measuring[at]! += match.returns[seat]!
    if (match.faulty >= 0) return
    this.#measuring[LENGTH]! += match.steps
    if (this.#kinds[match.ending] !== 'win') this.#measuring[DRAWN]!++
    t[l.endingCounts + match.ending * (l.seats + 1) + (winner < 0 ? l.seats : winner)]!++
    t[l.lengths + match.steps]!++
    this.#lead(match)
    if (match.steps > 0) this.#finals.add(match)
    if (l.payoff >= 0) this.#pay(match)
    this.#curves.add(match, winner)
    this.#quality(match, winner)
    this.#assets.add(match)
  }

  /** Counts outcomes and returns. Returns the seat that won alone, or NOBODY. */
  #score(match: FinishedMatch): Seat {
    const l = this.layout
    const t = this.#tally
    let winner = NOBODY
    let winners = 0
    for (let seat = 0; seat < l.seats; seat++) {
      const participant = (seat + match.rotation) % l.seats
      const returns = match.returns[seat]!
      if (participant === 0) {
        this.#measuring[this.#at.own]! += returns
        this.#measuring[this.#at.own + 1 + seat]! += returns
      }
      this.#seatReturns[seat]! += returns
      this.#participantReturns[participant]! += returns
      const outcome = this.#outcomeOf(match, seat)
      const seating = seatingOffset(l, participant, seat)
      t[seating + outcome]!++
      t[seating + OUTCOMES.length + returns]!++
      if (outcome === WINS) {
        winner = seat
        winners++
      }
    }
    return winners === 1 ? winner : NOBODY
  }

  #outcomeOf({ faulty, ending, returns }: FinishedMatch, seat: Seat): number {
    if (faulty === seat) return FORFEITS
    const own = returns[seat]!
    const kind = this.#kinds[ending]
    if (faulty >= 0 || kind === 'win') {
      // In integers: a third of a win has no exact double.
      const overFair = own * this.layout.seats - WIN_UNITS
      return overFair > 0 ? WINS : overFair < 0 ? LOSSES : DRAWS
    }
    if (own === 0) return LOSSES
    return kind === 'draw' ? DRAWS : TURN_LIMITS
  }

  #lead({ gauges, steps }: FinishedMatch): void {
    if (steps === 0) return
    const { seats } = this.layout
    const from = (steps - 1) * this.#gauges * seats
    let largest = 0
    for (let seat = 0; seat < seats; seat++) {
      const lead = gauges[from + seat]! - bestOfOthers(gauges, from, seats, seat)
      this.#leads[seat]! += lead
      if (lead > largest) largest = lead
    }
    this.#leads[seats]! += largest
    this.#ended++
  }

  #quality(match: FinishedMatch, winner: Seat): void {
    const block = this.#qualities
    this.#finished++
    block[COMPLETED]! += this.#completes[match.ending]!
    block[DECISIVE]! += winner === NOBODY ? 0 : 1
    block[DECISIONS]! += match.decisions
    block[STEPS]! += match.steps
    if (match.choices > 0) {
      block[OPTIONS]! += match.options
      block[OPTIONS + 1]! += match.choices
    }
    if (match.steps > 0) this.#path.add(match, winner, block, this.#tally)
  }

  #pay({ gauges, steps, rotation }: FinishedMatch): void {
    if (steps === 0) return
    const { seats, payoff } = this.layout
    const from = ((steps - 1) * this.#gauges + payoff) * seats
    for (let seat = 0; seat < seats; seat++) {
      this.#seatPayoffs[seat]! += gauges[from + seat]!
      this.#participantPayoffs[(seat + rotation) % seats]! += gauges[from + seat]!
    }
    for (let at = this.#at.payoffs, seat = 0; at < this.#at.own; at++, seat++)
      this.#measuring[at]! += gauges[from + seat]!
  }

  /** How low the lead of the last match's winner had been, if one seat won it alone; without meaning after a forfeit. */
  get lowest(): number {
    return this.#path.lowest
  }

  /** The lead of the last match's winner at its end, under the same conditions. */
  get last(): number {
    return this.#path.last
  }

  /** The sums of all closed blocks. The buffer is the tallier's, and valid until the next call of another method. */
  get tally(): Tally {
    this.#curves.write(this.#tally)
    this.#path.write(this.#tally)
    this.#writeOutcomes()
    return this.#tally
  }

  /** Outcomes by participant and by seat, which the seatings hold for both at once. */
  #writeOutcomes(): void {
    const { seats, participantOutcomes, seatOutcomes } = this.layout
    const t = this.#tally
    t.fill(0, participantOutcomes, participantOutcomes + seats * OUTCOMES.length)
    t.fill(0, seatOutcomes, seatOutcomes + seats * OUTCOMES.length)
    for (let participant = 0; participant < seats; participant++)
      for (let seat = 0; seat < seats; seat++) {
        const seating = seatingOffset(this.layout, participant, seat)
        for (let outcome = 0; outcome < OUTCOMES.length; outcome++) {
          const count = t[seating + outcome]!
          t[participantOutcomes + participant * OUTCOMES.length + outcome]! += count
          t[seatOutcomes + seat * OUTCOMES.length + outcome]! += count
        }
      }
  }

  /** Closes the current block: adds its sums to the histograms and squares. */
  endBlock(): void {
    const l = this.layout
    const t = this.#tally
    t[l.blocks]!++
    for (let i = 0; i < l.seats; i++) {
      t[l.participantScores + i * l.scoreBins + this.#participantReturns[i]!]!++
      t[l.seatScores + i * l.scoreBins + this.#seatReturns[i]!]!++
      this.#participantReturns[i] = 0
      this.#seatReturns[i] = 0
    }
    for (let i = 0, at = l.leads; i <= l.seats; i++, at += RATIO_SIZE) {
      this.#addRatio(at, this.#leads[i]!, this.#ended)
      this.#measuring[this.#at.leads + i] = this.#leads[i]!
      this.#leads[i] = 0
    }
    for (let i = 0; i < this.#seatPayoffs.length; i++) {
      this.#addRatio(payoffOffset(l, 'participant', i), this.#participantPayoffs[i]!, this.#ended)
      this.#addRatio(payoffOffset(l, 'seat', i), this.#seatPayoffs[i]!, this.#ended)
      this.#participantPayoffs[i] = 0
      this.#seatPayoffs[i] = 0
    }
    const ended = this.#ended
    this.#ended = 0
    const finished = this.#finished
    this.#closeQualities()
    for (let i = 0; i < this.measures.length; i++) {
      this.measures[i] = this.#measuring[i]!
      this.#measuring[i] = 0
    }
    this.#assets.endBlock(t, finished, this.measures, this.#at.uses)
    this.#finals.endBlock(t, ended, this.measures, this.#at.finals)
  }

  #closeQualities(): void {
    const block = this.#qualities
    const { qualities } = this.layout
    const finished = this.#finished
    // The first of them, up to the length, are ratios of all matches.
    for (let at = COMPLETED; at <= STEPS; at += 2) block[at + 1] = finished
    this.#finished = 0
    for (let x = 0, at = qualities; x < block.length; x += 2, at += RATIO_SIZE) {
      const y = block[x + 1]!
      if (y === 0) continue
      this.#addRatio(at, block[x]!, y)
      block[x] = 0
      block[x + 1] = 0
    }
  }

  /** Adds a block's x and y to the ratio that begins at `at`. */
  #addRatio(at: number, x: number, y: number): void {
    const t = this.#tally
    t[at]! += x
    t[at + 1]! += y
    t[at + 2]! += x * x
    t[at + 3]! += x * y
    t[at + 4]! += y * y
  }
}
