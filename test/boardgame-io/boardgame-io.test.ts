/** Games of boardgame.io as they are: whole modules, their secrets, what is refused, and what they call gameover. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findAgent } from '../../agents/index.ts'
import { boardgameIn } from '../../engine/boardgame-io/index.ts'
import { gameoverIn, outcomeOf, withPlayers } from '../../engine/boardgame-io/reporting.ts'
import { newEvents, newState } from '../../engine/contract/index.ts'
import { loadGame } from '../../engine/registry/index.ts'
import { RNG_WORDS } from '../../engine/rng.ts'
import { lawsOf } from '../../library/testing.ts'
import { GAMES, HERE } from './games.ts'
import { isSame, type Loose, positions, small } from './small.ts'

/** Whose laws the fast lane looks at; the slow one looks at all. */
const LAWFUL = ['auction.js']

describe.each(GAMES)('%s', async file => {
  const { compile, schema } = await loadGame(join(HERE, file))
  const game = compile(schema.parse({}))

  it('is the same in the reducer', () => {
    isSame(game)
  })

  if (LAWFUL.includes(file))
    it.each(lawsOf(game, { samples: 60 }))('keeps the law: $name', ({ check }) => check())
})
it('a game with functions of evenhand in it is not taken for one from before 0.50', () => {
  const evenhand = { score: (G: Loose, ctx: Loose, playerID: Loose) => (ctx && G.last === playerID ? 5 : 0) }
  expect(() => small({ evenhand })).not.toThrow()
})

it('a game deals roles by chance, and names the one that wins', () => {
  const game = small(
    {
      setup: ({ random }: Loose) => ({ n: 0, last: null, wolf: `${random.Die(2) - 1}` }),
      endIf: ({ G }: Loose) => (G.n >= 6 ? { winnerTeam: G.last === G.wolf ? 'wolf' : 'town' } : undefined),
    },
    {
      roles: { wolf: 40, town: 60 },
      roleOf: (G: Loose, _: Loose, player: string) => (G.wolf === player ? 'wolf' : 'town'),
    },
  )
  expect(game.info.roles).toEqual([
    { id: 'wolf', fair: 0.4 },
    { id: 'town', fair: 0.6 },
  ])
  for (const { check } of lawsOf(game, { samples: 60 })) check()
  expect(() => small({}, { roleOf: () => 'wolf' })).toThrow('evenhand.roleOf needs evenhand.roles')
})

describe('secrets', () => {
  it('are hidden by playerView, and agents that look ahead need a guess', async () => {
    const { compile, schema } = await loadGame(join(HERE, 'high-card.js'))
    const game = compile(schema.parse({}))
    expect(game.info.type.information).toBe('imperfect')
    const hidden = small({ playerView: ({ G }: Loose) => ({ ...G, seen: null }) })
    const refusal = async (agent: string, options: object, of = hidden): Promise<string | null> =>
      (await findAgent(agent)).refusal?.(of, options) ?? null
    expect(await refusal('greedy', {})).toMatch(/add evenhand.determinize, or let only random play/)
    expect(await refusal('restricted', { inner: 'mcts' })).toMatch(/add evenhand.determinize/)
    expect(await refusal('random', {})).toBe(null)
    expect(await refusal('greedy', {}, game)).toBe(null)
    const state = newState(hidden.info)
    hidden.start(state, newEvents(hidden.info))
    expect(() => hidden.determinize(state, 0, new Int32Array(RNG_WORDS), state)).toThrow(
      /agents must guess to look ahead: add evenhand.determinize/,
    )
  })
})

describe('what is told of a game that is played', () => {
  it('is a player who never moves', () => {
    expect(small({ turn: {} }).warnings).toEqual([
      expect.stringMatching(/nothing passes the turn to player 1 in the first matches, so/),
    ])
    expect(small({}).warnings).toEqual([])
  })
})

describe('what is refused', () => {
  it.each([
    [
      'a move as it was before 0.50 that fails in 0.50',
      {
        moves: { add: (G: Loose, ctx: Loose, n: number) => ({ ...G, n: G.n + n, last: ctx.currentPlayer }) },
      },
      {},
      /G.random.D4 is a function, .*; moves.add takes \(G, ctx\), as before boardgame.io 0.50/,
    ],
    [
      'a hook as it was before 0.50 that fails in 0.50',
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
    ['a match without end', { endIf: undefined }, {}, /no match of random players ended within 2,000 moves/],
    [
      'an enumerate that is a stub',
      { ai: { enumerate: () => [] } },
      {},
      /player 0 must move in turn 1, but has no legal move: enumerate lists none; expected a legal move/,
    ],
    [
      'an enumerate of illegal moves',
      {
        turn: {},
        moves: { bad: () => 'INVALID_MOVE', idle: () => {} },
        ai: {
          enumerate: () => [
            { move: 'bad', args: [1] },
            { move: 'idle' },
            { move: 'ad' },
            { event: 'endStage' },
          ],
        },
      },
      {},
      /no legal move: bad\(1\) is INVALID_MOVE, idle changes nothing, ad isn't a move at this point \(bad, idle\), endStage changes nothing or isn't allowed; expected/,
    ],
    [
      'a move that returns a number',
      { moves: { add: ({ G }: Loose) => G.seen.push(1) } },
      {},
      /moves.add returned 1, expected a new G, or nothing if it changed G, or INVALID_MOVE/,
    ],
    [
      'a move that returns null',
      { moves: { add: () => null } },
      {},
      /moves.add returned null, expected a new G/,
    ],
    [
      'a hook that returns a boolean',
      { turn: { maxMoves: 1, onMove: ({ G, events }: Loose) => G.n > 3 && events.endTurn() } },
      {},
      /turn.onMove returned false, expected a new G, or nothing if it changed G. Without braces/,
    ],
    [
      'a move that is async',
      { moves: { add: async () => {} } },
      {},
      /moves.add is async, but boardgame.io doesn't wait for it, expected/,
    ],
    [
      'an endIf that changes G',
      { endIf: ({ G }: Loose) => (++G.n >= 6 ? { winner: G.last } : undefined) },
      {},
      /reducer throws in the first matches: Cannot assign to read only property 'n'.* at .*boardgame-io.test.ts:\d+:\d+: only moves, onBegin/,
    ],
    [
      'a G that holds more than plain values',
      { setup: () => ({ n: 0, last: null, hands: [{ cards: new Set() }] }) },
      {},
      /G.hands\[0\].cards is a Set, expected only plain values, as boardgame.io does/,
    ],
    [
      'a setup without its data',
      { setup: (_: Loose, data: Loose) => ({ n: data.start }) },
      {},
      /setup throws \(Cannot read properties of undefined.*\), and takes setupData, which is missing; expected export const evenhand/,
    ],
    [
      'fewer players than it takes',
      { minPlayers: 3 },
      { numPlayers: 2 },
      /numPlayers is 2, expected 3 to 6 .minPlayers/,
    ],
    [
      'more players than it takes',
      { maxPlayers: 3 },
      { numPlayers: 4 },
      /numPlayers is 4, expected 2 to 3 .minPlayers/,
    ],
    [
      'a game for one',
      { minPlayers: 1, maxPlayers: 1 },
      {},
      /the game is for 1 to 1 players .minPlayers, maxPlayers., expected 2 to 6/,
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
    [
      'a gameover whose winner is not there',
      { endIf: ({ G, ctx }: Loose) => (G.n > 3 ? { winner: ctx.curentPlayer } : undefined) },
      {},
      /gameover is \{"winner":"undefined"\}, expected a winner, winners, a draw or scores/,
    ],
    ['a key that means nothing', {}, { gauge: {} }, /evenhand.gauge is unknown, expected one of numPlayers/],
    [
      'a list of candidates for what is no move',
      {},
      { moves: { ad: [1] } },
      /evenhand.moves.ad is neither a move of the game nor an event; expected one of add, endStage, .*; did you mean add\?/,
    ],
    [
      'a phase that ends as soon as it begins again',
      {
        phases: {
          one: {
            start: true,
            next: 'one',
            onBegin: ({ G }: Loose) => {
              G.n = 0
            },
            endIf: ({ G }: Loose) => G.n === 2,
            moves: { put: ({ G }: Loose) => void G.n++ },
          },
        },
        moves: {},
        ai: { enumerate: () => [{ move: 'put' }] },
      },
      {},
      /in turn 2, in no phase, but has no legal move: put isn't a move at this point \(there is none\); expected .* or the turn. No phase follows/,
    ],
    [
      'a guess where nothing is hidden',
      {},
      { determinize: (G: Loose) => G },
      /the game has evenhand.determinize but hides nothing; expected a playerView/,
    ],
    ['too many players', {}, { numPlayers: 7 }, /numPlayers is 7, expected 2 to 6/],
  ])('%s', (_name, changes, extras, reason) => {
    expect(() => small(changes, extras)).toThrow(reason)
  })
})

it('a game without setup is known by its moves, as the default export or as Game', () => {
  const bare = { moves: { add: ({ G }: Loose) => void G.n++ }, endIf: () => 'draw' }
  const isKnown = (exported: object): boolean => boardgameIn({ ...exported }, join(HERE, 'x.js')) !== null
  expect([{ default: bare }, { Game: bare }, { default: { Game: bare } }].map(isKnown)).toEqual([
    true,
    true,
    true,
  ])
  const others = [
    { default: { ...bare, toMove: 0 } },
    { default: { moves: bare.moves } },
    { default: { moves: { a: 1 }, endIf: bare.endIf } },
  ]
  expect(others.map(isKnown)).toEqual([false, false, false])
})

describe('gameover', () => {
  it.each([
    [{ winner: '1' }, { winner: 1 }],
    [{ winner: 0 }, { winner: 0 }],
    [{ outcome: 'VICTORY', winningPlayerId: '1' }, { winner: 1 }],
    ['1', { winner: 1 }],
    [1, { winner: 1 }],
    ['draw', {}],
    [{ winner: 'draw' }, {}],
    [{ winner: null }, {}],
    [{ draw: true }, {}],
    [{ isTie: true, winner: undefined }, {}],
    [{ winner: undefined, draw: false }, {}],
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
    ['wolves', { role: 'wolves' }],
    [{ winner: 'wolves' }, { role: 'wolves' }],
    [
      { winnerTeam: 'wolves', winners: ['0', '2'] },
      { role: 'wolves', winners: [0, 2] },
    ],
    [
      { role: 'town', winner: '1' },
      { role: 'town', winner: 1 },
    ],
    [{ winner: '1' }, { winner: 1 }],
    [{ draw: true }, {}],
  ])('of a game with roles: %j', (gameover, outcome) => {
    expect(outcomeOf(gameover, 3, { roles: ['wolves', 'town'] })).toEqual(outcome)
  })

  it('finds the players of a role by roleOf', () => {
    const roleOf = (G: unknown, _: unknown, player: string) => (G as string[])[Number(player)]
    const position = { G: ['town', 'wolves', 'town'], ctx: {} } as never
    expect(withPlayers({ role: 'town' }, 3, { roleOf }, position)).toEqual({ role: 'town', winners: [0, 2] })
    expect(withPlayers({ role: 'town', winners: [1] }, 3, { roleOf }, position)).toMatchObject({
      winners: [1],
    })
    expect(() => withPlayers({ role: 'town' }, 3, {}, position)).toThrow(
      'names the role "town" and no players',
    )
    expect(() => outcomeOf({ winner: 'wolves' }, 3)).toThrow(
      'If "wolves" is a role or team, list all of them in evenhand.roles',
    )
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
    expect(gameoverIn(G)).toEqual(gameover)
  })

  it('may come from G by evenhand.outcome in such a game, which continues for undefined', () => {
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
