/** What people read and write of Bulwark: decisions, positions, and a drawing of a map. */
import {
  type BoardPlace,
  foldLine,
  type Game,
  type GameBoard,
  type GameText,
  type Holding,
  type Seat,
  type State,
} from '../../contract/index.ts'
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
import { describe, slotsIn } from './describe.ts'
import { guideOf } from './guide.ts'
import { formatAction, parseAction, placesOf, tellAction } from './notation.ts'
import { legendOf, render, standings } from './render.ts'
import { briefOf, storyOf } from './story.ts'

/** @internal For docs/scripts/map.ts. */
export { drawMap } from './picture.ts'

export function textOf(tables: Tables, game: Pick<Game, 'toMove' | 'legal'>): GameText {
  /** The actions that a seat may choose, null if it is not to move. */
  const legal = (state: State, seat: Seat): Int32Array | null => {
    if (((game.toMove(state) >> seat) & 1) === 0) return null
    const out = new Int32Array(tables.legalMax)
    return out.subarray(0, game.legal(state, seat, out))
  }
  return {
    replayEach: 'decision',
    fixedFormat: true,
    format: (_state, seat, action) => formatAction(tables, seat, action),
    parse: (state, seat, text) => parseAction(tables, seat, text, legal(state, seat)),
    tell: (_state, seat, action) => tellAction(tables, seat, action),
    places: (state, seat, action) => placesOf(tables, state, seat, action),
    describe: state => describe(tables, state),
    guide: guideOf(tables),
    legend: legendOf(tables),
    render: (state, width) => render(tables, state, width),
    narrate: (before, after, width) =>
      [
        ...storyOf(tables, before, after).flatMap(line => foldLine(`  ${line}`)),
        render(tables, after, width),
      ].join('\n'),
    story: (before, after) => storyOf(tables, before, after),
    brief: (before, after) => briefOf(tables, before, after),
    board: boardOf(tables),
  }
}

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
    note: notes.length > 0 ? notes.join(', ') : undefined,
  }
}

function holdingOf(s: State, tile: number): Holding {
  const word = s[TILE + tile]!
  const owner = ownerIn(word)
  const home = homeIn(word)
  const isHome = home > 0 && ((s[OUT]! >> (home - 1)) & 1) === 0
  return {
    owner: owner > 0 ? owner - 1 : undefined,
    home: isHome ? home - 1 : undefined,
    pieces: slotsIn(word & UNIT_BITS).map(slot => ({
      seat: seatOf(slot),
      sign: String(numberOf(slot) + 1),
      faint: (s[RECOVERING]! >> slot) & 1 ? true : undefined,
    })),
  }
}
