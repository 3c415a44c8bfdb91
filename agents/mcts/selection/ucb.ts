/** UCB1 and UCB1-tuned: an edge is worth its mean reward, and more the less it was tried. */
import { WIN_UNITS } from '../../../engine/contract/index.ts'
import { below, lastZero } from '../../../engine/rng.ts'
import type { Tree } from '../tree.ts'
import type { Selection } from './selection.ts'

/** Worth more than any edge that is not proven to win. */
const PROVEN = 1e6

/** Visits that tables cover. Beyond, values are computed in place, as a returned double may go to the heap. */
const TABLE_MAX = 1 << 12

/**
 * UCB1 on a mix of the edge's mean and its RAVE mean, with the schedule sqrt(k / (3 n + k)) (Gelly and Silver, "Monte-Carlo
 * tree search and rapid action value estimation in computer Go", 2011): the result of a turn of several decisions is
 * evidence for each of them, whichever came first. An unvisited edge is valued as its node (first play urgency), so
 * that wide nodes need not be visited in full first. Edges with a bias are worth that much more at first, and less of it with every
 * visit (`Bias`), unless they keep it (`Prior`). Ties are broken uniformly.
 *
 * `judge` keeps the mix with the edge; edges without statistics are all worth the same.
 */
export class Ucb implements Selection {
  readonly columns = 0
  readonly strategies = -1
  readonly usesRave: boolean
  readonly usesReplies = false
  readonly #exploration: number
  readonly #raveVisits: number
  readonly #keepsBias: boolean
  /** By visits: their root, the weight of RAVE beside them, and the exploration at a node that has had them. */
  readonly #roots: Float64Array
  readonly #weights: Float64Array
  readonly #explorations: Float64Array

  /** `exploration` for rewards from 0 to 1; k is `raveVisits`, 0 without RAVE. With `keepsBias` visits don't change an edge's bias. */
  constructor(exploration: number, raveVisits: number, iterations: number, keepsBias = false) {
    this.#exploration = exploration * WIN_UNITS
    this.#raveVisits = raveVisits
    this.#keepsBias = keepsBias
    this.usesRave = raveVisits > 0
    const size = 1 + Math.min(TABLE_MAX, iterations)
    this.#roots = new Float64Array(size).map((_, visits) => Math.sqrt(visits))
    this.#weights = new Float64Array(size).map((_, visits) =>
      Math.sqrt(raveVisits / (3 * visits + raveVisits)),
    )
    this.#explorations = new Float64Array(size).map(
      (_, visits) => this.#exploration * Math.sqrt(Math.log(visits + 1)),
    )
  }

  clear(): void {}

  learn(tree: Tree, _node: number, edge: number): void {
    this.judge(tree, edge)
  }

  /** Brings the value of an edge up to date with its statistics. */
  judge(tree: Tree, edge: number): void {
    if (tree.edgeProof[edge] !== 0) {
      tree.edgeValue[edge] = tree.edgeProof[edge]! * PROVEN
      return
    }
    const visits = tree.edgeVisits[edge]!
    const raveVisits = tree.edgeRaveVisits[edge]!
    const rave = tree.edgeRaveReward[edge]! / raveVisits
    if (visits === 0) {
      tree.edgeValue[edge] = rave
      return
    }
    const mean = tree.edgeReward[edge]! / visits
    const weights = this.#weights
    const k = this.#raveVisits
    const weight = visits < weights.length ? weights[visits]! : Math.sqrt(k / (3 * visits + k))
    tree.edgeValue[edge] = raveVisits > 0 ? mean + weight * (rave - mean) : mean
  }

  select(tree: Tree, node: number, rng: Int32Array): number {
    const { edgeBias, edgeRaveVisits, edgeReward, edgeValue, edgeVisits, marks } = tree
    const first = tree.firstEdge[node]!
    const count = tree.edgeCount[node]!
    const total = tree.visits[node]!
    if (total === 0) return first + below(rng, count)
    if (tree.untried[node] === 0 && tree.isBiased[node] === 0) return this.#selectTried(tree, node, rng)
    const end = first + count
    const firstMarks = tree.firstMarks[node]!
    let sum = 0
    for (let base = first, word = firstMarks; base < end; base += 32, word++)
      for (let left = marks[word]!; left !== 0; left &= left - 1)
        sum += edgeReward[base + 31 - Math.clz32(left & -left)]!
    const mean = sum / total
    const explorations = this.#explorations
    const explored =
      total < explorations.length ? explorations[total]! : this.#exploration * Math.sqrt(Math.log(total + 1))
    const unmarked = mean + explored
    const roots = this.#roots
    const isBiased = tree.isBiased[node] === 1
    const keepsBias = this.#keepsBias
    let best = first
    let bestValue = -1
    let ties = 1
    /** All edges before this one have been compared. */
    let at = first
    for (let base = first, word = firstMarks; base < end; base += 32, word++) {
      for (let left = marks[word]!; left !== 0; left &= left - 1) {
        const edge = base + 31 - Math.clz32(left & -left)
        if (unmarked >= bestValue && at < edge) {
          if (unmarked > bestValue) {
            bestValue = unmarked
            best = at++
            ties = 1
          }
          const last = lastZero(rng, ties + 1, edge - at)
          if (last > 0) best = at + last - ties - 1
          ties += edge - at
        }
        at = edge + 1
        const visits = edgeVisits[edge]!
        let value = edgeValue[edge]!
        if (visits === 0) value = (edgeRaveVisits[edge] === 0 ? mean : mean + (value - mean)) + explored
        else value += explored / (visits < roots.length ? roots[visits]! : Math.sqrt(visits))
        if (isBiased) value += keepsBias ? edgeBias[edge]! : edgeBias[edge]! / (1 + visits)
        if (value > bestValue) {
          bestValue = value
          best = edge
          ties = 1
        } else if (value === bestValue && below(rng, ++ties) === 0) best = edge
      }
    }
    if (unmarked >= bestValue && at < end) {
      if (unmarked > bestValue) {
        best = at++
        ties = 1
      }
      const last = lastZero(rng, ties + 1, end - at)
      if (last > 0) best = at + last - ties - 1
    }
    return best
  }

  /** `select` at a node all of whose edges have been visited, and have no bias. */
  #selectTried(
    { edgeCount, edgeValue, edgeVisits, firstEdge, visits }: Tree,
    node: number,
    rng: Int32Array,
  ): number {
    const first = firstEdge[node]!
    const end = first + edgeCount[node]!
    const total = visits[node]!
    const explorations = this.#explorations
    const roots = this.#roots
    const explored =
      total < explorations.length ? explorations[total]! : this.#exploration * Math.sqrt(Math.log(total + 1))
    let best = first
    let bestValue = -1
    let ties = 1
    for (let edge = first; edge < end; edge++) {
      const tried = edgeVisits[edge]!
      const value = edgeValue[edge]! + explored / (tried < roots.length ? roots[tried]! : Math.sqrt(tried))
      if (value > bestValue) {
        bestValue = value
        best = edge
        ties = 1
      } else if (value === bestValue && below(rng, ++ties) === 0) best = edge
    }
    return best
  }
}

/** The column of the sums of squared rewards, which count from 0 to 1. */
const SQUARES = 0

/** No rewards from 0 to 1 have a higher variance. */
const VARIANCE_MAX = 0.25

/**
 * UCB1-tuned (Auer, Cesa-Bianchi, Fischer, "Finite-time analysis of the multiarmed bandit problem", 2002): an edge is worth its mean plus
 * c sqrt(ln t / n min(1/4, V)), where V is the variance of its rewards plus sqrt(2 ln t / n). Means are mixed with RAVE, and unvisited edges
 * valued as their node, as in `Ucb`.
 */
export class UcbTuned implements Selection {
  readonly columns = 1
  readonly strategies = -1
  readonly usesRave: boolean
  readonly usesReplies = false
  readonly #exploration: number
  /** What values edges without exploration. */
  readonly #ucb: Ucb

  constructor(exploration: number, rave: number, iterations: number) {
    this.#exploration = exploration * WIN_UNITS
    this.#ucb = new Ucb(0, rave, iterations)
    this.usesRave = this.#ucb.usesRave
  }

  clear(): void {}

  learn(tree: Tree, node: number, edge: number, reward: number): void {
    tree.columns[SQUARES]![edge]! += (reward / WIN_UNITS) ** 2
    this.#ucb.learn(tree, node, edge)
  }

  judge(tree: Tree, edge: number): void {
    this.#ucb.judge(tree, edge)
  }

  select(tree: Tree, node: number, rng: Int32Array): number {
    const { edgeReward, edgeValue, edgeVisits } = tree
    const first = tree.firstEdge[node]!
    const end = first + tree.edgeCount[node]!
    const total = tree.visits[node]!
    if (total === 0) return first + below(rng, end - first)
    let sum = 0
    for (let edge = first; edge < end; edge++) if (tree.isMarked(node, edge)) sum += edgeReward[edge]!
    const mean = sum / total
    const log = Math.log(total + 1)
    const untried = this.#exploration * Math.sqrt(log * VARIANCE_MAX)
    let best = first
    let bestValue = -1
    let ties = 1
    for (let edge = first; edge < end; edge++) {
      let value = mean + untried
      if (tree.isMarked(node, edge)) {
        const visits = edgeVisits[edge]!
        value = edgeValue[edge]! + (visits === 0 ? untried : this.#bonus(tree, edge, log))
      }
      if (value > bestValue) {
        bestValue = value
        best = edge
        ties = 1
      } else if (value === bestValue && below(rng, ++ties) === 0) best = edge
    }
    return best
  }

  /** The exploration of a visited edge, in win units; `log` is that of its node's visits. */
  #bonus(tree: Tree, edge: number, log: number): number {
    const visits = tree.edgeVisits[edge]!
    const mean = tree.edgeReward[edge]! / (visits * WIN_UNITS)
    const variance = tree.columns[SQUARES]![edge]! / visits - mean * mean + Math.sqrt((2 * log) / visits)
    return this.#exploration * Math.sqrt((log / visits) * Math.min(VARIANCE_MAX, variance))
  }
}
