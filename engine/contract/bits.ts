/**
 * Layouts of states, declared once: where each word of a state lies, and how many bits each part of a packed word has.
 * Engines take offsets, shifts and masks from a declaration, and hold their rules to its widths when they are compiled.
 */

/** Where one field of a packed word lies: `(word >>> shift) & mask`, with values from 0 to `mask`. */
export interface BitField {
  readonly name: string
  readonly shift: number
  readonly bits: number
  readonly mask: number
}

const WORD_BITS = 32

/** Fields of a word from the lowest bit up, by name with their widths. Throws a RangeError if they need more than 32 bits. */
export function bitFields<const Widths extends Readonly<Record<string, number>>>(
  widths: Widths,
): { readonly [Name in keyof Widths]: BitField } {
  let shift = 0
  const fields = Object.entries(widths).map(([name, bits]) => {
    const field: BitField = { name, shift, bits, mask: bits === WORD_BITS ? -1 >>> 0 : 2 ** bits - 1 }
    shift += bits
    return [name, field]
  })
  if (shift > WORD_BITS) throw new RangeError(`fields of ${shift} bits do not fit into a word`)
  return Object.fromEntries(fields)
}

/** Holds a field to the largest value that some rules put into it. Throws a RangeError if it is too narrow. */
export function requireFit({ name, bits, mask }: BitField, most: number): void {
  if (most > mask)
    throw new RangeError(`${name} may come to ${most}, but has ${bits} bits, for ${mask} at most`)
}

/** Offsets of words that follow each other, by name with how many words each takes; `size` is their sum. */
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
