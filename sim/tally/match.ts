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

/** Where the last sample of a match of at least one step begins, in samples of so many words. */
export function lastSampleOf({ samples }: RandomMatch, words: number): number {
  return (samples - 1) * words
}

/** The step after the last at which a sample holds. */
export function endOf({ samples, since, steps }: RandomMatch, sample: number): number {
  return sample + 1 < samples ? since[sample + 1]! : steps
}
