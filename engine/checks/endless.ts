/** Why matches don't end: a match after its most decisions. */
import { pathOfPart } from '../../documents/index.ts'
import { type CompiledGame, type State, valueIn } from '../contract/index.ts'
import { type WalkMoment, walk } from '../laws/index.ts'
import { placeOfPart, type Trail } from '../modules/index.ts'
import { LIMIT_ENDING } from '../plain/index.ts'
import { trailTo } from './finding.ts'

/** Most fields that are named. */
const NAMED_MAX = 4

/** Decisions that show that no match ends, and the fewest matches. */
const PLAYED_MAX = 20_000
const CUT_MIN = 3

/**
 * The number of random matches played if all are cut off, of at most `matches`. Null if one ends by itself,
 * or throws, which the laws report.
 */
export function countEndless(game: CompiledGame, matches: number, seed: string): number | null {
  let decisions = 0
  let match = 0
  for (; match < matches && (decisions < PLAYED_MAX || match < CUT_MIN); match++) {
    const played = playedOut(game, seed, match)
    if (played === null) return null
    decisions += played
  }
  return match
}

/** Its decisions if the match is cut off, else null. */
function playedOut(game: CompiledGame, seed: string, match: number): number | null {
  try {
    const { state, returns, decisions } = walk(game, seed, match, () => {})
    return game.info.endings[game.result(state, returns)]?.id === LIMIT_ENDING ? decisions : null
  } catch {
    return null
  }
}

export interface Endless {
  /** What its last position shows; null if nothing stands out. */
  readonly found: string | null
  /** Where the author's `outcome` is; null if unknown. */
  readonly place: string | null
  readonly trail: Trail
}

/** Replays a match that was cut off. Throws what the game throws. */
export function explainEndless(game: CompiledGame, seed: string, match: number): Endless {
  const met = new Map<string, number>()
  let first: State | null = null
  let last: WalkMoment = { seed, match, decisions: -1, steps: -1 }
  let again = -1
  const end = walk(game, seed, match, ({ state, decisions, steps, mask }) => {
    first ??= state.slice()
    if (mask === 0 || decisions === last.decisions) return
    last = { seed, match, decisions, steps }
    const key = JSON.stringify(game.text.describe(state))
    again = met.get(key) ?? -1
    if (again < 0) met.set(key, decisions)
  })
  const cycle =
    again < 0
      ? null
      : `the position after ${last.decisions} decisions also came up after ${again}: the match has only ${met.size} different positions`
  const fields = first === null ? [] : suspects(valueIn(game, first), valueIn(game, end.state))
  const found = [...fields.slice(0, NAMED_MAX), ...(cycle === null ? [] : [cycle])]
  const { over } = game.text
  return {
    found: found.length === 0 ? null : found.join('; '),
    place: over ? placeOfPart(over) : null,
    trail: trailTo(game, last),
  }
}

/** Fields that look like slips: without a number, or not in the first state. */
function suspects(first: unknown, last: unknown, path = ''): string[] {
  if (last === undefined) return [`${path} is undefined`]
  if (typeof last === 'number') return Number.isFinite(last) ? [] : [`${path} is ${last}`]
  if (typeof last !== 'object' || last === null) return []
  const before = isTable(first) ? first : null
  // An empty object at first is a table that play fills.
  const isFixed = before !== null && !Array.isArray(last) && Object.keys(before).length > 0
  return Object.entries(last).flatMap(([key, value]) => {
    const name = pathOfPart(last, path, key)
    if (isFixed && !(key in before)) {
      const names = Object.keys(before).join(', ')
      return [`setup returns no ${name}, only ${names}: is the name misspelt?`]
    }
    return suspects(before?.[key], value, name)
  })
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
