/** Counts how matches ended for participants and seats, and adds up what they got, block by block. */
import { type Game, NOBODY, type Seat, WIN_UNITS } from '../../engine/contract/index.ts'
import { OUTCOMES, seatingOffset, type Tally, type TallyLayout } from './layout.ts'
import type { FinishedMatch } from './match.ts'

const WINS = OUTCOMES.indexOf('wins')
const LOSSES = OUTCOMES.indexOf('losses')
const DRAWS = OUTCOMES.indexOf('draws')
const TURN_LIMITS = OUTCOMES.indexOf('turnLimits')
const FORFEITS = OUTCOMES.indexOf('forfeits')

/** Kinds of endings. */
export const KINDS = ['win', 'draw', 'length'] as const
export const WIN = KINDS.indexOf('win')
export const DRAW = KINDS.indexOf('draw')
export const CAP = KINDS.indexOf('length')

/** By ending of a game: its index in KINDS. */
export function kindsOf({ info: { endings } }: Game): Uint8Array {
  return Uint8Array.from(endings, ({ kind }) => KINDS.indexOf(kind))
}

/** Returns that a seat may have, from 0 to WIN_UNITS. */
const RETURNS = WIN_UNITS + 1

/**
 * Outcomes and returns. A match without a fault is counted once a seat by kind of ending and returns;
 * outcomes follow when they are written. Of two seats only the first is counted: the other has the rest.
 * Allocates nothing once made.
 */
export class OutcomeCounts {
  readonly #layout: TallyLayout
  readonly #tally: Tally
  /**
   * Matches not in the tally yet: [((participant * seats + seat) * KINDS.length + kind) * RETURNS + returns].
   */
  readonly #counts: Int32Array
  /** Returns in the current block by seat; with two, only the first's. */
  readonly seats: Int32Array
  /** The same of the first participant. */
  readonly own: Int32Array
  /** By participant; with two, only the first's. */
  readonly #participants: Int32Array

  constructor(layout: TallyLayout, tally: Tally) {
    const { seats } = layout
    this.#layout = layout
    this.#tally = tally
    this.#counts = new Int32Array(seats * seats * KINDS.length * RETURNS)
    this.seats = new Int32Array(seats)
    this.own = new Int32Array(seats)
    this.#participants = new Int32Array(seats)
  }

  clear(): void {
    this.#counts.fill(0)
    this.seats.fill(0)
    this.own.fill(0)
    this.#participants.fill(0)
  }

  /** Adds a match without a fault that ended in this way. Returns the only winner, or NOBODY. */
  add(match: FinishedMatch, kind: number): Seat {
    return this.#layout.seats === 2 ? this.#addOfTwo(match, kind) : this.#addOfMore(match, kind)
  }

  #addOfTwo({ returns, rotation }: FinishedMatch, kind: number): Seat {
    const got = returns[0]!
    this.#addFirst(rotation, got)
    this.#counts[this.#at(rotation, 0, kind) + got]!++
    if (kind !== WIN || 2 * got === WIN_UNITS) return NOBODY
    return 2 * got > WIN_UNITS ? 0 : 1
  }

  #addOfMore({ returns, rotation }: FinishedMatch, kind: number): Seat {
    const { seats } = this.#layout
    const counts = this.#counts
    let winner = NOBODY
    let winners = 0
    let participant = rotation
    for (let seat = 0; seat < seats; seat++, participant++) {
      if (participant === seats) participant = 0
      const got = returns[seat]!
      this.#addReturns(participant, seat, got)
      counts[this.#at(participant, seat, kind) + got]!++
      if (kind === WIN && got * seats > WIN_UNITS) {
        winner = seat
        winners++
      }
    }
    return winners === 1 ? winner : NOBODY
  }

  /** Adds a match that a seat forfeited. Returns the only winner, or NOBODY. */
  addForfeit({ faulty, returns, rotation }: FinishedMatch): Seat {
    const { seats } = this.#layout
    const t = this.#tally
    if (seats === 2) this.#addFirst(rotation, returns[0]!)
    for (let seat = 0; seat < seats; seat++) {
      const participant = (seat + rotation) % seats
      const got = returns[seat]!
      if (seats > 2) this.#addReturns(participant, seat, got)
      const seating = seatingOffset(this.#layout, participant, seat)
      t[seating + (seat === faulty ? FORFEITS : outcomeOf(WIN, got, seats))]!++
      t[seating + OUTCOMES.length + got]!++
    }
    return seats === 2 ? 1 - faulty : NOBODY
  }

  /** Where the counts of a participant's returns in a seat begin. */
  #at(participant: number, seat: Seat, kind: number): number {
    return ((participant * this.#layout.seats + seat) * KINDS.length + kind) * RETURNS
  }

  /**
   * Adds what the first of two seats got. Its participant has the rotation's number, as has the first
   * participant's seat.
   */
  #addFirst(rotation: number, got: number): void {
    const own = rotation === 0 ? got : WIN_UNITS - got
    this.seats[0]! += got
    this.own[rotation]! += own
    this.#participants[0]! += own
  }

  #addReturns(participant: number, seat: Seat, returns: number): void {
    this.#participants[participant]! += returns
    this.seats[seat]! += returns
    if (participant === 0) this.own[seat]! += returns
  }

  /** Adds the block to the tally and begins the next. */
  endBlock(): void {
    const { participantScores, scoreBins, seats, seatScores } = this.#layout
    const t = this.#tally
    const counted = seats === 2 ? 1 : seats
    for (let i = 0, at = 0; i < counted; i++, at += scoreBins) {
      t[participantScores + at + this.#participants[i]!]!++
      t[seatScores + at + this.seats[i]!]!++
      this.#participants[i] = 0
      this.seats[i] = 0
    }
    for (let seat = 0; seat < seats; seat++) this.own[seat] = 0
  }

  /** Moves what was counted into the tally, and writes outcomes by participant and by seat, and matches. */
  write(): void {
    const { matches, seats, participantOutcomes, seatOutcomes } = this.#layout
    const t = this.#tally
    t[matches] = 0
    t.fill(0, participantOutcomes, participantOutcomes + seats * OUTCOMES.length)
    t.fill(0, seatOutcomes, seatOutcomes + seats * OUTCOMES.length)
    this.#writeSeatings()
    if (seats === 2) this.#writeSecond()
    for (let participant = 0; participant < seats; participant++)
      for (let seat = 0; seat < seats; seat++) {
        const seating = seatingOffset(this.#layout, participant, seat)
        for (let outcome = 0; outcome < OUTCOMES.length; outcome++) {
          const count = t[seating + outcome]!
          t[participantOutcomes + participant * OUTCOMES.length + outcome]! += count
          t[seatOutcomes + seat * OUTCOMES.length + outcome]! += count
          // All matches have an outcome for a seat.
          if (seat === 0) t[matches]! += count
        }
      }
  }

  #writeSeatings(): void {
    const { seats } = this.#layout
    for (let participant = 0, from = 0; participant < seats; participant++)
      for (let seat = 0; seat < seats; seat++)
        for (let kind = 0; kind < KINDS.length; kind++)
          for (let returns = 0; returns < RETURNS; returns++, from++) {
            const count = this.#counts[from]!
            if (count === 0) continue
            this.#addMatches(participant, seat, kind, returns, count)
            if (seats === 2) this.#addMatches(1 - participant, 1, kind, WIN_UNITS - returns, count)
            this.#counts[from] = 0
          }
  }

  #addMatches(participant: number, seat: Seat, kind: number, returns: number, count: number): void {
    const seating = seatingOffset(this.#layout, participant, seat)
    this.#tally[seating + outcomeOf(kind, returns, this.#layout.seats)]! += count
    this.#tally[seating + OUTCOMES.length + returns]! += count
  }

  /** Writes the scores of the second participant and seat: what the first ones lack of a block. */
  #writeSecond(): void {
    const { participantScores, scoreBins, seatScores } = this.#layout
    for (const from of [participantScores, seatScores]) {
      const first = this.#tally.subarray(from, from + scoreBins)
      this.#tally.set(first.toReversed(), from + scoreBins)
    }
  }
}

/** How a match went for a seat that did not forfeit it. */
function outcomeOf(kind: number, returns: number, seats: number): number {
  if (kind === WIN) {
    // In integers: a third of a win has no exact double.
    const overFair = returns * seats - WIN_UNITS
    return overFair > 0 ? WINS : overFair < 0 ? LOSSES : DRAWS
  }
  if (returns === 0) return LOSSES
  return kind === DRAW ? DRAWS : TURN_LIMITS
}
