import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { isSame, type Loose, positions, SAME, small } from './small.ts'

const { PluginPlayer } = createRequire(import.meta.url)('boardgame.io/plugins') as Loose

/** Players may add what the plugin's function says. */
const adding = (plugins: readonly object[], add: (context: Loose) => void, changes: object = {}) =>
  small({ plugins, moves: { add }, ai: { enumerate: () => [{ move: 'add' }] }, ...changes })

describe('a plugin of boardgame.io', () => {
  it('that only reads sees the state as it was before the move, in moves, hooks and endIf', () => {
    const coach = {
      name: 'coach',
      api: ({ G, ctx, playerID }: Loose) => ({ left: () => 8 - G.n, turn: ctx.turn, who: playerID }),
    }
    const game = adding(
      [coach],
      ({ G, coach: api, playerID }: Loose) => {
        G.n++
        G.last = playerID
        G.seen.push([api.left(), api.turn, api.who ?? null])
      },
      {
        setup: ({ coach: api }: Loose) => ({ n: 0, last: null, seen: [typeof api.left, api.who ?? null] }),
        turn: { maxMoves: 1, onBegin: ({ G, coach: api }: Loose) => void G.seen.push(api.left()) },
        endIf: ({ G, coach: api }: Loose) => (api.left() === 1 ? { winner: G.last } : undefined),
      },
    )
    isSame(game)
    expect(positions(game).at(-1).G.n).toBe(8)
  })

  it('with data keeps it from move to move, and flushes after everything else', () => {
    const flushed: string[] = []
    const order = (name: string) => ({
      name,
      setup: ({ G, ctx }: Loose) => ({ of: ctx.numPlayers, was: Object.keys(G).length, flushes: [] }),
      api: ({ data }: Loose) => ({ data, note: (text: string) => data.flushes.push(text) }),
      flush: ({ G, ctx, api, data }: Loose) => {
        flushed.push(name)
        return { ...data, flushes: [...api.data.flushes, `${G.n} ${ctx.turn}`].slice(-4) }
      },
    })
    const game = adding(
      [order('one'), order('two'), PluginPlayer({ setup: () => ({ points: 0 }) })],
      context => {
        const { G, one, two, player, playerID } = context
        player.set({ points: player.get().points + 1 })
        G.n = Object.values<Loose>(player.state).reduce((sum, { points }) => sum + points, 0)
        G.last = playerID
        one.note(`added ${G.n}`)
        two.note(one.data.flushes.length)
      },
    )
    isSame(game)
    expect(positions(game).at(-1).plugins).toMatchObject({
      one: { of: 2, was: 0, flushes: [expect.anything(), '5 6', 'added 6', '6 6'] },
      player: { players: { 0: { points: 3 }, 1: { points: 3 } } },
    })
    // The last plugin flushes first.
    expect(flushed.slice(-2)).toEqual(['two', 'one'])
  })

  it('may wrap moves and hooks', () => {
    const twice = {
      name: 'twice',
      fnWrap:
        (call: Loose, method: string) =>
        ({ G, ...context }: Loose, ...args: Loose[]) => {
          const after = call({ ...context, G: { ...G, seen: [...G.seen, method].slice(-5) } }, ...args)
          return typeof after === 'object' ? { ...after, calls: (after.calls ?? 0) + 1 } : after
        },
    }
    const game = adding([twice], ({ G, playerID }: Loose) => {
      G.n++
      G.last = playerID
    })
    isSame(game)
    expect(positions(game).at(-1).G.seen).toContain('TURN_ON_BEGIN')
  })

  it('may call a move invalid', () => {
    const judge = { name: 'judge', isInvalid: ({ G }: Loose) => (G.n === 3 ? 'three is unlucky' : false) }
    const game = small({ plugins: [judge] })
    isSame(game)
    expect(positions(game).map(({ G }) => G.n)).not.toContain(3)
  })

  it('that may change the whole state is left to the reducer', () => {
    const raw = {
      name: 'raw',
      api: () => ({}),
      dangerouslyFlushRawState: ({ state }: Loose) => ({ ...state, G: { ...state.G, flushed: true } }),
    }
    const game = small({ plugins: [raw] })
    expect(game.notes?.[0]).toMatch(
      /its plugin raw may change all of a state .*, so the reducer plays the game/,
    )
    expect(positions(game).at(-1).G).toMatchObject({ flushed: true })
  })

  it('that hides data is reported', () => {
    const secret = { name: 'secret', setup: () => ({ card: 7 }), playerView: () => ({}) }
    expect(small({ plugins: [secret] }).notes).toEqual([
      expect.stringMatching(/its plugin secret hides data from players, and agents that look ahead see all/),
      expect.stringMatching(SAME),
    ])
  })
})
