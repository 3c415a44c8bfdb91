/** Models of blocks for measuring coverage: how a block's score is distributed, and its true mean. */
import type { RatioSums } from '../../sim/stats/interval.ts'

/** How a block's score is distributed. */
export interface Model {
  readonly name: string
  /** Probabilities of the block sums 0, 1, ... in halves of a match. */
  readonly chances: readonly number[]
  readonly mean: number
}

/** A small deterministic generator (mulberry32) of uniform numbers in [0, 1). */
export function generator(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let z = Math.imul(state ^ (state >>> 15), 1 | state)
    z = (z + Math.imul(z ^ (z >>> 7), 61 | z)) ^ z
    return ((z ^ (z >>> 14)) >>> 0) / 4294967296
  }
}

/**
 * A mirrored pair of matches with the same chances: `win` of the decisive ones, `draw` of all. `link` > 0 is
 * the chance that the second match repeats the first (the seed favours an participant), `link` < 0 the chance
 * that it comes out the other way round (the seed favours a seat: the two results are as opposed as their
 * chances allow).
 */
export function pairModel(win: number, draw: number, link: number): Model {
  const one = [(1 - draw) * (1 - win), draw, (1 - draw) * win]
  const chances = [0, 0, 0, 0, 0]
  const free = 1 - Math.abs(link)
  const upward = [0, one[0], one[0]! + one[1]!, 1]
  const downward = [0, one[2], one[2]! + one[1]!, 1]
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) chances[i + j]! += free * one[i]! * one[j]!
    if (link > 0) chances[2 * i]! += link * one[i]!
    if (link >= 0) continue
    for (let j = 0; j < 3; j++) {
      const overlap = Math.min(upward[i + 1]!, downward[j + 1]!) - Math.max(upward[i]!, downward[j]!)
      if (overlap > 1e-15) chances[i + 2 - j]! -= link * overlap
    }
  }
  return { name: `win ${win} draw ${draw} link ${link}`, chances, mean: draw / 2 + (1 - draw) * win }
}

export function pairModels(
  wins: readonly number[],
  draws: readonly number[],
  links: readonly number[],
): Model[] {
  return wins.flatMap(win => draws.flatMap(draw => links.map(link => pairModel(win, draw, link))))
}

/** A block of `seats` matches without draws, each won with chance `win`, all alike with chance `link`. */
export function tableModel(seats: number, win: number, link: number): Model {
  const chances = new Array<number>(2 * seats + 1).fill(0)
  let choose = 1
  for (let k = 0; k <= seats; k++) {
    chances[2 * k] = (1 - link) * choose * win ** k * (1 - win) ** (seats - k)
    choose = (choose * (seats - k)) / (k + 1)
  }
  chances[0]! += link * (1 - win)
  chances[2 * seats]! += link * win
  return { name: `seats ${seats} win ${win} link ${link}`, chances, mean: win }
}

/** A histogram of n blocks drawn from the model. */
export function drawBlocks(model: Model, n: number, random: () => number): number[] {
  const hist = new Array<number>(model.chances.length).fill(0)
  for (let block = 0; block < n; block++) {
    let rest = random()
    let k = 0
    while (k < hist.length - 1 && rest >= model.chances[k]!) rest -= model.chances[k++]!
    hist[k]!++
  }
  return hist
}

/** Exact sums of blocks given as pairs of numerator and denominator. */
export function sumsOf(blocks: readonly (readonly [number, number])[]): RatioSums {
  const sums = { n: blocks.length, x: 0, y: 0, xx: 0, xy: 0, yy: 0 }
  for (const [x, y] of blocks) {
    sums.x += x
    sums.y += y
    sums.xx += x * x
    sums.xy += x * y
    sums.yy += y * y
  }
  return sums
}
