/** Parts of packed words, declared once: shifts and masks derive from FIELDS, and layout.ts holds the rules to its widths. */
import { bitFields } from '../../contract/index.ts'
import type { TYPES } from '../rules/parts.ts'

const WORD_BITS = 32
const TYPE_BITS = 8
/** A word of dice counts those of 2 ** VALUES_LOG2 values. */
export const VALUES_LOG2 = 2

export const VALUES_PER_WORD = 1 << VALUES_LOG2

type TroopFields = Readonly<Record<(typeof TYPES)[number] | 'total', number>>

/** Parts of packed words. */
export const FIELDS = {
  /** Who holds a territory, 1 + seat or 0; and whether it was taken this turn, so that no attack may start from it. */
  holder: bitFields({ holder: 3, taken: 1 }),
  /**
   * Troops: their number by type, in the order of TYPES, and in all. Troops of several words add up by adding the words.
   * The sum is the highest part and doesn't touch the sign.
   */
  troops: bitFields({
    assault: TYPE_BITS,
    mounted: TYPE_BITS,
    ranged: TYPE_BITS,
    total: 7,
  } satisfies TroopFields),
  /** Unspent dice of one value. */
  dice: bitFields({ dice: WORD_BITS >> VALUES_LOG2 }),
  /** Copies of a card in the deck's upper part, put under it at setup, in the discard pile, set aside in setup or a draw. */
  card: bitFields({ upper: 8, lower: 8, discarded: 8, aside: 8 }),
} as const

const HOLDER_MASK = FIELDS.holder.holder.mask
/** Set on the holder of a territory taken this turn, where the rules let no attack start from it. */
export const TAKEN = 1 << FIELDS.holder.taken.shift

/** The holder of a territory as 1 + seat, or 0. */
export const holderIn = (word: number): number => word & HOLDER_MASK

const TYPE_MASK = FIELDS.troops.assault.mask
const TOTAL_SHIFT = FIELDS.troops.total.shift
const ONE = 1 << TOTAL_SHIFT
const TYPES_MASK = ONE - 1

const TYPE_TOPS = 0x808080
const TYPE_LOWS = 0x7f7f7f

const DICE_BITS = FIELDS.dice.dice.bits
const DICE_LOWS = 0x7f7f7f7f
const DICE_ONES = 0x01010101
/** Times this number, the lowest bits of the four counts stand side by side in the highest one. */
const GATHER = 0x01020408

/** One troop of a type, as a word of troops. */
export const troop = (type: number): number => (1 << (type * TYPE_BITS)) + ONE
export const troopsOf = (type: number, count: number): number => count * ((1 << (type * TYPE_BITS)) + ONE)
export const totalIn = (troops: number): number => troops >>> TOTAL_SHIFT
export const countIn = (troops: number, type: number): number => (troops >>> (type * TYPE_BITS)) & TYPE_MASK
/** The word's troops of the types from one on, packed from the lowest bit up; 0 if there are none. */
export const fromType = (troops: number, type: number): number => (troops & TYPES_MASK) >>> (type * TYPE_BITS)
/** The number of types of which a word has troops. TOTAL has 7 bits, so no type's count reaches the highest of its 8. */
export const kindsIn = (troops: number): number => {
  const present = (((troops & TYPES_MASK) + TYPE_LOWS) & TYPE_TOPS) >>> (TYPE_BITS - 1)
  return (present + (present >>> TYPE_BITS) + (present >>> (2 * TYPE_BITS))) & 3
}

/** The values of which a word has dice, a bit each from the lowest up. There are never more dice of one value than troops. */
export const valuesIn = (dice: number): number =>
  Math.imul(((dice + DICE_LOWS) >>> (DICE_BITS - 1)) & DICE_ONES, GATHER) >>> (WORD_BITS - DICE_BITS)

/** Parts of a card's word, by where they lie. */
export const UPPER = FIELDS.card.upper.shift
export const LOWER = FIELDS.card.lower.shift
export const DISCARDED = FIELDS.card.discarded.shift
export const ASIDE = FIELDS.card.aside.shift
const CARD_MASK = FIELDS.card.upper.mask

/** Copies of a card in one part. */
export const copiesIn = (word: number, part: number): number => (word >>> part) & CARD_MASK
