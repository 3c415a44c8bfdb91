/**
 * Which matches of a cell are worth looking at, in a few integers that merge in any order: each is a maximum,
 * and ties go to the match scheduled first. Block and rotation are enough to play a match again.
 */
import { type GameInfo, NOBODY, type Seat } from '../../engine/contract/index.ts'
import type { FinishedMatch } from './match.ts'

/** Highlights that are the most of something. */
export const EXTREMES = ['closest', 'lopsided', 'comeback', 'longest'] as const
export type Extreme = (typeof EXTREMES)[number]

const CLOSEST = EXTREMES.indexOf('closest')
const LOPSIDED = EXTREMES.indexOf('lopsided')
const COMEBACK = EXTREMES.indexOf('comeback')
const LONGEST = EXTREMES.indexOf('longest')

/** The first matches of a cell, whose endings and lengths are kept: whole blocks for any number of seats. */
export const SAMPLED = 60

/**
 * Words of an extreme: the match's number plus 1 (0 for none) and its two figures. A match's number is its
 * block times the number of seats plus its rotation.
 */
const EXTREME_SIZE = 3
/** Words of a sampled match: its ending plus 1, 0 for none, and its length in steps. */
const SAMPLE_SIZE = 2
/** The first match of each ending: its number plus 1, 0 for none. */
const ENDINGS = EXTREMES.length * EXTREME_SIZE
const sampleAt = (endings: number): number => ENDINGS + endings

/** Highlights of one cell: `highlightWords` integers. */
export type Highlights = Float64Array

/** Words of the highlights of a game with this many endings. */
export function highlightWords(endings: number): number {
  return sampleAt(endings) + SAMPLED * SAMPLE_SIZE
}

/** What a tallier says of the match that it added last. */
export interface Won {
  /** The only winner, or NOBODY; the others mean nothing then. */
  readonly winner: Seat
  /** The winner's lowest lead of the headline gauge, as comebacks count it, and its lead at the end. */
  readonly lowest: number
  readonly last: number
}

/** Picks the highlights of a cell's chunk, whose matches it is shown in order. Allocates nothing once made. */
export class HighlightPicker {
  /** The buffer is the picker's. */
  readonly words: Highlights
  readonly #seats: number
  readonly #sample: number

  constructor({ seats, endings }: GameInfo) {
    this.#seats = seats.length
    this.#sample = sampleAt(endings.length)
    this.words = new Float64Array(highlightWords(endings.length))
  }

  clear(): void {
    for (let i = 0; i < this.words.length; i++) this.words[i] = 0
  }

  /**
   * Looks at a match, which a tallier has just added up; forfeited ones aren't highlights.
   */
  add(match: FinishedMatch, { winner, lowest, last }: Won): void {
    if (match.faulty >= 0) return
    const { words } = this
    const { steps, ending } = match
    const number = match.block * this.#seats + match.rotation
    if (number < SAMPLED) {
      const at = this.#sample + number * SAMPLE_SIZE
      words[at] = 1 + ending
      words[at + 1] = steps
    }
    if (words[ENDINGS + ending] === 0) words[ENDINGS + ending] = 1 + number
    this.#offer(LONGEST, number, steps, 0)
    if (winner === NOBODY || steps === 0) return
    this.#offer(CLOSEST, number, last < 0 ? last : 0 - last, steps)
    this.#offer(LOPSIDED, number, last, 0 - steps)
    if (lowest < 0) this.#offer(COMEBACK, number, 0 - lowest, 0)
  }

  #offer(extreme: number, number: number, first: number, second: number): void {
    const { words } = this
    const at = extreme * EXTREME_SIZE
    const least = words[at + 1]!
    if (first < least && words[at] !== 0) return
    if (first === least && second <= words[at + 2]! && words[at] !== 0) return
    words[at] = 1 + number
    words[at + 1] = first
    words[at + 2] = second
  }
}

/** Takes over from one chunk's highlights, of the same cell, what is more than in `into`. */
export function mergeHighlights(into: Highlights, from: Highlights, endings: number): void {
  for (let at = 0; at < ENDINGS; at += EXTREME_SIZE)
    if (isBefore(into, from, at)) into.set(from.subarray(at, at + EXTREME_SIZE), at)
  for (let at = ENDINGS; at < sampleAt(endings); at++)
    if (from[at] !== 0 && (into[at] === 0 || from[at]! < into[at]!)) into[at] = from[at]!
  // Each match is in a single chunk.
  for (let at = sampleAt(endings); at < into.length; at++) into[at]! += from[at]!
}

/** Whether the extreme at `at` of `from` comes before that of `into`. */
function isBefore(into: Highlights, from: Highlights, at: number): boolean {
  if (from[at] === 0 || into[at] === 0) return from[at] !== 0
  const first = from[at + 1]! - into[at + 1]!
  const second = from[at + 2]! - into[at + 2]!
  return first > 0 || (first === 0 && (second > 0 || (second === 0 && from[at]! < into[at]!)))
}

/**
 * Throws an Error unless these can be highlights of blocks `from` to `to - 1`: only such places can be played
 * again.
 */
export function checkHighlights(words: Highlights, info: GameInfo, from: number, to: number): void {
  const seats = info.seats.length
  const endings = info.endings.length
  const isIn = (word: number): boolean => word === 0 || (from * seats < word && word <= to * seats)
  const places = [
    ...EXTREMES.map((_, extreme) => words[extreme * EXTREME_SIZE]!),
    ...words.subarray(ENDINGS, sampleAt(endings)),
  ]
  const sample = words.subarray(sampleAt(endings))
  const isSampled = Array.from({ length: SAMPLED }, (_, number) => {
    const [ending, steps] = [sample[number * SAMPLE_SIZE]!, sample[number * SAMPLE_SIZE + 1]!]
    if (ending === 0) return steps === 0
    return isIn(1 + number) && 0 < ending && ending <= endings && 0 <= steps && steps <= info.stepMax
  })
  if (!places.every(isIn) || !isSampled.every(Boolean)) throw new Error('it has impossible highlights')
}

/** The two figures that make a match an extreme. */
const FIGURES: Readonly<Record<Extreme, (first: number, second: number) => string>> = {
  closest: (first, second) => `a lead of ${0 - first} after ${second} steps`,
  lopsided: (first, second) => `a lead of ${first} after ${0 - second} steps`,
  comeback: first => `a lead of ${0 - first} won back`,
  longest: first => `a length of ${first}`,
}

/**
 * What differs between a cell's highlights and a match played again: "an ending of goal, then of limit". Null
 * if nothing does.
 */
export function highlightDifference(
  claimed: Highlights,
  again: Highlights,
  { block, rotation }: Place,
  { seats, endings }: GameInfo,
): string | null {
  const number = block * seats.length + rotation
  const sample = sampleAt(endings.length) + number * SAMPLE_SIZE
  const endingOf = (word: number) => endings[word - 1]?.id ?? 'none'
  if (number < SAMPLED && claimed[sample] !== again[sample])
    return `an ending of ${endingOf(claimed[sample]!)}, then of ${endingOf(again[sample]!)}`
  if (number < SAMPLED && claimed[sample + 1] !== again[sample + 1])
    return `a length of ${claimed[sample + 1]}, then of ${again[sample + 1]}`
  for (const [e, { id }] of endings.entries())
    if (claimed[ENDINGS + e] === 1 + number && again[ENDINGS + e] !== 1 + number) {
      const now = endings.findIndex((_, other) => again[ENDINGS + other] !== 0)
      return `an ending of ${id}, then of ${endingOf(1 + now)}`
    }
  for (const [e, id] of EXTREMES.entries()) {
    const at = e * EXTREME_SIZE
    if (claimed[at] !== 1 + number) continue
    const was = FIGURES[id](claimed[at + 1]!, claimed[at + 2]!)
    if (again[at] === 0) return `${was}, then none`
    const now = FIGURES[id](again[at + 1]!, again[at + 2]!)
    if (now !== was) return `${was}, then ${now}`
  }
  return null
}

/** A match of a cell. */
export interface Place {
  readonly block: number
  readonly rotation: number
}

/** A sampled match. */
export interface Sampled extends Place {
  readonly ending: number
  readonly steps: number
}

/** The highlights of a cell, as far as there are any. */
export interface HighlightPlaces {
  /** By extreme. */
  readonly extremes: Readonly<Record<Extreme, Place | null>>
  /** By ending: the first match of each. */
  readonly endings: readonly (Place | null)[]
  /** The first matches of the cell that were played to their end, in order. */
  readonly sampled: readonly Sampled[]
}

/** What the words of a cell say. */
export function highlightPlaces(words: Highlights, { seats, endings }: GameInfo): HighlightPlaces {
  const placeOf = (number: number): Place => ({
    block: Math.floor(number / seats.length),
    rotation: number % seats.length,
  })
  const placeIn = (at: number): Place | null => (words[at] === 0 ? null : placeOf(words[at]! - 1))
  const extremes = Object.fromEntries(EXTREMES.map((id, e) => [id, placeIn(e * EXTREME_SIZE)]))
  const from = sampleAt(endings.length)
  return {
    extremes: extremes as Record<Extreme, Place | null>,
    endings: endings.map((_, e) => placeIn(ENDINGS + e)),
    sampled: Array.from({ length: SAMPLED }, (_, number) => ({
      ...placeOf(number),
      ending: words[from + number * SAMPLE_SIZE]! - 1,
      steps: words[from + number * SAMPLE_SIZE + 1]!,
    })).filter(({ ending }) => ending >= 0),
  }
}
