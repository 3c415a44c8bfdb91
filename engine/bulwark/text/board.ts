/** Positions as a map of hexagons to draw. */
import type { BoardPlace, GameBoard, Holding, State } from '../../contract/index.ts'
import type { Tables } from '../rules/tables.ts'
import {
  homeIn,
  numberOf,
  OUT,
  ownerIn,
  RECOVERING,
  SLOTS,
  seatOf,
  TILE,
  UNIT_BITS,
} from '../state/layout.ts'
import { slotsIn } from './describe.ts'
import { standings } from './render.ts'

const GROUNDS = { land: {}, sea: { ground: 'sea' }, impassable: { ground: 'blocked' } } as const

export function boardOf(t: Tables): GameBoard {
  return {
    family: 'hexes',
    places: t.map.map((tile, i) => placeOf(tile, t.names[i]!)),
    signs: Array.from({ length: Math.min(SLOTS, Math.max(...t.sizes)) }, (_, unit) => [
      String(unit + 1),
      `unit ${unit + 1}`,
    ]),
    faint: 'recovers',
    home: 'a capital',
    at: s => ({
      holdings: t.map.map((_, tile) => holdingOf(s, tile)),
      standings: standings(t, s).split('; '),
    }),
  }
}

function placeOf({ at, kind, abilities, ferries }: Tables['map'][number], name: string): BoardPlace {
  const notes = [
    ...abilities.map(given => (typeof given === 'string' ? given : given.name)),
    ...(ferries.length > 0 ? ['ferry'] : []),
  ]
  return {
    name,
    at: [at[0]!, at[1]!],
    ...GROUNDS[kind],
    ...(notes.length > 0 ? { note: notes.join(', ') } : {}),
  }
}

function holdingOf(s: State, tile: number): Holding {
  const word = s[TILE + tile]!
  const owner = ownerIn(word)
  const home = homeIn(word)
  const isHome = home > 0 && ((s[OUT]! >> (home - 1)) & 1) === 0
  return {
    ...(owner > 0 ? { owner: owner - 1 } : {}),
    ...(isHome ? { home: home - 1 } : {}),
    pieces: slotsIn(word & UNIT_BITS).map(slot => ({
      seat: seatOf(slot),
      sign: String(numberOf(slot) + 1),
      ...((s[RECOVERING]! >> slot) & 1 ? { faint: true } : {}),
    })),
  }
}
