/** A position as plain JSON; docs/rules/bulwark.md lists the keys. */
import { endingOf, NOBODY, winnerOf } from '../../contract/index.ts'
import type { Tables } from '../rules/tables.ts'
import {
  ASKED,
  AT,
  BATTLE,
  CAPITAL,
  GONE,
  HELD,
  HELD_COUNTING,
  LIVING,
  numberOf,
  OUT,
  OUTCOME,
  ownerIn,
  RECOVERING,
  ROUND,
  SLOTS,
  STAGE,
  STEPPED,
  seatOf,
  slotOf,
  TILE,
  TO_MOVE,
  TURN,
  UNIT_BITS,
} from '../state/layout.ts'
import { unitName } from './notation.ts'

/** The open decision, by stage. */
const QUESTIONS = ['capital', 'step', 'end', 'flee', 'battle', 'retreat', 'over'] as const

const has = (mask: number, bit: number): boolean => ((mask >> bit) & 1) === 1

export function slotsIn(mask: number): number[] {
  return Array.from({ length: SLOTS }, (_, slot) => slot).filter(slot => has(mask, slot))
}

/** The ending's index and the winner's seat (or NOBODY) of a match that is over; else null. */
export function outcomeOf(s: Int32Array): { ending: number; winner: number } | null {
  const outcome = s[OUTCOME]!
  return outcome === 0 ? null : { ending: endingOf(outcome), winner: winnerOf(outcome) }
}

/** The open decision and its team; null when the match is over or a turn must be closed. */
function asked(t: Tables, s: Int32Array) {
  const stage = s[STAGE]!
  const question = QUESTIONS[stage]!
  const seats = t.rules.team.names.filter((_, seat) => has(s[TO_MOVE]!, seat))
  const [team] = seats
  if (team === undefined) return question === 'battle' ? { what: question } : null
  if (question === 'capital' || question === 'end') return { what: question, team }
  const unit = numberOf(s[ASKED]!) + 1
  const of = t.rules.team.names[seatOf(s[ASKED]!)]!
  return of === team ? { what: question, team, unit } : { what: question, team, unit, of }
}

function unitsOf(t: Tables, s: Int32Array) {
  const units = []
  for (let slot = 0; slot < slotOf(t.seats, 0); slot++) {
    if (s[AT + slot] === GONE) continue
    units.push({
      team: t.rules.team.names[seatOf(slot)]!,
      unit: numberOf(slot) + 1,
      at: t.names[s[AT + slot]!]!,
      stepped: has(s[STEPPED]!, slot),
      recovers: has(s[RECOVERING]!, slot),
    })
  }
  return units
}

function battleOf(t: Tables, s: Int32Array) {
  if (s[BATTLE] === 0) return null
  const tile = s[BATTLE]! - 1
  const fallen = s[TILE + tile]! & UNIT_BITS & ~s[LIVING]!
  const names = (mask: number) => slotsIn(mask).map(slot => unitName(t, slot))
  return {
    at: t.names[tile]!,
    attacker: t.rules.team.names[s[TURN]!]!,
    living: names(s[LIVING]!),
    fallen: names(fallen),
  }
}

function winnerName(t: Tables, s: Int32Array): string | null {
  const outcome = outcomeOf(s)
  if (outcome === null) return null
  return outcome.winner === NOBODY ? 'length' : t.rules.team.names[outcome.winner]!
}

export function describe(t: Tables, s: Int32Array): object {
  const teams = t.rules.team.names
  return {
    round: s[ROUND]!,
    turn: outcomeOf(s) === null ? teams[s[TURN]!]! : null,
    asks: asked(t, s),
    teams: teams.map((team, seat) => ({
      team,
      capital: s[CAPITAL + seat] === 0 ? null : t.names[s[CAPITAL + seat]! - 1]!,
      held: Math.max(0, s[HELD + seat]! - HELD_COUNTING),
      out: has(s[OUT]!, seat),
    })),
    units: unitsOf(t, s),
    tiles: t.names.flatMap((tile, i) => {
      const owner = ownerIn(s[TILE + i]!)
      return owner === 0 ? [] : [{ tile, owner: teams[owner - 1]! }]
    }),
    abilities: t.timed.map(({ tile, swarms }, k) => ({
      ability: swarms ? 'swarm' : 'rally',
      at: t.names[tile]!,
      ready: Math.max(s[t.ready + k]!, 1),
    })),
    battle: battleOf(t, s),
    winner: winnerName(t, s),
  }
}
