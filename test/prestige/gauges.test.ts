/** What the gauges show of a position. */
import { describe, expect, it } from 'vitest'
import { type Match, type Scene, scene } from './scenario.ts'

/** A gauge's values, by seat. */
function gauge(match: Match, id: string): number[] {
  const { game, state } = match
  const seats = game.seats.length
  const out = new Int32Array(game.gauges.length * seats)
  game.gauge(state, out)
  const at = game.gauges.findIndex(one => one.id === id) * seats
  return [...out.subarray(at, at + seats)]
}

const lands = { a: 'red 2 assault', b: 'red 1 ranged', f: 'blue 4 mounted' }
const show = (extra: Partial<Scene>, id: string) => gauge(scene({ lands, turn: 'red', ...extra }), id)

describe('gauges', () => {
  it('prestige, territories, and troops on the board with incoming ones', () => {
    expect(show({ prestige: { red: 1, blue: 2 } }, 'prestige')).toEqual([1, 2])
    expect(show({}, 'territories')).toEqual([2, 1])
    expect(show({ incoming: { blue: '2 ranged' } }, 'troops')).toEqual([3, 6])
  })

  it('missions in reach: the square of how near each is, by its prestige', () => {
    expect(show({ dossiers: { red: 'lands -', blue: '- -' } }, 'missions')).toEqual([44, 0])
    expect(show({ dossiers: { red: 'ends -', blue: 'alike -' } }, 'missions')).toEqual([50, 64])
  })

  it('what was done this turn brings only its own seat nearer', () => {
    const match = scene({
      lands: { a: 'red 4 assault', b: 'blue 2 mounted' },
      dossiers: { red: 'removed -', blue: 'removed -' },
      turn: 'red',
    })
    match.attack('red', 'a b; assault 1', '9|0 0', 'red pick 9 assault', 'blue pick 0 mounted')
    expect(gauge(match, 'missions')).toEqual([25, 0])
  })

  it('prospects: the best odds on every enemy territory within reach', () => {
    // Red can send 3 against 1, blue nothing.
    const [red, blue] = show(
      { lands: { a: 'red 4 assault', c: 'red 2 assault', b: 'blue 1 mounted' } },
      'prospects',
    )
    expect(red).toBeGreaterThan(60)
    expect(red).toBeLessThan(80)
    expect(blue).toBe(0)
    expect(show({}, 'prospects')).toEqual([0, 0])
  })
})
