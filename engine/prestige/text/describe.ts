/** A position as JSON. */
import { endingOf, NOBODY, type State, winnerOf } from '../../contract/index.ts'
import { ENDINGS } from '../rules/assets.ts'
import type { TYPES } from '../rules/parts.ts'
import type { Tables } from '../rules/tables.ts'
import { countIn, holderIn } from '../state/fields.ts'
import { DOSSIER, HOLDER, INCOMING, OUTCOME, PRESTIGE, seatAt, TROOPS, territoryAt } from '../state/layout.ts'

type Counts = Record<(typeof TYPES)[number], number>

function counts(troops: number): Counts {
  return {
    assault: countIn(troops, 0),
    mounted: countIn(troops, 1),
    ranged: countIn(troops, 2),
  }
}

function bySeat<T>(t: Tables, of: (seat: number) => T): Record<string, T> {
  return Object.fromEntries(t.rules.seats.map(({ name }, seat) => [name, of(seat)]))
}

function byTerritory<T>(t: Tables, of: (at: number) => T): Record<string, T> {
  return Object.fromEntries(t.territoryNames.map((name, territory) => [name, of(territoryAt(territory))]))
}

/** The name of a territory's holder, null for nobody. `at` is where its words begin. */
export function holderName(t: Tables, s: State, at: number): string | null {
  const holder = holderIn(s[at + HOLDER]!)
  return holder === 0 ? null : t.rules.seats[holder - 1]!.name
}

/** A seat's missions by place, null where there is none. */
export function dossierOf(t: Tables, s: State, seat: number): (string | null)[] {
  return Array.from({ length: t.dossier }, (_, p) => t.cardNames[s[seatAt(seat) + DOSSIER + p]! - 1] ?? null)
}

function winnerName(t: Tables, s: State): string | null {
  const outcome = s[OUTCOME]!
  if (outcome === 0) return null
  const winner = winnerOf(outcome)
  return winner === NOBODY ? ENDINGS[endingOf(outcome)]!.kind : t.rules.seats[winner]!.name
}

/** The position as the JSON that docs/rules/prestige.md defines. */
export function describe(t: Tables, s: State): object {
  return {
    territories: byTerritory(t, at => holderName(t, s, at)),
    troops: byTerritory(t, at => counts(s[at + TROOPS]!)),
    dossiers: bySeat(t, seat => dossierOf(t, s, seat)),
    prestige: bySeat(t, seat => s[seatAt(seat) + PRESTIGE]!),
    incoming: bySeat(t, seat => counts(s[seatAt(seat) + INCOMING]!)),
    winner: winnerName(t, s),
  }
}
