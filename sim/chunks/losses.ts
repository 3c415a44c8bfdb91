/** Which blocks of a chunk count where the game of the user's fails: in which variants, and in which differences. */
import type { LostBlock } from '../match/fault.ts'
import type { Chunk } from './schedule.ts'

/** How many blocks of a cell may be lost: as bad games go, what is left says what it would have said. */
const LOST_SHARE = 1 / 50
const LOST_MIN = 1

/** The most blocks that may be lost of so many. */
export function mostLost(blocks: number): number {
  return Math.min(Math.max(LOST_MIN, Math.floor(LOST_SHARE * blocks)), blocks - 1)
}

/** Whether a chunk is played without a variant. */
export function isWithout({ givenUp = [] }: Chunk, variant: number): boolean {
  return givenUp.some(one => one.variant === variant)
}

/** The blocks of a chunk that count in a variant. */
export function blocksCounted(chunk: Chunk, v: number, lost: readonly LostBlock[]): number {
  if (isWithout(chunk, v)) return 0
  return chunk.to - chunk.from - lost.filter(({ variant }) => variant === v).length
}

/** The blocks of a chunk that count in a variant, but not in its reference. */
export function unpairedIn(
  chunk: Chunk,
  variant: number,
  reference: number,
  lost: readonly LostBlock[],
): number {
  if (isWithout(chunk, variant)) return 0
  if (isWithout(chunk, reference)) return blocksCounted(chunk, variant, lost)
  const isLostIn = (v: number, block: number) => lost.some(one => one.variant === v && one.block === block)
  return lost.filter(one => one.variant === reference && !isLostIn(variant, one.block)).length
}
