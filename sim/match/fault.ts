/** Forfeited matches, blocks lost to their game, and why. */
import type { Seat } from '../../engine/contract/index.ts'

/** Most characters of an agent's words in a reason. */
export const REASON_MAX = 160
/** Most characters of a lost block's reason: what the user's code threw, and the last moves before. */
export const LOST_REASON_MAX = 1_000

/** Where a match went wrong, and why. */
interface Incident {
  readonly block: number
  readonly rotation: number
  /** 1 for the match's first decision; 0 before it, as for the agents' `begin`. */
  readonly decision: number
  readonly reason: string
}

/** A forfeited match. */
export interface Fault extends Incident {
  readonly seat: Seat
  readonly participant: number
}

/** A block that doesn't count in a variant, since the user's game threw in one of its matches. */
export interface LostBlock extends Incident {
  readonly variant: number
}

/** A variant without which a line-up continues, since the user's game fails in it too often, or hangs. */
export interface GivenUp {
  readonly variant: number
  readonly reason: string
}

/** A match that hung or killed its thread: it is played up to that decision and forfeited there. */
export interface Quarantine extends Incident {
  readonly variant: number
  readonly participant: number
}
