/** The end of a match in one word of a state: 0 while it lasts, else ending and winner. */
import { type Seat, WIN_UNITS } from './basics.ts'
import { bitCount } from './play.ts'

export const NOBODY: Seat = -1

const WINNER_SHIFT = 4
const ENDING_MASK = (1 << WINNER_SHIFT) - 1

/** Most endings of a packed outcome. */
export const ENDINGS_MAX = ENDING_MASK

/** `winner` may be NOBODY. */
export function packOutcome(ending: number, winner: Seat): number {
  return (1 + ending) | ((winner + 1) << WINNER_SHIFT)
}

export function endingOf(outcome: number): number {
  return (outcome & ENDING_MASK) - 1
}

export function winnerOf(outcome: number): Seat {
  return (outcome >> WINNER_SHIFT) - 1
}

/**
 * Writes returns: everything to the winner, else even shares for the seats of the mask `sharing`, at least
 * one. Returns the ending's index.
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
