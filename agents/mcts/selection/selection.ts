/** What all policies of selection have in common. */
import type { Tree } from '../tree.ts'

/** A policy: which edge of a node an iteration follows. What it keeps belongs to the edges of a tree, and is forgotten with these by `clear`. */
export interface Selection {
  /** Columns of the tree that are the policy's own; they hold 0 once an edge is marked. */
  readonly columns: number

  /** The column that holds the sums of the strategies followed at a node, without their forced exploration, or -1. */
  readonly strategies: number

  /** Whether edges are also judged by the later use of their action in the same turn: `judge` is called then. */
  readonly usesRave: boolean

  /** Whether `learn` is told what the other seats did. */
  readonly usesReplies: boolean

  /** Begins with an empty tree. */
  clear(): void

  /** The edge of a node to follow. It need not be marked. */
  select(tree: Tree, node: number, rng: Int32Array): number

  /**
   * Learns what following an edge came to, in win units. The edge is marked; visits and rewards count it already. `reply` stands for what the other seats did in the
   * same step, UNKNOWN unless `usesReplies`.
   */
  learn(tree: Tree, node: number, edge: number, reward: number, reply: number): void

  /** Learns that the RAVE statistics of a marked edge have changed. */
  judge(tree: Tree, edge: number): void
}
