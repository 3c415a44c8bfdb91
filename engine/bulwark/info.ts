/** The description of Bulwark: its type and sizes, gauges, assets and endings. */
import { type Ending, type GameInfo, type Gauge, WIN_UNITS } from '../contract/index.ts'
import { ASPECTS, tokensOf } from './learning.ts'
import type { Tables } from './rules/tables.ts'
import { identifyingIn } from './state/layout.ts'

export const ENDINGS: readonly Ending[] = [
  { id: 'capital', kind: 'win', label: 'the last opponent went too long without its capital' },
  { id: 'losses', kind: 'win', label: 'the last opponent has no units left' },
  { id: 'length', kind: 'length', label: 'the turn limit was reached' },
]

// Their indices.
export const BY_CAPITAL = 0
export const BY_LOSSES = 1
export const BY_LENGTH = 2

/** Win units that the whole range of each gauge is worth: rough, found by trial in play (docs/rules/bulwark.md). */
const WEIGHTS = {
  tiles: WIN_UNITS / 3,
  capital: WIN_UNITS,
  units: WIN_UNITS / 2,
  fit: WIN_UNITS / 3,
  advance: WIN_UNITS / 2,
} as const

/**
 * The same for searches, rounded from what `npm run weights` says (docs/rules/bulwark.md). Tiles count for nothing: they are taken by teams that
 * wander, and who wanders loses.
 */
const SEARCH_WEIGHTS = {
  tiles: 0,
  capital: 42,
  units: 36,
  fit: 2,
  advance: 33,
} as const

/** The gauges in the order in which state/gauges.ts writes them. */
function gaugesOf({ passable, sizes, turnsLeft, furthest }: Tables): Gauge[] {
  const units = Math.max(...sizes)
  const gauge = (id: keyof typeof WEIGHTS, label: string, max: number): Gauge => ({
    id,
    label,
    min: 0,
    max,
    zeroSum: false,
    weight: WEIGHTS[id] / max,
    searchWeight: SEARCH_WEIGHTS[id] / max,
  })
  return [
    gauge(
      'tiles',
      'tiles owned',
      passable.reduce((sum, one) => sum + one, 0),
    ),
    {
      ...gauge('capital', 'turns until its fallen capital puts the team out', turnsLeft),
      decides: ['capital', 'losses'],
    },
    gauge('units', 'units in the game', units),
    gauge('fit', 'units that do not recover', units),
    gauge('advance', "nearness of the units to other teams' capitals, in steps", units * furthest),
  ]
}

/** Most decisions of seats and chance in one turn. */
function decisionsOfTurn({ rallies, rules, timed, sizes }: Tables): number {
  // Every unit answers once more after each use of an ability; a use is a decision, and so is the flight it may cause.
  const answers = (timed.length + 1) * Math.max(...sizes) + 2 * timed.length
  // Where Rally fetches enemies, each may begin a battle of all units at once.
  const rallied = rules.rally.targets === 'all' ? rallies * lossesOfTurn(sizes) : 0
  // One more ends the turn.
  return answers + 1 + (rules.battle.when === 'end' ? lossesOfTurn(sizes) : lossesOfSteps(sizes) + rallied)
}

/** Every unit may fall, and retreat. */
function lossesOfTurn(sizes: readonly number[]): number {
  return 2 * sizes.reduce((sum, size) => sum + size, 0)
}

/** Where every step may begin a battle: one attacker against as many as another team has, who all may fall, and retreat. */
function lossesOfSteps(sizes: readonly number[]): number {
  const most = Math.max(...sizes)
  return most * 2 * (1 + most)
}

export function infoOf(id: string, tables: Tables): GameInfo {
  const { rules, seats } = tables
  const stepMax = seats * rules.limits.turns
  return {
    id,
    type: { dynamics: 'sequential', chance: 'explicit', information: 'perfect', utility: 'constant-sum' },
    seats: rules.team.names,
    stateSize: tables.stateSize,
    identifying: identifyingIn(tables),
    actionCount: tables.codes.count,
    legalMax: tables.legalMax,
    decisionMax: seats + stepMax * decisionsOfTurn(tables),
    stepMax,
    step: { label: 'turn', perTurn: 1 },
    learning: { tokens: tokensOf(tables), aspects: ASPECTS, practiceOnly: true },
    gauges: gaugesOf(tables),
    assets: tables.assets.list,
    endings: ENDINGS,
  }
}
