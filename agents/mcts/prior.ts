/**
 * A prior: what a learned policy prefers at a node counts in selection, however often its actions were tried. In the end the most visited action is then
 * the one that is best by rewards and by the policy together (as in KL-regularized search: Jacob and others, "Modeling strong and human-like gameplay with
 * KL-regularized search", 2022): of actions that the search can hardly tell apart, it takes what good players do.
 */
import { type Game, newState, type Seat, type State, WIN_UNITS } from '../../engine/contract/index.ts'
import type { Policy } from '../learned/index.ts'
import type { Tree } from './tree.ts'

/** Visits after which a node is worth asking the policy, which takes as long as some iterations. */
const VISITS = 4

/** Actions whose scores are further below the highest count alike: none is to be lost to the search for good. */
const REACH = 8

/** Gives the edges of a node a bias by a policy. */
export class Prior {
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

  /** Whether a node is to be given its bias now. */
  isDue(tree: Tree, node: number): boolean {
    return tree.isBiased[node] === 0 && tree.visits[node]! >= VISITS
  }

  /** Asks what a seat would do in a state in which it is to move at its node, as far as it knows. */
  give(tree: Tree, node: number, state: State, seat: Seat): void {
    const legal = this.#legal
    this.#game.observe(state, seat, this.#view)
    const first = tree.firstEdge[node]!
    const count = tree.edgeCount[node]!
    for (let i = 0; i < count; i++) legal[i] = tree.edgeAction[first + i]!
    const lags = this.#policy.lags(this.#view, seat, legal, count)
    tree.isBiased[node] = 1
    for (let i = 0; i < count; i++) {
      tree.mark(node, first + i)
      tree.edgeBias[first + i] = this.#weight * Math.max(0, REACH - lags[i]!)
    }
  }
}
