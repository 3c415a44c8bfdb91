/** Single values of a resolved object: its numbers and choices, differences to another, replacement. */
import type { z } from 'zod'
import { child, isRecord, type PathStep } from '../document.ts'
import { bounds, branches, constants, jsonSchemaOf, schemasAt } from './branches.ts'
import { fileKeys } from './parts.ts'

interface NumberKey {
  readonly path: readonly PathStep[]
  readonly value: number
  /** Whether the schema allows whole numbers only. */
  readonly isWhole: boolean
  /** Whether it lies in a list, or in a part that may be its own file. */
  readonly isInner: boolean
  /** What the schema allows; infinite where it sets no bound. */
  readonly min: number
  readonly max: number
}

/** Every number in `resolved`, in its order. */
export function numberKeys(schema: z.ZodType, resolved: unknown): NumberKey[] {
  const root = jsonSchemaOf(schema)
  const parts = fileKeys(schema)
  return numbersIn(resolved).map(({ path, value }) => {
    const schemas = schemasAt(root, path, resolved).flatMap(one => branches(root, one, value))
    const types = schemas.map(({ type }) => type)
    const ranges = schemas.filter(({ type }) => type === 'integer' || type === 'number').map(bounds)
    const isKnown = types.includes('integer') || types.includes('number')
    return {
      path,
      value,
      isWhole: isKnown ? !types.includes('number') : Number.isInteger(value),
      isInner: path.some(step => typeof step === 'number') || parts.includes(String(path[0])),
      min: ranges.length === 0 ? -Infinity : Math.min(...ranges.map(({ min = -Infinity }) => min)),
      max: ranges.length === 0 ? Infinity : Math.max(...ranges.map(({ max = Infinity }) => max)),
    }
  })
}

function numbersIn(
  value: unknown,
  path: readonly PathStep[] = [],
): { path: readonly PathStep[]; value: number }[] {
  if (typeof value === 'number') return [{ path, value }]
  if (Array.isArray(value)) return value.flatMap((item, i) => numbersIn(item, [...path, i]))
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([key, part]) => numbersIn(part, [...path, key]))
}

interface ChoiceKey {
  readonly path: readonly PathStep[]
  readonly value: boolean | string
  /** The other values that the schema allows. */
  readonly others: readonly (boolean | string)[]
}

/** Values that are yes or no, or one of several words, outside lists and parts. */
export function choiceKeys(schema: z.ZodType, resolved: unknown): ChoiceKey[] {
  const root = jsonSchemaOf(schema)
  const parts = fileKeys(schema)
  const othersOf = (path: readonly PathStep[], value: unknown): unknown[] =>
    typeof value === 'boolean'
      ? [!value]
      : schemasAt(root, path, resolved)
          .flatMap(one => branches(root, one, value))
          .flatMap(constants)
          .filter(one => typeof one === 'string' && one !== value)
  const choicesIn = (value: unknown, path: readonly PathStep[]): ChoiceKey[] => {
    if (isRecord(value))
      return Object.entries(value).flatMap(([key, part]) =>
        path.length === 0 && parts.includes(key) ? [] : choicesIn(part, [...path, key]),
      )
    if (typeof value !== 'boolean' && typeof value !== 'string') return []
    const others = [...new Set(othersOf(path, value))] as ChoiceKey['others']
    return others.length === 0 ? [] : [{ path, value, others }]
  }
  return choicesIn(resolved, [])
}

/**
 * Paths at which two resolved objects differ. A list is one value unless both hold equally many objects; a
 * part from a file is one value if its name differs.
 */
export function changedPaths(schema: z.ZodType, a: unknown, b: unknown): (readonly PathStep[])[] {
  const parts = fileKeys(schema)
  const isOtherPart = (key: string): boolean =>
    parts.includes(key) && child(child(a, key), 'name') !== child(child(b, key), 'name')
  const changed = (x: unknown, y: unknown, path: readonly PathStep[]): (readonly PathStep[])[] => {
    if (JSON.stringify(x) === JSON.stringify(y)) return []
    if (path.length === 1 && isOtherPart(String(path[0]))) return [path]
    if (isRecord(x) && isRecord(y))
      return [...new Set([...Object.keys(x), ...Object.keys(y)])].flatMap(key =>
        changed(child(x, key), child(y, key), [...path, key]),
      )
    if (Array.isArray(x) && Array.isArray(y) && x.length === y.length && x.every(isRecord))
      return x.flatMap((item, i) => changed(item, y[i], [...path, i]))
    return [path]
  }
  return changed(a, b, [])
}

/** A copy with another value at a path; an undefined value removes the key. */
export function withValueAt(whole: unknown, path: readonly PathStep[], value: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return value
  const part = withValueAt(child(whole, step), rest, value)
  if (Array.isArray(whole)) return whole.map((item, i) => (i === step ? part : item))
  const { [step]: _, ...others } = isRecord(whole) ? whole : {}
  if (part === undefined) return others
  // Keys keep their order.
  return isRecord(whole) && step in whole
    ? Object.fromEntries(Object.entries(whole).map(([key, old]) => [key, key === step ? part : old]))
    : { ...others, [step]: part }
}
