/**
 * Equilibria of two-seat games that are too large for a tree, by external-sampling Monte Carlo CFR (Lanctot,
 * Waugh, Zinkevich & Bowling, "Monte Carlo sampling for regret minimization in extensive games", 2009): each
 * iteration tries all actions of one seat, and draws those of the other seat and of chance. Regrets are kept
 * per view, as in `Cfr`. Deterministic by the seed.
 */
import {
  CHANCE,
  type CompiledGame,
  newEvents,
  newState,
  OVER,
  type Seat,
  type State,
  settle,
} from '../contract/index.ts'
import { below, derive, next, RNG_WORDS, rootOf } from '../rng.ts'
import { type DecisionPoint, payoffsOf, Unsolvable } from './tree.ts'

/** What is known of a view: regret of each action, and how often it was the strategy, added up. */
interface Known {
  readonly regrets: Float64Array
  readonly sums: Float64Array
}

export class SampledCfr {
  readonly #game: CompiledGame
  readonly #root: Int32Array
  readonly #rng = new Int32Array(RNG_WORDS)
  readonly #events: Int32Array
  readonly #views = new Map<string, Known>()
  readonly #view: State
  #iterations = 0
  #visited = 0

  /** Throws Unsolvable unless the game has two seats. */
  constructor(game: CompiledGame, seed: string) {
    const seats = game.info.seats.length
    if (seats !== 2) throw new Unsolvable(game, `it has ${seats} seats`, 'a game of two')
    this.#game = game
    this.#root = rootOf(seed)
    this.#events = newEvents(game.info)
    this.#view = newState(game.info)
  }

  /** Views met so far. */
  get views(): number {
    return this.#views.size
  }

  get iterations(): number {
    return this.#iterations
  }

  /** Positions visited so far. */
  get visited(): number {
    return this.#visited
  }

  /** Each iteration is for both seats. */
  run(iterations: number): void {
    for (let n = 0; n < iterations; n++) {
      derive(this.#rng, this.#root, this.#iterations++, 0)
      for (const seat of [0, 1]) {
        const state = newState(this.#game.info)
        this.#game.start(state, this.#events)
        this.#walk(state, seat)
      }
    }
  }

  /** The seat's sampled payoff from a position, which is lost. */
  #walk(state: State, seat: Seat): number {
    const game = this.#game
    this.#visited++
    const mover = settle(game, state, this.#events)
    if (mover === OVER) return payoffsOf(game, state)[seat]!
    const actions = new Int32Array(game.info.legalMax)
    const count = game.legal(state, mover, actions)
    if (mover === CHANCE) {
      game.apply(state, mover, actions[this.#chance(state, this.#rng)]!, this.#events)
      return this.#walk(state, seat)
    }
    const known = this.#knownAt(state, mover, count)
    const shares = matched(known.regrets)
    if (mover !== seat) {
      for (let i = 0; i < count; i++) known.sums[i]! += shares[i]!
      game.apply(state, mover, actions[drawnOf(shares, this.#rng)]!, this.#events)
      return this.#walk(state, seat)
    }
    const worths = new Float64Array(count)
    let value = 0
    for (let i = 0; i < count; i++) {
      const after = state.slice()
      game.apply(after, mover, actions[i]!, this.#events)
      worths[i] = this.#walk(after, seat)
      value += shares[i]! * worths[i]!
    }
    for (let i = 0; i < count; i++) known.regrets[i]! += worths[i]! - value
    return value
  }

  /** Draws the index of an outcome. */
  #chance(state: State, rng: Int32Array): number {
    const weights = new Int32Array(this.#game.info.legalMax)
    let left = below(rng, this.#game.chanceWeights!(state, weights))
    let i = 0
    while (left >= weights[i]!) left -= weights[i++]!
    return i
  }

  #knownAt(state: State, seat: Seat, count: number): Known {
    this.#game.observe(state, seat, this.#view)
    const key = keyOf(this.#view, seat)
    const known = this.#views.get(key) ?? { regrets: new Float64Array(count), sums: new Float64Array(count) }
    this.#views.set(key, known)
    return known
  }

  /** The average strategy; uniform at views that no iteration met. */
  readonly policy = ({ words, seat, actions }: DecisionPoint): readonly number[] => {
    const sums = this.#views.get(keyOf(words, seat))?.sums
    const total = sums?.reduce((all, sum) => all + sum, 0) ?? 0
    return actions.map((_, i) => (total > 0 ? sums![i]! / total : 1 / actions.length))
  }

  /** The first seat's payoff in one match of the average strategy with itself. */
  sample(rng: Int32Array): number {
    const game = this.#game
    const state = newState(game.info)
    const legal = new Int32Array(game.info.legalMax)
    const view = newState(game.info)
    game.start(state, this.#events)
    for (;;) {
      const mover = settle(game, state, this.#events)
      if (mover === OVER) return payoffsOf(game, state)[0]!
      const count = game.legal(state, mover, legal)
      if (mover !== CHANCE) game.observe(state, mover, view)
      const actions = [...legal.subarray(0, count)]
      const chosen =
        mover === CHANCE
          ? this.#chance(state, rng)
          : drawnOf(this.policy({ words: view, seat: mover, actions }), rng)
      game.apply(state, mover, actions[chosen]!, this.#events)
    }
  }
}

const keyOf = (words: State, seat: Seat): string => `${seat}:${words.join()}`

/** Regret matching. */
function matched(regrets: Float64Array): Float64Array {
  const shares = regrets.map(regret => Math.max(0, regret))
  const sum = shares.reduce((all, share) => all + share, 0)
  return shares.map(share => (sum > 0 ? share / sum : 1 / regrets.length))
}

function drawnOf(shares: ArrayLike<number>, rng: Int32Array): number {
  let left = (next(rng) >>> 0) / 2 ** 32
  let last = 0
  for (let i = 0; i < shares.length; i++) {
    if (shares[i] === 0) continue
    last = i
    left -= shares[i]!
    if (left < 0) break
  }
  return last
}
