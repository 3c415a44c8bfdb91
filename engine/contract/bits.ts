/**
 * Layouts of states: offsets of words, and bit fields of packed words, each generated from one declaration.
 */

/** One field of a packed word: `(word >>> shift) & mask`. */
export interface BitField {
  readonly name: string
  readonly shift: number
  readonly bits: number
  readonly mask: number
}

const WORD_BITS = 32

const maskOf = (bits: number): number => (bits < WORD_BITS ? (1 << bits) - 1 : -1) >>> 0

/** Widths in bits by name, from the lowest bit up. Throws a RangeError beyond 32 bits. */
export function bitFields<const Widths extends Readonly<Record<string, number>>>(
  widths: Widths,
): { readonly [Name in keyof Widths]: BitField } {
  let shift = 0
  const fields = Object.entries(widths).map(([name, bits]) => {
    const field: BitField = { name, shift, bits, mask: maskOf(bits) }
    shift += bits
    return [name, field]
  })
  if (shift > WORD_BITS) throw new RangeError(`fields of ${shift} bits do not fit into a word`)
  return Object.fromEntries(fields)
}

/** The first of `times` fields of one width. Throws a RangeError beyond 32 bits. */
export function repeatedField(name: string, bits: number, times: number): BitField {
  if (bits * times > WORD_BITS) throw new RangeError(`${times} fields of ${bits} bits do not fit into a word`)
  return { name, shift: 0, bits, mask: maskOf(bits) }
}

/** Throws a RangeError if a field is too narrow for the largest value of some rules. */
export function requireFit({ name, bits, mask }: BitField, most: number): void {
  if (most > mask)
    throw new RangeError(`${name} may come to ${most}, but has ${bits} bits, for ${mask} at most`)
}

/** Throws a RangeError if there are fewer words than some rules need. */
export function requireWords(name: string, words: number, most: number): void {
  if (most > words) throw new RangeError(`${name} may need ${most} words, but there is room for ${words}`)
}

/** Offsets by name, from the number of words each takes; `size` is their sum. */
export function wordOffsets<const Sizes extends Readonly<Record<string, number>>>(
  sizes: Sizes,
  first = 0,
): { readonly at: { readonly [Name in keyof Sizes]: number }; readonly size: number } {
  let next = first
  const at = Object.fromEntries(
    Object.entries(sizes).map(([name, words]) => {
      const offset = next
      next += words
      return [name, offset]
    }),
  )
  return { at: at as { readonly [Name in keyof Sizes]: number }, size: next - first }
}
