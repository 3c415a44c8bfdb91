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

const maskOf = (bits: number): number => (bits < WORD_BITS ? (1 << bits) - 1 : -1) >>> 0

/** Fields of a word from the lowest bit up, by name with their widths. Throws a RangeError if they need more than 32 bits. */
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

/** The first of several fields of one width, which fill a word from its lowest bit up. Throws a RangeError if they do not fit into it. */
export function repeatedField(name: string, bits: number, times: number): BitField {
  if (bits * times > WORD_BITS) throw new RangeError(`${times} fields of ${bits} bits do not fit into a word`)
  return { name, shift: 0, bits, mask: maskOf(bits) }
}

/** Holds a field to the largest value that some rules put into it. Throws a RangeError if it is too narrow. */
export function requireFit({ name, bits, mask }: BitField, most: number): void {
  if (most > mask)
    throw new RangeError(`${name} may come to ${most}, but has ${bits} bits, for ${mask} at most`)
}

/** Holds a number of words to the most that some rules need of them. Throws a RangeError if there are too few. */
export function requireWords(name: string, words: number, most: number): void {
  if (most > words) throw new RangeError(`${name} may need ${most} words, but there is room for ${words}`)
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
