/** Goofspiel and Oshi-Zumo: secret bids. */
import { describe, expect, test } from 'vitest'
import { newEvents, newState } from '../../engine/contract/index.ts'
import { derive, RNG_WORDS, rootOf } from '../../engine/rng.ts'
import {
  bestResponse,
  expectedPayoffs,
  GameTree,
  Induction,
  uniform,
  type ViewPolicy,
} from '../../engine/solve/index.ts'
import { classicOf, played, resultOf, startOf } from './load.ts'

describe('Goofspiel', () => {
  // S. M. Ross, Goofspiel: the game of pure strategy, Journal of Applied Probability 8 (1971): against uniform bids, bidding each prize's own
  // value is best.
  test.each([['open'], ['hidden']])(
    'with %s bids, the best response to uniform bids is the value of the prize',
    bids => {
      const game = classicOf('goofspiel', { cards: 3, bids })
      const tree = new GameTree(game, 10_000)
      const matching: ViewPolicy = view => {
        if (view.seat === 1) return uniform(view)
        const { prize } = game.text.describe(view.words) as { prize: number }
        return view.actions.map(action => (1 + action === prize ? 1 : 0))
      }
      const best = bestResponse(tree, uniform, 0)
      expect(best).toBeGreaterThan(0.5)
      expect(expectedPayoffs(tree, matching)[0]).toBeCloseTo(best, 12)
    },
  )

  test.each([
    [{ cards: 4 }, 0],
    [{ cards: 5, order: 'descending' }, 0],
    [{ cards: 4, stakes: 'win' }, 0.5],
  ])('%j is even with best play', (rules, value) => {
    expect(new Induction(classicOf('goofspiel', rules), 50_000).start).toBeCloseTo(value, 9)
  })

  test('the higher bid takes the prize, equal bids nobody, and the margin is the payoff', () => {
    const game = classicOf('goofspiel', { cards: 3, order: 'ascending' })
    const state = played(game, ['bid 1', 'bid 1', 'bid 3', 'bid 2', 'bid 2', 'bid 3'])
    const gauges = new Int32Array(2)
    game.gauge(state, gauges, 0)
    expect(game.text.describe(state)).toMatchObject({ points: [2, 3], hands: [[], []] })
    expect([...gauges]).toEqual([-1, 1])
    expect(resultOf(game, state)).toEqual({ ending: 'points', returns: [0, 60] })
  })

  test('where bids are hidden, a view remembers which prize each was for', () => {
    const game = classicOf('goofspiel', { cards: 4, bids: 'hidden' })
    const tree = new GameTree(game, 100_000)
    // As many as a seat with perfect memory tells apart.
    expect(tree.sets).toHaveLength(tree.views.length)
  })

  test('a hidden bid shows to the other at no time, not even between the last seal and its outcome', () => {
    const game = classicOf('goofspiel', { cards: 4, order: 'ascending', bids: 'hidden' })
    const views = [2, 3].map(bid => {
      const state = startOf(game)
      game.apply(state, 0, 0, newEvents(game.info))
      game.apply(state, 1, bid, newEvents(game.info))
      const view = newState(game.info)
      game.observe(state, 0, view)
      return view
    })
    expect(views[0]).toEqual(views[1])
  })

  test('guesses at hidden bids fit how they compared, and come up alike', () => {
    const game = classicOf('goofspiel', { cards: 4, order: 'ascending', bids: 'hidden' })
    // The first bids 3 and 2, and sees that it won and lost: the other's bids are 1 3, 1 4, 2 3 or 2 4.
    const state = played(game, ['bid 3', 'bid 1', 'bid 2', 'bid 4'])
    const view = newState(game.info)
    game.observe(state, 0, view)
    const rng = new Int32Array(RNG_WORDS)
    derive(rng, rootOf('guesses'), 0, 0)
    const counts = new Map<string, number>()
    for (let n = 0; n < 4000; n++) {
      const guess = newState(game.info)
      game.determinize(view, 0, rng, guess)
      const { hands } = game.text.describe(guess) as { hands: number[][] }
      const key = hands[1]!.join()
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    expect([...counts.keys()].sort()).toEqual(['1,3', '1,4', '2,3', '2,4'])
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(150)
  })
})

describe('Oshi-Zumo', () => {
  // M. Buro, Solving the Oshi-Zumo game, Advances in Computer Games 10 (2004): the value is found by linear programs from the ends back.
  test.each([[{ coins: 8, size: 1 }], [{ coins: 9, size: 2 }], [{ coins: 8, size: 2, minimum: 2 }]])(
    '%j is even with best play',
    rules => {
      expect(new Induction(classicOf('oshi-zumo', rules), 50_000).start).toBeCloseTo(0.5, 9)
    },
  )

  test('more coins are worth more, and enough of them win', () => {
    const game = classicOf('oshi-zumo', { coins: 6, size: 1 })
    const induction = new Induction(game, 50_000)
    const worthOf = (left: number, right: number): number => {
      const state = startOf(game)
      game.apply(state, 0, left, newEvents(game.info))
      game.apply(state, 1, right, newEvents(game.info))
      return induction.value(state)
    }
    // Equal bids leave the wrestler where it is.
    expect(worthOf(2, 2)).toBeCloseTo(0.5, 9)
    // The same place for fewer coins.
    expect(worthOf(2, 1)).toBeGreaterThan(worthOf(3, 1))
    // Who bids all for one place loses the next three to who has kept coins.
    expect(worthOf(6, 1)).toBe(0)
    expect(worthOf(1, 6)).toBe(1)
  })

  test('the higher bid pushes the wrestler, off the row wins, and no coins end it', () => {
    const game = classicOf('oshi-zumo', { coins: 5, size: 1 })
    const end = (bids: string[]) => resultOf(game, played(game, bids))
    expect(end(['bid 2', 'bid 1', 'bid 2', 'bid 1'])).toEqual({ ending: 'push', returns: [60, 0] })
    expect(end(['bid 2', 'bid 3', 'bid 3', 'bid 2'])).toEqual({ ending: 'middle', returns: [30, 30] })
    expect(end(['bid 4', 'bid 5', 'bid 1', 'bid 0'])).toEqual({ ending: 'middle', returns: [30, 30] })
    expect(end(['bid 5', 'bid 4', 'bid 0', 'bid 1'])).toEqual({ ending: 'middle', returns: [30, 30] })
    expect(end(['bid 5', 'bid 5'])).toEqual({ ending: 'middle', returns: [30, 30] })
  })
})
