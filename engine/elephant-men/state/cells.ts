/** A unit on the board in a word, and a delayed blow or prayer in another. */
import { bitFields } from '../../contract/index.ts'

/** `1 << cell` is the slot's bit, for shifts use five bits only. */
export const CELL = bitFields({ slot: 5, kind: 3 })

const SLOT_MASK = CELL.slot.mask
const KIND_SHIFT = CELL.kind.shift

/** No unit: the last slot, which no unit has, so that its bit is in no mask. */
export const EMPTY = CELL.slot.mask

export const packCell = (slot: number, kind: number): number => slot | (kind << KIND_SHIFT)
export const slotIn = (cell: number): number => cell & SLOT_MASK
export const kindIn = (cell: number): number => cell >> KIND_SHIFT

/** A delayed blow or prayer, which is one without damage: where it lands, what it does, and the kind and seat that started it. */
export const PENDING_WORD = bitFields({ square: 8, damage: 8, favour: 8, kind: 3, seat: 1 })

const { square: SQUARE, damage: DAMAGE, favour: FAVOUR, kind: KIND, seat: SEAT } = PENDING_WORD
const SQUARE_MASK = SQUARE.mask
const [DAMAGE_SHIFT, DAMAGE_MASK] = [DAMAGE.shift, DAMAGE.mask]
const [FAVOUR_SHIFT, FAVOUR_MASK] = [FAVOUR.shift, FAVOUR.mask]
const [STARTER_SHIFT, STARTER_MASK] = [KIND.shift, KIND.mask]
const [SEAT_SHIFT, SEAT_MASK] = [SEAT.shift, SEAT.mask]

export const packPending = (
  square: number,
  damage: number,
  favour: number,
  kind: number,
  seat: number,
): number =>
  square |
  (damage << DAMAGE_SHIFT) |
  (favour << FAVOUR_SHIFT) |
  (kind << STARTER_SHIFT) |
  (seat << SEAT_SHIFT)
export const pendingSquare = (word: number): number => word & SQUARE_MASK
export const pendingDamage = (word: number): number => (word >> DAMAGE_SHIFT) & DAMAGE_MASK
export const pendingFavour = (word: number): number => (word >> FAVOUR_SHIFT) & FAVOUR_MASK
export const pendingKind = (word: number): number => (word >> STARTER_SHIFT) & STARTER_MASK
export const pendingSeat = (word: number): number => (word >> SEAT_SHIFT) & SEAT_MASK
