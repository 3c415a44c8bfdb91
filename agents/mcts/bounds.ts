/**
 * Proven bounds of what nodes and edges are worth (Cazenave and Saffidine, "Score bounded Monte-Carlo tree search", 2010): what the ends of
 * matches say for sure goes up the path as in minimax, draws included. An edge that cannot be better than what its node has for sure is closed.
 *
 * For games of two seats whose positions follow from the last position and decision, and are seen by all. Nodes are found by position, so that all
 * ways to a position share its bounds. Scores are whole numbers from the view of the seat to move: what it gets above an even match, in win
 * units or, in games that have one, in the unit of the payoff. The other seat's score is the negative.
 */
import { type GameInfo, payoffGauge, type Seat, WIN_UNITS } from '../../engine/contract/index.ts'
import type { Path } from './path.ts'
import { hasValues, LOST, WON } from './proofs.ts'
import { grown, type Tree } from './tree.ts'

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

/** Bounds beside a tree: arrays by its nodes and edges, which grow as the tree's do. */
export class Bounds {
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

  /** Forgets everything: the tree has been emptied. */
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

  /** Whether it is proven what the node is worth. */
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

  /**
   * Forgets what was proven of a node beyond what its edges prove, and opens these again: a search that starts there asks for the edge. For trees that
   * are kept.
   */
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

  /**
   * Takes what a path proves up to the root. `isOver`: the match was over right after its last edge, with these rewards, by seat in win
   * units. `end`, by `endSeat`: the settled node that the last edge led to and the path ends at, or -1.
   */
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

  /** Sees to it that all nodes and edges of the tree have bounds. */
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

  /** An edge of `seat` is worth what the node is that it leads to. */
  #lift(edge: number, seat: Seat, node: number, nodeSeat: Seat): void {
    const low = this.#nodeLow[node]!
    const high = this.#nodeHigh[node]!
    this.#edgeLow[edge] = seat === nodeSeat ? low : -high
    this.#edgeHigh[edge] = seat === nodeSeat ? high : -low
  }

  /** A node is worth what the best of its edges is. */
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

  /** Closes the edges of a node that are no better than what it has for sure: no iteration is to follow them. */
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

  /**
   * Says by `tree.edgeProof` which edges of the root are to be played: those that are sure to come to the most that is sure, or instead of them those
   * open edges whose mean is nearer to the most that the root may still come to.
   */
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
