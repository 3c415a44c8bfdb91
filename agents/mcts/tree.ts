/** The search tree: nodes and edges in arrays, which grow to what searches use; nodes are found by what the seat knows. */
import type { WordRange } from '../../engine/contract/index.ts'
import { Views } from './tables.ts'

const NONE = -1

/** Nodes and edges that a new tree has room for. */
const NODES = 1 << 7
const EDGES = 1 << 10

/** Edges whose marks share a word, a bit each. */
const MARKS = 32
const TO_WORD = 5

/**
 * A node is one seat's information set. Its edges are its legal actions, in order, at `firstEdge[node]`, `edgeCount[node]` of
 * them. An edge has statistics once it is marked: bit `(edge - firstEdge[node]) % 32` of the node's word number
 * `(edge - firstEdge[node]) >> 5` in `marks`, from `firstMarks[node]` on. All arrays belong to the tree, and are replaced by
 * longer ones when `add` needs room: they double, so that an agent soon has what its searches need and allocates no more.
 */
export class Tree {
  readonly nodesMax: number
  readonly edgesMax: number
  readonly #views: Views
  nodes = 0
  edges = 0
  #words = 0
  visits = new Int32Array(NODES)
  /** Edges without visits. */
  untried = new Int32Array(NODES)
  firstEdge = new Int32Array(NODES)
  edgeCount = new Int32Array(NODES)
  firstMarks = new Int32Array(NODES)
  marks = new Int32Array(NODES)
  /** 1 if the node's marked edges have a bias. */
  isBiased = new Uint8Array(NODES)
  edgeAction = new Int32Array(EDGES)
  edgeVisits = new Int32Array(EDGES)
  /** Sum of rewards, in win units. */
  edgeReward = new Float64Array(EDGES)
  /** The same over all iterations in which the action was chosen here or later in the same turn (RAVE). */
  edgeRaveVisits = new Int32Array(EDGES)
  edgeRaveReward = new Float64Array(EDGES)
  /** What the statistics say of the edge, for selection. */
  edgeValue = new Float64Array(EDGES)
  /** Of nodes with `isBiased`: what selection adds to the edge's value before its first visit, in win units. */
  edgeBias = new Float64Array(EDGES)
  /** The node that the edge is known to lead to, whatever else happens, or -1. */
  edgeNext = new Int32Array(EDGES)
  /** Of edges with a next node: the steps in between, or parts of one. */
  edgeSteps = new Int32Array(EDGES)
  /** Nodes that are proven. */
  proofs = 0
  /** Of nodes and edges: 1 if their seat is proven to win there, -1 if to lose, 0 if neither. */
  nodeProof = new Int8Array(NODES)
  edgeProof = new Int8Array(EDGES)
  /** What the policy of selection keeps of the edge besides: by column, an array by edge. */
  readonly columns: Float64Array[]

  /** A tree of views of `words` words, told apart by those in `identifying`, with `nodesMax` nodes and `edgesMax` edges in all of them at most. */
  constructor(
    words: number,
    nodesMax: number,
    edgesMax: number,
    columns: number,
    identifying?: readonly WordRange[],
  ) {
    this.nodesMax = nodesMax
    this.edgesMax = edgesMax
    this.#views = new Views(words, identifying)
    this.columns = Array.from({ length: columns }, () => new Float64Array(EDGES))
  }

  /** Empties the tree for a search from this view. */
  clear(root: Int32Array): void {
    this.#views.clear(root)
    this.nodes = 0
    this.edges = 0
    this.#words = 0
    this.proofs = 0
  }

  /** Whether there is room for this many more nodes, and for as many edges again as there are. */
  hasRoom(nodes: number): boolean {
    return this.nodes + nodes <= this.nodesMax && 2 * this.edges <= this.edgesMax
  }

  /** The node of a seat that sees `view`, or -1. Remembers the view for `add`. */
  find(view: Int32Array, seat: number): number {
    return this.#views.find(view, seat)
  }

  /** Adds a node for the view that `find` did not find. Returns it, or -1 without room for it and its `count` edges. */
  add(legal: Int32Array, count: number): number {
    if (this.nodes === this.nodesMax || this.edges + count > this.edgesMax) return NONE
    const words = (count + MARKS - 1) >> TO_WORD
    if (this.nodes === this.visits.length) this.#growNodes()
    if (this.edges + count > this.edgeAction.length) this.#growEdges(this.edges + count)
    if (this.#words + words > this.marks.length) this.marks = grown(this.marks, this.#words + words)
    const node = this.#views.add()
    this.nodes++
    this.visits[node] = 0
    this.untried[node] = count
    this.nodeProof[node] = 0
    this.isBiased[node] = 0
    this.firstEdge[node] = this.edges
    this.edgeCount[node] = count
    this.firstMarks[node] = this.#words
    for (let i = 0; i < words; i++) this.marks[this.#words++] = 0
    const { edgeAction } = this
    for (let i = 0; i < count; i++) edgeAction[this.edges + i] = legal[i]!
    this.edges += count
    return node
  }

  #growNodes(): void {
    const size = this.nodes + 1
    this.visits = grown(this.visits, size)
    this.untried = grown(this.untried, size)
    this.firstEdge = grown(this.firstEdge, size)
    this.edgeCount = grown(this.edgeCount, size)
    this.firstMarks = grown(this.firstMarks, size)
    this.nodeProof = grown(this.nodeProof, size)
    this.isBiased = grown(this.isBiased, size)
  }

  #growEdges(size: number): void {
    this.edgeAction = grown(this.edgeAction, size)
    this.edgeVisits = grown(this.edgeVisits, size)
    this.edgeReward = grown(this.edgeReward, size)
    this.edgeRaveVisits = grown(this.edgeRaveVisits, size)
    this.edgeRaveReward = grown(this.edgeRaveReward, size)
    this.edgeValue = grown(this.edgeValue, size)
    this.edgeBias = grown(this.edgeBias, size)
    this.edgeNext = grown(this.edgeNext, size)
    this.edgeSteps = grown(this.edgeSteps, size)
    this.edgeProof = grown(this.edgeProof, size)
    for (let i = 0; i < this.columns.length; i++) this.columns[i] = grown(this.columns[i]!, size)
  }

  /** Counts a visit of a node by one of its edges, which is marked. */
  visit(node: number, edge: number, reward: number): void {
    this.visits[node]!++
    if (this.edgeVisits[edge]!++ === 0) this.untried[node]!--
    this.edgeReward[edge]! += reward
  }

  /** Whether an edge of the node has statistics. */
  isMarked(node: number, edge: number): boolean {
    const at = edge - this.firstEdge[node]!
    return ((this.marks[this.firstMarks[node]! + (at >> TO_WORD)]! >>> at) & 1) === 1
  }

  /** Sees to it that an edge of the node has statistics, zeros at first. */
  mark(node: number, edge: number): void {
    const at = edge - this.firstEdge[node]!
    const word = this.firstMarks[node]! + (at >> TO_WORD)
    const marks = this.marks[word]!
    const bit = 1 << at
    if ((marks & bit) !== 0) return
    this.marks[word] = marks | bit
    this.edgeVisits[edge] = 0
    this.edgeReward[edge] = 0
    this.edgeRaveVisits[edge] = 0
    this.edgeRaveReward[edge] = 0
    this.edgeBias[edge] = 0
    this.edgeNext[edge] = NONE
    this.edgeProof[edge] = 0
    for (let i = 0; i < this.columns.length; i++) this.columns[i]![edge] = 0
  }

  /** Notes which node an edge leads to, whatever else happens, after this many steps. */
  link(edge: number, next: number, steps: number): void {
    this.edgeNext[edge] = next
    this.edgeSteps[edge] = steps
  }

  /** The node that a node's edge is known to lead to, or -1. */
  next(node: number, edge: number): number {
    return this.isMarked(node, edge) ? this.edgeNext[edge]! : NONE
  }

  /** The node's edge with that action, or -1. A binary search, since actions ascend. */
  edgeOf(node: number, action: number): number {
    const { edgeAction } = this
    let low = this.firstEdge[node]!
    let high = low + this.edgeCount[node]! - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (edgeAction[middle]! < action) low = middle + 1
      else high = middle
    }
    return edgeAction[low] === action ? low : NONE
  }
}

/** A copy of an array, twice as long until it has `size` entries. Allocates. */
export function grown<Words extends Int8Array | Uint8Array | Int32Array | Float64Array>(
  array: Words,
  size: number,
): Words {
  let length = array.length
  while (length < size) length *= 2
  const longer = new (array.constructor as new (length: number) => Words)(length)
  longer.set(array)
  return longer
}
