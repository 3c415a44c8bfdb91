/** The final choice: what a seat plays after its search. */
import type { Action } from '../../engine/contract/index.ts'
import { below } from '../../engine/rng.ts'
import type { Tree } from './tree.ts'

/** The action of the node's edge with most visits; of those, with the highest mean. Further ties are broken uniformly. */
export function mostVisited(tree: Tree, node: number, rng: Int32Array): Action {
  const { edgeVisits, edgeReward, edgeAction } = tree
  const first = tree.firstEdge[node]!
  const end = first + tree.edgeCount[node]!
  for (let edge = first; edge < end; edge++) tree.mark(node, edge)
  let best = first
  let ties = 1
  for (let edge = first + 1; edge < end; edge++) {
    const more = edgeVisits[edge]! - edgeVisits[best]! || edgeReward[edge]! - edgeReward[best]!
    if (more > 0) {
      best = edge
      ties = 1
    } else if (more === 0 && below(rng, ++ties) === 0) best = edge
  }
  return edgeAction[best]!
}
