/**
 * Plays an equilibrium of a small game: the average strategy of CFR+ (engine/solve/cfr.ts), which is solved when the agent is made. In the long
 * run nobody can beat it by more than its NashConv, which `evenhand exploit` measures.
 */
import { z } from 'zod'
import type { Action, CompiledGame, Seat, State } from '../engine/contract/index.ts'
import {
  approach,
  Cfr,
  countHistories,
  GameTree,
  HISTORIES_MOST,
  NASH_CONV,
  TooLarge,
  WHOLE_MAX,
} from '../engine/solve/index.ts'
import { type Agent, type AgentKind, draw } from './agent.ts'

const options = z.strictObject({
  iterations: z
    .union([z.literal('game'), z.int().min(1).max(1_000_000)])
    .describe(
      `passes of CFR+ through the whole game tree, once per thread; game means until NashConv is at most ${NASH_CONV} or ${HISTORIES_MOST} histories were visited`,
    )
    .default('game'),
})
type Options = z.output<typeof options>

/** Probabilities by view, in flat arrays: a look-up allocates nothing. */
class Strategy {
  readonly #words: number
  /** [view * words], and the seat of each. */
  readonly #views: Int32Array
  readonly #seats: Uint8Array
  /** Where the probabilities of a view start in `shares`. */
  readonly #first: Int32Array
  /** Open hash table of 1 + view, at most half full. */
  readonly #slots: Int32Array
  readonly shares: Float64Array

  constructor({ views, game }: GameTree, { policy }: Cfr) {
    const words = game.info.stateSize
    this.#words = words
    this.#views = new Int32Array(views.length * words)
    this.#seats = Uint8Array.from(views, view => view.seat)
    this.#first = new Int32Array(views.length)
    this.#slots = new Int32Array(1 << (33 - Math.clz32(views.length)))
    this.shares = Float64Array.from(views.flatMap(policy))
    let first = 0
    for (const { index, seat, words: own, actions } of views) {
      this.#views.set(own, index * words)
      this.#first[index] = first
      first += actions.length
      let slot = this.#hash(own, seat)
      while (this.#slots[slot] !== 0) slot = (slot + 1) & (this.#slots.length - 1)
      this.#slots[slot] = 1 + index
    }
  }

  /** The place in `shares` of the first of the seat's legal actions. Throws an Error for a view that no history leads to. */
  at(view: State, seat: Seat): number {
    for (
      let slot = this.#hash(view, seat);
      this.#slots[slot] !== 0;
      slot = (slot + 1) & (this.#slots.length - 1)
    ) {
      const index = this.#slots[slot]! - 1
      if (this.#seats[index] === seat && this.#isAt(index, view)) return this.#first[index]!
    }
    throw new Error('found a view that no match leads to, expected a view of the game that was solved')
  }

  #isAt(index: number, view: State): boolean {
    for (let w = 0, at = index * this.#words; w < this.#words; w++, at++)
      if (this.#views[at] !== view[w]) return false
    return true
  }

  /** The first slot of a view: a multiply-rotate hash, finished as in MurmurHash3. */
  #hash(view: State, seat: Seat): number {
    let hash = 0x9e3779b9 ^ seat
    for (let w = 0; w < this.#words; w++) {
      hash = Math.imul(hash ^ view[w]!, 0xcc9e2d51)
      hash = (hash << 15) | (hash >>> 17)
    }
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
    return (hash ^ (hash >>> 13)) & (this.#slots.length - 1)
  }
}

class Equilibrium implements Agent {
  readonly #strategy: Strategy

  constructor(strategy: Strategy) {
    this.#strategy = strategy
  }

  choose(view: State, seat: Seat, legal: Int32Array, count: number, rng: Int32Array): Action {
    return legal[draw(this.#strategy.shares, this.#strategy.at(view, seat), count, rng)]!
  }

  policy(
    view: State,
    seat: Seat,
    _legal: Int32Array,
    count: number,
    _rng: Int32Array,
    out: Float64Array,
  ): void {
    const first = this.#strategy.at(view, seat)
    for (let i = 0; i < count; i++) out[i] = this.#strategy.shares[first + i]!
  }
}

/** The tree of a game, or why it is not solved. */
function grown(game: CompiledGame): GameTree | string {
  const seats = game.info.seats.length
  if (seats !== 2) return `it has ${seats} seats, expected two`
  try {
    countHistories(game, WHOLE_MAX)
    const tree = new GameTree(game, WHOLE_MAX)
    return tree.forgets
      ? `its ${tree.sets.length} information sets have ${tree.views.length} views, expected views that keep everything their seat has seen and done`
      : tree
  } catch (error) {
    if (error instanceof TooLarge)
      return `it has more than ${WHOLE_MAX} histories, expected a game small enough to solve`
    throw error
  }
}

/** By game: why it is not solved, and strategies by iterations. Seats and line-ups share them. */
const refusals = new WeakMap<CompiledGame, string | null>()
const strategies = new WeakMap<CompiledGame, Map<Options['iterations'], Strategy>>()

function refusalOf(game: CompiledGame): string | null {
  if (!refusals.has(game)) {
    const tree = grown(game)
    refusals.set(game, typeof tree === 'string' ? tree : null)
  }
  return refusals.get(game)!
}

function strategyOf(game: CompiledGame, options: Options): Strategy {
  const { iterations } = options
  const known = strategies.get(game) ?? new Map<Options['iterations'], Strategy>()
  strategies.set(game, known)
  const found = known.get(iterations)
  if (found) return found
  const tree = grown(game)
  if (typeof tree === 'string') throw new Error(tree)
  const solver = new Cfr(tree)
  if (iterations === 'game') approach(tree, solver)
  else solver.run(iterations)
  const strategy = new Strategy(tree, solver)
  known.set(iterations, strategy)
  return strategy
}

export const cfr: AgentKind<Options> = {
  id: 'cfr',
  summary: `plays an equilibrium that CFR+ computes before the first match; needs two seats and at most ${WHOLE_MAX} histories`,
  options,
  refusal: refusalOf,
  make: (game, chosen) => new Equilibrium(strategyOf(game, chosen)),
}
