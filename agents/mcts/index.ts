/**
 * Monte Carlo tree search for games with simultaneous, hidden and chance decisions: decoupled UCT over information sets
 * (multiple-observer ISMCTS; Cowling, Powley, Whitehouse, "Information Set Monte Carlo Tree Search", 2012).
 *
 * Each iteration determinizes the view, unless nothing is hidden, and descends from there: every seat selects by
 * UCB1 among the edges of the node of ITS OWN view, so that sealed orders and secrets never influence another seat's choice. Once
 * every seat has left its tree, a playout of at most `depth` further steps follows, whose last position is evaluated. Rewards are
 * per seat.
 */
import {
  type Action,
  type CompiledGame,
  identifyingOf,
  newEvents,
  newState,
  type Seat,
  type State,
} from '../../engine/contract/index.ts'
import { type Agent, type AgentKind, draw } from '../agent.ts'
import { Evaluator } from '../evaluation.ts'
import { locatePolicy, policyIn, policyRefusal } from '../learned/index.ts'
import { Bias, type EdgeAdvice, Prior } from './advice.ts'
import { Descent } from './descent.ts'
import { averageShares, mostVisited, mostVisitedShares } from './final.ts'
import { type Options, options, type ResolvedOptions, resolveOptions } from './options.ts'
import { AFTER_TURN, Path, UNKNOWN } from './path.ts'
import { Playout } from './playout.ts'
import { canBeProven, ProofBounds, prove, WON } from './proofs.ts'
import { Prover, VISITS } from './prover.ts'
import { makeSelection, type Selection } from './selection/index.ts'
import { Tree } from './tree.ts'

const NONE = -1

/** Most edges of a tree, which take 848 MiB. The search continues in a full tree without expanding it. */
const EDGES_MAX = 1 << 24

/** Searches that a tree has room for when it is kept from one decision to the next. */
const SEARCHES = 8

class Mcts implements Agent {
  readonly #iterations: number
  readonly #keepsTree: boolean
  /** Most nodes that a search adds. */
  readonly #nodesAdded: number
  /** The node that the last search of this match started from, or NONE. */
  #lastRoot = NONE
  readonly #tree: Tree
  readonly #selection: Selection
  readonly #playout: Playout
  readonly #evaluator: Evaluator
  readonly #path: Path
  readonly #state: Int32Array
  readonly #descent: Descent
  readonly #proves: boolean
  readonly #bounds: ProofBounds | null
  readonly #prover: Prover | null
  readonly #playsAverage: boolean
  /** By place among the legal actions: probabilities. */
  readonly #shares: Float64Array
  /** By seat, in win units. */
  readonly #reward: Float64Array

  constructor(game: CompiledGame, chosen: Options) {
    const { stateSize, legalMax, decisionMax, seats } = game.info
    this.#iterations = chosen.iterations
    const resolved = resolveOptions(chosen, game.info)
    this.#keepsTree = resolved.reuse
    this.#nodesAdded = chosen.iterations * seats.length
    const nodes = 1 + this.#nodesAdded * (this.#keepsTree ? SEARCHES : 1)
    this.#selection = makeSelection(resolved, game.info)
    const edges = Math.min(EDGES_MAX, nodes * legalMax)
    this.#tree = new Tree(stateSize, nodes, edges, this.#selection.columns, identifyingOf(game.info))
    this.#proves = resolved.solver === 'wins'
    this.#bounds = resolved.solver === 'bounds' ? new ProofBounds(this.#tree, game.info) : null
    this.#prover =
      this.#bounds !== null && canBeProven(game.info) && chosen.iterations > VISITS
        ? new Prover(game, this.#tree, this.#bounds, chosen.iterations)
        : null
    this.#playsAverage = resolved.final === 'average'
    this.#shares = new Float64Array(legalMax)
    const events = newEvents(game.info)
    this.#playout = new Playout(game, resolved, events)
    this.#evaluator = new Evaluator(game, chosen.value)
    this.#path = new Path(decisionMax, seats.length)
    this.#state = newState(game.info)
    this.#descent = new Descent(game, {
      tree: this.#tree,
      selection: this.#selection,
      playout: this.#playout,
      path: this.#path,
      advice: adviceFor(game, chosen, resolved),
      bounds: this.#bounds,
      events,
      endsWithTurn: resolved.endsWithTurn,
    })
    this.#reward = new Float64Array(seats.length)
  }

  begin(): void {
    this.#lastRoot = NONE
  }

  choose(view: State, seat: Seat, legal: Int32Array, count: number, rng: Int32Array): Action {
    const root = this.#search(view, seat, legal, count, rng)
    if (!this.#playsAverage) return mostVisited(this.#tree, root, rng)
    averageShares(this.#tree, root, this.#selection.strategies, this.#shares)
    return legal[draw(this.#shares, 0, count, rng)]!
  }

  policy(
    view: State,
    seat: Seat,
    legal: Int32Array,
    count: number,
    rng: Int32Array,
    out: Float64Array,
  ): void {
    const root = this.#search(view, seat, legal, count, rng)
    if (this.#playsAverage) averageShares(this.#tree, root, this.#selection.strategies, out)
    else mostVisitedShares(this.#tree, root, out)
  }

  /** Grows trees from a view. Returns the seat's node there. */
  #search(view: State, seat: Seat, legal: Int32Array, count: number, rng: Int32Array): number {
    const tree = this.#tree
    this.#playout.begin(rng)
    const descent = this.#descent
    const root = this.#rootOf(view, seat, legal, count)
    for (let i = 0; i < this.#iterations; i++) {
      const isOver = descent.run(root, view, seat, rng, this.#state)
      if (descent.end < 0) {
        this.#playout.play(this.#state, this.#path)
        this.#evaluator.evaluateAll(this.#state, this.#reward)
      } else this.#bounds!.rewardsOf(descent.end, descent.endSeat, this.#reward)
      if (this.#proves && (isOver || tree.proofs > 0)) prove(tree, this.#path, isOver, this.#reward)
      if (this.#bounds !== null) this.#bound(this.#bounds, view, isOver)
      this.#backpropagate()
      if (tree.nodeProof[root] === WON || this.#bounds?.isSettled(root)) break
    }
    this.#bounds?.decide(root)
    return root
  }

  /** Takes what an iteration proves up its path, once the nodes that are due have been searched. */
  #bound(bounds: ProofBounds, view: State, isOver: boolean): void {
    this.#prover?.prove(view, this.#path)
    const { end, endSeat } = this.#descent
    if (isOver || end >= 0 || this.#tree.proofs > 0)
      bounds.prove(this.#path, isOver, this.#reward, end, endSeat)
  }

  /**
   * The node that the search starts from. With `reuse` it is one of the last search's tree, if that met the view and has room; a view that is asked
   * about twice is searched anew.
   */
  #rootOf(view: State, seat: Seat, legal: Int32Array, count: number): number {
    const tree = this.#tree
    const isKept = this.#keepsTree && this.#lastRoot !== NONE && tree.hasRoom(this.#nodesAdded)
    let root = isKept ? tree.find(view, seat) : NONE
    if (root === NONE || root === this.#lastRoot) {
      tree.clear(view)
      this.#selection.clear()
      this.#bounds?.clear()
      this.#prover?.clear()
      tree.find(view, seat)
      root = tree.add(legal, count)
      this.#descent.begin(root, view, seat)
    } else this.#bounds?.reopen(root)
    this.#lastRoot = root
    return root
  }

  #backpropagate(): void {
    const tree = this.#tree
    const path = this.#path
    const others = this.#reward.length - 1
    for (let i = 0; i < path.length; i++) {
      const node = path.node[i]!
      const edge = path.edge[i]!
      const reward = this.#reward[path.seat[i]!]!
      tree.mark(node, edge)
      tree.visit(node, edge, reward)
      if (this.#selection.usesRave && path.turn[i] !== AFTER_TURN) this.#updateRave(i)
      const reply = this.#selection.usesReplies ? path.replyTo(i, tree, others) : UNKNOWN
      this.#selection.learn(tree, node, edge, reward, reply)
      if (path.follows[i] === 1) tree.link(path.edge[i - 1]!, node, path.step[i]! - path.step[i - 1]!)
    }
  }

  /** Updates the RAVE statistics of a node's edges with what the seat chose in this turn from number i of the path on. */
  #updateRave(i: number): void {
    const tree = this.#tree
    const { node: nodes, edge: edges, seat: seats, turn, turnAction, turnEnd } = this.#path
    const node = nodes[i]!
    const reward = this.#reward[seats[i]!]!
    // The first of them is the edge of the path itself.
    tree.edgeRaveVisits[edges[i]!]!++
    tree.edgeRaveReward[edges[i]!]! += reward
    // Most actions are of another kind than the node's: this skips them without a call.
    const first = tree.firstEdge[node]!
    const least = tree.edgeAction[first]!
    const most = tree.edgeAction[first + tree.edgeCount[node]! - 1]!
    const end = turnEnd[seats[i]!]!
    for (let t = turn[i]! + 1; t < end; t++) {
      const action = turnAction[t]!
      if (action < least || action > most) continue
      const edge = tree.edgeOf(node, action)
      if (edge < 0) continue
      tree.mark(node, edge)
      tree.edgeRaveVisits[edge]!++
      tree.edgeRaveReward[edge]! += reward
      this.#selection.judge(tree, edge)
    }
  }
}

function adviceFor(game: CompiledGame, chosen: Options, { bias, prior }: ResolvedOptions): EdgeAdvice | null {
  if (prior > 0) return new Prior(game, policyIn(game, chosen), prior)
  return bias > 0 ? new Bias(game, bias) : null
}

export const mcts: AgentKind<Options> = {
  id: 'mcts',
  summary:
    'Monte Carlo tree search: decoupled UCT over information sets, with short playouts evaluated by the gauges',
  options,
  locate: locatePolicy,
  refusal: (game, chosen) => game.unsearchable ?? (chosen.prior > 0 ? policyRefusal(game, chosen) : null),
  make: (game, chosen) => new Mcts(game, chosen),
}
