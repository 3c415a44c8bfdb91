/** What the match loop hands to the tally. */
import type { RandomMatch } from '../../engine/contract/index.ts'

/** One finished match. The buffers are the runner's, and read during `add` only. */
export interface FinishedMatch extends RandomMatch {
  block: number
  /** How far the line-up is turned: participant (s + rotation) % seats sits in seat s. */
  rotation: number
  /** Seat that forfeited, or -1. */
  faulty: number
  /** Index of the ending; without meaning after a forfeit. */
  ending: number
  /** In a block that is COUNTED, actions to choose from, of all decisions of seats, and the number of these; otherwise 0. */
  options: number
  choices: number
  /** Win units by seat. */
  readonly returns: Int32Array
}
