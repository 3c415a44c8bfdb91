/** Why a match does not end: what it looks like after its most decisions. */
import { pathOfPart } from '../../documents/index.ts'
import { type CompiledGame, type State, valueIn } from '../contract/index.ts'
import { type Moment, walk } from '../laws/index.ts'
import { placeOfPart, type Trail } from '../modules/index.ts'
import { LIMIT } from '../plain/index.ts'
import { trailTo } from './finding.ts'

/** Most fields that are named. */
const NAMED_MAX = 4

/** About how many decisions show that no match ends, and the fewest matches that do. */
const PLAYED_MAX = 20_000
const CUT_MIN = 3

/**
 * How many random matches show that none ends, of at most `matches`: all of them are cut off after their most decisions. Null if any comes to an end by itself,
 * or throws, which the laws tell with the moves that led there.
 */
export function endlessMatches(game: CompiledGame, matches: number, seed: string): number | null {
  let decisions = 0
  let match = 0
  for (; match < matches && (decisions < PLAYED_MAX || match < CUT_MIN); match++) {
    const played = playedOut(game, seed, match)
    if (played === null) return null
    decisions += played
  }
  return match
}

/** The decisions of a random match that is cut off; null for any other. */
function playedOut(game: CompiledGame, seed: string, match: number): number | null {
  try {
    const { state, returns, decisions } = walk(game, seed, match, () => {})
    return game.info.endings[game.result(state, returns)]?.id === LIMIT ? decisions : null
  } catch {
    return null
  }
}

export interface Endless {
  /** What its last position shows; null if nothing of it is telling. */
  readonly found: string | null
  /** Where the function begins that says when a match is over, as far as it can be had. */
  readonly place: string | null
  readonly trail: Trail
}

/** Plays a random match again that was cut off, and tells what is odd about it. Throws what the game throws. */
export function endless(game: CompiledGame, seed: string, match: number): Endless {
  const met = new Map<string, number>()
  let first: State | null = null
  let last: Moment = { seed, match, decisions: -1, steps: -1 }
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
      : `the position after ${last.decisions} decisions was there after ${again} already: ${met.size} different ones came up in all`
  const fields = first === null ? [] : suspects(valueIn(game, first), valueIn(game, end.state))
  const found = [...fields.slice(0, NAMED_MAX), ...(cycle === null ? [] : [cycle])]
  const { over } = game.text
  return {
    found: found.length === 0 ? null : found.join('; '),
    place: over ? placeOfPart(over) : null,
    trail: trailTo(game, last),
  }
}

/** Fields of a state that look like slips of the pen: without a number, or with a name that the first state does not have. */
function suspects(first: unknown, last: unknown, path = ''): string[] {
  if (last === undefined) return [`${path} is undefined`]
  if (typeof last === 'number') return Number.isFinite(last) ? [] : [`${path} is ${last}`]
  if (typeof last !== 'object' || last === null) return []
  const before = isTable(first) ? first : null
  // An empty object of the first state is a table that play fills.
  const isFixed = before !== null && !Array.isArray(last) && Object.keys(before).length > 0
  return Object.entries(last).flatMap(([key, value]) => {
    const name = pathOfPart(last, path, key)
    if (isFixed && !(key in before)) {
      const names = Object.keys(before).join(', ')
      return [`${name} is not in the state that setup returns, which has ${names}: is the name misspelt?`]
    }
    return suspects(before?.[key], value, name)
  })
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
