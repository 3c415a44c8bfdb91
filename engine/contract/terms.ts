/** Parts of an author's own states, which messages name in place of words. */
import { oneLine, pathOfPart } from '../../documents/index.ts'
import type { CompiledGame } from './game.ts'
import type { Field } from './text.ts'

const VALUE_MAX = 60

interface Difference {
  readonly what: string
  readonly found: Int32Array
  readonly expected: Int32Array
}

/** The first part that differs; null unless both are states with parts to name. */
export function differenceIn(
  game: Pick<CompiledGame, 'info' | 'text'>,
  { what, found, expected }: Difference,
): string | null {
  const { info, text } = game
  if (!text.field || found.length !== info.stateSize || expected.length !== info.stateSize) return null
  const difference = partIn(valueIn(game, found), valueIn(game, expected))
  return difference && `${difference.name} of ${what} is ${difference.found}; expected ${difference.expected}`
}

/** The author's own state; undefined in games without one. */
export function valueIn({ info, text }: Pick<CompiledGame, 'info' | 'text'>, state: Int32Array): unknown {
  if (!text.field) return undefined
  // The first of the author's words represents the whole state.
  for (let word = 0; word < info.stateSize; word++) {
    const field = text.field(state, word)
    if (field) return field.value
  }
  return undefined
}

export function valueText(part: unknown): string {
  return part === undefined ? 'not there' : fieldText({ value: part })
}

/** The order of keys counts as a part. */
function partIn(
  found: unknown,
  expected: unknown,
  path = '',
): Readonly<Record<'name' | 'found' | 'expected', string>> | null {
  const [one, other] = [found, expected].map(value =>
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null,
  )
  const name = fieldName({ path, value: found })
  if (!one || !other || Array.isArray(one) !== Array.isArray(other))
    return Object.is(found, expected)
      ? null
      : { name, found: valueText(found), expected: valueText(expected) }
  const [keys, others] = [Object.keys(one), Object.keys(other)]
  for (const key of new Set([...keys, ...others])) {
    const part = partIn(one[key], other[key], pathOfPart(one, path, key))
    if (part) return part
  }
  if (keys.join() === others.join()) return null
  return { name: `the order of keys in ${name}`, found: keys.join(', '), expected: others.join(', ') }
}

export function fieldName({ path }: Field): string {
  return path === '' ? 'the state' : path
}

/** As its author would write it, cut if long. */
export function fieldText({ value }: Pick<Field, 'value'>): string {
  const text = typeof value === 'object' || typeof value === 'string' ? JSON.stringify(value) : String(value)
  return oneLine(text, VALUE_MAX)
}
