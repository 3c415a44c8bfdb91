/** What the gauges show of a position. */
import { describe, expect, it } from 'vitest'
import { settle } from '../../engine/contract/index.ts'
import { ODDS_MAX, ODDS_SIZE } from '../../engine/prestige/rules/odds.ts'
import type { Tables } from '../../engine/prestige/rules/tables.ts'
import { holderIn, totalIn } from '../../engine/prestige/state/fields.ts'
import { HOLDER, TROOPS, territoryAt } from '../../engine/prestige/state/layout.ts'
import { rootOf } from '../../engine/rng.ts'
import { Match, type Scene, scene } from './scenario.ts'

/** A gauge's values, by seat. */
function gauge(match: Match, id: string): number[] {
  const { game, state } = match
  const seats = game.info.seats.length
  const out = new Int32Array(game.info.gauges.length * seats)
  game.gauge(state, out, 0)
  const at = game.info.gauges.findIndex(one => one.id === id) * seats
  return [...out.subarray(at, at + seats)]
}

/** The same gauge without any table of neighbours: for every territory and enemy, the best of all that could attack. */
function prospectsOf(t: Tables, s: Int32Array): number[] {
  const holder = (at: number): number => holderIn(s[territoryAt(at) + HOLDER]!) - 1
  const troops = (at: number): number => Math.min(ODDS_MAX, totalIn(s[territoryAt(at) + TROOPS]!))
  const names = t.rules.map.territories
  const isLinked = (one: number, other: number): boolean =>
    [names[one]!.next, names[other]!.next].some((next, i) =>
      next.includes(names[i === 0 ? other : one]!.name),
    )
  const places = names.map((_, at) => at)
  return Array.from({ length: t.seats }, (_, seat) => {
    const own = places.filter(at => holder(at) === seat)
    const goals = places.filter(at => holder(at) >= 0 && holder(at) !== seat)
    return goals
      .map(to => {
        const able = own
          .filter(from => isLinked(from, to))
          .map(from => totalIn(s[territoryAt(from) + TROOPS]!) - t.guard)
        const most = Math.min(ODDS_MAX, Math.max(0, ...able))
        return most === 0 ? 0 : t.odds[most * ODDS_SIZE + troops(to)]!
      })
      .reduce((sum, odds) => sum + odds, 0)
  })
}

const lands = { a: 'red 2 assault', b: 'red 1 ranged', f: 'blue 4 mounted' }
/** No troop to spare. */
const SPENT = { a: 'red 1 assault', b: 'red 1 ranged', f: 'blue 4 mounted' }
const show = (extra: Partial<Scene>, id: string) => gauge(scene({ lands, turn: 'red', ...extra }), id)

describe('gauges', () => {
  it('prestige, territories, and troops on the board with incoming ones', () => {
    expect(show({ prestige: { red: 1, blue: 2 } }, 'prestige')).toEqual([1, 2])
    expect(show({}, 'territories')).toEqual([2, 1])
    expect(show({ incoming: { blue: '2 ranged' } }, 'troops')).toEqual([3, 6])
  })

  it('missions in reach: the square of how near each is, by its prestige', () => {
    expect(show({ dossiers: { red: 'ends -', blue: 'alike -' } }, 'missions')).toEqual([50, 64])
    expect(show({ dossiers: { red: 'lands -', blue: '- -' }, lands: SPENT }, 'missions')).toEqual([44, 0])
  })

  it('half of what the next turn might bring counts as had: land for spare troops, open places, fights', () => {
    // Two of three territories, and two spare troops; one of two held, and the other open beside it.
    expect(show({ dossiers: { red: 'lands -' }, incoming: { red: '1 ranged' } }, 'missions')[0]).toBe(96)
    expect(
      show({ dossiers: { red: 'west -' }, lands: { a: 'red 1 ranged', f: 'blue 1 mounted' } }, 'missions')[0],
    ).toBe(56)
    const near = { a: 'red 4 assault', b: 'blue 1 mounted' }
    const prospects = show({ lands: near }, 'prospects')[0]!
    expect(show({ dossiers: { red: 'took -' }, lands: near }, 'missions')[0]).toBe(
      Math.floor((100 * Math.floor((60 * (prospects >> 1)) / 100) ** 2) / 3600),
    )
  })

  it('incoming troops count for troops of one type, and types that stand together for combined ones', () => {
    expect(show({ dossiers: { blue: 'alike -' }, incoming: { blue: '1 mounted' } }, 'missions')[1]).toBe(96)
    expect(show({ dossiers: { blue: 'alike -' }, incoming: { blue: '1 assault' } }, 'missions')[1]).toBe(64)
    const combined = (text: string) =>
      show(
        { dossiers: { red: 'combined -' }, lands: { a: text, c: 'red 1 ranged', f: 'blue 1 mounted' } },
        'missions',
      )[0]
    // Of two times three types: two, three, and one whole territory with a third of another.
    expect(combined('red 5 assault')).toBe(10)
    expect(combined('red 5 assault 1 ranged')).toBe(25)
    expect(combined('red 5 assault 1 ranged 1 mounted')).toBe(42)
  })

  it('what was done this turn brings only its own seat nearer', () => {
    const match = scene({
      lands: { a: 'red 4 assault', b: 'blue 2 mounted' },
      dossiers: { red: 'removed -', blue: 'removed -' },
      turn: 'red',
    })
    match.attack('red', 'a b; assault 1', '9|0 0', 'red pick 9 assault', 'blue pick 0 mounted')
    // One of two, and about a third of another: two can attack the remaining one.
    expect(gauge(match, 'missions')).toEqual([44, 0])
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

  it.each([
    ['two', 2, true],
    ['three', 3, true],
    ['four', 4, true],
    ['four', 4, false],
  ] as const)('prospects are those of every pair of neighbours, in random play: %s', (set, seats, guard) => {
    const match = new Match(set, { attack: { guard } })
    const { game, state, tables, events } = match
    const rng = rootOf('prospects')
    const met = new Set<number>()
    for (let step = 0; step < 1500 && game.toMove(state) !== 0; step++) {
      const seat = settle(game, state, events)
      if (seat < 0) break
      game.apply(state, seat, game.sample(state, seat, rng), events)
      const told = gauge(match, 'prospects')
      expect(told).toEqual(prospectsOf(tables, state))
      for (const one of told) met.add(one)
    }
    expect(tables.seats).toBe(seats)
    expect(met.size).toBeGreaterThan(30)
  })
})
