/** Adds finished matches up into a tally. */
import { type Game, NOBODY, type Seat, WIN_UNITS } from '../../engine/contract/index.ts'
import { AssetCounts } from './assets.ts'
import { CurveCounts } from './curves.ts'
import { FinalCounts } from './finals.ts'
import type { Won } from './highlights.ts'
import {
  leadOffset,
  OUTCOMES,
  payoffOffset,
  QUALITIES,
  qualityOffset,
  RATIO_SIZE,
  seatingOffset,
  type Tally,
  type TallyLayout,
} from './layout.ts'
import { bestOfOthers, LeadCounts } from './leads.ts'
import type { FinishedMatch } from './match.ts'
import { layoutMeasures, MEASURES, type MeasureLayout } from './measures.ts'
import { addRatio, MatchRatios } from './ratios.ts'
import { FOLLOWED, isSampled } from './samples.ts'

const WINS = OUTCOMES.indexOf('wins')
const LOSSES = OUTCOMES.indexOf('losses')
const DRAWS = OUTCOMES.indexOf('draws')
const TURN_LIMITS = OUTCOMES.indexOf('turnLimits')
const FORFEITS = OUTCOMES.indexOf('forfeits')

/** The qualities that are ratios of all matches, in the order of their sums in a block. */
const OF_MATCHES = ['completed', 'decisive', 'decisions', 'length'] as const
const COMPLETED = OF_MATCHES.indexOf('completed')
const DECISIVE = OF_MATCHES.indexOf('decisive')
const DECISIONS = OF_MATCHES.indexOf('decisions')
const STEPS = OF_MATCHES.indexOf('length')
const OPTIONS = 2 * QUALITIES.indexOf('options')

const SCORE = MEASURES.indexOf('score')
const DRAWN = MEASURES.indexOf('drawn')
const LENGTH = MEASURES.indexOf('length')

const KINDS = ['win', 'draw', 'length'] as const
const WIN = KINDS.indexOf('win')
const DRAW = KINDS.indexOf('draw')
const CAP = KINDS.indexOf('length')

/** Adds matches up into a tally, block by block. Allocates nothing once made. */
export class Tallier implements Won {
  readonly layout: TallyLayout
  readonly #tally: Tally
  readonly #curves: CurveCounts
  readonly #path: LeadCounts
  /** By ending: its index in KINDS. */
  readonly #kinds: Uint8Array
  readonly #gauges: number
  /** Returns in the current block, by participant, by seat, and of the first participant by seat. */
  readonly #participantReturns: Int32Array
  readonly #seatReturns: Int32Array
  readonly #ownReturns: Int32Array
  /** Leads at the end, by seat and of the largest, and the matches of the current block that they are of. */
  readonly #leads: MatchRatios
  #stepped = 0
  /** Sums of payoffs in the current block, by participant and by seat; empty in games without. */
  readonly #participantPayoffs: Int32Array
  readonly #seatPayoffs: Int32Array
  /** The qualities of all matches, and the matches of the current block without a fault by what kind of ending they had. */
  readonly #ofMatches: MatchRatios
  readonly #ended = new Int32Array(KINDS.length)
  /** x and y of the current block, per quality, of those that sampled blocks alone have, and whether it has any. */
  readonly #sampled = new Int32Array(2 * QUALITIES.length)
  #isSampled = false
  readonly #assets: AssetCounts
  readonly #finals: FinalCounts
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
  /** The winner's lead at the end of the last match, if one seat won it alone; without meaning after a forfeit. */
  last = 0

  constructor(game: Game, layout: TallyLayout) {
    this.layout = layout
    this.#tally = new Float64Array(layout.size)
    this.#curves = new CurveCounts(game, layout)
    this.#path = new LeadCounts(game, layout)
    this.#kinds = Uint8Array.from(game.info.endings, ({ kind }) => KINDS.indexOf(kind))
    this.#gauges = game.info.gauges.length
    this.#participantReturns = new Int32Array(layout.seats)
    this.#seatReturns = new Int32Array(layout.seats)
    this.#ownReturns = new Int32Array(layout.seats)
    this.#leads = new MatchRatios(
      Array.from({ length: layout.seats + 1 }, (_, seat) => leadOffset(layout, seat)),
      layout.seats,
    )
    this.#ofMatches = new MatchRatios(
      OF_MATCHES.map(quality => qualityOffset(layout, quality)),
      layout.seats,
    )
    this.#assets = new AssetCounts(layout, this.#tally)
    this.#finals = new FinalCounts(layout, this.#tally)
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
    this.#ofMatches.clear()
    this.#ended.fill(0)
    this.#sampled.fill(0)
    this.#isSampled = false
    this.#participantReturns.fill(0)
    this.#seatReturns.fill(0)
    this.#ownReturns.fill(0)
    this.#leads.clear()
    this.#stepped = 0
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
    const winner = this.#score(match)
    this.winner = winner
    if (match.faulty >= 0) {
      t[l.decisions]! += match.decisions
      return
    }
    t[l.endingCounts + match.ending * (l.seats + 1) + (winner < 0 ? l.seats : winner)]!++
    t[l.lengths + match.steps]!++
    this.#lead(match, winner)
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
    let participant = match.rotation
    for (let seat = 0; seat < l.seats; seat++, participant++) {
      if (participant === l.seats) participant = 0
      const returns = match.returns[seat]!
      if (participant === 0) this.#ownReturns[seat]! += returns
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
    if (faulty >= 0 || kind === WIN) {
      // In integers: a third of a win has no exact double.
      const overFair = own * this.layout.seats - WIN_UNITS
      return overFair > 0 ? WINS : overFair < 0 ? LOSSES : DRAWS
    }
    if (own === 0) return LOSSES
    return kind === DRAW ? DRAWS : TURN_LIMITS
  }

  #lead({ gauges, steps }: FinishedMatch, winner: Seat): void {
    if (steps === 0) return
    const { seats } = this.layout
    const from = (steps - 1) * this.#gauges * seats
    const leads = this.#leads.x
    let largest = 0
    for (let seat = 0; seat < seats; seat++) {
      const lead = gauges[from + seat]! - bestOfOthers(gauges, from, seats, seat)
      leads[seat]! += lead
      if (lead > largest) largest = lead
      if (seat === winner) this.last = lead
    }
    leads[seats]! += largest
    this.#stepped++
  }

  #quality(match: FinishedMatch, winner: Seat): void {
    const sums = this.#ofMatches.x
    this.#ended[this.#kinds[match.ending]!]!++
    if (winner !== NOBODY) sums[DECISIVE]!++
    sums[DECISIONS]! += match.decisions
    sums[STEPS]! += match.steps
    if (match.choices > 0) {
      this.#isSampled = true
      this.#sampled[OPTIONS]! += match.options
      this.#sampled[OPTIONS + 1]! += match.choices
    }
    if (match.steps === 0) return
    if (winner !== NOBODY) this.#path.addComeback(match, winner, this.#tally)
    if (isSampled(FOLLOWED, match.block)) {
      this.#isSampled = true
      this.#path.follow(match, winner, this.#sampled)
    }
  }

  #pay({ gauges, steps, rotation }: FinishedMatch): void {
    if (steps === 0) return
    const { seats, payoff } = this.layout
    const from = ((steps - 1) * this.#gauges + payoff) * seats
    let participant = rotation
    for (let seat = 0; seat < seats; seat++, participant++) {
      if (participant === seats) participant = 0
      this.#seatPayoffs[seat]! += gauges[from + seat]!
      this.#participantPayoffs[participant]! += gauges[from + seat]!
    }
    for (let at = this.#at.payoffs, seat = 0; at < this.#at.own; at++, seat++)
      this.#measuring[at]! += gauges[from + seat]!
  }

  /** How low the lead of the last match's winner had been, if one seat won it alone; without meaning after a forfeit. */
  get lowest(): number {
    return this.#path.lowest
  }

  /** The sums of all closed blocks. The buffer is the tallier's, and valid until the next call of another method. */
  get tally(): Tally {
    this.#curves.write(this.#tally)
    this.#path.write(this.#tally)
    this.#leads.write(this.#tally)
    this.#ofMatches.write(this.#tally)
    this.#assets.write()
    this.#finals.write()
    this.#writeOutcomes()
    return this.#tally
  }

  /** Outcomes by participant and by seat, which the seatings hold for both at once, and matches, all of which have an outcome for a seat. */
  #writeOutcomes(): void {
    const { matches, seats, participantOutcomes, seatOutcomes } = this.layout
    const t = this.#tally
    t[matches] = 0
    t.fill(0, participantOutcomes, participantOutcomes + seats * OUTCOMES.length)
    t.fill(0, seatOutcomes, seatOutcomes + seats * OUTCOMES.length)
    for (let participant = 0; participant < seats; participant++)
      for (let seat = 0; seat < seats; seat++) {
        const seating = seatingOffset(this.layout, participant, seat)
        for (let outcome = 0; outcome < OUTCOMES.length; outcome++) {
          const count = t[seating + outcome]!
          t[participantOutcomes + participant * OUTCOMES.length + outcome]! += count
          t[seatOutcomes + seat * OUTCOMES.length + outcome]! += count
          if (seat === 0) t[matches]! += count
        }
      }
  }

  /** Closes the current block: adds its sums to the histograms and squares. */
  endBlock(): void {
    const l = this.layout
    const t = this.#tally
    t[l.blocks]!++
    this.#measureReturns()
    for (let i = 0; i < l.seats; i++) {
      t[l.participantScores + i * l.scoreBins + this.#participantReturns[i]!]!++
      t[l.seatScores + i * l.scoreBins + this.#seatReturns[i]!]!++
      this.#participantReturns[i] = 0
      this.#seatReturns[i] = 0
      this.#ownReturns[i] = 0
    }
    for (let i = 0; i <= l.seats; i++) this.#measuring[this.#at.leads + i] = this.#leads.x[i]!
    this.#leads.endBlock(t, this.#stepped)
    this.#finals.endBlock(this.#stepped, this.#measuring, this.#at.finals)
    for (let i = 0; i < this.#seatPayoffs.length; i++) {
      addRatio(t, payoffOffset(l, 'participant', i), this.#participantPayoffs[i]!, this.#stepped)
      addRatio(t, payoffOffset(l, 'seat', i), this.#seatPayoffs[i]!, this.#stepped)
      this.#participantPayoffs[i] = 0
      this.#seatPayoffs[i] = 0
    }
    this.#stepped = 0
    const finished = this.#closeMatches()
    this.#assets.endBlock(l.seats - finished, this.#measuring, this.#at.uses)
    if (this.#isSampled) this.#closeSampled()
    for (let i = 0; i < this.measures.length; i++) {
      this.measures[i] = this.#measuring[i]!
      this.#measuring[i] = 0
    }
  }

  /** Adds what is known of every match of the current block: how it ended, and how long it took. Returns how many nobody forfeited. */
  #closeMatches(): number {
    const ended = this.#ended
    const sums = this.#ofMatches.x
    const completed = ended[WIN]! + ended[DRAW]!
    this.#measuring[DRAWN] = ended[DRAW]! + ended[CAP]!
    this.#measuring[LENGTH] = sums[STEPS]!
    this.#tally[this.layout.decisions]! += sums[DECISIONS]!
    sums[COMPLETED] = completed
    const finished = completed + ended[CAP]!
    this.#ofMatches.endBlock(this.#tally, finished)
    for (let kind = 0; kind < KINDS.length; kind++) ended[kind] = 0
    return finished
  }

  /** The measures of the current block that are sums of returns. */
  #measureReturns(): void {
    const { scores, payoffs, own } = this.#at
    const measuring = this.#measuring
    measuring[SCORE] = this.#seatReturns[0]!
    for (let at = scores, seat = 1; at < payoffs; at++, seat++) measuring[at] = this.#seatReturns[seat]!
    measuring[own] = this.#participantReturns[0]!
    for (let seat = 0; seat < this.layout.seats; seat++) measuring[own + 1 + seat] = this.#ownReturns[seat]!
  }

  #closeSampled(): void {
    const block = this.#sampled
    this.#isSampled = false
    for (let x = 0, at = this.layout.qualities; x < block.length; x += 2, at += RATIO_SIZE) {
      const y = block[x + 1]!
      if (y === 0) continue
      addRatio(this.#tally, at, block[x]!, y)
      block[x] = 0
      block[x + 1] = 0
    }
  }
}
