/** Games from before boardgame.io 0.50, whose functions take (G, ctx, ...args). */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { boardgameIn } from '../../engine/boardgame-io/index.ts'
import { adaptSignatures, homeOf } from '../../engine/boardgame-io/old-games.ts'
import { type Loose, positions, small } from './small.ts'

/** A game in both spellings, with every kind of function. */
const OLD = {
  setup: (ctx: Loose) => ({
    deck: ctx.random.Shuffle([1, 2, 3, 4, 5]),
    n: [0, 0],
    log: [] as unknown[],
    last: ctx.numPlayers,
  }),
  phases: {
    roll: {
      start: true,
      next: (G: Loose, ctx: Loose) => (G.n[0] > ctx.turn ? 'take' : 'take'),
      onBegin: (G: Loose, ctx: Loose) => {
        G.log.push(['begin', ctx.phase])
      },
      onEnd: (G: Loose, ctx: Loose) => {
        G.log.push(['end', ctx.phase])
      },
      endIf: (G: Loose, ctx: Loose) => ctx.turn > 4 && G.n[0] >= 0,
      turn: {
        order: {
          first: (G: Loose, ctx: Loose) => G.last % ctx.numPlayers,
          next: (_G: Loose, ctx: Loose) => (ctx.playOrderPos + 1) % ctx.playOrder.length,
          playOrder: (_G: Loose, ctx: Loose) => ctx.playOrder.slice().reverse(),
        },
        onMove: (G: Loose, { playerID }: Loose) => {
          G.log.push(playerID)
        },
        endIf: (G: Loose, _ctx: Loose) => G.n[0] + G.n[1] > 30,
      },
      moves: {
        roll: {
          move: (G: Loose, ctx: Loose, by: number) => {
            G.n[ctx.playerID] += ctx.random.D6() + by
            ctx.events.endTurn()
          },
        },
      },
    },
    take: {
      turn: {
        onBegin: (G: Loose, ctx: Loose) => {
          ctx.events.setActivePlayers({ all: 'pick', minMoves: 1, maxMoves: 1 })
          return G
        },
        endIf: (_G: Loose, ctx: Loose) => ctx.activePlayers === null,
        stages: {
          pick: {
            moves: {
              pick: (G: Loose, { playerID, events, random }: Loose, odd: boolean) => {
                const card = random.Shuffle(G.deck)[0]
                if (odd && card % 2 === 0) return 'INVALID_MOVE'
                if (G.log.length > 14) events.endGame({ scores: [...G.n] })
                return {
                  ...G,
                  log: [...G.log, card],
                  n: G.n.map((n: number, at: number) => (at === Number(playerID) ? n + card : n)),
                }
              },
            },
          },
        },
      },
    },
  },
  onEnd: (G: Loose, ctx: Loose) => {
    G.log.push(ctx.gameover.scores.length)
  },
  endIf: (G: Loose, ctx: Loose) => (ctx.turn > 9 ? { scores: [...G.n] } : undefined),
  playerView: (G: Loose, _ctx: Loose, playerID: string) => ({ ...G, deck: [], seer: playerID }),
  moves: undefined,
  turn: undefined,
  ai: {
    enumerate: (_G: Loose, ctx: Loose) =>
      ctx.phase === 'roll' ? [{ move: 'roll', args: [1] }] : [{ move: 'pick', args: [false] }],
  },
}

/** The game with another spelling of every function but enumerate. */
function respelt(value: Loose, key = ''): Loose {
  if (typeof value === 'function' && key === 'setup')
    return ({ G: _, ctx, ...apis }: Loose, data: Loose) => value({ ...ctx, ...apis }, data)
  if (typeof value === 'function' && key === 'playerView')
    return ({ G, ctx, playerID }: Loose) => value(G, ctx, playerID)
  if (typeof value === 'function')
    return ({ G, ctx, playerID, ...apis }: Loose, ...all: Loose[]) =>
      value(G, { ...ctx, ...apis, playerID }, ...all)
  if (typeof value !== 'object' || value === null) return value
  const parts = Object.entries(value).map(([name, part]) => [
    name,
    name === 'ai' ? part : respelt(part, name),
  ])
  return Object.fromEntries(parts)
}

describe('a game whose functions take (G, ctx)', () => {
  it('plays as it does with functions of 0.50', () => {
    const game = small(OLD)
    expect(game.notes).toEqual([
      expect.stringMatching(/and boardgame.io 0\.50\.\d's reducer agree in \d matches/),
      expect.stringContaining('its functions take (G, ctx), as before boardgame.io 0.50'),
    ])
    for (const seed of [1, 2, 3]) expect(positions(game, seed)).toEqual(positions(small(respelt(OLD)), seed))
    expect(positions(game).at(-1)!.G.log).toContain('1')
  })

  it('has moves whose arguments are counted', () => {
    const { phases } = adaptSignatures(OLD as Loose, tmpdir()).game as Loose
    expect(phases.roll.moves.roll.move).toHaveLength(2)
  })
})

/** A folder whose package.json asks for a version. */
function folderOf(asked: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'evenhand-old-'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify(asked))
  return folder
}

describe('whether a game is from before 0.50', () => {
  const before = folderOf({ dependencies: { 'boardgame.io': '^0.49.12' } })
  const after = folderOf({ devDependencies: { 'boardgame.io': '~0.50.0' } })
  const unknown = folderOf({})
  const either = { move: (state: Loose, by: Loose) => state + by }
  const object = ({ G }: Loose) => G
  const old = (G: Loose, ctx: Loose) => G + ctx
  const isOld = (moves: Loose, folder: string, rest: object = {}) =>
    adaptSignatures({ setup: () => ({}), moves, ...rest }, folder).isOld

  it.each([
    [
      'by package.json if parameters tell nothing',
      [before, after, unknown],
      { either },
      [true, false, false],
    ],
    ['by the parameters', [before, after, unknown], { either, old }, [true, true, true]],
    ['by the parameters of 0.50', [before, after, unknown], { either, object }, [false, false, false]],
    [
      'by package.json if the parameters disagree',
      [before, after, unknown],
      { old, object },
      [true, false, false],
    ],
    [
      'by what is read from a parameter',
      [before],
      { either: (context: Loose) => context.G, other: (c: Loose) => ({ ...(({ G }) => G)(c) }) },
      [false],
    ],
  ])('is told %s', (_, folders, moves, expected) => {
    expect(folders.map(folder => isOld(moves, folder))).toEqual(expected)
  })

  it.each([
    [
      'a setup that takes numPlayers out of ctx',
      { setup: ({ numPlayers }: Loose) => ({ numPlayers }) },
      true,
    ],
    ['a setup that reads it', { setup: (ctx: Loose) => ({ n: ctx.numPlayers }) }, true],
    [
      'a setup that takes ctx out of an object',
      { setup: ({ ctx }: Loose) => ({ n: ctx.numPlayers }) },
      false,
    ],
    ['a setup that takes random, which both have', { setup: ({ random }: Loose) => ({ random }) }, false],
    [
      'orders of 0.50 in a game of (G, ctx)',
      { moves: { old }, turn: { order: { first: object, next: object } } },
      true,
    ],
  ])('is told by %s', (_, rest, expected) => {
    expect(isOld({}, unknown, rest)).toBe(expected)
  })

  it('is recognized by the installed version before package.json', () => {
    const folder = folderOf({ dependencies: { 'boardgame.io': '^0.50.0' } })
    mkdirSync(join(folder, 'node_modules/boardgame.io'), { recursive: true })
    writeFileSync(join(folder, 'node_modules/boardgame.io/package.json'), '{"version":"0.45.2"}')
    expect(isOld({ either }, folder)).toBe(true)
  })

  it.each([
    ['flow', { flow: { movesPerTurn: 1 } }],
    ['phases', { phases: [{ name: 'a' }] }],
    ['startingPhase', { startingPhase: 'a' }],
  ])('is refused with %s, which were before 0.33', (key, rest) => {
    const folder = folderOf({ dependencies: { 'boardgame.io': '^0.27.1' } })
    expect(() => isOld({ old }, folder, rest)).toThrow(
      `the game's ${key} is from boardgame.io 0.32 or earlier (found 0.27.1), expected a game for 0.33 or later`,
    )
  })
})

describe('an earlier version beside the game', () => {
  it.each([
    ['0.47.0', true],
    ['0.48.0', false],
  ])('lets any function call events before 0.48: %s', (version, isAllowed) => {
    const folder = folderOf({ dependencies: { 'boardgame.io': version } })
    const game = {
      setup: (ctx: Loose) => {
        ctx.events.setActivePlayers({ all: 'pick' })
        return { picked: 0 }
      },
      turn: { stages: { pick: { moves: { pick: (G: Loose, _ctx: Loose) => ({ picked: G.picked + 1 }) } } } },
      endIf: (G: Loose, _ctx: Loose) => (G.picked > 3 ? 'draw' : undefined),
      ai: { enumerate: () => [{ move: 'pick' }] },
    }
    const found = boardgameIn({ default: game }, join(folder, 'x.js'))!
    const compile = () => found.compile('x', found.schema.parse({})).notes![0]
    if (isAllowed)
      expect(compile()).toMatch(
        /boardgame.io before 0.48 isn't installed, so evenhand can't compare its own play/,
      )
    else expect(compile).toThrow(/before the first move, setActivePlayers was called outside moves/)
  })

  it("plays the author's functions, to compare with", () => {
    const folder = folderOf({})
    mkdirSync(join(folder, 'node_modules/boardgame.io/internal'), { recursive: true })
    writeFileSync(join(folder, 'node_modules/boardgame.io/package.json'), '{"version":"0.45.2"}')
    writeFileSync(
      join(folder, 'node_modules/boardgame.io/internal/index.js'),
      `const ctx = { numPlayers: 2, turn: 1, currentPlayer: '0', playOrder: ['0', '1'], playOrderPos: 0, phase: null, activePlayers: null, numMoves: 0, _activePlayersMoveLimit: null }
      exports.InitializeGame = ({ game }) => ({ G: game.setup({ ...ctx, random: {} }), ctx })
      exports.CreateGameReducer = ({ game }) => (state, { payload }) => {
        const G = game.moves[payload.type](state.G, { ...state.ctx, playerID: payload.playerID }, ...payload.args)
        return { ...state, _stateID: 1, G: { ...G, odd: G.n > 2 }, ctx: { ...state.ctx, numMoves: G.n } }
      }`,
    )
    const game = {
      setup: (ctx: Loose) => ({ n: 0, last: ctx.currentPlayer, odd: false }),
      moves: { add: (G: Loose, ctx: Loose) => ({ n: G.n + 1, last: ctx.playerID, odd: false }) },
      endIf: (G: Loose, ctx: Loose) => (G.n === 4 ? { winner: ctx.currentPlayer } : undefined),
      ai: { enumerate: () => [{ move: 'add' }] },
    }
    const found = boardgameIn({ default: game, evenhand: { maxMoves: 9 } }, join(folder, 'x.js'))!
    expect(found.compile('x', found.schema.parse({})).notes![0]).toMatch(
      /boardgame.io 0\.45\.2's reducer differs \(G\.odd is false and true\), so the reducer plays the game/,
    )
  })
})

describe('a game for 0.50 with functions that take (G, ctx)', () => {
  it('is played as boardgame.io plays it, with a warning', () => {
    const game = small({ turn: { maxMoves: 1, onBegin: (_G: Loose, _ctx: Loose) => {} } })
    expect(game.notes).toEqual([expect.stringMatching(/and boardgame.io's reducer agree in/)])
    expect(game.warnings).toEqual([
      expect.stringContaining(
        'turn.onBegin takes (G, ctx), as before boardgame.io 0.50, which passes one object: expected ({ G, ctx }, ...args)',
      ),
    ])
  })
})

it('a file that plays a game of another folder finds boardgame.io beside the game', () => {
  const home = mkdtempSync(join(tmpdir(), 'evenhand-'))
  mkdirSync(join(home, 'game/src'), { recursive: true })
  mkdirSync(join(home, 'adapter'))
  writeFileSync(join(home, 'game/package.json'), '{"dependencies":{"boardgame.io":"^0.45.0"}}')
  writeFileSync(join(home, 'game/src/game.js'), 'export default {}')
  const file = join(home, 'adapter/fair.js')
  writeFileSync(file, "export { default } from '../game/src/game.js'")
  expect(homeOf(file)).toBe(join(home, 'game/src'))
  writeFileSync(join(home, 'game/package.json'), '{}')
  expect(homeOf(file)).toBe(join(home, 'adapter'))
})
