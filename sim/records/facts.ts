/** Facts of single matches beyond the tally: how each went, in a few integers, without its decisions. */
import { type GameInfo, NOBODY } from '../../engine/contract/index.ts'
import type { Range } from '../chunks/ranges.ts'
import { type FinishedMatch, lastSampleOf } from '../tally/match.ts'

/** What a chunk's result tells of its matches: nothing, facts, or decisions as well. */
export type Detail = 'none' | 'facts' | 'decisions'

const STEPS = 0
const DECISIONS = 1
const ENDING = 2
const FAULTY = 3
const WINNER = 4
const LOWEST = 5
const RETURNS = 6

/** In place of a faulty seat: the match's block is lost, and nothing else is known of it. */
const LOST = -2
/** The lowest lead of a match that has none. */
const NONE = -(2 ** 31)

/** Words of a match's facts: `RETURNS` words, the seats' win units, and their gauges at the end. */
export function factWords({ seats, gauges }: GameInfo): number {
  return RETURNS + seats.length * (1 + gauges.length)
}

/** Collects the facts of a chunk's matches in one variant. */
export class FactCollector {
  readonly #words: number
  readonly #seats: number
  readonly #sample: number
  #facts = new Int32Array(0)
  #size = 0

  constructor(info: GameInfo) {
    this.#words = factWords(info)
    this.#seats = info.seats.length
    this.#sample = info.gauges.length * this.#seats
  }

  /** Makes room for this many matches. */
  clear(matches: number): void {
    this.#size = 0
    this.#facts = new Int32Array(matches * this.#words)
  }

  /** `winner` is the only winner, or NOBODY; `lowest` its lowest lead (`LeadCounts.lowest`). */
  add(match: FinishedMatch, winner: number, lowest: number): void {
    const facts = this.#facts
    const at = this.#size
    const { steps, returns, gauges } = match
    facts[at + STEPS] = steps
    facts[at + DECISIONS] = match.decisions
    facts[at + ENDING] = match.ending
    facts[at + FAULTY] = match.faulty
    facts[at + WINNER] = winner
    facts[at + LOWEST] = match.faulty < 0 && winner !== NOBODY && steps > 0 ? lowest : NONE
    for (let seat = 0; seat < this.#seats; seat++) facts[at + RETURNS + seat] = returns[seat]!
    const end = lastSampleOf(match, this.#sample)
    const finals = at + RETURNS + this.#seats
    for (let i = 0; i < this.#sample; i++) facts[finals + i] = steps > 0 ? gauges[end + i]! : 0
    this.#size += this.#words
  }

  /** Adds the matches of a lost block, of which nothing is known. */
  addLostBlock(): void {
    for (let seat = 0; seat < this.#seats; seat++) {
      this.#facts[this.#size + FAULTY] = LOST
      this.#facts[this.#size + WINNER] = NOBODY
      this.#facts[this.#size + LOWEST] = NONE
      this.#size += this.#words
    }
  }

  /** The facts of the matches added, in order. The caller owns them once it clears the collector. */
  get facts(): Int32Array {
    return this.#facts.subarray(0, this.#size)
  }
}

/** Whether the match at `at` is of a lost block. */
export function isLostAt(facts: Int32Array, at: number): boolean {
  return facts[at + FAULTY] === LOST
}

export interface FactsOfBlocks extends Range {
  readonly lineup: number
  /** By variant: every match of these blocks, by block and rotation. */
  readonly variants: readonly Int32Array[]
}

export interface MatchFacts {
  readonly steps: number
  readonly decisions: number
  /** Index of the ending; meaningless after a forfeit. */
  readonly ending: number
  /** The seat that forfeited, or -1. */
  readonly faulty: number
  /** The only winner, or NOBODY. */
  readonly winner: number
  /** The winner's lowest lead, as comebacks count it; NaN unless one seat won by play. */
  readonly lowest: number
  /** Win units by seat. */
  readonly returns: Int32Array
  /** The gauges after the last step, [gauge * seats + seat]; empty if there was no step. */
  readonly finals: Int32Array
}

/** The match at `at`. Its arrays are views of `facts`. */
export function factsAt(facts: Int32Array, at: number, { seats, gauges }: GameInfo): MatchFacts {
  const steps = facts[at + STEPS]!
  const finals = at + RETURNS + seats.length
  const lowest = facts[at + LOWEST]!
  return {
    steps,
    decisions: facts[at + DECISIONS]!,
    ending: facts[at + ENDING]!,
    faulty: facts[at + FAULTY]!,
    winner: facts[at + WINNER]!,
    lowest: lowest === NONE ? Number.NaN : lowest,
    returns: facts.subarray(at + RETURNS, finals),
    finals: facts.subarray(finals, finals + (steps > 0 ? gauges.length * seats.length : 0)),
  }
}
