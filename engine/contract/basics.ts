/** The values that the whole contract is written in. */

/** One position: `stateSize` words in a buffer that the caller owns and lends. Engines never keep it. */
export type State = Int32Array

/** 0-based player; a set of seats is a bit mask, `1 << seat`. */
export type Seat = number

/** A decision of a seat or an outcome of chance, dense in [0, actionCount). */
export type Action = number

/** Chance as a seat, after at most 6 players: dice and draws are its decisions. */
export const CHANCE: Seat = 6
export const CHANCE_BIT = 1 << CHANCE

/** The only bit of `toMove` when nobody owes a decision and `resolve` is due. */
export const RESOLVE_BIT = 1 << (CHANCE + 1)

/** 60, so that 1 to 6 winners share evenly. The returns of all seats add up to it. */
export const WIN_UNITS = 60

/** Stands for a secret word in a view. */
export const UNKNOWN = -1
