/** What reports get of a game of boardgame.io that says nothing of them. */
import { describe, expect, it } from 'vitest'
import { oddFields } from '../../engine/checks/fields.ts'
import { EVENTS, newEvents, newState, sampleStep, USED } from '../../engine/contract/index.ts'
import { derive, RNG_WORDS, rootOf } from '../../engine/rng.ts'
import { type Loose, small } from './small.ts'

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
    expect(gauges.map(({ id }) => id)).toEqual(['result', 'turn', 'phase-a', 'phase-b'])

    const [state, events, rng] = [newState(game.info), newEvents(game.info), new Int32Array(RNG_WORDS)]
    derive(rng, rootOf('reporting'), 0, 0)
    game.start(state, events)
    const levels = new Int32Array(gauges.length * seats.length)
    const phases: number[] = []
    let moves = 0
    for (let made = 0; made >= 0; moves += Math.max(made, 0)) {
      game.gauge(state, levels, 0)
      phases.push(levels[2 * seats.length]! - levels[3 * seats.length]!)
      made = sampleStep(game, state, new Array<Int32Array>(7).fill(rng), events)
    }
    expect(phases.slice(0, 2)).toEqual([1, 1])
    expect(phases.at(-2)).toBe(-1)
    const used = assets.map((_, asset) =>
      seats.reduce(
        (sum, __, seat) => sum + events[(seat * assets.length + asset) * EVENTS.length + USED]!,
        0,
      ),
    )
    expect(used).toEqual([moves, 0])
  })
})

it('NaN in G stops nothing, and is told by check-game with its place', () => {
  const game = small({
    setup: () => ({ n: 0, all: [{ mean: 0 }] }),
    moves: {
      add: ({ G }: Loose, by: number) => {
        G.n += by
        G.all[0].mean = G.missing / G.n
      },
    },
  })
  expect(oddFields(game, 'seed').map(({ wrong }) => wrong)).toEqual([
    'the state comes to hold NaN at G.all[0].mean',
  ])
})
