/** How engines keep the end of a match in one word of the state: 0 while it lasts, else its ending and its winner. */
import { type Seat, WIN_UNITS } from './basics.ts'
import { bitCount } from './play.ts'

/** No seat won alone. */
export const NOBODY: Seat = -1

const WINNER_SHIFT = 4
const ENDING_MASK = (1 << WINNER_SHIFT) - 1

/** Most endings of a game whose outcome is packed so. */
export const ENDINGS_MAX = ENDING_MASK

/** The word of a match that ended: the ending's index and the seat that won, or NOBODY. */
export function packOutcome(ending: number, winner: Seat): number {
  return (1 + ending) | ((winner + 1) << WINNER_SHIFT)
}

/** The ending's index. */
export function endingOf(outcome: number): number {
  return (outcome & ENDING_MASK) - 1
}

/** The seat that won, or NOBODY. */
export function winnerOf(outcome: number): Seat {
  return (outcome >> WINNER_SHIFT) - 1
}

/**
 * Writes returns in win units: all of the win to its winner, else an even share to each seat of the mask `sharing`, one of
 * at least. Returns the ending's index.
 */
export function writeReturns(outcome: number, seats: number, sharing: number, returns: Int32Array): number {
  const winner = winnerOf(outcome)
  if (winner !== NOBODY)
    for (let seat = 0; seat < seats; seat++) returns[seat] = seat === winner ? WIN_UNITS : 0
  else {
    const share = WIN_UNITS / bitCount(sharing)
    for (let seat = 0; seat < seats; seat++) returns[seat] = ((sharing >> seat) & 1) === 1 ? share : 0
  }
  return endingOf(outcome)
}
