/** Plain values compared, and told apart by numbers. */

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

/** What is no plain value, and where it lies: "G.seen is a Set"; null if all is plain. */
export function oddIn(value: unknown, path: string): string | null {
  if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint')
    return `${path} is a ${typeof value}`
  if (typeof value !== 'object' || value === null) return null
  const proto: unknown = Object.getPrototypeOf(value)
  if (!Array.isArray(value) && proto !== Object.prototype && proto !== null)
    return `${path} is a ${value.constructor?.name || 'class'}`
  for (const [key, part] of Object.entries(value)) {
    const found = oddIn(part, Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`)
    if (found !== null) return found
  }
  return null
}

/** A number of 32 bits that is the same for plain values that are the same, whatever the order of their keys. */
export function hashOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return textHash(`${typeof value} ${String(value)}`)
  let sum = Array.isArray(value) ? 1 : 2
  for (const [key, part] of Object.entries(value))
    if (part !== undefined) sum += mixed(textHash(key) ^ Math.imul(hashOf(part), 0x9e3779b1))
  return mixed(sum)
}

/** FNV-1a over the code units of a text. */
function textHash(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return mixed(hash)
}

/** Every bit of a number spread over all others, as MurmurHash3 ends. */
function mixed(hash: number): number {
  let bits = hash | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
