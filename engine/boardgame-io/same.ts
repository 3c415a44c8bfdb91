/** Plain values compared. */

/** Whether two plain values are the same; undefined and absent are. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>]
  for (const key in left) if (!isSame(left[key], right[key])) return false
  for (const key in right) if (right[key] !== undefined && !(key in left)) return false
  return true
}

/** Where two plain values differ, as a path and what is there; null if nowhere. */
export function differenceIn(a: unknown, b: unknown, path: string): string | null {
  if (Object.is(a, b)) return null
  const isTable = typeof a === 'object' && typeof b === 'object' && a !== null && b !== null
  if (!isTable || Array.isArray(a) !== Array.isArray(b))
    return `${path} is ${JSON.stringify(a)} and ${JSON.stringify(b)}`
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>]
  for (const key in left) {
    const found = differenceIn(left[key], right[key], `${path}.${key}`)
    if (found !== null) return found
  }
  for (const key in right)
    if (right[key] !== undefined && !(key in left))
      return `${path}.${key} is undefined and ${JSON.stringify(right[key])}`
  return null
}
