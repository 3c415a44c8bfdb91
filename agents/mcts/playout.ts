/** Playouts, which follow once every seat has left its tree, up to a cut-off. */
import {
  type Action,
  advance,
  CHANCE,
  type CompiledGame,
  type Game,
  newRandomMatch,
  newState,
  OVER,
  type RandomMatch,
  type Seat,
  STEP,
  type State,
  sampleStep,
} from '../../engine/contract/index.ts'
import type { Agent } from '../agent.ts'
import { greedy } from '../greedy.ts'
import type { ResolvedOptions } from './options.ts'
import type { Path } from './path.ts'

/**
 * Plays by a policy, `random` or `greedy`, until the match is over or this many steps are completed; or only until the turn is over, that is,
 * until the game resolves anything.
 */
export class Playout {
  readonly #game: Game
  readonly #steps: number
  readonly #endsWithTurn: boolean
  /** Null for random playouts. */
  readonly #agent: Agent | null
  readonly #view: Int32Array
  readonly #legal: Int32Array
  /** The caller's generator for every seat and chance. */
  readonly #rngs: Int32Array[]
  readonly #events: Int32Array
  /** A dummy output for `sampleMatch`; null if playouts are cut off. */
  readonly #match: RandomMatch | null

  /** `events` is written into. */
  constructor(game: CompiledGame, { steps, endsWithTurn, playout }: ResolvedOptions, events: Int32Array) {
    this.#game = game
    this.#steps = steps
    this.#endsWithTurn = endsWithTurn
    this.#agent = playout === 'greedy' ? greedy.make(game, { opponent: 'passive', samples: 1 }) : null
    this.#view = newState(game.info)
    this.#legal = new Int32Array(game.info.legalMax)
    this.#rngs = new Array<Int32Array>(CHANCE + 1).fill(new Int32Array(0))
    this.#events = events
    this.#match =
      steps < game.info.stepMax || !game.sampleMatch ? null : { ...newRandomMatch(game.info), events }
  }

  /** Takes the generator that all draws of the search come from. It is lent until the next call. */
  begin(rng: Int32Array): void {
    this.#rngs.fill(rng)
  }

  /** Plays from a state, in place, unless the iteration is to end there. Decisions are noted on the path as long as its turn is open. */
  play(state: State, path: Path): void {
    if (path.isCut) return
    let left = this.#playDecisions(state, path)
    const game = this.#game
    if (left > 0 && this.#match !== null) {
      this.#match.decisions = 0
      this.#match.steps = 0
      this.#match.samples = 0
      game.sampleMatch!(state, this.#rngs, this.#match)
      return
    }
    while (left > 0) {
      const decisions = game.sampleStep
        ? game.sampleStep(state, this.#rngs, this.#events)
        : sampleStep(game, state, this.#rngs, this.#events)
      if (decisions < 0) return
      left--
    }
  }

  /** What the policy does in a state: an action of a seat to move, or an outcome of chance. */
  action(state: State, seat: Seat): Action {
    const game = this.#game
    const rng = this.#rngs[0]!
    if (this.#agent === null || seat === CHANCE) return game.sample(state, seat, rng)
    const count = game.legal(state, seat, this.#legal)
    if (count === 1) return this.#legal[0]!
    game.observe(state, seat, this.#view)
    return this.#agent.choose(this.#view, seat, this.#legal, count, rng)
  }

  /**
   * Plays by single decisions: all of the playout if its policy is not random or it ends with the turn, else the rest of the first turn,
   * whose decisions RAVE is to know. Returns the number of steps that are left to play.
   */
  #playDecisions(state: State, path: Path): number {
    const game = this.#game
    let left = this.#steps
    while (left > 0 && (path.isTurnOpen || this.#endsWithTurn || this.#agent !== null)) {
      const next = advance(game, state, this.#events)
      if (next === OVER) return 0
      if (next >= 0) {
        const action = this.action(state, next)
        path.note(next, action)
        game.apply(state, next, action, this.#events)
      } else {
        path.pass(1)
        if (next === STEP || this.#endsWithTurn) left--
      }
    }
    return left
  }
}
