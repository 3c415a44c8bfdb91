/** Selection and expansion: how an iteration goes down the trees of all seats. */
import {
  type Action,
  advance,
  type CompiledGame,
  type Game,
  OVER,
  type Seat,
  type State,
} from '../../engine/contract/index.ts'
import type { EdgeAdvice } from './advice.ts'
import type { Path } from './path.ts'
import type { Playout } from './playout.ts'
import { Positions } from './positions.ts'
import type { ProofBounds } from './proofs.ts'
import type { Selection } from './selection/index.ts'
import type { Tree } from './tree.ts'

const NONE = -1

export interface Parts {
  readonly tree: Tree
  readonly selection: Selection
  readonly playout: Playout
  readonly path: Path
  readonly advice: EdgeAdvice | null
  readonly bounds: ProofBounds | null
  readonly events: Int32Array
  /** Whether an iteration ends with the turn in which the seat that searches leaves its tree. */
  readonly endsWithTurn: boolean
}

export class Descent {
  readonly #game: Game
  readonly #tree: Tree
  readonly #selection: Selection
  readonly #playout: Playout
  readonly #path: Path
  readonly #advice: EdgeAdvice | null
  readonly #bounds: ProofBounds | null
  readonly #events: Int32Array
  readonly #endsWithTurn: boolean
  readonly #view: Int32Array
  readonly #legal: Int32Array
  /** The mask of all seats. */
  readonly #all: number
  /**
   * Whether a position follows from the last position and decision, and all see it: then an edge always leads to the same node, and nodes have
   * positions.
   */
  readonly #plain: boolean
  /** Whether a seat's view after its own decision, with nothing in between, follows from its view before and the decision. */
  readonly #seesAll: boolean
  /** Whether the game says where it hides nothing from a seat: there, the outcome of a decision is known whoever moves next. */
  readonly #reveals: boolean
  readonly #positions: Positions | null
  /** The mask of the seats that are in the match where `#play` begins. */
  #searching = 0
  /** The settled node that the last descent ended at, and its seat, or NONE. */
  end = NONE
  endSeat: Seat = NONE

  constructor(game: CompiledGame, { tree, selection, playout, path, ...parts }: Parts) {
    const { type, seats, stateSize, legalMax } = game.info
    this.#game = game
    this.#tree = tree
    this.#selection = selection
    this.#playout = playout
    this.#path = path
    this.#advice = parts.advice
    this.#bounds = parts.bounds
    this.#events = parts.events
    this.#endsWithTurn = parts.endsWithTurn
    this.#view = new Int32Array(stateSize)
    this.#legal = new Int32Array(legalMax)
    this.#all = (1 << seats.length) - 1
    this.#seesAll = type.information === 'perfect'
    this.#plain = this.#seesAll && type.dynamics === 'sequential'
    this.#reveals = game.isRevealed !== undefined
    this.#positions = this.#plain ? new Positions(stateSize) : null
  }

  /** Takes the root of an empty tree, added for the view of a search. */
  begin(root: number, view: State, seat: Seat): void {
    this.#positions?.add(root)
    this.#positions?.keep(root, view, seat)
  }

  /**
   * From the root down, every seat moves in its own tree until it reaches a view without a node, which is added. From then on it plays as in a playout
   * while the others still descend. (If the first new node ended the descent, the seats that decide first would get nearly all new nodes.) The
   * descent does not wait for seats that are out. If iterations end with the turn, so does the descent once `own`, the seat that searches, has
   * left its tree.
   *
   * Writes the last position, unless it ended at a settled node. Returns whether the match ended right after the last edge of the path.
   */
  run(root: number, view: State, own: Seat, rng: Int32Array, state: State): boolean {
    this.end = NONE
    this.#path.clear()
    const positions = this.#positions
    if (positions !== null && positions.seatOf(root) >= 0)
      return this.#follow(positions, root, own, rng, state) && this.#play(root, own, rng, state, true)
    this.#game.determinize(view, own, rng, state)
    this.#searching = this.#allIn(state)
    return this.#play(root, own, rng, state, false)
  }

  /**
   * Selects along edges whose next nodes are known, without playing them, and plays the first other one. Returns false, with no position written, at a
   * settled node.
   */
  #follow(positions: Positions, root: number, own: Seat, rng: Int32Array, state: State): boolean {
    const tree = this.#tree
    const path = this.#path
    let node = root
    let seat = own
    for (;;) {
      if (path.length > 0 && this.#bounds?.isSettled(node)) {
        this.end = node
        this.endSeat = seat
        return false
      }
      if (this.#advice?.isDue(tree, node)) {
        positions.load(node, state)
        this.#advice.give(tree, node, state, seat, rng)
      }
      const edge = this.#selection.select(tree, node, rng)
      path.add(seat, node, edge, path.length > 0)
      const next = tree.next(node, edge)
      const nextSeat = next < 0 ? NONE : positions.seatOf(next)
      if (nextSeat < 0) {
        positions.load(node, state)
        this.#searching = this.#allIn(state)
        this.#apply(seat, tree.edgeAction[edge]!, state)
        return true
      }
      path.note(seat, tree.edgeAction[edge]!)
      path.pass(tree.edgeSteps[edge]!)
      node = next
      seat = nextSeat
    }
  }

  /** The mask of the seats that are not out. */
  #allIn(state: State): number {
    return this.#game.out ? this.#all & ~this.#game.out(state) : this.#all
  }

  /** Plays and selects until all seats have left their trees. `hasFollowed`: the last edge is the only way to the position. */
  #play(root: number, own: Seat, rng: Int32Array, state: State, hasFollowed: boolean): boolean {
    const game = this.#game
    const tree = this.#tree
    const path = this.#path
    let searching = this.#searching
    let follows = hasFollowed
    while (searching !== 0) {
      const next = advance(game, state, this.#events)
      if (next === OVER) return follows
      if (next < 0) {
        path.pass(1)
        path.isCut = this.#endsWithTurn && ((searching >>> own) & 1) === 0
        if (path.isCut) return false
        searching &= this.#allIn(state)
        if (!this.#plain) follows = false
        continue
      }
      if (((searching >>> next) & 1) === 0) {
        follows = false
        this.#apply(next, this.#playout.action(state, next), state)
        continue
      }
      // What another seat has sealed in between follows from a revealed position, not from a view.
      if (follows && this.#seesAll && !this.#plain) follows = path.seat[path.length - 1] === next
      let node = NONE
      if (follows) node = tree.next(path.node[path.length - 1]!, path.edge[path.length - 1]!)
      // Nothing has happened since the root's view, and every determinization of it looks the same to its seat.
      else if (next === own && path.decisions === 0) node = root
      const isOpen = this.#reveals ? game.isRevealed!(state, next) : this.#plain
      if (node < 0) {
        // A position that hides nothing is its own view.
        if (!isOpen) game.observe(state, next, this.#view)
        node = tree.find(isOpen ? state : this.#view, next)
        if (node < 0) {
          searching &= ~(1 << next)
          node = tree.add(this.#legal, game.legal(state, next, this.#legal))
          if (node < 0) {
            follows = false
            continue
          }
          this.#positions?.add(node)
        } else this.#positions?.keep(node, state, next)
      } else this.#positions?.keep(node, state, next)
      if (follows && this.#bounds?.isSettled(node)) {
        this.end = node
        this.endSeat = next
        return false
      }
      if (this.#advice?.isDue(tree, node)) this.#advice.give(tree, node, state, next, rng)
      const edge = this.#selection.select(tree, node, rng)
      path.add(next, node, edge, follows)
      follows = this.#seesAll || isOpen
      this.#apply(next, tree.edgeAction[edge]!, state)
    }
    return false
  }

  #apply(seat: Seat, action: Action, state: State): void {
    this.#path.note(seat, action)
    this.#game.apply(state, seat, action, this.#events)
  }
}
