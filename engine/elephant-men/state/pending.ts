/** A delayed blow or prayer in a word. A prayer is one without damage. */
import { bitFields } from '../../contract/index.ts'

/** Where it lands, what it does, and the kind and seat that started it. */
export const PENDING_WORD = bitFields({ square: 8, damage: 8, favour: 8, kind: 3, seat: 1 })

const { square: SQUARE, damage: DAMAGE, favour: FAVOUR, kind: KIND, seat: SEAT } = PENDING_WORD
const SQUARE_MASK = SQUARE.mask
const [DAMAGE_SHIFT, DAMAGE_MASK] = [DAMAGE.shift, DAMAGE.mask]
const [FAVOUR_SHIFT, FAVOUR_MASK] = [FAVOUR.shift, FAVOUR.mask]
const [KIND_SHIFT, KIND_MASK] = [KIND.shift, KIND.mask]
const [SEAT_SHIFT, SEAT_MASK] = [SEAT.shift, SEAT.mask]

export const packPending = (
  square: number,
  damage: number,
  favour: number,
  kind: number,
  seat: number,
): number =>
  square | (damage << DAMAGE_SHIFT) | (favour << FAVOUR_SHIFT) | (kind << KIND_SHIFT) | (seat << SEAT_SHIFT)
export const pendingSquare = (word: number): number => word & SQUARE_MASK
export const pendingDamage = (word: number): number => (word >> DAMAGE_SHIFT) & DAMAGE_MASK
export const pendingFavour = (word: number): number => (word >> FAVOUR_SHIFT) & FAVOUR_MASK
export const pendingKind = (word: number): number => (word >> KIND_SHIFT) & KIND_MASK
export const pendingSeat = (word: number): number => (word >> SEAT_SHIFT) & SEAT_MASK
