/** When a line-up with a rule is looked at: after fixed numbers of blocks, whatever plays them. */

/** Blocks before the first look. */
const FIRST = 32
/** A look comes after so many more blocks, as a share of those before. */
const GROWTH = 0.1

/** The blocks of the first look that comes after `blocks`, where the first of all comes after `from` at the earliest. */
export function lookAfter(blocks: number, from: number): number {
  let look = Math.max(FIRST, from)
  while (look <= blocks) look += Math.ceil(look * GROWTH)
  return look
}

/** The number of a look, from 1; that of the last one before if there is none after so many blocks. */
export function lookNumber(blocks: number, from: number): number {
  let count = 0
  for (let look = lookAfter(0, from); look <= blocks; look = lookAfter(look, from)) count++
  return count
}
