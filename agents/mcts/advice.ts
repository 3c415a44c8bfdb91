/** Advice on the edges of a node before they have many visits, from a look-ahead or from a learned policy: a bias that selection adds. */
import { type Game, newState, type Seat, type State, WIN_UNITS } from '../../engine/contract/index.ts'
import type { Policy } from '../learned/index.ts'
import { LookAhead } from '../lookahead.ts'
import type { Tree } from './tree.ts'

/** What gives the edges of a node their bias, once. */
export interface EdgeAdvice {
  /** Whether to give the node its bias now. */
  isDue(tree: Tree, node: number): boolean
  /** Gives it, from what the seat sees in a state where it is to move at the node. Secrets are guessed with `rng`. */
  give(tree: Tree, node: number, state: State, seat: Seat, rng: Int32Array): void
}

/** Visits after which a node is worth a look-ahead: most nodes are never visited again. */
const BIAS_VISITS = 2

/**
 * Progressive bias (Chaslot, Winands, van den Herik, Uiterwijk, Bouzy, "Progressive strategies for Monte-Carlo tree search", 2008): a weight
 * times the action's lead over the passive one after a look-ahead of one turn, in which all others are passive too. A few hundred iterations
 * cannot try the orders of three units in three phases; most of them do nothing, and the look-ahead knows which.
 */
export class Bias implements EdgeAdvice {
  readonly #game: Game
  readonly #weight: number
  readonly #lookAhead: LookAhead
  readonly #guess: Int32Array
  readonly #legal: Int32Array
  /** By action of the node, then of the passive one: evaluations, in win units. */
  readonly #values: Float64Array

  constructor(game: Game, weight: number) {
    this.#game = game
    this.#weight = weight
    this.#lookAhead = new LookAhead(game, false)
    this.#guess = newState(game.info)
    this.#legal = new Int32Array(game.info.legalMax)
    this.#values = new Float64Array(game.info.legalMax + 1)
  }

  isDue(tree: Tree, node: number): boolean {
    return tree.isBiased[node] === 0 && tree.visits[node]! >= BIAS_VISITS
  }

  /** Marks the edges whose bias is not 0. Chance is sampled once, from the numbers that `rng` would draw next. */
  give(tree: Tree, node: number, state: State, seat: Seat, rng: Int32Array): void {
    const game = this.#game
    const guess = this.#guess
    const legal = this.#legal
    const values = this.#values
    game.observe(state, seat, guess)
    game.determinize(guess, seat, rng, guess)
    const first = tree.firstEdge[node]!
    const count = tree.edgeCount[node]!
    for (let i = 0; i < count; i++) legal[i] = tree.edgeAction[first + i]!
    values.fill(0, 0, count)
    this.#lookAhead.addValues(guess, seat, legal, count, rng, values)
    values[count] = 0
    this.#lookAhead.addValue(guess, seat, game.passive(guess, seat), rng, values, count)
    tree.isBiased[node] = 1
    for (let i = 0; i < count; i++) {
      const lead = values[i]! - values[count]!
      if (lead === 0) continue
      tree.mark(node, first + i)
      tree.edgeBias[first + i] = this.#weight * lead
    }
  }
}

/** Visits after which a node is worth asking the policy, which takes as long as a few iterations. */
const PRIOR_VISITS = 4

/** Logits further below the highest count alike: the search must not lose any action for good. */
const LOGIT_GAP_MAX = 8

/**
 * A policy prior whose weight does not fall with visits, so that the most visited action is best by rewards and policy together, as in
 * KL-regularized search (Jacob and others, "Modeling strong and human-like gameplay with KL-regularized search", 2022): of actions that the
 * search can hardly tell apart, it takes what good players do.
 */
export class Prior implements EdgeAdvice {
  readonly #game: Game
  readonly #policy: Policy
  readonly #weight: number
  readonly #view: Int32Array
  readonly #legal: Int32Array

  /** `weight`: what a factor of e in probability is worth, in wins. */
  constructor(game: Game, policy: Policy, weight: number) {
    this.#game = game
    this.#policy = policy
    this.#weight = weight * WIN_UNITS
    this.#view = newState(game.info)
    this.#legal = new Int32Array(game.info.legalMax)
  }

  isDue(tree: Tree, node: number): boolean {
    return tree.isBiased[node] === 0 && tree.visits[node]! >= PRIOR_VISITS
  }

  give(tree: Tree, node: number, state: State, seat: Seat): void {
    const legal = this.#legal
    this.#game.observe(state, seat, this.#view)
    const first = tree.firstEdge[node]!
    const count = tree.edgeCount[node]!
    for (let i = 0; i < count; i++) legal[i] = tree.edgeAction[first + i]!
    const logitGaps = this.#policy.logitGaps(this.#view, seat, legal, count)
    tree.isBiased[node] = 1
    for (let i = 0; i < count; i++) {
      tree.mark(node, first + i)
      tree.edgeBias[first + i] = this.#weight * Math.max(0, LOGIT_GAP_MAX - logitGaps[i]!)
    }
  }
}
