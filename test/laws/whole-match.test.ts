/** The laws of `sampleMatch`: games whose whole matches in one call differ from play step by step are found. */
import { describe, expect, it } from 'vitest'
import { type CompiledGame, newEvents, sampleMatch, wrapGame } from '../../engine/contract/index.ts'
import { lawsOf } from '../../engine/laws/index.ts'
import { next } from '../../engine/rng.ts'
import { classicOf } from '../classics/load.ts'

type Whole = NonNullable<CompiledGame['sampleMatch']>

const nim = classicOf('nim')
const PLAYS =
  'sampleMatch plays to the end exactly as the plain loop does: result, draws, gauges, events, counts'
const LENT = 'sampleMatch stays within its buffers'

/** What the laws of `sampleMatch` say of a game, by their names. */
function breachesOf(game: CompiledGame): Map<string, string> {
  const breaches = new Map<string, string>()
  for (const { name, check } of lawsOf(game)) {
    if (!name.startsWith('sampleMatch')) continue
    try {
      check()
    } catch (error) {
      breaches.set(name, (error as Error).message)
    }
  }
  return breaches
}

/** Nim with its own whole-match path, which gets the plain loop to call. */
function wholly(whole: (plain: Whole) => Whole): CompiledGame {
  return wrapGame(nim, { sampleMatch: whole((state, rngs, match) => sampleMatch(nim, state, rngs, match)) })
}

describe('whole matches in one call', () => {
  it('the plain loop keeps the laws, and so do the classics with their own loop', () => {
    expect([...breachesOf(wholly(plain => plain))]).toEqual([])
    for (const game of [
      classicOf('tic-tac-toe'),
      classicOf('tic-tac-toe', { misere: true }),
      classicOf('connect-four'),
      classicOf('nim'),
      classicOf('nim', { misere: true, piles: [4, 1, 2] }),
    ]) {
      const names = lawsOf(game).map(({ name }) => name)
      expect(names).toEqual(expect.arrayContaining([PLAYS, LENT]))
      expect([...breachesOf(game)]).toEqual([])
    }
  })

  it.each<[string, (plain: Whole) => Whole, RegExp]>([
    [
      'draws once more',
      plain => (state, rngs, match) => {
        plain(state, rngs, match)
        next(rngs[0]!)
      },
      /of generator 0 after sampleMatch with a generator for each seat/,
    ],
    [
      'takes all seats to have generators of their own',
      plain => (state, rngs, match) => {
        const own = rngs.map(rng => rng.slice())
        plain(state, own, match)
        for (const [seat, rng] of rngs.entries()) rng.set(own[seat]!)
      },
      /with one generator for all seats/,
    ],
    [
      'counts no events',
      plain => (state, rngs, match) => {
        const inner = { ...match, events: newEvents(nim.info) }
        plain(state, rngs, inner)
        Object.assign(match, { ...inner, events: match.events })
      },
      /of the events after sampleMatch/,
    ],
    [
      'writes gauges from the first step on whatever was played',
      plain => (state, rngs, match) => {
        const before = match.steps
        match.steps = 0
        match.samples = 0
        plain(state, rngs, match)
        match.steps += before
      },
      /of the gauges after sampleMatch/,
    ],
    [
      'takes no sample of a step that changes a gauge',
      plain => (state, rngs, match) => {
        plain(state, rngs, match)
        match.samples--
      },
      /of the gauges after sampleMatch/,
    ],
    [
      'says that a sample is older than it is',
      plain => (state, rngs, match) => {
        plain(state, rngs, match)
        if (match.samples > 1) match.since[match.samples - 1]!--
      },
      /gauge samples from steps 0(, \d+)* after sampleMatch .* expected ascending steps from 0 to at most \d+/,
    ],
    [
      'takes no sample at all',
      plain => (state, rngs, match) => {
        plain(state, rngs, match)
        match.samples = 0
      },
      /gauge samples from steps \(none\) after sampleMatch/,
    ],
    [
      'spoils what it takes the next match to be lent',
      plain => (state, rngs, match) => {
        const lent = match.since.slice()
        plain(state, rngs, match)
        match.since.set(lent)
        match.since.fill(0, match.samples)
      },
      /gauge samples from steps 0, .* after sampleMatch/,
    ],
    [
      'counts a step too few',
      plain => (state, rngs, match) => {
        plain(state, rngs, match)
        match.steps--
      },
      /-?\d+ steps after sampleMatch .* expected \d+/,
    ],
    [
      'counts a decision too many',
      plain => (state, rngs, match) => {
        plain(state, rngs, match)
        match.decisions++
      },
      /\d+ decisions after sampleMatch .* expected \d+/,
    ],
    [
      'leaves the state where it was',
      plain => (state, rngs, match) => plain(state.slice(), rngs, match),
      /the match isn.t over after sampleMatch/,
    ],
  ])('one that %s is found', (_, whole, message) => {
    const found = breachesOf(wholly(whole))
    expect([...found.keys()]).toEqual([PLAYS])
    expect(found.get(PLAYS)).toMatch(message)
  })

  it('one that writes beside its buffers is found', () => {
    const found = breachesOf(
      wholly(plain => (state, rngs, match) => {
        plain(state, rngs, match)
        const { gauges } = match
        new Int32Array(gauges.buffer, gauges.byteOffset + gauges.byteLength).fill(1)
      }),
    )
    expect(found.get(LENT)).toMatch(/index \d+ of the gauges buffer was written/)
  })

  it.each(['toMove', 'legal', 'chanceWeights', 'sample', 'apply', 'resolve', 'gauge', 'sampleStep'] as const)(
    'a wrapper with a %s of its own is not bypassed',
    key => {
      const game = classicOf('tic-tac-toe')
      expect(wrapGame(game, { [key]: () => 0 }).sampleMatch).toBeUndefined()
      expect(wrapGame(game, { passive: () => 0 }).sampleMatch).toBeDefined()
    },
  )
})
