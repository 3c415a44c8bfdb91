/** Matches that were forfeited, and blocks that were lost to their game, and why. */
import type { Seat } from '../../engine/contract/index.ts'

/** Longest words of an agent in a reason. */
export const REASON_MAX = 160
/** Longest reason of a lost block: what the user's code threw, and the last moves before. */
export const LOST_REASON_MAX = 1_000

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

/** A block that does not count in a variant, since the game of the user's threw in one of its matches by those rules. */
export interface LostBlock {
  readonly block: number
  readonly variant: number
  readonly rotation: number
  /** 1 for the match's first decision; 0 before it. */
  readonly decision: number
  readonly reason: string
}

/** A variant without which a line-up is played on, since the game of the user's fails in it too often, or hangs. */
export interface GivenUp {
  readonly variant: number
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
