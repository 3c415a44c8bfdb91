/** How many blocks a question takes, and how likely this many answer it at a look. */
import { normalCdf, normalQuantile, studentQuantile } from './distributions.ts'
import { isBeyond, type Look, lookFactor, lookInterval, lookLevel } from './looks.ts'
import { upperProbability } from './moments.ts'
import { type Bounded, crossing } from './sequence.ts'

/** Whether a mean lies within `margin` of `fair`; both in its own unit. */
export interface FairnessTest {
  readonly fair: number
  readonly margin: number
  /** The chance of finding a fair game fair; POWER unless several seats must be fair. */
  readonly power?: number
}

/** The chance with which this many blocks as advised answer a question, if what they suppose is true. */
export const POWER = 0.8

/** The look at which to answer a question, and the level of all looks together. */
export interface JudgedAt {
  readonly look: Look
  readonly level: number
}

/** About how many blocks an open question takes in all, those played included; Infinity beyond a limit. */
export interface BlocksNeeded {
  /** If the true mean is that of the blocks so far. */
  readonly uneven: number
  readonly fair: number
}

/**
 * Blocks in all that answer a question at one look with the chance asked for, given those played, on either
 * supposition. Blocks to come are taken to spread like these, and their mean to be normal.
 */
export function blocksNeeded(
  blocks: Bounded & FairnessTest,
  { look, level }: JudgedAt,
  most: number,
): BlocksNeeded {
  const { n, mean, sd, fair, margin, power = POWER } = blocks
  if (Number.isNaN(mean)) return { uneven: Infinity, fair: Infinity }
  const off = Math.abs(mean - fair)
  const side = mean > fair ? 1 : -1
  const reserve = normalQuantile(POWER)
  /** Whether the arms would be so short after some more blocks that a mean `off` from fair is shown fair. */
  const isShownFair = (count: number, expected: number, error: number, chance: number): boolean => {
    const room = margin - reachOf(expected, error, chance)
    return room > 0 && isBetween(scaledTo(blocks, count), mean - room, mean + room, look, level)
  }
  const after = (isEnough: (count: number, error: number) => boolean) =>
    n + smallestCount(most, more => isEnough(n + more, (sd * Math.sqrt(more)) / (n + more)))
  return {
    uneven: after((count, error) => {
      const room = off - reserve * error
      const isOff = room > 0 && isBeyond(scaledTo(blocks, count), side, mean - side * room, look, level)
      return isOff || isShownFair(count, off, error, POWER)
    }),
    fair: after((count, error) => isShownFair(count, (off * n) / count, error, power)),
  }
}

/** The distance from 0 within which a normal quantity stays with that chance. */
function reachOf(mean: number, error: number, chance: number): number {
  if (error === 0) return mean
  const excess = (reach: number) =>
    normalCdf((reach - mean) / error) - normalCdf((-reach - mean) / error) - chance
  const [least, most] = [chance, upperProbability(chance)].map(p => mean + normalQuantile(p) * error) as [
    number,
    number,
  ]
  const [from, to] = [
    { at: least, value: excess(least) },
    { at: most, value: excess(most) },
  ]
  return from.value >= 0 ? least : crossing(excess, from, to)
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

/** Whether a look shows that the mean lies between two values. */
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

/**
 * Blocks in all that show a difference if it is as large as it looks, with the chance POWER, those played
 * included. For means that are about normal, of blocks of which `differing` are not 0. Infinity beyond `most`, and without a difference.
 */
export function blocksToShow(
  { n, mean, sd, differing }: Pick<Bounded, 'n' | 'mean' | 'sd'> & { readonly differing: number },
  { look, level }: JudgedAt,
  most: number,
): number {
  if (!(mean !== 0 && sd > 0)) return Infinity
  const plain = normalQuantile(upperProbability(level))
  const upper = upperProbability(lookLevel(level, look))
  const reserve = normalQuantile(POWER)
  const errorsAt = (count: number) =>
    look.isPlanned
      ? studentQuantile(upper, (count * differing) / n - 1)
      : plain * lookFactor(count, look, level)
  let count = n
  // How many errors it takes hardly depends on the count, and is dear to compute.
  for (let round = 0; round < 3 && count < Infinity; round++) {
    const errors = errorsAt(count)
    const isShown = (further: number) =>
      Math.abs(mean) / sd >= errors / Math.sqrt(n + further) + (reserve * Math.sqrt(further)) / (n + further)
    count = n + smallestCount(most, isShown)
  }
  return count
}
