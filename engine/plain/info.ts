/** The GameInfo of a game of plain values. */
import { escapeControls, show } from '../../documents/index.ts'
import type { Ending, GameInfo, Gauge, Role } from '../contract/index.ts'
import { GameError } from '../modules/index.ts'
import type { Definition } from './define.ts'

/** Most words of a state, and most moves at once. */
export interface Sizes {
  readonly words: number
  readonly moves: number
  /** Whether seats take turns in random matches: a turn is then a move of each. */
  readonly takesTurns: boolean
  /** Endings of the author's that are read as roles, where the game declares none. */
  readonly teams?: readonly string[]
}

/** Most decisions of a match by default. */
export const MOVES_MAX = 1000

/** The ending of a match that was cut off. */
export const LIMIT_ENDING = 'limit'

/**
 * The headline gauge by default, 0 until the match is over. It weighs half a win: what a won match is worth
 * to a search that sees its end.
 */
export const RESULT_GAUGE = {
  id: 'result',
  label: 'won 1, lost -1',
  min: -1,
  max: 1,
  weight: 30,
} satisfies Omit<Gauge, 'zeroSum'>

/** Whether the game has no gauge, so nobody is ahead before the end. */
export function lacksGauges({ gauges: [headline] }: GameInfo): boolean {
  return isResult(headline!)
}

/** Whether agents see nothing but who has won. */
export function weighsOnlyResult({ gauges }: GameInfo): boolean {
  return gauges.every(gauge => gauge.weight === 0 || isResult(gauge))
}

function isResult({ id, label }: Gauge): boolean {
  return id === RESULT_GAUGE.id && label === RESULT_GAUGE.label
}

/** `most`: decisions of a match. */
export function infoOf(
  id: string,
  definition: Definition,
  seats: readonly string[],
  stateSize: number,
  most: number,
  { moves, takesTurns, teams = [] }: Sizes,
): GameInfo {
  const { applyAll, chance, view, assets = ['move'], gauges } = definition
  const declared = rolesOf(definition.roles ?? [])
  const roles = declared.length > 0 ? declared : rolesOf(teams)
  return {
    id,
    type: {
      dynamics: applyAll ? 'simultaneous' : 'sequential',
      chance: chance ? 'explicit' : 'deterministic',
      information: view ? 'imperfect' : 'perfect',
      utility: 'constant-sum',
    },
    seats,
    stateSize,
    actionCount: moves,
    legalMax: moves,
    decisionMax: applyAll ? most * seats.length : most,
    stepMax: most + 1,
    step: { label: 'move', perTurn: takesTurns && !applyAll ? seats.length : 1 },
    gauges: gauges
      ? Object.entries(gauges).map(([gauge, { label, min, max, weight = 1 }]) => ({
          id: gauge,
          label: escapeControls(label ?? gauge),
          min,
          max,
          zeroSum: false,
          weight,
        }))
      : [{ ...RESULT_GAUGE, zeroSum: false }],
    assets: assets.map(asset => ({ id: asset, group: 'move', label: escapeControls(asset) })),
    endings: endingsOf(definition, declared).map(ending =>
      ending.kind === 'win' && teams.includes(ending.id) ? { ...ending, role: ending.id } : ending,
    ),
    ...(roles.length > 0 && { roles }),
  }
}

function rolesOf(roles: NonNullable<Definition['roles']>): Role[] {
  if (Array.isArray(roles)) return roles.map(id => ({ id, fair: 1 / roles.length }))
  return Object.entries(roles as Readonly<Record<string, number>>).map(([id, fair]) => ({
    id,
    fair: fair / 100,
  }))
}

/** What a win is called whose ending has no name. */
export const PLAIN_WIN = 'won'

/** The author's endings, each as a win (of each role, if there are roles) and as a draw, and every game's own. */
function endingsOf({ endings = {} }: Definition, roles: readonly Role[]): Ending[] {
  const all = { win: PLAIN_WIN, draw: 'a draw', ...endings }
  const others = Object.entries(endings).filter(
    ([id]) => id !== 'draw' && !roles.some(role => role.id === id),
  )
  const end = (kind: 'win' | 'draw', id: string, label: string, role?: string): Ending => ({
    ...{ id, kind, label: escapeControls(label) },
    ...(role !== undefined && { role }),
  })
  return [
    ...(roles.length === 0
      ? Object.entries(all).map(([id, label]) => end(id === 'draw' ? 'draw' : 'win', id, label))
      : [
          ...roles.map(({ id }) => end('win', id, endings[id] ?? `${id} won`, id)),
          ...others.flatMap(([id, label]) =>
            roles.map(role => end('win', endingOfRole(id, role.id), `${label} (${role.id})`, role.id)),
          ),
          end('draw', 'draw', all.draw),
        ]),
    ...others.map(([id, label]) => end('draw', drawEndingOf(id), `${label}, a draw`)),
    { id: LIMIT_ENDING, kind: 'length', label: 'the match reached its limit of moves (maxMoves)' },
  ]
}

/** The ending's id if a role wins by it: the role's where the author names no other. */
export function endingOfRole(by: string | undefined, role: string): string {
  return by === undefined || by === role ? role : `${by}-${role}`
}

/** The ending's id if all seats share the win. */
export function drawEndingOf(ending: string): string {
  return `${ending}-draw`
}

/** Throws a GameError for names that records and reports could not tell apart, or from what follows them. */
export function requireSeatNames(seats: readonly unknown[]): asserts seats is readonly string[] {
  for (const [at, name] of seats.entries()) {
    const mistake =
      typeof name !== 'string' || name === ''
        ? 'a name'
        : name !== name.trim() || /[\p{Cc}\u2028\u2029]/u.test(name)
          ? 'a name on one line, without spaces around it'
          : name === 'chance'
            ? 'a different name, because chance means dice and cards'
            : [...seats, 'chance'].some(other => name.startsWith(`${String(other)} `))
              ? "a name that doesn't begin with another seat's name and a space"
              : null
    if (mistake !== null) throw new GameError(`seat ${at} is named ${show(name)}, expected ${mistake}`)
  }
}
