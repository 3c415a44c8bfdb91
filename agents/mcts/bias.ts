/**
 * Progressive bias (Chaslot, Winands, van den Herik, Uiterwijk, Bouzy, "Progressive strategies for Monte-Carlo tree search", 2008):
 * as long as an edge has few visits, what a look-ahead of one turn says of its action counts as well. A search of a few hundred
 * iterations cannot try the orders of three units in three phases; most of them do nothing, and the look-ahead knows which do not.
 */
import { type Game, newState, type Seat, type State } from '../../engine/contract/index.ts'
import { LookAhead } from '../lookahead.ts'
import type { Tree } from './tree.ts'

/** Visits after which a node is worth a look-ahead: most nodes are never visited again. */
const VISITS = 2

/**
 * Gives the edges of a node their bias: a weight times the lead of the action over the passive one, when all others are passive too.
 * Chance is sampled once.
 */
export class Bias {
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

  /** Whether a node is to be given its bias now. */
  isDue(tree: Tree, node: number): boolean {
    return tree.isBiased[node] === 0 && tree.visits[node]! >= VISITS
  }

  /**
   * Looks ahead from what a seat knows in a state in which it is to move at its node, which is marked where the bias is not 0. Secrets
   * are guessed with `rng`; chance is drawn from the numbers that it would draw next.
   */
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
