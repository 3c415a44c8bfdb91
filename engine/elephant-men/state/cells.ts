/** A unit on the board in a word. */
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
