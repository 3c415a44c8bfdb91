/** UCB1-tuned: UCB1 whose exploration is scaled by how far the rewards of an edge spread. */
import { WIN_UNITS } from '../../../engine/contract/index.ts'
import { below } from '../../../engine/rng.ts'
import type { Tree } from '../tree.ts'
import type { Selection } from './selection.ts'
import { Ucb } from './ucb.ts'

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
