/** Games whose states are large: their random matches are played on the author's own values. */
import { describe, expect, it } from 'vitest'
import { newRandomMatch, newState, sampleMatch } from '../../engine/contract/index.ts'
import { lawsOf } from '../../engine/laws/index.ts'
import { auditGames } from '../../engine/modules/index.ts'
import { derive, RNG_WORDS, rootOf } from '../../engine/rng.ts'
import { type Loose, small } from './small.ts'

/** Shared by all matches, as long as nobody copies it. */
const CARD = { worth: 1, marks: [0] }

/** Whether an object lies in two places shows in what moves do next, and in the score. */
const large = (changes: object = {}, extras: object = {}) =>
  small(
    {
      setup: ({ random }: Loose) => ({
        n: 0,
        last: null,
        table: Array.from({ length: 150 }, (_, id) => ({ id, card: id % 3 === 0 ? CARD : null })),
        gone: Object.assign([0, -0, Number.NaN, undefined], { 6: 1 }),
        names: { [`of ${random.D4()}`]: 'somebody' },
        hand: null,
      }),
      moves: {
        add: ({ G, playerID, random }: Loose, by: number) => {
          G.n += by + (by === 2 ? random.Die(3) : 0)
          G.last = playerID
          if (G.hand === null) G.hand = CARD
          else {
            G.hand.worth += G.n
            G.hand.marks.push(G.n)
          }
          G.table[3].card.worth += 1
          G.table[6].card = G.table[3].card
          G.n += G.table[6].card.worth % 5
        },
      },
      endIf: ({ G }: Loose) => (G.n >= 60 ? { winner: G.last } : undefined),
      ...changes,
    },
    {
      score: ({ n, hand, table }: Loose) => n + (hand?.worth ?? 0) + (hand === table[6].card ? 500 : 0),
      ...extras,
    },
  )

/** Games that the laws of random matches in one call find nothing wrong with. */
const requireLaws = (game: ReturnType<typeof large>): void => {
  expect(game.sampleMatch).toBeDefined()
  for (const { name, check } of lawsOf(game, { matches: 1 })) if (name.startsWith('sampleMatch')) check()
}

describe('random matches of large states', () => {
  it('go as the plain loop does', () => {
    requireLaws(large())
    expect(CARD).toEqual({ worth: 1, marks: [0] })
  })

  it('so do those in which everybody moves at once', () => {
    requireLaws(large({ turn: { activePlayers: { all: 'adding' }, stages: { adding: {} } } }))
  })

  it('are audited at some of their positions', () => {
    const score = (G: Loose): number => {
      if (G.n > 30) G.last = null
      return G.n
    }
    const game = large({}, { score })
    const state = newState(game.info)
    const rng = new Int32Array(RNG_WORDS)
    derive(rng, rootOf('large'), 0, 0)
    const play = (): void => {
      for (let match = 0; match < 20; match++) {
        const empty = newRandomMatch(game.info)
        game.start(state, empty.events)
        game.sampleMatch!(state, Array(32).fill(rng), empty)
      }
    }
    play()
    auditGames(true)
    try {
      expect(play).toThrow('gauge score changes the state')
    } finally {
      auditGames(false)
    }
  })

  it('leave nothing behind when they throw', () => {
    let isThrowing = false
    const score = (G: Loose): number => {
      if (isThrowing && G.n > 20) throw new Error('too far')
      return G.n
    }
    const game = large({}, { score })
    const played = (plays: typeof sampleMatch): string => {
      const match = newRandomMatch(game.info)
      const state = newState(game.info)
      const rng = new Int32Array(RNG_WORDS)
      derive(rng, rootOf('large'), 0, 0)
      game.start(state, match.events)
      plays(game, state, Array(32).fill(rng), match)
      return `${match.decisions} ${match.gauges.join()}`
    }
    const expected = played(sampleMatch)
    isThrowing = true
    expect(() => played((_, ...all) => game.sampleMatch!(...all))).toThrow('too far')
    isThrowing = false
    expect(played(sampleMatch)).toBe(expected)
  })
})
