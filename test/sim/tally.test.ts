/** A tally's sums and a block's measures are those of its matches, one by one. */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CompiledGame, EVENTS, type Gauge, NOBODY, WIN_UNITS } from '../../engine/contract/index.ts'
import { below, derive, RNG_WORDS, rootOf } from '../../engine/rng.ts'
import { binOf, binsOf, layoutTally, type Tally, type TallyLayout } from '../../sim/tally/layout.ts'
import type { FinishedMatch } from '../../sim/tally/match.ts'
import { layoutMeasures } from '../../sim/tally/pairs.ts'
import { Tallier } from '../../sim/tally/tallier.ts'
import { gameOf } from '../reports/fixture.ts'
import { leadAt, measuresOf, Reference, winnerOf } from './tally-reference.ts'

const STEPS = 6
const BLOCKS = 80
/** Of few and some assets a batch has several blocks, of many one or two; of few, also those that do not come up are written. */
const FEW = 2
const SOME = 20
const MANY = 200

const gauge = (id: string, min: number, max: number, rest: Partial<Gauge> = {}): Gauge => ({
  ...{ id, label: id, min, max, zeroSum: false, weight: 1 },
  ...rest,
})
const GOLD = gauge('gold', 0, 199)
const GAUGES = {
  mirrored: [gauge('favour', -3, 3, { zeroSum: true }), GOLD],
  'zero-sum on a range of its own': [gauge('favour', -3, 5, { zeroSum: true }), GOLD],
  'not zero-sum': [gauge('points', 0, 5), GOLD],
  'a payoff that is mirrored': [
    gauge('points', 0, 5),
    gauge('chips', -9, 9, { zeroSum: true, payoff: true }),
  ],
  'a payoff that is not': [gauge('favour', -3, 3, { zeroSum: true }), gauge('chips', 0, 9, { payoff: true })],
  'too wide to count every value': [
    gauge('score', -60_000, 60_000, { zeroSum: true }),
    gauge('silver', 7, 100_000),
  ],
  'more than two seats': [gauge('points', 0, 5), gauge('chips', -9, 9, { payoff: true })],
}

describe.each([
  ['mirrored', 2, FEW, true],
  ['mirrored', 2, FEW, false],
  ['mirrored', 2, MANY, true],
  ['zero-sum on a range of its own', 2, FEW, false],
  ['not zero-sum', 2, SOME, false],
  ['not zero-sum', 2, MANY, false],
  ['a payoff that is mirrored', 2, FEW, true],
  ['a payoff that is mirrored', 2, FEW, false],
  ['a payoff that is not', 2, FEW, false],
  ['too wide to count every value', 2, FEW, true],
  ['too wide to count every value', 2, FEW, false],
  ['more than two seats', 3, FEW, true],
  ['more than two seats', 3, MANY, false],
  ['more than two seats', 4, FEW, false],
  ['more than two seats', 6, SOME, true],
] as const)('gauges: %s; %d seats, %d assets, mirror: %s', (gauges, seats, assets, isMirror) => {
  const paper = gameOf(['a', 'b', 'c', 'd', 'e', 'f'].slice(0, seats))
  const listed = Array.from({ length: assets }, (_, i) => ({ id: `i${i}`, group: 'unit', label: `i${i}` }))
  const info = { ...paper.info, gauges: GAUGES[gauges], assets: listed, stepMax: STEPS }
  const game: CompiledGame = { ...paper, info }
  const layout = layoutTally(game, isMirror)

  it.each([
    ['without forfeits', 0],
    ['with forfeits', 8],
  ])('%s, every sum is that of the matches, also when it is asked for in between', (_, oneIn) => {
    const tallier = new Tallier(game, layout)
    const expected = new Reference(game, layout)
    for (const [block, matches] of blocksOf(game, oneIn).entries()) {
      for (const match of matches) {
        tallier.add(match)
        requireWinner(tallier, game, match)
      }
      expect([...tallier.measure()], `measures of block ${block}`).toEqual(measuresOf(game, matches))
      tallier.endBlock()
      expected.add(matches)
      if (block % 37 === 0) requireSame(tallier.tally, expected.tally, layout)
    }
    requireSame(tallier.tally, expected.tally, layout)
  })

  it('measures of blocks that are followed how they feel', () => {
    const tallier = new Tallier(game, layout)
    const { feel } = layoutMeasures(info)
    for (const matches of blocksOf(game, 8, 0)) {
      for (const match of matches) tallier.add(match)
      expect([...tallier.measure()].slice(feel)).toEqual(measuresOf(game, matches).slice(feel))
      tallier.endBlock()
    }
  })

  it('forgets every sum', () => {
    const tallier = new Tallier(game, layout)
    const expected = new Reference(game, layout)
    for (const [block, matches] of blocksOf(game, 3).slice(0, 10).entries()) {
      for (const match of matches) tallier.add(match)
      if (block < 4) tallier.endBlock()
      // In the middle of a block.
      else if (block === 4) tallier.clear()
      else tallier.endBlock()
      if (block > 4) expected.add(matches)
    }
    requireSame(tallier.tally, expected.tally, layout)
  })
})

describe('bins', () => {
  it('hold every value of their range, at most 64 bins of one width, a value each if they can', () => {
    const anyRange = fc.tuple(fc.integer({ min: -1000, max: 1000 }), fc.nat(5000))
    fc.assert(
      fc.property(anyRange, fc.nat(), ([min, above], pick) => {
        const bins = binsOf(min, min + above)
        expect(bins.bins).toBeLessThanOrEqual(64)
        if (above < 64) expect(bins).toEqual({ min, width: 1, bins: above + 1 })
        for (const value of [min, min + (pick % (above + 1)), min + above]) {
          const bin = binOf(bins, value)
          expect(bin).toBeLessThan(bins.bins)
          expect(value).toBeGreaterThanOrEqual(min + bin * bins.width)
          expect(value).toBeLessThan(min + (bin + 1) * bins.width)
        }
      }),
      {
        seed: 1,
        examples: [
          [[0, 63], 0],
          [[0, 64], 64],
          [[-5, 128], 5],
        ],
      },
    )
  })

  it('count what lies outside of their range in the nearest one', () => {
    for (const bins of [binsOf(-3, 5), binsOf(-300, 500)])
      expect([binOf(bins, -1000), binOf(bins, 1000)]).toEqual([0, bins.bins - 1])
  })
})

/** Behind the first blocks, which are followed and counted, and between those that are later on. */
const UNFOLLOWED = 4096 + 32

/** Blocks of matches that never were, 64 apart: one in `oneIn` is forfeited, and some have no step. */
function blocksOf({ info }: CompiledGame, oneIn: number, from = UNFOLLOWED): FinishedMatch[][] {
  const rng = new Int32Array(RNG_WORDS)
  derive(rng, rootOf('tally'), 0, 0)
  const seats = info.seats.length
  const drawn = (bound: number): number => below(rng, bound)
  const pick = <T>(list: readonly T[]): T => list[drawn(list.length)]!
  const sample = (): number[] =>
    info.gauges.flatMap(({ min, max, zeroSum }) => {
      if (!zeroSum) return info.seats.map(() => min + drawn(max - min + 1))
      const value = Math.max(min, -max) + drawn(2 * Math.min(max, -min) + 1)
      return [value, 0 - value]
    })
  const match = (block: number, rotation: number): FinishedMatch => {
    const steps = drawn(9) === 0 ? 0 : 1 + drawn(STEPS)
    const faulty = oneIn > 0 && drawn(oneIn) === 0 ? drawn(seats) : -1
    const first = drawn(seats)
    const shares = pick(seats === 2 ? [[60], [30, 30], [36, 24]] : [[60], [30, 30], [40, 10, 10]])
    const ending = shares.length === 1 ? 0 : drawn(info.endings.length)
    const forfeited = (seat: number): number => (seat === faulty ? 0 : WIN_UNITS / (seats - 1))
    const events = new Int32Array(seats * info.assets.length * EVENTS.length)
    // Many assets hardly ever come up, and of these some lose without being used.
    for (let i = 0; i < 3 * seats; i++) {
      const at = drawn(seats * Math.min(info.assets.length, 40)) * EVENTS.length
      events[at + drawn(EVENTS.length)]! += drawn(3)
    }
    return {
      ...{ block, rotation, faulty, ending, steps, options: 0, choices: 0 },
      decisions: steps + drawn(4),
      samples: steps,
      since: Int32Array.from({ length: steps }, (_, step) => step),
      returns: Int32Array.from(info.seats, (_, seat) =>
        faulty >= 0 ? forfeited(seat) : (shares[(seat - first + seats) % seats] ?? 0),
      ),
      gauges: Int32Array.from(Array.from({ length: steps }, sample).flat()),
      events,
    }
  }
  return Array.from({ length: BLOCKS }, (_, i) =>
    info.seats.map((_, rotation) => match(from + 64 * i, rotation)),
  )
}

/** What a tallier says of the match that it added last. */
function requireWinner({ winner, last }: Tallier, game: CompiledGame, match: FinishedMatch): void {
  if (match.faulty >= 0) return
  assert.equal(winner, winnerOf(game, match))
  if (winner !== NOBODY && match.steps > 0) assert.equal(last, leadAt(game, match, match.steps - 1, winner))
}

/** Word by word; of what is only followed in some blocks there is nothing. */
function requireSame(found: Tally, expected: Tally, layout: TallyLayout): void {
  const { leaders, steps } = layout
  const without = (tally: Tally) =>
    Float64Array.from(tally, (word, at) => (leaders <= at && at < leaders + 3 * steps ? 0 : word))
  const [left, right] = [without(found), without(expected)]
  const at = left.findIndex((word, i) => !Object.is(word, right[i]))
  expect([at, left[at], at < 0 || nameOf(layout, at)]).toEqual([-1, undefined, true])
}

/** The part of a layout that a word belongs to. */
function nameOf(layout: TallyLayout, at: number): string {
  const parts = Object.entries(layout).filter(([, from]) => typeof from === 'number' && from <= at)
  return parts.map(([name, from]) => `${name} + ${at - from}`).join(', ')
}
