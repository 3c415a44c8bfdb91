/** The search tree: nodes and edges in arrays that are allocated once; nodes are found by a hash of what the seat knows. */

const NONE = -1

/**
 * A node is one seat's information set, identified by a 64-bit hash of its view. Its edges are its legal actions, in
 * order, at `firstEdge[node]`, `edgeCount[node]` of them. All arrays belong to the tree.
 */
export class Tree {
  readonly nodesMax: number
  readonly edgesMax: number
  nodes = 0
  edges = 0
  readonly visits: Int32Array
  readonly firstEdge: Int32Array
  readonly edgeCount: Int32Array
  readonly edgeAction: Int32Array
  readonly edgeVisits: Int32Array
  /** Sum of rewards, in win units. */
  readonly edgeReward: Float64Array
  /** The same over all iterations in which the action was chosen here or later in the same turn (RAVE). */
  readonly edgeRaveVisits: Int32Array
  readonly edgeRaveReward: Float64Array
  readonly #slots: Int32Array
  readonly #mask: number
  readonly #high: Int32Array
  readonly #low: Int32Array
  #hashHigh = 0
  #hashLow = 0

  /** Room for `nodesMax` nodes, and for `edgesMax` edges in all of them. */
  constructor(nodeMax: number, edgeMax: number) {
    this.nodesMax = nodeMax
    this.edgesMax = edgeMax
    this.visits = new Int32Array(nodeMax)
    this.firstEdge = new Int32Array(nodeMax)
    this.edgeCount = new Int32Array(nodeMax)
    this.edgeAction = new Int32Array(edgeMax)
    this.edgeVisits = new Int32Array(edgeMax)
    this.edgeReward = new Float64Array(edgeMax)
    this.edgeRaveVisits = new Int32Array(edgeMax)
    this.edgeRaveReward = new Float64Array(edgeMax)
    const slots = 1 << (33 - Math.clz32(nodeMax))
    this.#slots = new Int32Array(slots).fill(NONE)
    this.#mask = slots - 1
    this.#high = new Int32Array(nodeMax)
    this.#low = new Int32Array(nodeMax)
  }

  /** Empties the tree. */
  clear(): void {
    this.#slots.fill(NONE)
    this.nodes = 0
    this.edges = 0
  }

  /** The node of a seat that sees `view`, or -1. Remembers the hash for `add`. */
  find(view: Int32Array, seat: number): number {
    this.#hash(view, seat)
    for (let slot = this.#hashLow & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const node = this.#slots[slot]!
      if (node === NONE) return NONE
      if (this.#low[node] === this.#hashLow && this.#high[node] === this.#hashHigh) return node
    }
  }

  /** Adds a node for the view that `find` did not find. Returns it, or -1 without room for it and its `count` edges. */
  add(legal: Int32Array, count: number): number {
    if (this.nodes === this.nodesMax || this.edges + count > this.edgesMax) return NONE
    let slot = this.#hashLow & this.#mask
    while (this.#slots[slot] !== NONE) slot = (slot + 1) & this.#mask
    const node = this.nodes++
    this.#slots[slot] = node
    this.#low[node] = this.#hashLow
    this.#high[node] = this.#hashHigh
    this.visits[node] = 0
    this.firstEdge[node] = this.edges
    this.edgeCount[node] = count
    for (let i = 0; i < count; i++) {
      this.edgeAction[this.edges] = legal[i]!
      this.edgeVisits[this.edges] = 0
      this.edgeReward[this.edges] = 0
      this.edgeRaveVisits[this.edges] = 0
      this.edgeRaveReward[this.edges++] = 0
    }
    return node
  }

  /** The node's edge with that action, or -1. A binary search, since actions ascend. */
  edgeOf(node: number, action: number): number {
    let low = this.firstEdge[node]!
    let high = low + this.edgeCount[node]! - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.edgeAction[middle]! < action) low = middle + 1
      else high = middle
    }
    return this.edgeAction[low] === action ? low : NONE
  }

  /** Two 32-bit multiply-rotate hashes over the words of the view, finished as in MurmurHash3. */
  #hash(view: Int32Array, seat: number): void {
    let low = 0x9e3779b9 ^ seat
    let high = 0x85ebca6b + seat
    for (let i = 0; i < view.length; i++) {
      const word = view[i]!
      low = Math.imul(low ^ word, 0xcc9e2d51)
      low = (low << 15) | (low >>> 17)
      high = Math.imul(high ^ word, 0x1b873593)
      high = (high << 13) | (high >>> 19)
    }
    low = Math.imul(low ^ (low >>> 16), 0x85ebca6b)
    high = Math.imul(high ^ (high >>> 16), 0xc2b2ae35)
    this.#hashLow = (low ^ (low >>> 13)) | 0
    this.#hashHigh = (high ^ (high >>> 13)) | 0
  }
}
