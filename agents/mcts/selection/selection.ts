/** The interface of selection policies. */
import type { Tree } from '../tree.ts'

/** Selects the edge of a node that an iteration follows. Its statistics belong to the edges of a tree. */
export interface Selection {
  /** Columns of the tree that are the policy's own; they hold 0 once an edge is marked. */
  readonly columns: number

  /** The column that holds the sums of the strategies followed at a node, without their forced exploration, or -1. */
  readonly strategies: number

  /** Whether edges are also judged by the later use of their action in the same turn: `judge` is called then. */
  readonly usesRave: boolean

  /** Whether `learn` needs `reply`. */
  readonly usesReplies: boolean

  /** Begins with an empty tree. */
  clear(): void

  /** The edge of a node to follow. It need not be marked. */
  select(tree: Tree, node: number, rng: Int32Array): number

  /**
   * Learns the reward of an edge, in win units. The edge is marked; visits and rewards count it already. `reply` encodes the other seats' decisions in the
   * same step, UNKNOWN unless `usesReplies`.
   */
  learn(tree: Tree, node: number, edge: number, reward: number, reply: number): void

  /** Learns that the RAVE statistics of a marked edge have changed. */
  judge(tree: Tree, edge: number): void
}
