/** The course of games of boardgame.io: phases, turns, stages, ends, and what players do at the same time. */

import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { boardgameIn } from '../../engine/boardgame-io/index.ts'
import { newEvents, newState } from '../../engine/contract/index.ts'
import { HERE } from './games.ts'

import { isSame, type Loose, positions, small } from './small.ts'

/** Immer as boardgame.io has it. */
const fromBoardgame = createRequire(createRequire(import.meta.url).resolve('boardgame.io/internal'))
const { current } = fromBoardgame('immer') as { current: (draft: Loose) => Loose }

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

  it.each([
    ['one after the other', {}],
    ['at the same time', { activePlayers: { all: 'any', minMoves: 1, maxMoves: 1 }, stages: { any: {} } }],
  ])('has a value in each place where one object was put, as boardgame.io has: %s', (_name, turn) => {
    const OWN = { worth: 1 }
    const game = small({
      setup: () => ({ n: 0, last: null, deck: [{ worth: 1 }], hand: [] }),
      turn: { maxMoves: 1, ...turn },
      moves: {
        add: ({ G, playerID }: Loose, by: number) => {
          G.n++
          G.winner = playerID
          if (G.last) G.last.worth += by
          for (const card of G.hand) card.worth += 10
          const card = by === 1 ? G.deck[0] : OWN
          G.hand.push(card)
          G.last = card
        },
      },
      endIf: ({ G }: Loose) => (G.n >= 6 ? { winner: G.winner } : undefined),
    })
    isSame(game)
    const { hand } = positions(game).at(-1).G
    expect(hand.map(({ worth }: Loose) => worth)).toEqual([51, 41, 31, 21, 11, 1])
    expect(OWN).toEqual({ worth: 1 })
  })

  it.each([
    ['in enumerate’s moves', {}, {}],
    ['in candidates', { ai: undefined }, { moves: { add: [1, 2] } }],
  ])(
    'is boardgame.io’s own where only that can call what it calls, such as Immer’s current: %s',
    (_name, changes, extras) => {
      const game = small(
        {
          moves: {
            add: ({ G, playerID }: Loose, by: number) => {
              G.n += by
              G.last = playerID
              G.seen.push(current(G).n)
            },
          },
          ...changes,
        },
        extras,
      )
      expect(game.notes).toEqual([
        expect.stringMatching(
          /evenhand throws \(\[Immer\] 'current' expects a draft.*\) where boardgame.io's reducer doesn't, so the reducer plays the game/,
        ),
      ])
      const { n, seen } = positions(game).at(-1).G
      expect(n).toBe(seen.at(-1))
    },
  )

  it('has boardgame.io’s own carry out a move at which ours throws in a later match alone', () => {
    let isLate = false
    const game = small({
      moves: {
        add: ({ G, playerID }: Loose, by: number) => {
          G.n += by
          G.last = playerID
          G.seen.push(isLate ? current(G).n : G.n)
        },
      },
    })
    expect(game.notes).toEqual([expect.stringMatching(/and boardgame.io's reducer agree in/)])
    isLate = true
    const { n, seen } = positions(game).at(-1).G
    expect(n).toBe(seen.at(-1))
  })

  it('is boardgame.io’s own where ours differs, and says so', () => {
    const game = small(
      {
        endIf: ({ G }: Loose) => (G.n >= 6 && Object.isFrozen(G) ? { winner: G.last } : G.n > 7) || undefined,
      },
      { outcome: () => 0 },
    )
    expect(game.notes).toEqual([
      expect.stringMatching(/reducer differs \(.*\), so the reducer plays the game/),
    ])
    expect(positions(game).at(-1).G.n).toBeLessThan(8)
  })

  it("doesn't change the user's object", () => {
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
