/**
 * Proven wins and losses in a tree (MCTS-Solver; Winands, Björnsson, Saito, "Monte-Carlo tree search solver", 2008): what the ends of
 * matches say for sure goes up the path. A seat wins at a node if one of its edges wins, and loses there if all do.
 *
 * For games of two seats whose positions follow from the last position and decision, and are seen by all.
 */
import { type GameInfo, payoffGauge, WIN_UNITS } from '../../engine/contract/index.ts'
import type { Path } from './path.ts'
import type { Tree } from './tree.ts'

/** Of a node or an edge: proven to be lost, not proven, proven to be won by its seat. */
export const LOST = -1
const OPEN = 0
export const WON = 1

/** Whether a game is of the kind whose positions have a value with best play that needs no mixing: two take turns, see everything, and leave nothing to chance. */
export function hasValues({ seats, type: { dynamics, chance, information } }: GameInfo): boolean {
  return (
    seats.length === 2 && dynamics === 'sequential' && chance === 'deterministic' && information === 'perfect'
  )
}

/** Whether proofs of wins and losses are right for a game: by how much it is won must not matter. */
export function canBeProven(info: GameInfo): boolean {
  return hasValues(info) && payoffGauge(info) < 0
}

/**
 * Takes a path's proofs up to the root. `isOver`: the match was over right after its last edge. `rewards` are by seat, in win
 * units.
 */
export function prove(tree: Tree, path: Path, isOver: boolean, rewards: Float64Array): void {
  const { edgeProof, nodeProof } = tree
  const last = path.length - 1
  if (isOver && last >= 0) {
    const reward = rewards[path.seat[last]!]!
    const proof = reward === WIN_UNITS ? WON : reward === 0 ? LOST : OPEN
    tree.mark(path.node[last]!, path.edge[last]!)
    edgeProof[path.edge[last]!] = proof
  }
  for (let i = last; i >= 0; i--) {
    const edge = path.edge[i]!
    const node = path.node[i]!
    tree.mark(node, edge)
    if (i < last && path.follows[i + 1] === 1) {
      const proof = nodeProof[path.node[i + 1]!]!
      if (proof !== OPEN) edgeProof[edge] = path.seat[i] === path.seat[i + 1] ? proof : -proof
    }
    if (edgeProof[edge] === OPEN || nodeProof[node] !== OPEN) continue
    if (edgeProof[edge] === WON) nodeProof[node] = WON
    else if (isLost(tree, node)) nodeProof[node] = LOST
    else continue
    tree.proofs++
  }
}

function isLost(tree: Tree, node: number): boolean {
  const first = tree.firstEdge[node]!
  for (let edge = first; edge < first + tree.edgeCount[node]!; edge++)
    if (!tree.isMarked(node, edge) || tree.edgeProof[edge] !== LOST) return false
  return true
}
