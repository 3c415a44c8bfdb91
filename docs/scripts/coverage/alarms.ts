/** False alarms: how often differences are shown of a change that has no effect, if they are checked again and again. */
import { normalQuantile } from '../../../sim/stats/distributions.ts'
import { pairedDifference } from '../../../sim/stats/paired.ts'
import { studentSequence } from '../../../sim/stats/sequence.ts'
import { generator } from '../../../test/stats/blocks.ts'
import { ALPHA, nextBlock, tenthMore } from './runs.ts'

const MOST_BLOCKS = 5000

/**
 * A block's differences, of mean 0: symmetric if a change does nothing, skewed if it changes other things
 * than the mean.
 */
export interface NoEffect {
  readonly name: string
  draw(random: () => number): number
}

/** One of several sizes by its chance, else 0. */
function among(random: () => number, ...sizes: readonly (readonly [chance: number, size: number])[]): number {
  let rest = random()
  for (const [chance, size] of sizes) {
    if (rest < chance) return size
    rest -= chance
  }
  return 0
}

const normal = (random: () => number): number =>
  Math.round(5 * normalQuantile(Math.min(1 - 1e-12, Math.max(1e-12, random()))))

export const NO_EFFECTS: readonly NoEffect[] = [
  { name: 'lengths: bell-shaped', draw: normal },
  {
    name: 'lengths: bell-shaped, and 5 % of the matches of either variant hit the turn limit, 100 steps later',
    draw: random => normal(random) + among(random, [0.05, 100], [0.05, -100]),
  },
  {
    name: 'uses: half of the blocks differ, by 1 either way',
    draw: random => among(random, [0.25, 1], [0.25, -1]),
  },
  {
    name: 'uses: 2 % of the blocks differ, by 1 either way',
    draw: random => among(random, [0.01, 1], [0.01, -1]),
  },
  {
    name: 'lengths: skewed, 5 steps less and a geometric number of steps more',
    draw: random => Math.floor(Math.log(1 - random()) / Math.log(5 / 6)) - 5,
  },
  {
    name: 'uses: 10 % of the blocks by 1 more, 5 % by 2 less',
    draw: random => among(random, [0.1, 1], [0.05, -2]),
  },
  {
    name: 'uses: 10 % of the blocks by 1 less, 1 % by 10 more',
    draw: random => among(random, [0.1, -1], [0.01, 10]),
  },
]

/** The shares of runs in which a difference is shown at some look. */
export interface Alarms {
  /** By the p-value for one look, looked at after every tenth more. */
  readonly once: number
  /** By that for every look, looked at as often, and after every block. */
  readonly often: number
  readonly always: number
}

/** Runs without an effect, each until there seems to be one, or until MOST_BLOCKS. */
export function falseAlarms({ draw }: NoEffect, runs: number, seed: number): Alarms {
  const random = generator(seed)
  let [once, often, always] = [0, 0, 0]
  for (let run = 0; run < runs; run++) {
    const grown = { n: 0, sum: 0, sumSquares: 0, differing: 0 }
    const shown = { once: false, often: false, always: false }
    let [look, every] = [tenthMore(0), nextBlock(0)]
    while (grown.n < MOST_BLOCKS && !(shown.once && shown.often && shown.always)) {
      const difference = draw(random)
      grown.n++
      grown.sum += difference
      grown.sumSquares += difference * difference
      grown.differing += Number(difference !== 0)
      const [isLook, isEvery] = [grown.n === look, grown.n === every]
      if (!isLook && !isEvery) continue
      const isShown = studentSequence(grown).p < ALPHA
      if (isLook) {
        shown.once ||= pairedDifference(grown).p < ALPHA
        shown.often ||= isShown
        look = tenthMore(look)
      }
      if (isEvery) {
        shown.always ||= isShown
        every = nextBlock(every)
      }
    }
    once += Number(shown.once)
    often += Number(shown.often)
    always += Number(shown.always)
  }
  return { once: once / runs, often: often / runs, always: always / runs }
}
