/** How many blocks a question takes, and how likely so many are to answer it, by the confidence sequences that will judge them. */
import { normalCdf, normalQuantile } from './distributions.ts'
import { upperProbability } from './moments.ts'
import { type Bounded, lnMixture, sequenceInterval, threshold } from './sequence.ts'

/** A question about a mean: whether it is `fair`, or near enough, within `margin`, in its own unit. */
export interface FairnessTest {
  readonly fair: number
  readonly margin: number
  /** The share of fair means that are shown to be fair by the number of blocks that `blocksForFair` gives; POWER unless it is one question of several. */
  readonly power?: number
}

/** Of fair games, those that are shown to be fair by the blocks that are told. */
export const POWER = 0.8

/**
 * How many blocks it takes, of the spread that these have, to show a fair game to be fair within the margin, with the chance that the
 * question asks for. Infinity beyond `most`.
 */
export function blocksForFair(
  blocks: Bounded,
  { margin, power = POWER }: FairnessTest,
  level: number,
  most: number,
): number {
  const { mean, sd, min, max } = blocks
  const reserve = normalQuantile(upperProbability(power)) * sd
  return smallestCount(most, count => {
    const room = margin - reserve / Math.sqrt(count)
    if (room <= 0 || mean - room <= min || mean + room >= max) return false
    return isBetween(scaledTo(blocks, count), mean - room, mean + room, threshold(level))
  })
}

/** How many blocks it takes to answer the question either way if all go on as these did. Infinity beyond `most`. */
export function blocksForVerdict(
  blocks: Bounded,
  { fair, margin }: FairnessTest,
  level: number,
  most: number,
): number {
  const enough = threshold(level)
  const side = blocks.mean > fair ? 1 : -1
  return smallestCount(most, count => {
    const more = scaledTo(blocks, count)
    return lnMixture(more, side, fair) >= enough || isBetween(more, fair - margin, fair + margin, enough)
  })
}

/** How many blocks it takes until the interval is at most so wide, in the blocks' unit, if all go on as these did. Infinity beyond `most`. */
export function blocksForWidth(blocks: Bounded, width: number, level: number, most: number): number {
  if (Number.isNaN(blocks.mean)) return Infinity
  return smallestCount(most, count => {
    const { low, high } = sequenceInterval({ ...scaledTo(blocks, count), n: count }, level)
    return high - low <= width
  })
}

/** What a gambler would hold if there were `count` such blocks. */
function scaledTo(blocks: Bounded, count: number): Bounded {
  const times = count / blocks.n
  return {
    ...blocks,
    lnWealths(side, value, bets, out) {
      blocks.lnWealths(side, value, bets, out)
      for (let j = 0; j < out.length; j++) out[j]! *= times
    },
  }
}

/** Whether the mean is shown to lie between two values. */
function isBetween(blocks: Bounded, low: number, high: number, enough: number): boolean {
  const isAbove = low <= blocks.min || (low < blocks.mean && lnMixture(blocks, 1, low) >= enough)
  return isAbove && (high >= blocks.max || (high > blocks.mean && lnMixture(blocks, -1, high) >= enough))
}

/** The least whole number, to one part in a thousand, from which on it is so; Infinity beyond `most`. */
export function smallestCount(most: number, isSo: (count: number) => boolean): number {
  let low = 0
  let high = 1
  for (; !isSo(high); high *= 2) {
    if (high > most) return Infinity
    low = high
  }
  while (high - low > Math.max(1, high / 1000)) {
    const middle = Math.floor((low + high) / 2)
    if (isSo(middle)) high = middle
    else low = middle
  }
  return high
}

/** How likely so many blocks are to show a mean to be off what is fair, and to show it to be near enough. */
export interface Chances {
  readonly off: number
  readonly fair: number
}

/**
 * The chances of both verdicts after `count` blocks, of the spread that these have, if the mean is in truth `value`: the power to find it, or, where it is
 * the fair one, the chance of a false alarm. The mean of the blocks is taken for normal, and the arms of its interval for those around the mean of
 * these. Null where these have no spread: they do not say how they would come out if the mean were another.
 */
export function chancesIf(
  blocks: Bounded,
  { fair, margin }: FairnessTest,
  value: number,
  level: number,
  count: number,
): Chances | null {
  const { n, mean, sd } = blocks
  if (!(n > 1 && sd > 0)) return null
  const { low, high } = sequenceInterval({ ...scaledTo(blocks, count), n: count }, level)
  const [below, above] = [mean - low, high - mean]
  const error = sd * Math.sqrt(n / (n - 1) / count)
  const between = (from: number, to: number) =>
    from < to ? normalCdf((fair + to - value) / error) - normalCdf((fair + from - value) / error) : 0
  // As `judge` has it: what lies within the margin is fair, even if it is off.
  const [least, most] = [below - margin, margin - above]
  const within = between(least, most)
  const beyond = between(below, Infinity) + between(-Infinity, -above)
  const both = between(Math.max(below, least), most) + between(least, Math.min(-above, most))
  return { off: beyond - both, fair: within }
}
