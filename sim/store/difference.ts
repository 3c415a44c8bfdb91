/** The first difference between two plain values, for errors that name the field. */
import { show } from '../../documents/index.ts'

/** A field whose values differ. */
export interface Difference {
  /** Its path, such as `variants[0].rules.favour.win`. */
  readonly field: string
  /** Both values, shortened for a message. */
  readonly was: string
  readonly now: string
}

/** The first difference, in the order of the old value's fields; null if there is none. */
export function firstDifference(was: unknown, now: unknown, field = ''): Difference | null {
  if (!isTree(was) || !isTree(now) || Array.isArray(was) !== Array.isArray(now))
    return Object.is(was, now) ? null : { field, was: shown(was), now: shown(now) }
  for (const key of new Set([...Object.keys(was), ...Object.keys(now)])) {
    const path = Array.isArray(was) ? `${field}[${key}]` : field === '' ? key : `${field}.${key}`
    const found = firstDifference(was[key], now[key], path)
    if (found) return found
  }
  return null
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : show(value)
}
