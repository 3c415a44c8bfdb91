/** Moves of games of boardgame.io: which are offered, taken back, dropped and sealed. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CHANCE, type CompiledGame, newEvents, newState, settle } from '../../engine/contract/index.ts'
import { loadGame } from '../../engine/registry/index.ts'
import { HERE } from './games.ts'

import { isSame, type Loose, positions, small } from './small.ts'

/** What the first player may choose, as texts. */
function listOf(game: CompiledGame, state: Int32Array): string[] {
  const out = new Int32Array(game.info.legalMax)
  return Array.from({ length: game.legal(state, 0, out) }, (_, at) => game.text.format(state, 0, out[at]!))
}

describe('moves', () => {
  it.each([
    ['(G, ctx)', (G: Loose, _ctx: unknown) => [{ move: 'add', args: [1 + (G.n % 2)] }]],
    [
      '(G, ctx, playerID)',
      (_G: Loose, _ctx: Loose, playerID: string) => [{ move: 'add', args: [1 + Number(playerID)] }],
    ],
    ['one object', ({ G, playerID }: Loose) => [{ move: 'add', args: [1 + ((G.n + Number(playerID)) % 2)] }]],
    ['one object by name', (it: Loose) => [{ move: 'add', args: [1 + (it.G.n % 2)] }]],
    ['no list of arguments', () => [{ move: 'add' }, { move: 'add', args: 2 }]],
    ['action creators', () => [{ type: 'MAKE_MOVE', payload: { type: 'add', args: [2], playerID: '0' } }]],
    [
      'events',
      () => [
        { move: 'add', args: [1] },
        { event: 'pass', args: [] },
        { type: 'GAME_EVENT', payload: { type: 'endTurn' } },
      ],
    ],
  ])('are listed by enumerate: %s', (_name, enumerate) => {
    const game = small({ turn: { maxMoves: 2 }, ai: { enumerate } })
    isSame(game)
    expect(positions(game).at(-1).G.n).toBeGreaterThanOrEqual(6)
  })

  it('that are INVALID_MOVE after a change, or change nothing, are not offered', () => {
    const game = small({
      turn: {},
      moves: {
        add: ({ G, playerID, events }: Loose, by: number) => {
          G.n += by
          G.last = playerID
          if (by === 2) return 'INVALID_MOVE'
          if (by === 3) {
            G.n -= by
            return
          }
          events.endTurn()
        },
      },
      setup: () => ({ n: 0, last: null, seen: [] }),
      ai: { enumerate: () => [1, 2, 3].map(by => ({ move: by === 3 ? 'nothing' : 'add', args: [by] })) },
    })
    isSame(game)
    const all = positions(game)
    expect(all.map(({ G }) => G.n)).toEqual([0, 1, 2, 3, 4, 5, 6])
  })

  it.each([
    [
      'at fewest and at most two in a turn',
      { minMoves: 2, maxMoves: 2 },
      [
        ['add(1)', 'pass'],
        ['add(1)', 'pass'],
      ],
    ],
    [
      'at fewest one',
      { minMoves: 1 },
      [
        ['add(1)', 'pass'],
        ['add(1)', 'endTurn'],
      ],
    ],
    [
      'at most two in a stage',
      { activePlayers: { currentPlayer: 'one', maxMoves: 2 } },
      [
        ['add(1)', 'pass', 'endTurn', 'endStage'],
        ['add(1)', 'pass', 'endTurn', 'endStage'],
      ],
    ],
    [
      'with no limit',
      {},
      [
        ['add(1)', 'endTurn'],
        ['add(1)', 'endTurn'],
      ],
    ],
  ])('that only count are legal where somebody counts, and no event is: %s', (_name, turn, lists) => {
    const game = small({
      turn: { ...turn, stages: { one: {} } },
      moves: {
        add: ({ G, playerID }: Loose, by: number) => {
          G.n += by
          G.last = playerID
        },
        pass: () => {},
        look: { move: () => {}, noLimit: true },
      },
      ai: {
        enumerate: () => [
          { move: 'add', args: [1] },
          { move: 'pass' },
          { move: 'look' },
          { event: 'endTurn' },
          { event: 'endStage' },
        ],
      },
    })
    isSame(game)
    const state = newState(game.info)
    const events = newEvents(game.info)
    game.start(state, events)
    for (const list of lists) {
      settle(game, state, events)
      expect(listOf(game, state)).toEqual(list)
      game.apply(state, 0, 0, events)
    }
  })

  it('that turn out to be illegal late are taken back, and not offered again', () => {
    // The first matches see three kinds of 256.
    const game = small({
      setup: ({ random }: Loose) => ({ n: 0, last: null, kind: random.Die(256) }),
      moves: {
        add: ({ G, playerID }: Loose, by: number) => {
          G.n += by
          G.last = playerID
          return by === 2 && G.kind === 200 ? 'INVALID_MOVE' : undefined
        },
      },
    })
    const state = newState(game.info)
    const events = newEvents(game.info)
    const out = new Int32Array(game.info.legalMax)
    game.start(state, events)
    game.apply(state, CHANCE, 199, events)
    expect(game.legal(state, 0, out)).toBe(2)
    game.apply(state, 0, 1, events)
    settle(game, state, events)
    expect((game.text.describe(state) as Loose).state).toMatchObject({ G: { n: 0 }, refused: ['add(2)'] })
    expect(game.legal(state, 0, out)).toBe(1)
    game.apply(state, 0, 0, events)
    settle(game, state, events)
    expect((game.text.describe(state) as Loose).state).toMatchObject({ G: { n: 1 } })
    expect((game.text.describe(state) as Loose).state).not.toHaveProperty('refused')
  })

  it('of all players at once are dropped if an earlier one made them illegal, and their changes undone', () => {
    const all = (extras: object) =>
      small(
        {
          setup: () => ({ n: 0, last: null, seen: [] }),
          turn: { activePlayers: { all: 'bid', minMoves: 1, maxMoves: 1 }, stages: { bid: {} } },
          moves: {
            add: ({ G, playerID }: Loose, by: number) => {
              G.n += by
              G.last = playerID
              G.seen.push(by)
              return G.seen.length % 2 === 0 && by === 2 ? 'INVALID_MOVE' : undefined
            },
          },
          ai: { enumerate: () => [1, 2].map(by => ({ move: 'add', args: [by] })) },
        },
        extras,
      )
    isSame(all({}))
    const game = all({})
    const state = newState(game.info)
    const events = newEvents(game.info)
    game.start(state, events)
    settle(game, state, events)
    game.apply(state, 0, 1, events)
    game.apply(state, 1, 1, events)
    settle(game, state, events)
    expect((game.text.describe(state) as Loose).state).toMatchObject({
      G: { n: 2, last: '0', seen: [2] },
      refused: ['add(2)'],
    })
  })

  it('come from a list of candidates, or are all there are where none takes arguments', () => {
    const byList = small({ ai: undefined }, { moves: { add: [1, [2]], pass: true } })
    expect(byList.info.assets.map(({ id }) => id)).toEqual(['add', 'pass'])
    const { length } = positions(byList)
    expect(length).toBeGreaterThan(3)
    const put = ({ G }: Loose, x: Loose): unknown => (x?.secret === 42 ? void G.n++ : 'INVALID_MOVE')
    expect(() => small({ ai: undefined, moves: { put } })).toThrow(
      'evenhand found no legal move: put: none of the tried arguments is legal. To list its arguments: export const evenhand = { moves: { put: (G, ctx, playerID) => [...] } }',
    )
  })

  it('end a match as a draw once nobody has any, where they were inferred and no rule ends it', () => {
    const game = small({
      ai: undefined,
      setup: () => ({ cells: Array(4).fill(null) }),
      moves: {
        take: ({ G, playerID }: Loose, id: number) => {
          if (G.cells[id] === null) G.cells[id] = playerID
        },
      },
      turn: { minMoves: 1, maxMoves: 1 },
      endIf: () => undefined,
    })
    expect(game.warnings).toContainEqual(
      expect.stringMatching(
        /no rule ends a match in which nobody can move, as in turn 5; evenhand calls it a draw/,
      ),
    )
    const all = positions(game)
    expect(all.at(-1).G.cells).not.toContain(null)
  })

  it('of players who may decide at the same time come one after another if simultaneous is false', () => {
    const game = small(
      {
        turn: {
          activePlayers: { all: 'any', maxMoves: 1 },
          stages: { any: {} },
          onBegin: ({ G }: Loose) => void G.seen.push(0),
        },
      },
      { simultaneous: false, numPlayers: 3 },
    )
    expect(game.info.type.dynamics).toBe('sequential')
    const state = newState(game.info)
    const events = newEvents(game.info)
    game.start(state, events)
    settle(game, state, events)
    const asked: number[] = []
    for (let move = 0; move < 3; move++) {
      asked.push(game.toMove(state))
      game.apply(state, Math.log2(game.toMove(state)) as 0, 0, events)
      settle(game, state, events)
    }
    expect(asked).toEqual([0b1, 0b10, 0b100])
  })

  it('of players who decide at the same time are sealed, and all of them decide', async () => {
    const { compile, schema } = await loadGame(join(HERE, 'auction.js'))
    const game = compile(schema.parse({}))
    const [state, view] = [newState(game.info), newState(game.info)]
    const events = newEvents(game.info)
    game.start(state, events)
    expect(game.toMove(state)).toBe(0b1111)
    game.apply(state, 0, 2, events)
    expect(game.toMove(state)).toBe(0b1110)
    game.observe(state, 1, view)
    expect((game.text.describe(view) as Loose).state.G.bids).toEqual({})
  })
})
