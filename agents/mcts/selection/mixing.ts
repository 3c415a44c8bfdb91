/** What policies have in common that draw edges from a mixed strategy: forced exploration, the draw, the average. */
import { WIN_UNITS } from '../../../engine/contract/index.ts'
import { next } from '../../../engine/rng.ts'
import type { Tree } from '../tree.ts'
import type { Selection } from './selection.ts'

const TWO_32 = 4294967296

/** Columns: the strategies followed so far, added up, and what the policy makes its strategy of. */
export const AVERAGE = 0
export const SCORE = 1

/** Of what an iteration came to: the reward, from 0 to 1, and how likely the edge drawn was. */
export const REWARD = 0
export const LIKELY = 1

/** Visits an edge at which forced exploration has fallen to 0.7 of what it was at first. */
const PATIENCE = 8

/**
 * Draws from a strategy mixed with a uniform one. The latter's share, the forced exploration, falls with the root of the node's visits, so
 * that at last the others answer to the strategy itself.
 */
export abstract class Mixing implements Selection {
  readonly columns = 2
  readonly strategies = AVERAGE
  readonly usesRave = false
  readonly usesReplies: boolean = false
  readonly #exploration: number
  /** By place among the edges of the node in hand: the strategy. */
  protected readonly strategy: Float64Array
  /** REWARD and LIKELY of the iteration in hand: as arguments of a call that V8 does not inline, doubles would go to the heap. */
  protected readonly result = new Float64Array(2)

  /** `exploration` is a share, 0 to 1; nodes have `legalMax` edges at most. */
  constructor(exploration: number, legalMax: number) {
    this.#exploration = exploration
    this.strategy = new Float64Array(legalMax)
  }

  /** Writes the strategy of a node, whose edges are all marked. */
  protected abstract mix(tree: Tree, node: number): void

  /** Takes in `result`, of the edge at place `chosen`, against a reply. `strategy` is the node's. */
  protected abstract score(tree: Tree, node: number, chosen: number, reply: number): void

  /** The weight in the average of a strategy followed after so many visits. */
  protected weightOf(_visits: number): number {
    return 1
  }

  /** The share of forced exploration at a node with so many visits and edges. */
  protected explored(visits: number, count: number): number {
    return this.#exploration / Math.sqrt(1 + visits / (PATIENCE * count))
  }

  select(tree: Tree, node: number, rng: Int32Array): number {
    const first = tree.firstEdge[node]!
    const count = tree.edgeCount[node]!
    const visits = tree.visits[node]!
    if (visits === 0) for (let edge = first; edge < first + count; edge++) tree.mark(node, edge)
    const { strategy } = this
    this.mix(tree, node)
    const average = tree.columns[AVERAGE]!
    const weight = this.weightOf(visits)
    for (let i = 0; i < count; i++) average[first + i]! += weight * strategy[i]!
    const explored = this.explored(visits, count)
    let left = (next(rng) >>> 0) / TWO_32
    for (let i = 0; i < count - 1; i++) {
      left -= (1 - explored) * strategy[i]! + explored / count
      if (left < 0) return first + i
    }
    return first + count - 1
  }

  learn(tree: Tree, node: number, edge: number, reward: number, reply: number): void {
    const count = tree.edgeCount[node]!
    const chosen = edge - tree.firstEdge[node]!
    this.mix(tree, node)
    const explored = this.explored(tree.visits[node]! - 1, count)
    this.result[REWARD] = reward / WIN_UNITS
    this.result[LIKELY] = (1 - explored) * this.strategy[chosen]! + explored / count
    this.score(tree, node, chosen, reply)
  }

  judge(): void {}

  clear(): void {}
}
