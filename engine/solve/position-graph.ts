/**
 * Values of policies and best responses in games that hide only sealed decisions, over positions, of which
 * there are far fewer than histories. A policy that looks only at views cannot tell the ways to a position
 * apart, so neither need the response: results equal those of the whole tree.
 */
import {
  CHANCE,
  type CompiledGame,
  lowest,
  newEvents,
  newState,
  OVER,
  type Seat,
  type State,
  settle,
} from '../contract/index.ts'
import { type DecisionPoint, payoffsOf, successors, TooLarge, Unsolvable } from './tree.ts'

const WANTED = 'a game without hidden information, except for simultaneous decisions, one per seat at a time'

/** The probability of each action. */
type DecisionPolicy = (question: DecisionPoint) => readonly number[]

/** A response: an action index by position that it reaches. */
export interface PositionResponse {
  readonly seat: Seat
  /** The seat's mean payoff. */
  readonly value: number
  readonly choices: ReadonlyMap<string, number>
}

/** The responding seat's choice, by the worth of each action; null where it follows the policy. */
type Choose = ((position: string, worths: () => readonly number[]) => number | null) | null

export class PositionGraph {
  readonly count: number
  readonly #game: CompiledGame
  readonly #events: Int32Array

  /** Throws TooLarge for more than `most` positions, Unsolvable for other kinds of games. */
  constructor(game: CompiledGame, most: number) {
    if (game.info.type.information !== 'perfect')
      throw new Unsolvable(game, 'it has hidden information', WANTED)
    this.#game = game
    this.#events = newEvents(game.info)
    const seen = new Set<string>()
    const left = [this.#start()]
    for (let state = left.pop(); state !== undefined; state = left.pop()) {
      const seat = settle(game, state, this.#events)
      const key = state.join()
      if (seen.has(key)) continue
      if (seen.size === most) throw new TooLarge(game, most, 'positions')
      seen.add(key)
      if (seat !== OVER) left.push(...this.#sealed(state, moversAt(game, state)))
    }
    this.count = seen.size
  }

  /** Mean payoffs by seat. */
  expected(policy: DecisionPolicy): number[] {
    return this.#game.info.seats.map((_, seat) => this.#value(policy, seat, null))
  }

  respond(policy: DecisionPolicy, seat: Seat): PositionResponse {
    const choices = new Map<string, number>()
    const value = this.#value(policy, seat, (position, worthsOf) => {
      const worths = worthsOf()
      const best = worths.indexOf(Math.max(...worths))
      choices.set(position, best)
      return best
    })
    return { seat, value, choices }
  }

  /** The mean payoff of a response against another policy, which it follows itself where it has no choice. */
  value(policy: DecisionPolicy, { seat, choices }: PositionResponse): number {
    return this.#value(policy, seat, position => choices.get(position) ?? null)
  }

  #start(): State {
    const state = newState(this.#game.info)
    this.#game.start(state, this.#events)
    return state
  }

  #value(policy: DecisionPolicy, seat: Seat, choose: Choose): number {
    const known = new Map<string, number>()
    const worth = (position: State): number => {
      const state = position.slice()
      const next = settle(this.#game, state, this.#events)
      const key = state.join()
      const old = known.get(key)
      if (old !== undefined) return old
      const value = next === OVER ? payoffsOf(this.#game, state)[seat]! : decided(state, key)
      known.set(key, value)
      return value
    }
    /** The responding seat decides first, since it does not see what the others do. */
    const decided = (state: State, key: string): number => {
      const movers = moversAt(this.#game, state)
      const responds = choose !== null && movers.includes(seat)
      const others = responds ? movers.filter(mover => mover !== seat) : movers
      const weights = others.map(mover => this.#weights(state, mover, policy))
      const spread = (from: State, at: number): number =>
        at === others.length
          ? worth(from)
          : successors(this.#game, this.#events, from, others[at]!).reduce((sum, after, i) => {
              const weight = weights[at]![i]!
              return weight > 0 ? sum + weight * spread(after, at + 1) : sum
            }, 0)
      if (!responds) return spread(state, 0)
      const offers = successors(this.#game, this.#events, state, seat)
      const choice = choose(key, () => offers.map(after => spread(after, 0)))
      if (choice !== null) return spread(offers[choice]!, 0)
      return this.#weights(state, seat, policy).reduce(
        (sum, weight, i) => (weight > 0 ? sum + weight * spread(offers[i]!, 0) : sum),
        0,
      )
    }
    return worth(this.#start())
  }

  /** Action probabilities of a seat or chance where nobody has sealed anything. */
  #weights(state: State, mover: Seat, policy: DecisionPolicy): readonly number[] {
    const { info } = this.#game
    const actions = new Int32Array(info.legalMax)
    const count = this.#game.legal(state, mover, actions)
    if (mover === CHANCE) {
      const weights = new Int32Array(info.legalMax)
      const sum = this.#game.chanceWeights!(state, weights)
      return Array.from(weights.subarray(0, count), weight => weight / sum)
    }
    const words = newState(info)
    this.#game.observe(state, mover, words)
    return policy({ seat: mover, words, actions: [...actions.subarray(0, count)] })
  }

  /** Positions after all movers decide. Throws Unsolvable if one of several has more to seal. */
  #sealed(state: State, movers: readonly Seat[]): State[] {
    let states = [state]
    for (const mover of movers)
      states = states.flatMap(from => successors(this.#game, this.#events, from, mover))
    if (movers.length > 1)
      for (const after of states)
        if (movers.some(mover => (this.#game.toMove(after) >> mover) & 1))
          throw new Unsolvable(this.#game, 'its seats make several simultaneous decisions at a time', WANTED)
    return states
  }
}

function moversAt(game: CompiledGame, state: State): Seat[] {
  const movers: Seat[] = []
  for (let mask = game.toMove(state); mask !== 0; mask &= mask - 1) movers.push(lowest(mask))
  return movers
}
