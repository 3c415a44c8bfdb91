/** What is kept of a match that was recorded. */
import { NOBODY, type Seat, WIN_UNITS } from '../../engine/contract/index.ts'
import type { Fault } from './fault.ts'
import type { MatchRunner } from './runner.ts'

/** A match that was recorded. */
export interface RecordedMatch {
  /** As records write them. */
  readonly decisions: readonly string[]
  /** The seat that won alone, or NOBODY. */
  readonly winner: Seat
  /** Index of the ending; without meaning after a forfeit. */
  readonly ending: number
  /** Length in steps. */
  readonly steps: number
  readonly fault: Fault | null
}

/** The last match of a runner, which has recorded it. */
export function recordedMatch({ record, finished, fault }: MatchRunner): RecordedMatch {
  const { returns, ending, steps } = finished
  const winners = [...returns.keys()].filter(seat => returns[seat]! * returns.length > WIN_UNITS)
  return { decisions: record, winner: winners.length === 1 ? winners[0]! : NOBODY, ending, steps, fault }
}
