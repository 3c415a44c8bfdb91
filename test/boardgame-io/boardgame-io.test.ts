/** Games of boardgame.io as they are: whole modules, and the traps that real games set, each as a small game. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { boardgameIn } from '../../engine/boardgame-io/index.ts'
import { outcomeOf } from '../../engine/boardgame-io/outcome.ts'
import { Rolls } from '../../engine/boardgame-io/rolls.ts'
import {
  advance,
  CHANCE,
  CHANCE_BIT,
  type CompiledGame,
  newEvents,
  newState,
  OVER,
  STEP,
  settle,
} from '../../engine/contract/index.ts'
import { routeRandom } from '../../engine/modules/index.ts'
import { loadGame } from '../../engine/registry/index.ts'
import { derive, RNG_WORDS, rootOf } from '../../engine/rng.ts'
import { lawsOf } from '../../library/testing.ts'
import { GAMES, HERE } from './games.ts'

// biome-ignore lint/suspicious/noExplicitAny: games of boardgame.io are JavaScript.
type Loose = any

const SAME = /\d matches \(\d+ states\) are the same in boardgame.io's reducer/

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

/** A game of one move that everybody may make, with changes. */
function small(changes: object, extras: object = {}): CompiledGame {
  const game = {
    setup: () => ({ n: 0, last: null, seen: [] }),
    turn: { maxMoves: 1 },
    moves: {
      add: ({ G, playerID }: Loose, by = 1) => {
        G.n += by
        G.last = playerID
      },
    },
    endIf: ({ G }: Loose) => (G.n >= 6 ? { winner: G.last } : undefined),
    ai: {
      enumerate: () => [
        { move: 'add', args: [1] },
        { move: 'add', args: [2] },
      ],
    },
    ...changes,
  }
  const found = boardgameIn({ default: game, evenhand: extras }, join(HERE, 'small.js'))!
  return found.compile('small', found.schema.parse({}))
}

/** Plays a match at random and returns its positions, after the start and every step. */
function positions(game: CompiledGame, seed = 0): Loose[] {
  const state = newState(game.info)
  const events = newEvents(game.info)
  const rng = new Int32Array(RNG_WORDS)
  derive(rng, rootOf('test'), seed, 0)
  game.start(state, events)
  const all: Loose[] = [(game.text.describe(state) as Loose).state]
  for (let next = advance(game, state, events); next !== OVER; next = advance(game, state, events)) {
    if (next >= 0) game.apply(state, next, game.sample(state, next, rng), events)
    else if (next === STEP) all.push((game.text.describe(state) as Loose).state)
  }
  return all
}

const isSame = (game: CompiledGame): void => expect(game.notes).toEqual([expect.stringMatching(SAME)])

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
    expect((game.text.describe(state) as Loose).state).toMatchObject({ G: { n: 1 }, refused: [] })
  })

  it('of all players at once are dropped where one before them made them illegal, whatever they had changed by then', () => {
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
    expect(() => small({ ai: undefined, moves: { put: (_: unknown, x: number) => x } })).toThrow(
      /no ai.enumerate, and put takes arguments; expected ai.enumerate, or export const evenhand/,
    )
  })

  it('of players who decide at the same time are sealed, and all of them are asked', async () => {
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
    game.apply(state, CHANCE, 4, events)
    settle(game, state, events)
    expect((game.text.describe(state) as Loose).state).toMatchObject({ G: { n: 5 }, roll: null, waiting: [] })
  })

  it('draws shuffles, numbers and Math.random from a seed, kept or called', () => {
    routeRandom()
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
    expect(played(1)).toBe(played(1))
    expect(game.notes?.[0]).toMatch(
      /its code calls Math.random: these numbers are drawn by the seed as well$/,
    )
  })
})

describe('secrets', () => {
  it('are hidden by playerView, and agents that look ahead need a guess', async () => {
    const { compile, schema } = await loadGame(join(HERE, 'high-card.js'))
    const game = compile(schema.parse({}))
    expect(game.info.type.information).toBe('imperfect')
    const hidden = small({ playerView: ({ G }: Loose) => ({ ...G, seen: null }) })
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
