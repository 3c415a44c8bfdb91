/** Matches that were forfeited, and why. */
import type { Seat } from '../../engine/contract/index.ts'

/** Longest words of an agent in a reason. */
export const REASON_MAX = 160

/** Why a match was forfeited. */
export interface Fault {
  readonly block: number
  readonly rotation: number
  readonly seat: Seat
  readonly participant: number
  /** 1 for the match's first decision; 0 before it, when the agents' `begin` is called. */
  readonly decision: number
  readonly reason: string
}

/** A match that hung or killed its thread: it is played up to the decision at which that happened, and forfeited there. */
export interface Quarantine {
  readonly variant: number
  readonly block: number
  readonly rotation: number
  readonly decision: number
  readonly participant: number
  readonly reason: string
}
