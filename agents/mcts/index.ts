/**
 * Monte Carlo tree search for games with simultaneous, hidden and chance decisions: decoupled UCT over information sets
 * (multiple-observer ISMCTS; Cowling, Powley, Whitehouse, "Information Set Monte Carlo Tree Search", 2012).
 *
 * Each iteration determinizes the view anew and descends from there: every seat selects by UCB1 among the edges of the node of
 * ITS OWN view, so that sealed orders and secrets never influence another seat's choice. Once every seat has left its tree, a
 * playout of at most `depth` further steps follows, whose last position is evaluated. Rewards are per seat.
 */
import { z } from 'zod'
import {
  type Action,
  advance,
  CHANCE,
  type CompiledGame,
  type Game,
  newEvents,
  newState,
  OVER,
  type Seat,
  STEP,
  type State,
  WIN_UNITS,
} from '../../engine/contract/index.ts'
import { below } from '../../engine/rng.ts'
import type { Agent, AgentKind } from '../agent.ts'
import { Evaluator } from '../evaluation.ts'
import { greedy } from '../greedy.ts'
import { Tree } from './tree.ts'

/** Horizon for games that do not name one. */
const HORIZON = 3

const options = z.strictObject({
  iterations: z.int().min(1).max(1_000_000).describe('iterations per decision').default(400),
  exploration: z
    .number()
    .min(0)
    .max(10)
    .describe('UCB1 constant, for rewards between 0 (lost) and 1 (won)')
    .default(0.1),
  depth: z
    .union([z.literal('game'), z.int().min(0).max(100_000)])
    .describe(
      `steps of a playout before its position is evaluated; 0 plays to the end, game means the game's horizon, or ${HORIZON}`,
    )
    .default('game'),
  rave: z
    .number()
    .min(0)
    .max(1_000_000)
    .describe(
      'visits at which an action is judged equally by them and by its later use in the same turn (RAVE); 0 turns RAVE off',
    )
    .default(100),
  playout: z.enum(['random', 'greedy']).describe('policy of the playouts').default('random'),
})
type Options = z.output<typeof options>

/** The turn index of an edge selected after the turn's decisions. */
const AFTER_TURN = -1

/** Most edges of a tree, which take 448 MiB. The search continues in a full tree without expanding it. */
const EDGES_MAX = 1 << 24

class Mcts implements Agent {
  readonly #game: Game
  readonly #iterations: number
  readonly #exploration: number
  readonly #playoutSteps: number
  readonly #raveVisits: number
  readonly #tree: Tree
  readonly #evaluator: Evaluator
  readonly #playoutAgent: Agent | null
  readonly #determinization: Int32Array
  readonly #state: Int32Array
  readonly #view: Int32Array
  readonly #legal: Int32Array
  readonly #events: Int32Array
  /** The path of the current iteration: edge, node and seat of each selection. */
  readonly #pathEdge: Int32Array
  readonly #pathNode: Int32Array
  readonly #pathSeat: Int32Array
  /** The number of `#turn` decisions before the edge; AFTER_TURN once that list is closed. */
  readonly #pathTurn: Int32Array
  #path = 0
  /** Decisions of the current iteration until the first step is resolved: seat and action of each, for RAVE. */
  readonly #turnSeat: Int32Array
  readonly #turnAction: Int32Array
  #turn = 0
  #turnOpen = false
  readonly #reward: Float64Array

  constructor(game: CompiledGame, { iterations, exploration, depth, rave, playout }: Options) {
    this.#game = game
    this.#iterations = iterations
    this.#exploration = exploration
    const steps = depth === 'game' ? (game.info.horizon ?? HORIZON) : depth
    this.#playoutSteps = steps === 0 ? game.info.stepMax : steps
    this.#raveVisits = rave
    const nodes = 1 + iterations * game.info.seats.length
    this.#tree = new Tree(nodes, Math.min(EDGES_MAX, nodes * game.info.legalMax))
    this.#evaluator = new Evaluator(game)
    this.#playoutAgent = playout === 'greedy' ? greedy.make(game, { opponent: 'passive', samples: 1 }) : null
    this.#determinization = newState(game.info)
    this.#state = newState(game.info)
    this.#view = newState(game.info)
    this.#legal = new Int32Array(game.info.legalMax)
    this.#events = newEvents(game.info)
    this.#pathEdge = new Int32Array(game.info.decisionMax + 1)
    this.#pathNode = new Int32Array(game.info.decisionMax + 1)
    this.#pathSeat = new Int32Array(game.info.decisionMax + 1)
    this.#pathTurn = new Int32Array(game.info.decisionMax + 1)
    this.#turnSeat = new Int32Array(game.info.decisionMax + 1)
    this.#turnAction = new Int32Array(game.info.decisionMax + 1)
    this.#reward = new Float64Array(game.info.seats.length)
  }

  choose(view: State, seat: Seat, legal: Int32Array, count: number, rng: Int32Array): Action {
    const tree = this.#tree
    tree.clear()
    tree.find(view, seat)
    const root = tree.add(legal, count)
    for (let i = 0; i < this.#iterations; i++) {
      this.#game.determinize(view, seat, rng, this.#determinization)
      this.#state.set(this.#determinization)
      this.#selectAndExpand(rng)
      this.#playout(rng)
      this.#backpropagate()
    }
    return this.#mostVisited(root, rng)
  }

  /**
   * Selection and expansion: from the root down, every seat moves in its own tree until it reaches a view without a node, which
   * is added. From then on that seat plays as in a playout while the others still descend. (If the first new node of any seat
   * ended the descent, the seats that decide first would get nearly all new nodes.)
   */
  #selectAndExpand(rng: Int32Array): void {
    const game = this.#game
    const state = this.#state
    const tree = this.#tree
    this.#path = 0
    this.#turn = 0
    this.#turnOpen = true
    let searching = (1 << this.#reward.length) - 1
    while (searching !== 0) {
      const next = advance(game, state, this.#events)
      if (next === OVER) return
      if (next < 0) {
        this.#turnOpen = false
        continue
      }
      if (((searching >>> next) & 1) === 0) {
        this.#apply(next, this.#playoutAction(next, rng))
        continue
      }
      game.observe(state, next, this.#view)
      let node = tree.find(this.#view, next)
      if (node < 0) {
        searching &= ~(1 << next)
        node = tree.add(this.#legal, game.legal(state, next, this.#legal))
        if (node < 0) continue
      }
      const edge = this.#select(node, rng)
      this.#pathEdge[this.#path] = edge
      this.#pathNode[this.#path] = node
      this.#pathTurn[this.#path] = this.#turnOpen ? this.#turn : AFTER_TURN
      this.#pathSeat[this.#path++] = next
      this.#apply(next, tree.edgeAction[edge]!)
    }
  }

  /**
   * UCB1 on a mix of the edge's mean and its RAVE mean, with the schedule sqrt(k / (3 n + k)) (Gelly and Silver, "Monte-Carlo
   * tree search and rapid action value estimation in computer Go", 2011): the result of a turn of several decisions is
   * evidence for each of them, whichever came first. An unvisited edge is valued as its node (first play urgency), so
   * that wide nodes need not be visited in full first. Ties are broken uniformly.
   */
  #select(node: number, rng: Int32Array): number {
    const { firstEdge, edgeCount, edgeVisits, edgeReward, edgeRaveVisits, edgeRaveReward, visits } =
      this.#tree
    const first = firstEdge[node]!
    const end = first + edgeCount[node]!
    const total = visits[node]!
    if (total === 0) return first + below(rng, end - first)
    let sum = 0
    for (let e = first; e < end; e++) sum += edgeReward[e]!
    const mean = sum / total
    const explored = this.#exploration * WIN_UNITS * Math.sqrt(Math.log(total + 1))
    const k = this.#raveVisits
    let best = first
    let bestValue = -1
    let ties = 1
    for (let e = first; e < end; e++) {
      const n = edgeVisits[e]!
      const raveVisits = edgeRaveVisits[e]!
      let value = n > 0 ? edgeReward[e]! / n : mean
      if (raveVisits > 0) value += Math.sqrt(k / (3 * n + k)) * (edgeRaveReward[e]! / raveVisits - value)
      value += n > 1 ? explored / Math.sqrt(n) : explored
      if (value > bestValue) {
        bestValue = value
        best = e
        ties = 1
      } else if (value === bestValue && below(rng, ++ties) === 0) best = e
    }
    return best
  }

  #playout(rng: Int32Array): void {
    const game = this.#game
    const state = this.#state
    let left = this.#playoutSteps
    for (
      let next = advance(game, state, this.#events);
      next !== OVER;
      next = advance(game, state, this.#events)
    ) {
      if (next < 0) {
        this.#turnOpen = false
        if (next === STEP && --left <= 0) return
      } else this.#apply(next, this.#playoutAction(next, rng))
    }
  }

  #apply(seat: Seat, action: Action): void {
    if (this.#turnOpen) {
      this.#turnSeat[this.#turn] = seat
      this.#turnAction[this.#turn++] = action
    }
    this.#game.apply(this.#state, seat, action, this.#events)
  }

  #playoutAction(seat: Seat, rng: Int32Array): Action {
    const game = this.#game
    if (this.#playoutAgent === null || seat === CHANCE) return game.sample(this.#state, seat, rng)
    const count = game.legal(this.#state, seat, this.#legal)
    if (count === 1) return this.#legal[0]!
    game.observe(this.#state, seat, this.#view)
    return this.#playoutAgent.choose(this.#view, seat, this.#legal, count, rng)
  }

  #backpropagate(): void {
    const { visits, edgeVisits, edgeReward } = this.#tree
    for (let seat = 0; seat < this.#reward.length; seat++)
      this.#reward[seat] = this.#evaluator.evaluate(this.#state, seat)
    for (let i = 0; i < this.#path; i++) {
      const seat = this.#pathSeat[i]!
      visits[this.#pathNode[i]!]!++
      edgeVisits[this.#pathEdge[i]!]!++
      edgeReward[this.#pathEdge[i]!]! += this.#reward[seat]!
      if (this.#raveVisits > 0 && this.#pathTurn[i] !== AFTER_TURN)
        this.#updateRave(this.#pathNode[i]!, seat, this.#pathTurn[i]!)
    }
  }

  /** Updates the RAVE statistics of the node's edges with what the seat chose in this turn from here on. */
  #updateRave(node: number, seat: Seat, from: number): void {
    const { edgeRaveVisits, edgeRaveReward } = this.#tree
    for (let i = from; i < this.#turn; i++) {
      if (this.#turnSeat[i] !== seat) continue
      const edge = this.#tree.edgeOf(node, this.#turnAction[i]!)
      if (edge < 0) continue
      edgeRaveVisits[edge]!++
      edgeRaveReward[edge]! += this.#reward[seat]!
    }
  }

  #mostVisited(node: number, rng: Int32Array): Action {
    const { firstEdge, edgeCount, edgeVisits, edgeReward, edgeAction } = this.#tree
    const first = firstEdge[node]!
    let best = first
    let ties = 1
    for (let e = first + 1; e < first + edgeCount[node]!; e++) {
      const more = edgeVisits[e]! - edgeVisits[best]! || edgeReward[e]! - edgeReward[best]!
      if (more > 0) {
        best = e
        ties = 1
      } else if (more === 0 && below(rng, ++ties) === 0) best = e
    }
    return edgeAction[best]!
  }
}

export const mcts: AgentKind<Options> = {
  id: 'mcts',
  summary:
    'Monte Carlo tree search: decoupled UCT over information sets, with short playouts evaluated by the gauges',
  options,
  make: (game, chosen) => new Mcts(game, chosen),
}
