/** Limits of the schema that the layout of states makes room for. */

/** Most units in a layout: each has its bit in a word, and one bit must stay free for "no unit". */
export const MAX_UNITS = 31

/** Most orders that a side gives for one turn. */
export const MAX_ORDERS = 6

/** Most phases of a turn. */
export const MAX_PHASES = 6
