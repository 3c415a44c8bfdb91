/** How many blocks a question takes, and how likely so many answer it at a look. */
import { normalCdf, normalQuantile } from './distributions.ts'
import { isBeyond, type Look, lookInterval } from './looks.ts'
import { upperProbability } from './moments.ts'
import type { Bounded } from './sequence.ts'

/** Whether a mean lies within `margin` of `fair`; both in its own unit. */
export interface FairnessTest {
  readonly fair: number
  readonly margin: number
  /** The chance that `blocksForFair` blocks find a fair game fair; POWER unless several seats must be. */
  readonly power?: number
}

export const POWER = 0.8

/** The look at which a question is to be answered, and the level for all looks together. */
export interface JudgedAt {
  readonly look: Look
  readonly level: number
}

/** Blocks of this spread that find a fair game fair with the power asked for. Infinity beyond `most`. */
export function blocksForFair(
  blocks: Bounded,
  { margin, power = POWER }: FairnessTest,
  { look, level }: JudgedAt,
  most: number,
): number {
  const { mean, sd, min, max } = blocks
  const reserve = normalQuantile(upperProbability(power)) * sd
  return smallestCount(most, count => {
    const room = margin - reserve / Math.sqrt(count)
    if (room <= 0 || mean - room <= min || mean + room >= max) return false
    return isBetween(scaledTo(blocks, count), mean - room, mean + room, look, level)
  })
}

/** Blocks that answer the question either way if all continue like these. Infinity beyond `most`. */
export function blocksForVerdict(
  blocks: Bounded,
  { fair, margin }: FairnessTest,
  { look, level }: JudgedAt,
  most: number,
): number {
  const side = blocks.mean > fair ? 1 : -1
  return smallestCount(most, count => {
    const more = scaledTo(blocks, count)
    return (
      isBeyond(more, side, fair, look, level) || isBetween(more, fair - margin, fair + margin, look, level)
    )
  })
}

/** Blocks until the interval is at most this wide, if all continue like these. Infinity beyond `most`. */
export function blocksForWidth(
  blocks: Bounded,
  width: number,
  { look, level }: JudgedAt,
  most: number,
): number {
  if (Number.isNaN(blocks.mean)) return Infinity
  return smallestCount(most, count => {
    const { low, high } = lookInterval(scaledTo(blocks, count), look, level)
    return high - low <= width
  })
}

/** As many blocks, distributed like these. */
function scaledTo(blocks: Bounded, count: number): Bounded {
  const times = count / blocks.n
  return {
    ...blocks,
    n: count,
    lnWealths(side, value, bets, out) {
      blocks.lnWealths(side, value, bets, out)
      for (let j = 0; j < out.length; j++) out[j]! *= times
    },
  }
}

function isBetween(blocks: Bounded, low: number, high: number, look: Look, level: number): boolean {
  const isAbove = low <= blocks.min || isBeyond(blocks, 1, low, look, level)
  return isAbove && (high >= blocks.max || isBeyond(blocks, -1, high, look, level))
}

/** The least count, to one part in a thousand, from which on it holds; Infinity beyond `most`. */
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

/** The chances to show that a mean is off, and that it is fair. */
export interface Chances {
  readonly off: number
  readonly fair: number
}

/**
 * The chances of both verdicts after `count` blocks of this spread if the true mean is `value`: the power to
 * find it off or, where it is fair, the chance of a false alarm. Takes the mean of the blocks as normal, with
 * the arms of this sample's interval. Null without spread: such blocks don't say how they would turn out at
 * another mean.
 */
export function chancesIf(
  blocks: Bounded,
  { fair, margin }: FairnessTest,
  value: number,
  { look, level }: JudgedAt,
  count: number,
): Chances | null {
  const { n, mean, sd } = blocks
  if (!(n > 1 && sd > 0)) return null
  const { low, high } = lookInterval(scaledTo(blocks, count), look, level)
  const [below, above] = [mean - low, high - mean]
  const error = sd * Math.sqrt(n / (n - 1) / count)
  const between = (from: number, to: number) =>
    from < to ? normalCdf((fair + to - value) / error) - normalCdf((fair + from - value) / error) : 0
  // As in `judge`: whatever lies within the margin is fair, even if it is off.
  const [least, most] = [below - margin, margin - above]
  const within = between(least, most)
  const beyond = between(below, Infinity) + between(-Infinity, -above)
  const both = between(Math.max(below, least), most) + between(least, Math.min(-above, most))
  return { off: beyond - both, fair: within }
}
