/** The course of games of boardgame.io: phases, turns, stages, ends, and what players do at the same time. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { boardgameIn } from '../../engine/boardgame-io/index.ts'
import { newEvents, newState } from '../../engine/contract/index.ts'
import { HERE } from './games.ts'

import { isSame, type Loose, positions, small } from './small.ts'

describe('the course of a game', () => {
  const log =
    (text: string) =>
    ({ G, ctx }: Loose) => {
      G.seen.push(`${text} ${ctx.turn}`)
    }

  it('ends in the game, the phase and the turn after every step, and without the turn’s onEnd', () => {
    const game = small({
      turn: { maxMoves: 1, onBegin: log('begin'), onEnd: log('end'), onMove: log('move') },
      onEnd: log('over'),
    })
    isSame(game)
    const { seen } = positions(game).at(-1).G
    expect(seen.slice(0, 4)).toEqual(['begin 1', 'move 1', 'end 1', 'begin 2'])
    expect(seen.slice(-2)).toEqual([expect.stringMatching(/^move/), expect.stringMatching(/^over/)])
  })

  it('has the moves of a stage, else of a phase, in place of the game’s', () => {
    const add = ({ G, playerID }: Loose) => {
      G.n++
      G.last = playerID
    }
    const game = small({
      moves: { outer: add },
      phases: {
        main: {
          start: true,
          moves: { inner: add },
          turn: {
            maxMoves: 2,
            stages: { odd: { moves: { staged: add } } },
            activePlayers: { currentPlayer: 'odd', maxMoves: 1 },
          },
        },
      },
      ai: { enumerate: () => ['outer', 'inner', 'staged'].map(move => ({ move })) },
    })
    isSame(game)
    expect(game.info.assets.map(({ id }) => id).sort()).toEqual(['inner', 'outer', 'staged'])
    const state = newState(game.info)
    game.start(state, newEvents(game.info))
    expect(game.text.format(state, 0, 0)).toBe('staged')
    expect(game.legal(state, 0, new Int32Array(game.info.legalMax))).toBe(1)
  })

  it.each([
    [
      'a turn order by hand, and players who leave',
      {
        turn: {
          order: {
            first: () => 1,
            next: ({ ctx }: Loose) => (ctx.playOrderPos + 1) % ctx.playOrder.length,
            playOrder: () => ['1', '0', '2'],
          },
        },
        minPlayers: 3,
        moves: {
          add: ({ G, ctx, events, playerID }: Loose, by: number) => {
            G.n += by
            G.last = playerID
            if (by === 2 && G.n > 4) events.endTurn({ remove: true })
            else events.endTurn({ next: ctx.playOrder[0] })
          },
        },
        endIf: ({ G, ctx }: Loose) =>
          G.n >= 12 || ctx.playOrder.length < 2 ? { winner: G.last ?? '0' } : undefined,
      },
    ],
    [
      'events in all their places',
      {
        phases: {
          a: {
            start: true,
            next: ({ G }: Loose) => (G.n % 2 ? 'b' : 'a'),
            onBegin: ({ G }: Loose) => ({ ...G, n: G.n + 1 }),
            endIf: ({ G }: Loose) => G.n === 3,
            turn: { onMove: ({ G, events }: Loose) => (G.n > 3 ? events.endPhase() : events.pass()) },
          },
          b: {
            onBegin: ({ events }: Loose) => events.setPhase('a'),
            turn: { onBegin: ({ events }: Loose) => events.endTurn() },
          },
        },
      },
    ],
    [
      'stages that follow each other, with fewest and most moves',
      {
        turn: {
          activePlayers: {
            all: 'one',
            next: { currentPlayer: 'two', maxMoves: 1 },
            minMoves: 1,
            maxMoves: 2,
          },
          stages: { one: { next: 'two' }, two: {} },
          onMove: ({ G, events, ctx, playerID }: Loose) => {
            if (ctx.activePlayers?.[playerID] === 'one' && G.n % 3 === 0) events.endStage()
            else if (G.n % 4 === 0) events.setStage({ stage: 'two', maxMoves: 1 })
          },
          endIf: ({ ctx }: Loose) => ctx.numMoves > 2,
        },
        endIf: ({ G }: Loose) => (G.n >= 20 ? { winner: G.last } : undefined),
      },
    ],
  ])('is the same: %s', (_name, changes) => {
    isSame(small(changes))
  })

  it('is boardgame.io’s own where ours differs, and says so', () => {
    const game = small(
      {
        endIf: ({ G }: Loose) => (G.n >= 6 && Object.isFrozen(G) ? { winner: G.last } : G.n > 7) || undefined,
      },
      { outcome: () => 0 },
    )
    expect(game.notes).toEqual([expect.stringMatching(/reducer differs \(.*\): played by the reducer/)])
    expect(positions(game).at(-1).G.n).toBeLessThan(8)
  })

  it('leaves the user’s object as it is', () => {
    const game = {
      setup: () => ({ n: 0 }),
      moves: {
        add: ({ G }: Loose) => {
          G.n++
        },
      },
      turn: { moveLimit: 1 },
      endIf: ({ G }: Loose) => G.n > 3 && '0',
    }
    const before = Object.keys(game).join()
    const found = boardgameIn({ Game: game }, join(HERE, 'x.js'))!
    found.compile('x', found.schema.parse({}))
    expect(Object.keys(game).join()).toBe(before)
    expect(game.turn).toEqual({ moveLimit: 1 })
  })
})
