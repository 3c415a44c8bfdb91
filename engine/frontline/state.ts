/**
 * The words of a state. A side counts positions by the steps that are left to the enemy's base, which is position 0, so that
 * both sides play by the same code, and a carry runs from a unit to those behind it; cells are those of the lane, A's base
 * being cell 0.
 */
import { bitFields, requireFit, wordOffsets } from '../contract/index.ts'
import { KINDS, type Rules } from './rules.ts'

const { at, size } = wordOffsets({
  /** What `toMove` returns. */
  TO_MOVE: 1,
  /** 1 while a turn whose recruiting was decided waits to be closed. */
  CLOSING: 1,
  /** Turns begun so far, of both sides. */
  TURNS: 1,
  /** As `packOutcome` has it; 0 until the match ends. */
  OUTCOME: 1,
  /** By side, as are the next four: gold. */
  GOLD: 2,
  /** Hit points of the base. */
  BASE: 2,
  /** The lane as a mask of the positions where units stand. */
  UNITS: 2,
  /** The same only for archers, and only for catapults. */
  ARCHERS: 2,
  CATAPULTS: 2,
  /** What the units on the lane were bought for. */
  ARMY: 2,
})

export const { TO_MOVE, CLOSING, TURNS, OUTCOME, GOLD, BASE, UNITS, ARCHERS, CATAPULTS, ARMY } = at
/** From here on, one word per cell of the lane: the unit there as `packUnit` has it, 0 for none. */
export const CELLS = size

/** Words of a state. */
export const sizeOf = (cells: number): number => CELLS + cells

/** A mask of positions. */
const LANE = bitFields({ positions: 30 })
/** A unit: its kind and its hit points, which are never 0. */
const UNIT = bitFields({ kind: 2, hp: 10 })

const { shift: HP_SHIFT } = UNIT.hp
const { mask: KIND_MASK } = UNIT.kind
export const packUnit = (kind: number, hp: number): number => (hp << HP_SHIFT) | kind
export const kindOf = (unit: number): number => unit & KIND_MASK
export const hpOf = (unit: number): number => unit >> HP_SHIFT

/** The highest position in a mask that is not 0: the unit nearest its own base. */
export const highest = (mask: number): number => 31 - Math.clz32(mask)
/** The lowest position in a mask that is not 0: the unit nearest the enemy's base. */
export const lowest = (mask: number): number => 31 - Math.clz32(mask & -mask)

/** The cell of a side's position, and the position of a cell. */
export const cellOf = (cells: number, seat: number, position: number): number =>
  seat === 0 ? cells - 1 - position : position

/** Whether a side's unit stands on the cell of its base. */
export const isHomeTaken = (s: Int32Array, cells: number, seat: number): boolean =>
  ((s[UNITS + seat]! >>> (cells - 1)) & 1) !== 0

/** The side of the unit on a cell: 0 or 1. The other side's base is on cell 0, so that its positions are cells. */
export const sideOn = (s: Int32Array, cell: number): number => (s[UNITS + 1]! >>> cell) & 1

/** Holds rules to the widths of the packed words. Throws a RangeError that names the field that is too narrow. */
export function requireRoom({ cells, units }: Rules): void {
  requireFit(LANE.positions, 2 ** cells - 1)
  requireFit(UNIT.kind, KINDS.length - 1)
  requireFit(UNIT.hp, Math.max(units.infantry.hp, units.archer.hp, units.catapult.hp))
}
