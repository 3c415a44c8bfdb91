/** What searches take positions for that they do not play out. */
import { expect, it } from 'vitest'
import { Evaluator } from '../../agents/evaluation.ts'
import { newEvents, newState, WIN_UNITS, wrapGame } from '../../engine/contract/index.ts'
import { gameOf as gameOfBulwark } from '../bulwark/load.ts'
import { gameOf as gameOfPrestige } from '../prestige/load.ts'

/** Values of the first seat of a game whose gauges stand at nothing but its own of one gauge, which is each of `leads` in turn. */
function valuesOf(
  game: ReturnType<typeof gameOfPrestige>,
  gauge: string,
  leads: readonly number[],
): number[] {
  const at = game.info.gauges.findIndex(({ id }) => id === gauge) * game.info.seats.length
  let lead = 0
  const evaluator = new Evaluator(
    wrapGame(game, {
      gauge: (_, out) => {
        out.fill(0)
        out[at] = lead
      },
    }),
    'smooth',
  )
  const state = newState(game.info)
  game.start(state, newEvents(game.info))
  return leads.map(each => {
    lead = each
    return evaluator.evaluate(state, 0)
  })
}

const LEADS = Array.from({ length: 401 }, (_, i) => i - 200)

it.each([gameOfPrestige('two'), gameOfPrestige('four')])(
  'a greater lead is always worth more, and never as much as a win, nor as little as a loss: $info.seats.length seats',
  game => {
    const values = valuesOf(game, 'troops', LEADS)
    for (let i = 1; i < values.length; i++) expect(values[i]).toBeGreaterThan(values[i - 1]!)
    expect(values[0]).toBeGreaterThan(1)
    expect(values.at(-1)).toBeLessThan(WIN_UNITS - 1)
    expect(values[200]).toBe(WIN_UNITS / game.info.seats.length)
    const weight = game.info.gauges.find(({ id }) => id === 'troops')!
    // Next to nothing, it counts by its weight.
    expect(values[201]! - values[200]!).toBeCloseTo(weight.searchWeight ?? weight.weight, 1)
  },
)

it('searches of Bulwark do not care for tiles, as greedy does', () => {
  const game = gameOfBulwark()
  expect(valuesOf(game, 'tiles', [0, 9])).toEqual([WIN_UNITS / 2, WIN_UNITS / 2])
  const [even, ahead] = valuesOf(game, 'advance', [0, 9])
  expect(ahead).toBeGreaterThan(even!)
})
