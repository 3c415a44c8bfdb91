/** What reports get of a game of boardgame.io that says nothing of them. */
import { describe, expect, it } from 'vitest'
import { suspectFields } from '../../engine/checks/fields.ts'
import { EVENTS, newEvents, newState, sampleStep, USED } from '../../engine/contract/index.ts'
import { derive, RNG_WORDS, rootOf } from '../../engine/rng.ts'
import { isSame, type Loose, positions, small } from './small.ts'

describe('a game without gauges of its own', () => {
  it('counts each move, and plots the turn and the phases', () => {
    const game = small({
      moves: {
        add: ({ G, playerID }: Loose, by: number) => {
          G.n += by
          G.last = playerID
        },
        never: ({ G }: Loose) => {
          G.n++
        },
      },
      phases: { a: { start: true, next: 'b', endIf: ({ G }: Loose) => G.n >= 3 }, b: {} },
    })
    const { gauges, assets, seats } = game.info
    expect(assets.map(({ id }) => id)).toEqual(['add', 'never'])
    expect(gauges.map(({ id }) => id)).toEqual(['result', 'turn', 'phase-a', 'turns-a', 'phase-b', 'turns-b'])
    // Told one by one: the first matches show that they are few.
    expect(gauges[1]!.max).toBeLessThan(game.info.stepMax / 4)

    const [state, events, rng] = [newState(game.info), newEvents(game.info), new Int32Array(RNG_WORDS)]
    derive(rng, rootOf('reporting'), 0, 0)
    game.start(state, events)
    const levels = new Int32Array(gauges.length * seats.length)
    const phases: number[] = []
    const turns: number[][] = []
    let moves = 0
    for (let made = 0; made >= 0; moves += Math.max(made, 0)) {
      game.gauge(state, levels, 0)
      phases.push(levels[2 * seats.length]! - levels[4 * seats.length]!)
      turns.push([levels[seats.length]!, levels[3 * seats.length]!, levels[5 * seats.length]!])
      made = sampleStep(game, state, new Array<Int32Array>(7).fill(rng), events)
    }
    expect(phases.slice(0, 2)).toEqual([1, 1])
    expect(phases.at(-2)).toBe(-1)
    expect(turns[0]).toEqual([1, 0, 0])
    for (const [turn, a, b] of turns.slice(1, -1)) expect(a! + b!).toBe(turn! - 1)
    expect(turns.at(-2)![1]).toBeGreaterThan(1)
    const used = assets.map((_, asset) =>
      seats.reduce(
        (sum, __, seat) => sum + events[(seat * assets.length + asset) * EVENTS.length + USED]!,
        0,
      ),
    )
    expect(used).toEqual([moves, 0])
  })
})

describe('scores', () => {
  const scored = (extras: object, changes: object = {}) => small(changes, extras).info.gauges[0]

  it('are those of evenhand.score, within what it says, or with room around what the first matches show', () => {
    const score = ({ n }: Loose, _ctx: Loose, playerID: string) => n * (playerID === '0' ? 1 : -1)
    expect(scored({ score: { of: score, min: -8, max: 8 } })).toMatchObject({ id: 'score', min: -8, max: 8 })
    const { min, max, weight } = scored({ score })!
    expect([min, max, weight]).toEqual([-21, 35, 1])
    expect(() => scored({ score: { of: score, min: 3, max: 3 } })).toThrow(
      /evenhand.score is .*min: 3, max: 3/,
    )
  })

  it.each([
    ['a list', { scores: [0, 0] }, (G: Loose, id: string, by: number) => (G.scores[id] += by)],
    ['a table', { points: { 0: 0, 1: 0 } }, (G: Loose, id: string, by: number) => (G.points[id] += by)],
    [
      'players',
      { players: { 0: { score: 0 }, 1: { score: 0 } } },
      (G: Loose, id: string, by: number) => (G.players[id].score += by),
    ],
  ])('are those that G plainly has, which agents do not look at: %s', (_name, start, gain) => {
    const gauge = scored(
      {},
      {
        setup: () => ({ n: 0, last: null, ...start }),
        moves: {
          add: ({ G, playerID }: Loose, by: number) => {
            G.n += by
            G.last = playerID
            gain(G, playerID, by)
          },
        },
      },
    )
    expect(gauge).toMatchObject({ id: 'score', weight: 0 })
  })
})

it.each([
  ['each of one move', {}, 1],
  ['each of two', { turn: { minMoves: 2, maxMoves: 2 } }, 2],
  ['of one or two', { turn: { endIf: ({ G, ctx }: Loose) => ctx.numMoves > G.n % 2 } }, 1],
])('turns are counted as in boardgame.io where all take as many moves: %s', (_name, changes, perTurn) => {
  expect(small(changes).info.step).toEqual({ label: 'move', perTurn })
})

it('NaN in G stops nothing, and check-game reports its place', () => {
  const game = small({
    setup: () => ({ n: 0, last: null, all: [{ mean: 0 }] }),
    moves: {
      add: ({ G }: Loose, by: number) => {
        G.n += by
        G.all[0].mean = G.missing / G.n
      },
    },
  })
  expect(suspectFields(game, 'seed').map(({ wrong }) => wrong)).toEqual([
    'the state has NaN at G.all[0].mean',
  ])
})

it('a gameover may hold a date', () => {
  const endIf = ({ G }: Loose) => (G.n >= 6 ? { winner: G.last, ended: new Date(G.n) } : undefined)
  const game = small({ endIf })
  isSame(game)
  const last = positions(game).at(-1)
  expect(last.ctx.gameover).toEqual({ winner: last.G.last, ended: new Date(last.G.n).toJSON() })
})

it('a name with spaces, which boardgame.io refuses, is no obstacle', () => {
  isSame(small({ name: 'a small game' }))
})
