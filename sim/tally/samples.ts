/**
 * Samples of blocks: what would cost too much to look at in every match is looked at in some blocks, which are said here. The number of a block
 * alone decides, so threads, chunks and resuming change nothing.
 */

/** The first blocks of every line-up, and one in `every` of the others, which is a power of 2. */
export interface Sample {
  readonly first: number
  readonly every: number
}

/** The blocks whose matches are followed from step to step: who leads when, and what became of the leader. */
export const FOLLOWED: Sample = { first: 4096, every: 64 }

/**
 * The blocks whose decisions count the actions that they had to choose from. Random play does not ask for them, and would take several times as
 * long if it did.
 */
export const COUNTED: Sample = { first: 16, every: 512 }

/** After so many blocks, the next of every `every` is taken: players who take turns block by block all have their share of a sample. */
const TURN = 4096

/** Whether a block is in a sample. */
export function isSampled({ first, every }: Sample, block: number): boolean {
  const mask = every - 1
  return block < first || (block & mask) === ((block / TURN) & mask)
}
