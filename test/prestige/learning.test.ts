/** What learning players see of Prestige. */
import { describe, expect, it } from 'vitest'
import {
  Foresight,
  MISSIONS_GAUGE,
  PROSPECTS_GAUGE,
  TERRITORIES_GAUGE,
} from '../../engine/prestige/learning/foresight.ts'
import { seenCards, stepOf } from '../../engine/prestige/learning/tokens.ts'
import { TYPES } from '../../engine/prestige/rules/parts.ts'
import { compileTables } from '../../engine/prestige/rules/tables.ts'
import { putTroops } from '../../engine/prestige/state/board.ts'
import { troopsOf } from '../../engine/prestige/state/fields.ts'
import { rulesOf } from './load.ts'
import { scene } from './scenario.ts'

const [RED, BLUE] = [0, 1]
const [B, C, D] = [1, 2, 3]

describe('foresight', () => {
  const lands = { a: 'red 3 assault', c: 'red 3 ranged', d: 'blue 2 mounted', f: 'blue 1 mounted' }
  const dossiers = { red: 'west -', blue: 'alike -' }

  it('a move, troops placed and a conquest bring what the gauges then say', () => {
    const { state, tables } = scene({ lands, dossiers, incoming: { red: '2 ranged' }, turn: 'red' })
    const before = state.slice()
    const ahead = new Foresight(tables, state.length)
    ahead.move(state, RED, TYPES.indexOf('assault'), 0, B)
    expect([ahead.met, ahead.rise(TERRITORIES_GAUGE, RED), ahead.rise(MISSIONS_GAUGE, RED) > 0]).toEqual([
      1,
      1,
      true,
    ])
    ahead.place(state, RED, TYPES.indexOf('ranged'), C)
    expect([ahead.met, ahead.rise(TERRITORIES_GAUGE, RED), ahead.rise(PROSPECTS_GAUGE, RED) > 0]).toEqual([
      0,
      0,
      true,
    ])
    ahead.conquer(state, RED, C, D)
    expect([
      ahead.rise(TERRITORIES_GAUGE, RED),
      ahead.rise(TERRITORIES_GAUGE, BLUE),
      ahead.othersRise(TERRITORIES_GAUGE, RED),
    ]).toEqual([1, -1, -1])
    expect(state).toEqual(before)
  })

  it('a position that changes in place is measured anew', () => {
    const { state, tables } = scene({ lands, dossiers, turn: 'red' })
    const ahead = new Foresight(tables, state.length)
    const anew = (): Foresight => new Foresight(tables, state.length)
    const risesIn = (one: Foresight): number[] => {
      one.conquer(state, RED, C, D)
      return [one.rise(PROSPECTS_GAUGE, RED), one.rise(MISSIONS_GAUGE, RED), one.rise(PROSPECTS_GAUGE, BLUE)]
    }
    const first = risesIn(ahead)
    putTroops(tables, state, RED, C, troopsOf(TYPES.indexOf('assault'), 4))
    expect(risesIn(ahead)).toEqual(risesIn(anew()))
    expect(risesIn(anew())).not.toEqual(first)
  })

  it('missions that would no longer be met are distinguished', () => {
    const whole = '1 assault 1 mounted 1 ranged'
    const met = { a: `red ${whole}`, c: `red ${whole}`, f: 'blue 1 mounted' }
    const { state, tables } = scene({ lands: met, dossiers: { red: 'combined -' }, turn: 'red' })
    const ahead = new Foresight(tables, state.length)
    ahead.move(state, RED, TYPES.indexOf('assault'), 0, B)
    expect([ahead.met, ahead.rise(MISSIONS_GAUGE, RED) < 0]).toEqual([3, true])
  })
})

it('each seat sees the cards that name places as the first one sees their images', () => {
  const tables = compileTables(rulesOf('two'))
  const seen = seenCards(tables)
  const imageOf = (name: string) =>
    tables.cardNames[seen[BLUE * tables.cards + tables.cardNames.indexOf(name)]!]
  expect(imageOf('south-heart')).toBe('north-heart')
  expect(imageOf('north-trail')).toBe('south-trail')
  expect(imageOf('raider')).toBe('raider')
  expect(Array.from(seen.subarray(0, tables.cards))).toEqual(
    Array.from({ length: tables.cards }, (_, i) => i),
  )
})

it('differences are encoded in doubling steps, the same for both sides', () => {
  expect([0, 1, 3, 7, 8, 16, 500].map(stepOf)).toEqual([7, 8, 8, 8, 9, 10, 14])
  expect([-1, -8, -500].map(stepOf)).toEqual([6, 5, 0])
})
