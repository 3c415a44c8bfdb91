/** The final choice after a search. */
import type { Action } from '../../engine/contract/index.ts'
import { below } from '../../engine/rng.ts'
import type { Tree } from './tree.ts'

/**
 * The action of the node's edge with most visits, of those that are not proven to lose if there are any, or of those proven to win; then with the
 * highest mean. Further ties are broken uniformly.
 */
export function mostVisited(tree: Tree, node: number, rng: Int32Array): Action {
  const { edgeAction } = tree
  const first = tree.firstEdge[node]!
  const end = first + tree.edgeCount[node]!
  for (let edge = first; edge < end; edge++) tree.mark(node, edge)
  let best = first
  let ties = 1
  for (let edge = first + 1; edge < end; edge++) {
    const more = compare(tree, edge, best)
    if (more > 0) {
      best = edge
      ties = 1
    } else if (more === 0 && below(rng, ++ties) === 0) best = edge
  }
  return edgeAction[best]!
}

/** Writes the probabilities with which `mostVisited` would choose the node's edges; ties are even. */
export function mostVisitedShares(tree: Tree, node: number, out: Float64Array): void {
  const first = tree.firstEdge[node]!
  const count = tree.edgeCount[node]!
  for (let i = 0; i < count; i++) tree.mark(node, first + i)
  let best = first
  let ties = 0
  for (let edge = first; edge < first + count; edge++) {
    const more = compare(tree, edge, best)
    if (more > 0) {
      best = edge
      ties = 1
    } else if (more === 0) ties++
  }
  for (let i = 0; i < count; i++) out[i] = compare(tree, first + i, best) === 0 ? 1 / ties : 0
}

/** Above 0 if the first edge is the better choice. */
function compare({ edgeProof, edgeReward, edgeVisits }: Tree, edge: number, other: number): number {
  return (
    edgeProof[edge]! - edgeProof[other]! ||
    edgeVisits[edge]! - edgeVisits[other]! ||
    edgeReward[edge]! - edgeReward[other]!
  )
}

/**
 * Writes the average strategy at a node into the first places of `out`: shares of the sums in a column of the tree, or of the visits for
 * policies without such a column (-1). The node has been visited.
 */
export function averageShares(tree: Tree, node: number, column: number, out: Float64Array): void {
  const first = tree.firstEdge[node]!
  const count = tree.edgeCount[node]!
  let sum = 0
  for (let i = 0; i < count; i++) {
    tree.mark(node, first + i)
    out[i] = column < 0 ? tree.edgeVisits[first + i]! : tree.columns[column]![first + i]!
    sum += out[i]!
  }
  for (let i = 0; i < count; i++) out[i]! /= sum
}
