/**
 * What the ends of matches prove of nodes and edges, for games of two seats that take turns, see everything and leave nothing to chance:
 * only wins and losses, or lower and upper bounds.
 */
import { type GameInfo, payoffGauge, type Seat, WIN_UNITS } from '../../engine/contract/index.ts'
import type { Path } from './path.ts'
import { grown, type Tree } from './tree.ts'

/** Of a node or an edge: proven to be lost, not proven, proven to be won by its seat. */
export const LOST = -1
const OPEN = 0
export const WON = 1

/** Whether the positions of a game have values by minimax. */
export function hasValues({ seats, type: { dynamics, chance, information } }: GameInfo): boolean {
  return (
    seats.length === 2 && dynamics === 'sequential' && chance === 'deterministic' && information === 'perfect'
  )
}

/** Whether proofs of wins and losses are right for a game: the margin must not matter. */
export function canBeProven(info: GameInfo): boolean {
  return hasValues(info) && payoffGauge(info) < 0
}

/**
 * MCTS-Solver (Winands, Björnsson, Saito, "Monte-Carlo tree search solver", 2008): takes a path's proofs up to the root. A seat wins at a node
 * if one of its edges wins, and loses there if all do. `isOver`: the match was over right after the path's last edge. `rewards` are by
 * seat, in win units.
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

/** Nodes and edges that new bounds have room for. */
const ROOM = 1 << 10

/** What selection takes a closed edge to be worth, in win units: less than any other. */
const CLOSED = -1e6

/** The highest score of a game; the lowest is its negative. */
function mostOf(info: GameInfo): number {
  const payoff = payoffGauge(info)
  return payoff < 0 ? WIN_UNITS / 2 : info.gauges[payoff]!.max
}

/** Whether bounds are right for a game: its seats may win and lose equally much. */
export function canBeBounded(info: GameInfo): boolean {
  const payoff = info.gauges[payoffGauge(info)]
  return hasValues(info) && (payoff === undefined || payoff.min === -payoff.max)
}

/**
 * Score bounded MCTS (Cazenave and Saffidine, "Score bounded Monte-Carlo tree search", 2010): bounds go up the path as in minimax, draws
 * included, and an edge that cannot be better than what its node has for sure is closed. Nodes are found by position, so all ways to a
 * position share its bounds.
 *
 * Scores are whole numbers from the view of the seat to move: what it gets above an even match, in win units, or in the unit of the
 * payoff where the game has one. The other seat's score is the negative. Arrays are by the tree's nodes and edges and grow as they do.
 */
export class ProofBounds {
  /** The highest score. */
  readonly most: number
  readonly #tree: Tree
  /** Nodes and edges whose bounds are set. */
  #nodes = 0
  #edges = 0
  #nodeLow = new Int32Array(ROOM)
  #nodeHigh = new Int32Array(ROOM)
  #edgeLow = new Int32Array(ROOM)
  #edgeHigh = new Int32Array(ROOM)

  constructor(tree: Tree, info: GameInfo) {
    this.#tree = tree
    this.most = mostOf(info)
  }

  clear(): void {
    this.#nodes = 0
    this.#edges = 0
  }

  low(node: number): number {
    return node < this.#nodes ? this.#nodeLow[node]! : -this.most
  }

  high(node: number): number {
    return node < this.#nodes ? this.#nodeHigh[node]! : this.most
  }

  /** Whether the node's value is proven. */
  isSettled(node: number): boolean {
    return node < this.#nodes && this.#nodeLow[node] === this.#nodeHigh[node]
  }

  /** Writes the rewards, by seat in win units, of a settled node whose seat is `seat`. */
  rewardsOf(node: number, seat: Seat, out: Float64Array): void {
    out[seat] = this.#rewardAt(this.#nodeLow[node]!)
    out[1 - seat] = this.#rewardAt(-this.#nodeLow[node]!)
  }

  #rewardAt(score: number): number {
    return (WIN_UNITS * (score + this.most)) / (2 * this.most)
  }

  /** Reduces a node's bounds to what its edges prove, and opens these again: a search that starts there asks for the edge. For kept trees. */
  reopen(node: number): void {
    this.#extend()
    const tree = this.#tree
    const first = tree.firstEdge[node]!
    for (let edge = first; edge < first + tree.edgeCount[node]!; edge++) {
      if (!tree.isMarked(node, edge) || tree.edgeProof[edge] === 0) continue
      tree.edgeProof[edge] = 0
      const visits = tree.edgeVisits[edge]!
      tree.edgeValue[edge] = visits > 0 ? tree.edgeReward[edge]! / visits : 0
    }
    this.#nodeLow[node] = -this.most
    this.#nodeHigh[node] = this.most
    this.#join(node)
    this.#close(node)
  }

  /** Takes over what was proven of a node elsewhere. */
  narrow(node: number, low: number, high: number): void {
    this.#extend()
    if (low > this.#nodeLow[node]!) this.#nodeLow[node] = low
    if (high < this.#nodeHigh[node]!) this.#nodeHigh[node] = high
    this.#tree.proofs++
    this.#close(node)
  }

  /** As `prove` above. `end`, by `endSeat`: the settled node that the last edge led to and the path ends at, or -1. */
  prove(path: Path, isOver: boolean, rewards: Float64Array, end: number, endSeat: Seat): void {
    this.#extend()
    const last = path.length - 1
    for (let i = last; i >= 0; i--) {
      const edge = path.edge[i]!
      const seat = path.seat[i]!
      const low = this.#edgeLow[edge]!
      const high = this.#edgeHigh[edge]!
      if (i < last) {
        if (path.follows[i + 1] === 1) this.#lift(edge, seat, path.node[i + 1]!, path.seat[i + 1]!)
      } else if (end >= 0) this.#lift(edge, seat, end, endSeat)
      else if (isOver) {
        const score = Math.round((2 * this.most * rewards[seat]!) / WIN_UNITS) - this.most
        this.#edgeLow[edge] = score
        this.#edgeHigh[edge] = score
      }
      if (this.#edgeLow[edge] === low && this.#edgeHigh[edge] === high) continue
      this.#join(path.node[i]!)
      this.#close(path.node[i]!)
    }
  }

  #extend(): void {
    const { nodes, edges } = this.#tree
    if (nodes > this.#nodeLow.length) {
      this.#nodeLow = grown(this.#nodeLow, nodes)
      this.#nodeHigh = grown(this.#nodeHigh, nodes)
    }
    if (edges > this.#edgeLow.length) {
      this.#edgeLow = grown(this.#edgeLow, edges)
      this.#edgeHigh = grown(this.#edgeHigh, edges)
    }
    for (; this.#nodes < nodes; this.#nodes++) {
      this.#nodeLow[this.#nodes] = -this.most
      this.#nodeHigh[this.#nodes] = this.most
    }
    for (; this.#edges < edges; this.#edges++) {
      this.#edgeLow[this.#edges] = -this.most
      this.#edgeHigh[this.#edges] = this.most
    }
  }

  #lift(edge: number, seat: Seat, node: number, nodeSeat: Seat): void {
    const low = this.#nodeLow[node]!
    const high = this.#nodeHigh[node]!
    this.#edgeLow[edge] = seat === nodeSeat ? low : -high
    this.#edgeHigh[edge] = seat === nodeSeat ? high : -low
  }

  #join(node: number): void {
    const first = this.#tree.firstEdge[node]!
    const end = first + this.#tree.edgeCount[node]!
    let low = -this.most
    let high = -this.most
    for (let edge = first; edge < end; edge++) {
      if (this.#edgeLow[edge]! > low) low = this.#edgeLow[edge]!
      if (this.#edgeHigh[edge]! > high) high = this.#edgeHigh[edge]!
    }
    if (low <= this.#nodeLow[node]! && high >= this.#nodeHigh[node]!) return
    if (low > this.#nodeLow[node]!) this.#nodeLow[node] = low
    if (high < this.#nodeHigh[node]!) this.#nodeHigh[node] = high
    this.#tree.proofs++
  }

  /** Closes edges that can't beat the node's proven value, so no iteration follows them. */
  #close(node: number): void {
    const tree = this.#tree
    const low = this.#nodeLow[node]!
    const first = tree.firstEdge[node]!
    const end = first + tree.edgeCount[node]!
    for (let edge = first; edge < end; edge++) {
      if (this.#edgeHigh[edge]! > low || (tree.isMarked(node, edge) && tree.edgeProof[edge] !== 0)) continue
      tree.mark(node, edge)
      tree.edgeProof[edge] = LOST
      tree.edgeValue[edge] = CLOSED
    }
  }

  /** Marks in `tree.edgeProof` which edges of the root to play: those that secure its lower bound, and open ones whose mean is nearer to the upper. */
  decide(root: number): void {
    this.#extend()
    const tree = this.#tree
    const low = this.#nodeLow[root]!
    const high = this.#nodeHigh[root]!
    const first = tree.firstEdge[root]!
    const end = first + tree.edgeCount[root]!
    const hope = (this.#rewardAt(low) + this.#rewardAt(high)) / 2
    for (let edge = first; edge < end; edge++) {
      tree.mark(root, edge)
      const visits = tree.edgeVisits[edge]!
      const isSure = low > -this.most && this.#edgeLow[edge] === low
      const isOpen = this.#edgeHigh[edge]! > low
      const isHopeful = low < high && isOpen && tree.edgeReward[edge]! > hope * visits
      tree.edgeProof[edge] = isSure || isHopeful ? WON : isOpen ? 0 : LOST
    }
  }
}
