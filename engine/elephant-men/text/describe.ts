/** A position as the JSON that the rulings define. */
import { type Ending, endingOf, NOBODY, type State, winnerOf } from '../../contract/index.ts'
import type { Tables } from '../rules/tables.ts'
import { pendingDamage, pendingFavour, pendingSquare } from '../state/cells.ts'
import { GONE, lane } from '../state/lanes.ts'
import {
  BLOCKING,
  DONE,
  FAVOUR,
  HP,
  OUTCOME,
  OWN,
  PENDING,
  PENDING_COUNT,
  RESTING,
  SQUARES,
} from '../state/layout.ts'
import { squareName } from './notation.ts'

/** Turn and phase last resolved, from 1; phase 0 before the first. */
export function lastPhase(t: Tables, s: State): { turn: number; phase: number } {
  const done = s[DONE]!
  if (done === 0) return { turn: 1, phase: 0 }
  return { turn: Math.floor((done - 1) / t.phases) + 1, phase: ((done - 1) % t.phases) + 1 }
}

const byPlace = (a: { at: string }, b: { at: string }): number => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)

function unitsOf(t: Tables, s: State) {
  const units = []
  for (let slot = 0; slot < t.units; slot++) {
    const square = lane(s, SQUARES, slot)
    if (square === GONE) continue
    units.push({
      at: squareName(t, square),
      kind: t.kinds[t.slotKind[slot]!]!,
      side: t.rules.sides[(s[OWN]! >>> slot) & 1 ? 0 : 1]!.name,
      hp: lane(s, HP, slot),
      resting: ((s[RESTING]! >>> slot) & 1) === 1,
      blocking: ((s[BLOCKING]! >>> slot) & 1) === 1,
    })
  }
  return units.sort(byPlace)
}

function pendingOf(t: Tables, s: State) {
  const words = Array.from(s.subarray(PENDING, PENDING + s[PENDING_COUNT]!))
  const blows = words.filter(w => pendingDamage(w) > 0)
  const prayers = words.filter(w => pendingDamage(w) === 0)
  return [
    ...blows.map(w => ({ at: squareName(t, pendingSquare(w)), damage: pendingDamage(w) })),
    ...prayers.map(w => ({ at: squareName(t, pendingSquare(w)), favour: pendingFavour(w) })),
  ].sort(byPlace)
}

/** The winner's name, 'draw', 'length' or null. */
function winnerName(t: Tables, s: State, endings: readonly Ending[]): string | null {
  const outcome = s[OUTCOME]!
  if (outcome === 0) return null
  const winner = winnerOf(outcome)
  return winner === NOBODY ? endings[endingOf(outcome)]!.kind : t.rules.sides[winner]!.name
}

export function describe(t: Tables, s: State, endings: readonly Ending[]): object {
  const { turn, phase } = lastPhase(t, s)
  return {
    turn,
    phase,
    favour: s[FAVOUR]!,
    units: unitsOf(t, s),
    pending: pendingOf(t, s),
    winner: winnerName(t, s, endings),
  }
}
