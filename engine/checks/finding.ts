/** What a check finds wrong with a game, for its author. */

import type { Trail } from '../modules/index.ts'

export interface Finding {
  /** Errors make a game unfit for play; warnings may be meant; notes say what could not be looked at. */
  readonly severity: 'error' | 'warning' | 'note'
  /** What is wrong, in the author's terms. */
  readonly wrong: string
  /** What was found, and what was expected; null where `wrong` says it all. */
  readonly found: string | null
  /** `file:line:column` in the author's code; null if that can't be had. */
  readonly place: string | null
  readonly trail: Trail | null
  /** What to do about it; null where the message says it. */
  readonly advice: string | null
}
