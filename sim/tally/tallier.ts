/** Adds finished matches up into a tally. */
import { type Game, NOBODY, type Seat } from '../../engine/contract/index.ts'
import { AssetCounts } from './assets.ts'
import { CurveCounts } from './curves.ts'
import { FinalCounts } from './finals.ts'
import type { Won } from './highlights.ts'
import {
  leadOffset,
  payoffOffset,
  qualityOffset,
  RATIO_SIZE,
  type Tally,
  type TallyLayout,
} from './layout.ts'
import { bestOfOthers, LeadCounts } from './leads.ts'
import { type FinishedMatch, lastSampleOf } from './match.ts'
import { layoutMeasures, MEASURES, type MeasureLayout } from './measures.ts'
import { CAP, DRAW, KINDS, kindsOf, OutcomeCounts, WIN } from './outcomes.ts'
import { QUALITIES } from './qualities.ts'
import { addRatio, MatchRatios } from './ratios.ts'
import { FOLLOWED, isSampled } from './samples.ts'

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

/** Adds matches up into a tally, block by block. Allocates nothing once made. */
export class Tallier implements Won {
  readonly layout: TallyLayout
  readonly #tally: Tally
  readonly #curves: CurveCounts
  readonly #path: LeadCounts
  /** By ending: its index in KINDS. */
  readonly #kinds: Uint8Array
  readonly #gauges: number
  readonly #outcomes: OutcomeCounts
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
  readonly #measured: Int32Array
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
    this.#kinds = kindsOf(game)
    this.#gauges = game.info.gauges.length
    this.#outcomes = new OutcomeCounts(layout, this.#tally)
    this.#leads = new MatchRatios(
      Array.from({ length: layout.seats + 1 }, (_, seat) => leadOffset(layout, seat)),
      layout.seats,
    )
    this.#ofMatches = new MatchRatios(
      OF_MATCHES.map(quality => qualityOffset(layout, quality)),
      layout.seats,
    )
    this.#assets = new AssetCounts(layout, this.#tally)
    this.#finals = new FinalCounts(game, layout, this.#tally)
    const paid = layout.payoff < 0 ? 0 : layout.seats
    this.#participantPayoffs = new Int32Array(paid)
    this.#seatPayoffs = new Int32Array(paid)
    this.#at = layoutMeasures(game.info)
    this.#measured = new Int32Array(this.#at.size)
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
    this.#outcomes.clear()
    this.#leads.clear()
    this.#stepped = 0
    this.#participantPayoffs.fill(0)
    this.#seatPayoffs.fill(0)
    this.#assets.clear()
    this.#finals.clear()
  }

  /** Adds a match to the current block. */
  add(match: FinishedMatch): void {
    const l = this.layout
    const t = this.#tally
    if (match.faulty >= 0) {
      this.winner = this.#outcomes.addForfeit(match)
      t[l.decisions]! += match.decisions
      return
    }
    const kind = this.#kinds[match.ending]!
    const winner = this.#outcomes.add(match, kind)
    this.winner = winner
    this.#ended[kind]!++
    t[l.endingCounts + match.ending * (l.seats + 1) + (winner < 0 ? l.seats : winner)]!++
    t[l.lengths + match.steps]!++
    this.#lead(match, winner)
    if (match.steps > 0) this.#finals.add(match)
    if (l.payoff >= 0) this.#pay(match)
    this.#curves.add(match, winner)
    this.#quality(match, winner)
    this.#assets.add(match)
  }

  #lead(match: FinishedMatch, winner: Seat): void {
    if (match.steps === 0) return
    const { gauges } = match
    const { seats } = this.layout
    const from = lastSampleOf(match, this.#gauges * seats)
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

  #pay(match: FinishedMatch): void {
    if (match.steps === 0) return
    const { gauges, rotation } = match
    const { seats, payoff } = this.layout
    const from = lastSampleOf(match, this.#gauges * seats) + payoff * seats
    let participant = rotation
    for (let seat = 0; seat < seats; seat++, participant++) {
      if (participant === seats) participant = 0
      this.#seatPayoffs[seat]! += gauges[from + seat]!
      this.#participantPayoffs[participant]! += gauges[from + seat]!
    }
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
    this.#outcomes.write()
    return this.#tally
  }

  /**
   * Measures of the current block, for comparing variants block by block, as `layoutMeasures` lays them out: to be asked for before
   * `endBlock`. The buffer is the tallier's.
   */
  measure(): Int32Array {
    const { scores, payoffs, own, leads, uses, finals } = this.#at
    const measured = this.#measured
    const { participants, seats, own: owns } = this.#outcomes
    measured[SCORE] = seats[0]!
    measured[DRAWN] = this.#ended[DRAW]! + this.#ended[CAP]!
    measured[LENGTH] = this.#ofMatches.x[STEPS]!
    this.#assets.measure(measured, uses)
    for (let at = scores, seat = 1; at < payoffs; at++, seat++) measured[at] = seats[seat]!
    for (let at = payoffs, seat = 0; at < own; at++, seat++) measured[at] = this.#seatPayoffs[seat]!
    measured[own] = participants[0]!
    for (let seat = 0; seat < owns.length; seat++) measured[own + 1 + seat] = owns[seat]!
    for (let i = 0; i < this.#leads.x.length; i++) measured[leads + i] = this.#leads.x[i]!
    this.#finals.measure(measured, finals)
    return measured
  }

  /** Closes the current block: adds its sums to the histograms and squares. */
  endBlock(): void {
    const l = this.layout
    const t = this.#tally
    t[l.blocks]!++
    this.#outcomes.endBlock()
    this.#leads.endBlock(t, this.#stepped)
    this.#finals.endBlock(this.#stepped)
    for (let i = 0; i < this.#seatPayoffs.length; i++) {
      addRatio(t, payoffOffset(l, 'participant', i), this.#participantPayoffs[i]!, this.#stepped)
      addRatio(t, payoffOffset(l, 'seat', i), this.#seatPayoffs[i]!, this.#stepped)
      this.#participantPayoffs[i] = 0
      this.#seatPayoffs[i] = 0
    }
    this.#stepped = 0
    const finished = this.#closeMatches()
    this.#assets.endBlock(l.seats - finished)
    if (this.#isSampled) this.#closeSampled()
  }

  /** Adds what is known of every match of the current block: how it ended, and how long it took. Returns how many nobody forfeited. */
  #closeMatches(): number {
    const ended = this.#ended
    const sums = this.#ofMatches.x
    const completed = ended[WIN]! + ended[DRAW]!
    this.#tally[this.layout.decisions]! += sums[DECISIONS]!
    sums[COMPLETED] = completed
    const finished = completed + ended[CAP]!
    this.#ofMatches.endBlock(this.#tally, finished)
    for (let kind = 0; kind < KINDS.length; kind++) ended[kind] = 0
    return finished
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
