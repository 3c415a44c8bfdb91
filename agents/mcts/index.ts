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
  sampleStep,
} from '../../engine/contract/index.ts'
import { below, RNG_WORDS } from '../../engine/rng.ts'
import type { Agent, AgentKind } from '../agent.ts'
import { Evaluator } from '../evaluation.ts'
import { greedy } from '../greedy.ts'
import { Selection } from './selection.ts'
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

const NONE = -1

/** The turn index of an edge selected after the turn's decisions. */
const AFTER_TURN = -1

/** Most edges of a tree, which take 640 MiB. The search continues in a full tree without expanding it. */
const EDGES_MAX = 1 << 24

class Mcts implements Agent {
  readonly #game: Game
  readonly #iterations: number
  readonly #playoutSteps: number
  readonly #raveVisits: number
  readonly #tree: Tree
  readonly #selection: Selection
  readonly #evaluator: Evaluator
  readonly #playoutAgent: Agent | null
  readonly #state: Int32Array
  readonly #view: Int32Array
  readonly #legal: Int32Array
  /** The caller's generator for every seat and chance. */
  readonly #rngs: Int32Array[]
  readonly #events: Int32Array
  /** The path of the current iteration: edge, node and seat of each selection. */
  readonly #pathEdge: Int32Array
  readonly #pathNode: Int32Array
  readonly #pathSeat: Int32Array
  /** The number of `#turn` decisions before the edge; AFTER_TURN once that list is closed. */
  readonly #pathTurn: Int32Array
  /** 1 if nothing but the edge of the selection before led to the node. */
  readonly #pathFollows: Uint8Array
  #path = 0
  /**
   * Whether a position depends on the last position and decision alone, and is seen by all: then the edges of a node lead to nodes that
   * are known from the first time on.
   */
  readonly #plain: boolean
  /** Decisions of the current iteration until the first step is resolved: seat and action of each, for RAVE. */
  readonly #turnSeat: Int32Array
  readonly #turnAction: Int32Array
  #turn = 0
  #turnOpen = false
  readonly #reward: Float64Array

  constructor(game: CompiledGame, { iterations, exploration, depth, rave, playout }: Options) {
    this.#game = game
    this.#iterations = iterations
    const steps = depth === 'game' ? (game.info.horizon ?? HORIZON) : depth
    this.#playoutSteps = steps === 0 ? game.info.stepMax : steps
    this.#raveVisits = rave
    const nodes = 1 + iterations * game.info.seats.length
    this.#tree = new Tree(game.info.stateSize, nodes, Math.min(EDGES_MAX, nodes * game.info.legalMax))
    this.#selection = new Selection(exploration, rave, iterations)
    this.#evaluator = new Evaluator(game)
    this.#playoutAgent = playout === 'greedy' ? greedy.make(game, { opponent: 'passive', samples: 1 }) : null
    this.#state = newState(game.info)
    this.#view = newState(game.info)
    this.#legal = new Int32Array(game.info.legalMax)
    this.#rngs = Array.from({ length: CHANCE + 1 }, () => new Int32Array(RNG_WORDS))
    this.#events = newEvents(game.info)
    this.#pathEdge = new Int32Array(game.info.decisionMax + 1)
    this.#pathNode = new Int32Array(game.info.decisionMax + 1)
    this.#pathSeat = new Int32Array(game.info.decisionMax + 1)
    this.#pathTurn = new Int32Array(game.info.decisionMax + 1)
    this.#pathFollows = new Uint8Array(game.info.decisionMax + 1)
    const { dynamics, information } = game.info.type
    this.#plain = dynamics === 'sequential' && information === 'perfect'
    this.#turnSeat = new Int32Array(game.info.decisionMax + 1)
    this.#turnAction = new Int32Array(game.info.decisionMax + 1)
    this.#reward = new Float64Array(game.info.seats.length)
  }

  choose(view: State, seat: Seat, legal: Int32Array, count: number, rng: Int32Array): Action {
    const tree = this.#tree
    this.#rngs.fill(rng)
    tree.clear(view)
    tree.find(view, seat)
    const root = tree.add(legal, count)
    for (let i = 0; i < this.#iterations; i++) {
      this.#game.determinize(view, seat, rng, this.#state)
      this.#selectAndExpand(rng)
      this.#playout(rng)
      this.#backpropagate()
    }
    return this.#mostVisited(root, rng)
  }

  /**
   * Selection and expansion: from the root down, every seat moves in its own tree until it reaches a view without a node, which
   * is added. From then on that seat plays as in a playout while the others still descend. (If the first new node of any seat
   * ended the descent, the seats that decide first would get nearly all new nodes.) Seats that are out are not waited for.
   */
  #selectAndExpand(rng: Int32Array): void {
    const game = this.#game
    const state = this.#state
    const tree = this.#tree
    this.#path = 0
    this.#turn = 0
    this.#turnOpen = true
    let searching = (1 << this.#reward.length) - 1
    if (game.out) searching &= ~game.out(state)
    /** Whether nothing but the edge last selected has led to the position. */
    let follows = false
    while (searching !== 0) {
      const next = advance(game, state, this.#events)
      if (next === OVER) return
      if (next < 0) {
        this.#turnOpen = false
        if (game.out) searching &= ~game.out(state)
        continue
      }
      if (((searching >>> next) & 1) === 0) {
        follows = false
        this.#apply(next, this.#playoutAction(next, rng))
        continue
      }
      let node = follows ? tree.next(this.#pathNode[this.#path - 1]!, this.#pathEdge[this.#path - 1]!) : NONE
      if (node < 0) {
        game.observe(state, next, this.#view)
        node = tree.find(this.#view, next)
        if (node < 0) {
          searching &= ~(1 << next)
          node = tree.add(this.#legal, game.legal(state, next, this.#legal))
          if (node < 0) {
            follows = false
            continue
          }
        }
      }
      const edge = this.#selection.select(tree, node, rng)
      this.#pathEdge[this.#path] = edge
      this.#pathNode[this.#path] = node
      this.#pathTurn[this.#path] = this.#turnOpen ? this.#turn : AFTER_TURN
      this.#pathFollows[this.#path] = follows ? 1 : 0
      this.#pathSeat[this.#path++] = next
      follows = this.#plain
      this.#apply(next, tree.edgeAction[edge]!)
    }
  }

  #playout(rng: Int32Array): void {
    let left = this.#playDecisions(rng)
    const game = this.#game
    while (left > 0) {
      const decisions = game.sampleStep
        ? game.sampleStep(this.#state, this.#rngs, this.#events)
        : sampleStep(game, this.#state, this.#rngs, this.#events)
      if (decisions < 0) return
      left--
    }
  }

  /**
   * Plays by single decisions: all of the playout if its policy is not random, else the rest of the first turn, whose decisions RAVE
   * is to know. Returns the number of steps that are left to play.
   */
  #playDecisions(rng: Int32Array): number {
    const game = this.#game
    const state = this.#state
    let left = this.#playoutSteps
    while (left > 0 && (this.#turnOpen || this.#playoutAgent !== null)) {
      const next = advance(game, state, this.#events)
      if (next === OVER) return 0
      if (next >= 0) this.#apply(next, this.#playoutAction(next, rng))
      else {
        this.#turnOpen = false
        if (next === STEP) left--
      }
    }
    return left
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
    const tree = this.#tree
    this.#evaluator.evaluateAll(this.#state, this.#reward)
    for (let i = 0; i < this.#path; i++) {
      const node = this.#pathNode[i]!
      const edge = this.#pathEdge[i]!
      const reward = this.#reward[this.#pathSeat[i]!]!
      tree.mark(node, edge)
      tree.visits[node]!++
      tree.edgeVisits[edge]!++
      tree.edgeReward[edge]! += reward
      if (this.#raveVisits > 0 && this.#pathTurn[i] !== AFTER_TURN) this.#updateRave(i, reward)
      this.#selection.judge(tree, edge)
      if (this.#pathFollows[i] === 1) tree.edgeNext[this.#pathEdge[i - 1]!] = node
    }
  }

  /** Updates the RAVE statistics of a node's edges with what the seat chose in this turn from number i of the path on. */
  #updateRave(i: number, reward: number): void {
    const tree = this.#tree
    const node = this.#pathNode[i]!
    const seat = this.#pathSeat[i]!
    const from = this.#pathTurn[i]!
    // The first of them is the edge of the path itself.
    tree.edgeRaveVisits[this.#pathEdge[i]!]!++
    tree.edgeRaveReward[this.#pathEdge[i]!]! += reward
    for (let t = from + 1; t < this.#turn; t++) {
      if (this.#turnSeat[t] !== seat) continue
      const edge = tree.edgeOf(node, this.#turnAction[t]!)
      if (edge < 0) continue
      tree.mark(node, edge)
      tree.edgeRaveVisits[edge]!++
      tree.edgeRaveReward[edge]! += reward
      this.#selection.judge(tree, edge)
    }
  }

  #mostVisited(node: number, rng: Int32Array): Action {
    const tree = this.#tree
    const { edgeVisits, edgeReward, edgeAction } = tree
    const first = tree.firstEdge[node]!
    for (let edge = first; edge < first + tree.edgeCount[node]!; edge++) tree.mark(node, edge)
    let best = first
    let ties = 1
    for (let e = first + 1; e < first + tree.edgeCount[node]!; e++) {
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
