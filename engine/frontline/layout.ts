/**
 * The words of a state. A side counts positions from its own base, which is position 0, so that both sides play by the
 * same code; cells are those of the lane, A's base being cell 0. Modules that play take over what they use as constants of
 * their own, `const { GOLD } = layout`: V8 builds those into its machine code, which it does not do with imported names.
 */

/** The mask that `actors` returns. */
export const ACTORS = 0
/** 1 while a turn whose recruiting was decided waits to be closed. */
export const CLOSING = 1
/** Turns begun so far, of both sides. */
export const TURNS = 2
/** 0 while it goes on, else 1 + ending + 16 * (winner + 1), winner -1 for none. */
export const OUTCOME = 3
/** By side: gold, base hit points, the masks of positions where units and catapults stand, what its units cost. */
export const GOLD = 4
export const BASE = 6
export const UNITS = 8
export const CATAPULTS = 10
export const ARMY = 12
/** Per cell of the lane: the unit there as `packUnit` has it, 0 for none. */
export const CELLS = 14

/** Words of a state. */
export const sizeOf = (cells: number): number => CELLS + cells

// A unit in a word: kind 2 bits, above them its hit points, which are never 0.
const KIND_BITS = 2
export const packUnit = (kind: number, hp: number): number => (hp << KIND_BITS) | kind
export const kindOf = (unit: number): number => unit & 3
export const hpOf = (unit: number): number => unit >> KIND_BITS

/** The highest position in a mask that is not 0. */
export const highest = (mask: number): number => 31 - Math.clz32(mask)
