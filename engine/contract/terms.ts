/** Parts of an author's own states, as messages tell them in place of words. */
import { oneLine } from '../../documents/index.ts'
import type { CompiledGame } from './game.ts'
import type { Field } from './text.ts'

/** Most characters of a value that a message shows. */
const VALUE_MAX = 60

/** What is found of it, and what was expected. */
interface Difference {
  readonly what: string
  readonly found: Int32Array
  readonly expected: Int32Array
}

/** The first part that differs; null unless these are states whose words the game can tell in its author's terms. */
export function differenceIn(
  { info, text }: CompiledGame,
  { what, found, expected }: Difference,
): string | null {
  if (!text.field || found.length !== info.stateSize || expected.length !== info.stateSize) return null
  for (let word = 0; word < found.length; word++) {
    if (found[word] === expected[word]) continue
    const [is, should] = [text.field(found, word), text.field(expected, word)]
    if (is && should) return `${nameOf(is)} of ${what} is ${shown(is)}; expected ${shown(should)}`
  }
  return null
}

export function nameOf({ path }: Field): string {
  return path === '' ? 'the state' : path
}

/** A plain value as its author would write it, cut if it is long. */
export function shown({ value }: Pick<Field, 'value'>): string {
  const text = typeof value === 'object' || typeof value === 'string' ? JSON.stringify(value) : String(value)
  return oneLine(text, VALUE_MAX)
}
