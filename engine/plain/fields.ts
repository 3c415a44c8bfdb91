/** Which part of an author's value a word stands for, so that messages can name it in place of the word. */
import { pathOfPart } from '../../documents/index.ts'
import type { Field } from '../contract/index.ts'
import type { Codec } from './codec.ts'

/** Nothing is written to it: only how many words values take is asked. */
const NOWHERE = new Int32Array(0)

/** The smallest part of a value which the word `index` belongs to, where the words of the value begin at 0. Counts the words of all parts on the way: not for play. */
export function fieldAt(codec: Codec, value: unknown, index: number, path = ''): Field {
  const here: Field = { path, value }
  if (typeof value !== 'object' || value === null || index === 0) return here
  const sizeOf = (part: unknown): number => codec.write(part, NOWHERE, 0)
  const entries = Object.entries(value)
  const parts = entries.reduce((sum, [, part]) => sum + sizeOf(part), 0)
  // Objects of no known shape have each key before its value.
  const hasKeys = !Array.isArray(value) && sizeOf(value) !== 1 + parts
  let at = 1
  for (const [key, part] of entries) {
    if (hasKeys) at += sizeOf(key)
    const size = sizeOf(part)
    if (index < at + size) {
      const inner = pathOfPart(value, path, key)
      return index < at ? { path: inner, value: part } : fieldAt(codec, part, index - at, inner)
    }
    at += size
  }
  return here
}
