/** Why a match does not end: what it looks like after its most decisions. */
import { pathOfPart } from '../../documents/index.ts'
import { type CompiledGame, type State, valueIn } from '../contract/index.ts'
import { type Moment, walk } from '../laws/index.ts'
import { placeOfPart, type Trail } from '../modules/index.ts'
import { trailTo } from './trail.ts'

/** Most fields that are named. */
const NAMED_MAX = 4

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
