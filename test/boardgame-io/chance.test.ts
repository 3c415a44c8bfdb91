import { describe, expect, it } from 'vitest'
import { CHANCE, CHANCE_BIT, newEvents, newState, settle } from '../../engine/contract/index.ts'
import { routeAmbient } from '../../engine/modules/ambient.ts'
import { Rolls } from '../../engine/plain/rolls.ts'

import { isSame, type Loose, positions, SAME, small } from './small.ts'

describe('chance', () => {
  it('goes on where it was after what was played is played again', () => {
    const rolls = new Rolls()
    const { Die, Number: number } = rolls.api as Loose
    const drawn = [3, 4, 77, 2]
    // The second die is that of a move which was refused, so it is not thrown again.
    const begin = () => {
      rolls.begin(drawn)
      expect([Die(6), Die(6)]).toEqual([4, 5])
      number()
    }
    const rest = () => [number(), Die(6)]
    begin()
    const expected = rest()
    for (const play of [() => Die(6), () => [Die(6), number()]]) {
      begin()
      rolls.again(drawn, play)
      expect(rest()).toEqual(expected)
    }
  })

  it('answers after the decision, with an answer for each side of a die', () => {
    const game = small({
      moves: {
        add: ({ G, random, playerID }: Loose) => {
          G.n += random.D6()
          G.last = playerID
        },
      },
      ai: { enumerate: () => [{ move: 'add' }] },
      endIf: ({ G }: Loose) => (G.n >= 20 ? { winner: G.last } : undefined),
    })
    isSame(game)
    const state = newState(game.info)
    const events = newEvents(game.info)
    game.start(state, events)
    settle(game, state, events)
    game.apply(state, 0, 0, events)
    settle(game, state, events)
    expect(game.toMove(state)).toBe(CHANCE_BIT)
    expect(game.legal(state, CHANCE, new Int32Array(game.info.legalMax))).toBe(6)
    expect(game.text.format(state, CHANCE, 4)).toBe('D6 5')
    game.apply(state, CHANCE, 4, events)
    settle(game, state, events)
    expect((game.text.describe(state) as Loose).state).toMatchObject({ G: { n: 5 } })
    expect((game.text.describe(state) as Loose).state).not.toHaveProperty('roll')
  })

  it('draws shuffles, numbers and Math.random from a seed, kept or called', () => {
    routeAmbient()
    const game = small({
      setup: ({ random: r }: Loose) => ({ n: 0, last: null, deck: r.Shuffle([1, 2, 3]), start: r.Number() }),
      moves: {
        add: ({ G, playerID }: Loose) => {
          G.n += 1 + Math.floor(2 * Math.random())
          G.last = playerID
        },
      },
      ai: { enumerate: () => [{ move: 'add' }] },
    })
    const played = (seed: number): string => JSON.stringify(positions(game, seed).map(({ G }) => G))
    expect(new Set([0, 1, 2, 3].map(played)).size).toBe(4)
    const state = newState(game.info)
    game.start(state, newEvents(game.info))
    for (const text of ['seed 1/4: 200', 'seed 2/4: 0', 'seed 3/4: 255', 'seed 4/4: 7']) {
      settle(game, state, newEvents(game.info))
      const action = game.text.parse(state, CHANCE, text)
      expect(game.text.format(state, CHANCE, action)).toBe(text)
      game.apply(state, CHANCE, action, newEvents(game.info))
    }
    settle(game, state, newEvents(game.info))
    expect(game.toMove(state)).toBe(1)
    expect(played(1)).toBe(played(1))
    expect(game.notes?.[0]).toMatch(
      /its rules draw from Math.random or crypto: evenhand draws these numbers from the seed, too$/,
    )
  })
  it('draws in enumerate depend on the position, and are reported', () => {
    routeAmbient()
    const listed: Record<string, Set<number>> = {}
    const game = small({
      ai: {
        enumerate: (G: Loose, _ctx: Loose, playerID: string) => {
          const args = [1 + Math.floor(100 * Math.random())]
          const seen = `${G.n} of ${playerID}`
          listed[seen] = (listed[seen] ?? new Set()).add(args[0]!)
          return [{ move: 'add', args }]
        },
      },
      moves: {
        add: ({ G, playerID }: Loose, by: number) => {
          G.n += 1
          G.last = playerID
          G.seen = [by]
        },
      },
      playerView: ({ G }: Loose) => ({ n: G.n }),
      endIf: ({ G }: Loose) => (G.n >= 40 ? { winner: G.last } : undefined),
    })
    expect(game.notes).toEqual([
      'small: its list of moves draws from Math.random or crypto; evenhand makes it return the same list for the same position',
      expect.stringMatching(SAME),
    ])
    const all = Object.values(listed).map(set => [...set])
    expect(all.map(({ length }) => length)).toEqual(all.map(() => 1))
    expect(new Set(all.flat()).size).toBeGreaterThan(20)
    expect(positions(game, 1)).toEqual(positions(game, 2))
  })

  it('counts towards maxMoves only where moves roll', () => {
    const setup = ({ random }: Loose) => ({ n: 0, last: null, deck: random.Shuffle([1, 2, 3]) })
    expect(small({ setup }, { maxMoves: 100 }).info.decisionMax).toBe(120)
    const add = ({ G, random, playerID }: Loose) => {
      G.n += random.D6()
      G.last = playerID
    }
    expect(small({ setup, moves: { add } }, { maxMoves: 100 }).info.decisionMax).toBe(500)
  })
})
