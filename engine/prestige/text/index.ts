/** What people read and write: decisions as records hold them, positions as JSON and as text. */
import type { GameBoard, GameText, Holding, State } from '../../contract/index.ts'
import { neighboursOf } from '../rules/map.ts'
import type { Tables } from '../rules/tables.ts'
import { holderIn, totalIn } from '../state/fields.ts'
import { HOLDER, PRESTIGE, STILL_IN, seatAt, TERRITORIES, TROOPS, territoryAt } from '../state/layout.ts'
import { describe, dossierOf } from './describe.ts'
import { guideOf, missionsOf, missionText } from './guide.ts'
import { Notation } from './notation.ts'
import { asks, narrate, render, troopsIn } from './render.ts'
import { briefOf, storyOf } from './story.ts'

export function textOf(tables: Tables): GameText {
  const notation = new Notation(tables)
  return {
    replayEach: 'decision',
    // Missions are named by their place in a dossier, dice by the phase.
    fixedFormat: false,
    format: (state, seat, action) => notation.format(state, seat, action),
    parse: (state, seat, text) => notation.parse(state, seat, text),
    tell: (state, seat, action) => notation.tell(state, seat, action),
    places: (state, seat, action) => notation.places(state, seat, action),
    describe: state => describe(tables, state),
    guide: guideOf(tables),
    asks: state => asks(state),
    aims: (view, seat) =>
      dossierOf(tables, view, seat).flatMap(name =>
        tables.rules.deck.cards.filter(card => card.name === name).map(missionText),
      ),
    legend: missionsOf(tables),
    render: state => render(tables, state),
    narrate: (before, after) => narrate(tables, before, after),
    story: (before, after) => storyOf(tables, before, after),
    brief: (before, after) => briefOf(tables, before, after),
    board: boardOf(tables),
  }
}

export function boardOf(t: Tables): GameBoard {
  return {
    family: 'map',
    places: t.rules.map.territories.map(({ name, region }) => ({ name, region, ...bearingOf(name) })),
    links: neighboursOf(t.rules.map).flatMap((near, from) =>
      near.filter(to => from < to).map(to => [from, to] as const),
    ),
    signs: [],
    figures: 'troops',
    at: s => ({
      holdings: t.territoryNames.map((_, territory) => holdingOf(s, territory)),
      standings: t.rules.seats.map(({ name }, seat) => {
        const at = seatAt(seat)
        const out = ((s[STILL_IN]! >> seat) & 1) === 0 ? ', out' : ''
        return `${name}: prestige ${s[at + PRESTIGE]} of ${t.win}, territories ${s[at + TERRITORIES]}${out}`
      }),
    }),
  }
}

/** Where a territory lies by its name: "north-keep" in the north. */
function bearingOf(name: string): { bearing?: readonly [number, number] } {
  const bearing = BEARINGS[/^[a-z]+/.exec(name)?.[0] ?? '']
  // A copy, so that games share nothing.
  return bearing ? { bearing: [...bearing] } : {}
}

const BEARINGS: Readonly<Record<string, readonly [number, number]>> = {
  north: [0, 1],
  east: [1, 0],
  south: [0, -1],
  west: [-1, 0],
}

function holdingOf(s: State, territory: number): Holding {
  const at = territoryAt(territory)
  const holder = holderIn(s[at + HOLDER]!)
  if (holder === 0) return { pieces: [] }
  const seat = holder - 1
  const troops = s[at + TROOPS]!
  return { owner: seat, pieces: [{ seat, sign: '', figure: totalIn(troops), words: troopsIn(troops) }] }
}
