/** Highlights: what a cell's chunks say together is what a look at all its matches at once says. */
import { describe, expect, it } from 'vitest'
import {
  checkHighlights,
  HighlightPicker,
  highlightDifference,
  highlightPlaces,
  highlightWords,
  mergeHighlights,
  SAMPLED,
} from '../../sim/tally/highlights.ts'
import type { FinishedMatch } from '../../sim/tally/match.ts'
import { gameOf } from '../reports/fixture.ts'

const { info } = gameOf(['white', 'black'])
const BLOCKS = 80

interface Played {
  readonly number: number
  readonly match: FinishedMatch
  readonly winner: number
  readonly lowest: number
}

/** A match made of the digits of a number: few values, so that many tie. */
function played(number: number): Played {
  const digit = (n: number, most: number): number => Math.floor(Math.abs(Math.sin(number * 37 + n)) * most)
  const steps = 1 + digit(1, 4)
  const winner = digit(2, 3) - 1
  const lead = digit(3, 3) * (digit(4, 5) === 0 ? -1 : 1)
  const gauges = new Int32Array(16)
  const last = (steps - 1) * 4
  gauges[last] = winner === 1 ? 0 : lead
  gauges[last + 1] = winner === 1 ? lead : 0
  return {
    number,
    winner,
    lowest: digit(5, 4) - 3,
    match: {
      block: number >> 1,
      rotation: number % 2,
      faulty: digit(6, 9) === 0 ? 0 : -1,
      ending: digit(7, 3),
      decisions: 1,
      options: 0,
      choices: 0,
      steps,
      samples: steps,
      since: Int32Array.of(0, 1, 2, 3),
      returns: new Int32Array(2),
      gauges,
      events: new Int32Array(0),
    },
  }
}

const MATCHES = Array.from({ length: 2 * BLOCKS }, (_, number) => played(number))

function wordsOf(matches: readonly Played[]): Float64Array {
  const picker = new HighlightPicker(info)
  for (const one of matches) {
    const { match, winner, lowest } = one
    picker.add(match, { winner, lowest, last: winner < 0 ? 0 : leadOf(one) })
  }
  return picker.words
}

/** The match that is the most by some figures, the first of those that tie. */
function most(matches: readonly Played[], figures: (one: Played) => readonly number[]): number | undefined {
  const before = (a: Played, b: Played): number => {
    const [x, y] = [figures(a), figures(b)]
    return y[0]! - x[0]! || y[1]! - x[1]! || a.number - b.number
  }
  return [...matches].sort(before)[0]?.number
}

const leadOf = ({ match, winner }: Played): number => {
  const last = (match.steps - 1) * 4
  return match.gauges[last + winner]! - match.gauges[last + 1 - winner]!
}

describe('highlights', () => {
  it('are the most of their kind, the first of those that tie, without forfeited matches', () => {
    const ended = MATCHES.filter(({ match }) => match.faulty < 0)
    const won = ended.filter(({ winner }) => winner >= 0)
    const places = highlightPlaces(wordsOf(MATCHES), info)
    const numberOf = (place: { block: number; rotation: number } | null): number | undefined =>
      place ? 2 * place.block + place.rotation : undefined
    expect(numberOf(places.extremes.longest)).toBe(most(ended, ({ match }) => [match.steps, 0]))
    expect(numberOf(places.extremes.closest)).toBe(
      most(won, one => [-Math.abs(leadOf(one)), one.match.steps]),
    )
    expect(numberOf(places.extremes.lopsided)).toBe(most(won, one => [leadOf(one), -one.match.steps]))
    const behind = won.filter(({ lowest }) => lowest < 0)
    expect(numberOf(places.extremes.comeback)).toBe(most(behind, ({ lowest }) => [-lowest, 0]))
    expect(places.endings.map(numberOf)).toEqual(
      [0, 1, 2].map(ending => ended.find(({ match }) => match.ending === ending)?.number),
    )
    expect(places.sampled.map(numberOf)).toEqual(
      ended.map(({ number }) => number).filter(number => number < SAMPLED),
    )
    for (const { block, rotation, ending, steps } of places.sampled)
      expect({ ending, steps }).toMatchObject({
        ending: MATCHES[2 * block + rotation]!.match.ending,
        steps: MATCHES[2 * block + rotation]!.match.steps,
      })
  })

  it('that tell of leads leave out a match without a step, which has none', () => {
    const { match } = MATCHES[0]!
    const ended = { ...match, faulty: -1, steps: 0, samples: 0 }
    const { extremes } = highlightPlaces(
      wordsOf([{ ...MATCHES[0]!, winner: 0, lowest: -2, match: ended }]),
      info,
    )
    const place = { block: 0, rotation: 0 }
    expect(extremes).toEqual({ longest: place, closest: null, lopsided: null, comeback: null })
  })

  it('merge in any order, from chunks of any size', () => {
    const whole = wordsOf(MATCHES)
    for (const size of [2, 6, 34]) {
      const parts = Array.from({ length: Math.ceil(MATCHES.length / size) }, (_, i) =>
        wordsOf(MATCHES.slice(i * size, (i + 1) * size)),
      )
      for (const order of [parts, parts.toReversed(), [...parts.slice(7), ...parts.slice(0, 7)]]) {
        const sum = new Float64Array(highlightWords(info.endings.length))
        for (const part of order) mergeHighlights(sum, part, info.endings.length)
        expect(sum).toEqual(whole)
      }
    }
  })

  it('differ from those of the same match played differently', () => {
    const told = (one: Played, other: Partial<FinishedMatch>): string | null => {
      const again = { ...one, match: { ...one.match, ...other } }
      const { block, rotation } = one.match
      return highlightDifference(wordsOf(MATCHES), wordsOf([again]), { block, rotation }, info)
    }
    const numberOf = ({ block, rotation }: { block: number; rotation: number }) => 2 * block + rotation
    const { extremes, sampled } = highlightPlaces(wordsOf(MATCHES), info)
    for (const one of MATCHES) expect(told(one, {})).toBeNull()
    const first = MATCHES[numberOf(sampled[0]!)]!
    const { ending, steps } = first.match
    expect(told(first, { ending: (ending + 1) % 3 })).toMatch(/^an ending of \w+, then of \w+$/)
    expect(told(first, { steps: steps - 1, samples: steps - 1 })).toBe(
      `a length of ${steps}, then of ${steps - 1}`,
    )
    const lopsided = MATCHES[numberOf(extremes.lopsided!)]!
    expect(told({ ...lopsided, winner: -1 }, {})).toMatch(/^a lead of 2 after \d steps?, then none$/)
    const gauges = lopsided.match.gauges.map(value => (value === 2 ? 1 : value))
    expect(told(lopsided, { gauges })).toMatch(
      /^a lead of 2 after \d steps, then a lead of 1 after \d steps$/,
    )
    const later = MATCHES.find(({ number, match }) => number >= SAMPLED && match.faulty < 0)!
    expect(told(later, { ending: (later.match.ending + 1) % 3 })).toBeNull()
  })

  it('are refused if they name a match outside their chunk, or one that can not be', () => {
    const words = wordsOf(MATCHES.slice(20, 40))
    expect(() => checkHighlights(words, info, 10, 20)).not.toThrow()
    expect(() => checkHighlights(words, info, 10, 15)).toThrow('impossible highlights')
    expect(() => checkHighlights(words, info, 15, 20)).toThrow('impossible highlights')
    const forged = words.slice()
    forged[forged.length - SAMPLED] = info.endings.length + 1
    expect(() => checkHighlights(forged, info, 10, 20)).toThrow('impossible highlights')
  })

  it.each([
    ...[0, 3, 6, 9].map(at => ['an extreme', at] as const),
    ...info.endings.map((_, ending) => ['an ending', 12 + ending] as const),
  ])('are refused if the place of %s is just outside their chunk: word %d', (_, at) => {
    const words = new Float64Array(highlightWords(info.endings.length))
    // Places are numbered from 1; a chunk of blocks 10 to 19 has matches 20 to 39.
    for (const [number, isIn] of [
      [19, false],
      [20, true],
      [39, true],
      [40, false],
    ] as const) {
      words[at] = 1 + number
      const check = expect(() => checkHighlights(words, info, 10, 20))
      if (isIn) check.not.toThrow()
      else check.toThrow('impossible highlights')
    }
  })

  it.each([
    ['no ending, but a step', 0, 1],
    ['an ending below the first', -1, 1],
    ['an ending beyond the last', info.endings.length + 1, 1],
    ['fewer steps than none', 1, -1],
    ['more steps than the game has', 1, info.stepMax + 1],
  ])('are refused if a sampled match has %s', (_, ending, steps) => {
    const words = new Float64Array(highlightWords(info.endings.length))
    const sample = words.subarray(words.length - 2 * SAMPLED)
    for (const sound of [
      [info.endings.length, info.stepMax],
      [1, 0],
    ]) {
      sample.set(sound, 2)
      expect(() => checkHighlights(words, info, 0, 20)).not.toThrow()
    }
    sample.set([ending, steps], 2)
    expect(() => checkHighlights(words, info, 0, 20)).toThrow('impossible highlights')
  })
})
