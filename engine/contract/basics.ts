/** The few values that the whole contract is written in. */

/** Words of one position: a buffer of `stateSize` words that the caller owns and lends. Engines never keep it. */
export type State = Int32Array

/** 0-based player; a set of seats is a bit mask, `1 << seat`. */
export type Seat = number

/** A decision of a seat or an outcome of chance, dense in [0, actionCount). */
export type Action = number

/** Chance as a seat, after the 6 that players may have: dice and draws are its decisions. */
export const CHANCE: Seat = 6
export const CHANCE_BIT = 1 << CHANCE

/** The only bit of `toMove` when nobody owes a decision and the game is not over: call `resolve`. */
export const RESOLVE_BIT = 1 << (CHANCE + 1)

/** Units of a whole win: 60, so that 1 to 6 winners share evenly. Returns of all seats add up to it. */
export const WIN_UNITS = 60

/** What a view holds in place of a secret word. */
export const UNKNOWN = -1
