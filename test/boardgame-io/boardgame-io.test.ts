/** Games of boardgame.io as they are: whole modules, their secrets, what is refused, and what they call gameover. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findAgent } from '../../agents/index.ts'
import { endIn, outcomeOf } from '../../engine/boardgame-io/outcome.ts'
import { newEvents, newState } from '../../engine/contract/index.ts'
import { loadGame } from '../../engine/registry/index.ts'
import { RNG_WORDS } from '../../engine/rng.ts'
import { lawsOf } from '../../library/testing.ts'
import { GAMES, HERE } from './games.ts'

import { type Loose, positions, SAME, small } from './small.ts'

/** Whose laws the fast lane looks at; the slow one looks at all. */
const LAWFUL = ['auction.js']

describe.each(GAMES)('%s', async file => {
  const { compile, schema } = await loadGame(join(HERE, file))
  const game = compile(schema.parse({}))

  it('is the same in the reducer', () => {
    expect(game.notes).toEqual([expect.stringMatching(SAME)])
  })

  if (LAWFUL.includes(file))
    it.each(lawsOf(game, { samples: 60 }))('keeps the law: $name', ({ check }) => check())
})
describe('secrets', () => {
  it('are hidden by playerView, and agents that look ahead need a guess', async () => {
    const { compile, schema } = await loadGame(join(HERE, 'high-card.js'))
    const game = compile(schema.parse({}))
    expect(game.info.type.information).toBe('imperfect')
    const hidden = small({ playerView: ({ G }: Loose) => ({ ...G, seen: null }) })
    const refusal = async (agent: string, options: object, of = hidden): Promise<string | null> =>
      (await findAgent(agent)).refusal?.(of, options) ?? null
    expect(await refusal('greedy', {})).toMatch(/give evenhand.determinize, or let only random play/)
    expect(await refusal('restricted', { inner: 'mcts' })).toMatch(/give evenhand.determinize/)
    expect(await refusal('random', {})).toBe(null)
    expect(await refusal('greedy', {}, game)).toBe(null)
    const state = newState(hidden.info)
    hidden.start(state, newEvents(hidden.info))
    expect(() => hidden.determinize(state, 0, new Int32Array(RNG_WORDS), state)).toThrow(
      /agents that look ahead must guess at them: give evenhand.determinize/,
    )
  })
})

describe('what is refused', () => {
  it.each([
    [
      'plugins',
      { plugins: [{ name: 'inventory' }] },
      {},
      /the game has plugins \(inventory\), expected none/,
    ],
    [
      'a move as it was before 0.50',
      {
        moves: { add: (G: Loose, ctx: Loose, n: number) => ({ ...G, n: G.n + n, last: ctx.currentPlayer }) },
      },
      {},
      /moves.add takes \(G, ctx\), as before boardgame.io 0.50; expected \(\{ G, ctx \}, ...args\)/,
    ],
    [
      'a hook as it was before 0.50',
      {
        turn: {
          onBegin(G: Loose, ctx: Loose) {
            return { ...G, turn: ctx.turn }
          },
        },
      },
      {},
      /turn.onBegin takes \(G, ctx\)/,
    ],
    ['a match without end', { endIf: undefined }, {}, /no match ended in 2,000 moves of random players/],
    [
      'an enumerate that is a stub',
      { ai: { enumerate: () => [] } },
      {},
      /no legal move is listed for player 0 in turn 1/,
    ],
    [
      'an enumerate that lists nonsense',
      { ai: { enumerate: () => ['add'] } },
      {},
      /ai.enumerate lists "add", expected \{ move, args \}/,
    ],
    [
      'an enumerate that lists an event by a wrong name',
      { ai: { enumerate: () => [{ move: 'add', args: [1] }, { event: 'endturn' }] } },
      {},
      /ai.enumerate lists the event endturn, expected one of endStage, setStage, endTurn, .*; did you mean endTurn\?/,
    ],
    [
      'a gameover that tells nothing',
      { endIf: ({ G }: Loose) => (G.n > 3 ? { reason: 'tired' } : undefined) },
      {},
      /gameover is \{"reason":"tired"\}, expected a winner, winners, a draw or scores/,
    ],
    ['a key that means nothing', {}, { gauge: {} }, /evenhand.gauge is unknown, expected one of numPlayers/],
    ['too many players', {}, { numPlayers: 7 }, /numPlayers is 7, expected 2 to 6/],
  ])('%s', (_name, changes, extras, reason) => {
    expect(() => small(changes, extras)).toThrow(reason)
  })
})

describe('gameover', () => {
  it.each([
    [{ winner: '1' }, { winner: 1 }],
    [{ winner: 0 }, { winner: 0 }],
    ['1', { winner: 1 }],
    [1, { winner: 1 }],
    ['draw', {}],
    [{ winner: 'draw' }, {}],
    [{ winner: null }, {}],
    [{ draw: true }, {}],
    [{ isTie: true, winner: undefined }, {}],
    [{ winners: ['0', '2'] }, { winners: [0, 2] }],
    [{ winner: ['0', '2'] }, { winners: [0, 2] }],
    [['2'], { winners: [2] }],
    [[3, 5, 4], { scores: [3, 5, 4] }],
    [{ scores: { 0: 3, 1: 5, 2: 4 } }, { scores: [3, 5, 4] }],
    [
      {
        scoreboard: [
          { playerID: '2', score: 9 },
          { playerID: '0', score: 1 },
          { playerID: '1', score: 3 },
        ],
      },
      { scores: [1, 3, 9] },
    ],
    [{ 0: 2, 1: 2, 2: 7 }, { scores: [2, 2, 7] }],
    [{ winner: { id: '1', name: 'Ann' } }, { winner: 1 }],
  ])('%j', (gameover, outcome) => {
    expect(outcomeOf(gameover, 3)).toEqual(outcome)
  })

  it.each([
    [{ winner: null, board: [] }, undefined],
    [{ winner: '', draw: false }, undefined],
    [{ winner: [] }, undefined],
    [{ winner: 0 }, { winner: 0 }],
    [{ winner: 'draw' }, { winner: 'draw' }],
    [{ winner: null, isDraw: true }, { draw: true }],
    [{ winner: null, gameOver: true }, { winner: null }],
    [{ gameover: { scores: [1, 2] } }, { scores: [1, 2] }],
  ])('is in a G of %j, in a game that never ends by itself', (G, gameover) => {
    expect(endIn(G)).toEqual(gameover)
  })

  it('may be told from G alone by evenhand.outcome in such a game, which goes on for undefined', () => {
    const game = small(
      { endIf: undefined },
      { outcome: (_said: unknown, { n }: Loose) => (n < 6 ? undefined : n % 2 ? {} : '0') },
    )
    expect(positions(game).at(-1).G.n).toBeGreaterThanOrEqual(6)
    expect(positions(game).at(-2).G.n).toBeLessThan(6)
  })

  it('is G.winner in a game that never ends by itself, and what evenhand.outcome makes of it', () => {
    const byG = small({
      endIf: undefined,
      moves: {
        add: ({ G, playerID }: Loose) => {
          if (++G.n === 5) G.winner = playerID
        },
      },
    })
    expect(positions(byG)).toHaveLength(6)
    const mapped = small(
      { endIf: ({ G }: Loose) => (G.n >= 6 ? 'blue wins' : undefined) },
      { outcome: (said: string) => (said === 'blue wins' ? 1 : 0) },
    )
    expect(positions(mapped).at(-1).ctx.gameover).toBe('blue wins')
  })
})
