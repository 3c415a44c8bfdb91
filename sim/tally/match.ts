/** What the match loop hands to the tally, and the samples of blocks in which more is looked at. */
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
  /**
   * In a block that is COUNTED, actions to choose from over all decisions of seats, and these decisions; else
   * 0.
   */
  options: number
  choices: number
  /** Win units by seat. */
  readonly returns: Int32Array
}

/** Where the last sample of a match of at least one step begins, in samples of this many words. */
export function lastSampleOf({ samples }: RandomMatch, words: number): number {
  return (samples - 1) * words
}

/** The step after the last at which a sample holds. */
export function endOf({ samples, since, steps }: RandomMatch, sample: number): number {
  return sample + 1 < samples ? since[sample + 1]! : steps
}

/** Not node's Hash: the public types know nothing of Node. */
interface DigestInput {
  update(data: Int32Array): unknown
}

/** Hashes all that a tally counts of a match, with samples of this many words. */
export function hashMatch(hash: DigestInput, match: FinishedMatch, words: number): void {
  const { steps, decisions, ending, faulty, options, choices, samples } = match
  hash.update(Int32Array.of(steps, decisions, ending, faulty, options, choices, samples))
  hash.update(match.returns)
  hash.update(match.events)
  hash.update(match.gauges.subarray(0, samples * words))
  hash.update(match.since.subarray(0, samples))
}

/** The first blocks of every line-up, and one in `every` of the others, which is a power of 2. */
export interface Sample {
  readonly first: number
  readonly every: number
}

/** The blocks whose matches are followed from step to step: who leads when, and what became of the leader. */
export const FOLLOWED: Sample = { first: 4096, every: 64 }

/**
 * The blocks in which actions to choose from are counted. Random play doesn't list them, and would take
 * several times as long if it did.
 */
export const COUNTED: Sample = { first: 16, every: 512 }

/** The blocks in which games of the user are checked at every position. */
export const AUDITED: Sample = { first: 64, every: 256 }

/**
 * The first blocks, then one of every `every`. Players who take turns block by block all get a share of a
 * sample.
 */
const TURN = 4096

/** Whether a block is in a sample. Only its number decides, so threads, chunks and resuming change nothing. */
export function isSampled({ first, every }: Sample, block: number): boolean {
  const mask = every - 1
  return block < first || (block & mask) === ((block / TURN) & mask)
}
