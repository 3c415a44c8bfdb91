/**
 * Proof searches inside a tree search, as in the hybrids of Baier and Winands, "MCTS-minimax hybrids" (2015): whenever the visits of a node have
 * doubled, from many on, its position is searched by alpha-beta to the ends of matches, as far as a number of positions goes that grows with its
 * visits. Playouts do not tell a draw from a loss that a single line of play shows; proofs do, once enough of them meet.
 */
import {
  type CompiledGame,
  newEvents,
  newState,
  type Seat,
  type State,
  settle,
  WIN_UNITS,
} from '../../engine/contract/index.ts'
import { Solver } from '../../engine/solve/index.ts'
import type { Path } from './path.ts'
import type { ProofBounds } from './proofs.ts'
import type { Tree } from './tree.ts'

/** Visits from which a node is searched, a power of two. Fewer would slow down short searches, which prove little. */
export const VISITS = 1024

/** Positions that a proof search may look at for each visit of its node: so many that in connect four it takes about as long as the visits. */
const POSITIONS = 4

/** Positions that the table has room for, by iterations of the search, and its bytes at most. */
const ROOM = 8
const BYTES = 1 << 26

/** Win units of an even match: scores count from there. */
const EVEN = WIN_UNITS / 2

/** For games that `canBeProven`. Proofs go into `bounds`; the root's own position is never searched, since the caller asks for its edges. */
export class Prover {
  readonly #game: CompiledGame
  readonly #tree: Tree
  readonly #bounds: ProofBounds
  readonly #solver: Solver
  readonly #state: Int32Array
  readonly #events: Int32Array
  /** By seat and action: how often it was selected. What is selected often is tried first. */
  readonly #selected: Int32Array
  /** By seat: what it has for sure on the way from the root. */
  readonly #sure = new Int32Array(2)

  constructor(game: CompiledGame, tree: Tree, bounds: ProofBounds, iterations: number) {
    this.#game = game
    this.#tree = tree
    this.#bounds = bounds
    this.#selected = new Int32Array(2 * game.info.actionCount)
    this.#solver = new Solver(game, { nodes: ROOM * iterations, bytes: BYTES }, this.#selected)
    this.#state = newState(game.info)
    this.#events = newEvents(game.info)
  }

  /** Forgets everything: the tree has been emptied. */
  clear(): void {
    this.#selected.fill(0)
    this.#solver.clear()
  }

  /** Searches the nodes of an iteration's path from `view` that are due, before their visits are counted. */
  prove(view: State, path: Path): void {
    const tree = this.#tree
    const { actionCount } = this.#game.info
    let isAnyDue = false
    for (let i = 0; i < path.length; i++) {
      this.#selected[path.seat[i]! * actionCount + tree.edgeAction[path.edge[i]!]!]!++
      if (i > 0 && isDue(tree.visits[path.node[i]!]!)) isAnyDue = true
    }
    if (isAnyDue) this.#search(view, path)
  }

  /** Follows the path while each node has one parent edge, and narrows the nodes that are due. */
  #search(view: State, path: Path): void {
    const tree = this.#tree
    const state = this.#state
    state.set(view)
    this.#sure.fill(-this.#bounds.most)
    for (let i = 0; i < path.length && (i === 0 || path.follows[i] === 1); i++) {
      const seat = path.seat[i]!
      const node = path.node[i]!
      const visits = tree.visits[node]!
      if (visits < VISITS) return
      this.#sure[seat] = Math.max(this.#sure[seat]!, this.#bounds.low(node))
      this.#sure[1 - seat] = Math.max(this.#sure[1 - seat]!, -this.#bounds.high(node))
      if (i > 0 && isDue(visits)) this.#narrow(node, seat, visits * POSITIONS)
      this.#game.apply(state, seat, tree.edgeAction[path.edge[i]!]!, this.#events)
      settle(this.#game, state, this.#events)
    }
  }

  /** Narrows a node down as far as it matters: to less than the other seat has for sure elsewhere, and more than its own has. */
  #narrow(node: number, seat: Seat, positions: number): void {
    const low = this.#sure[seat]!
    const high = -this.#sure[1 - seat]!
    if (low >= high) return
    const solver = this.#solver
    if (seat === 0) solver.narrow(this.#state, EVEN + low, EVEN + high, positions)
    else solver.narrow(this.#state, EVEN - high, EVEN - low, positions)
    const provenLow = seat === 0 ? solver.low - EVEN : EVEN - solver.high
    const provenHigh = seat === 0 ? solver.high - EVEN : EVEN - solver.low
    const { most } = this.#bounds
    this.#bounds.narrow(node, provenLow > low ? provenLow : -most, provenHigh < high ? provenHigh : most)
  }
}

/** Whether to search a node with this many visits. */
function isDue(visits: number): boolean {
  return visits >= VISITS && (visits & (visits - 1)) === 0
}
