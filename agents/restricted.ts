/**
 * Another agent that may not choose certain actions. The score that it loses is what they are worth. The actions are named by
 * patterns over their texts in records, so this works for any game. If all legal actions are forbidden, all stay legal.
 *
 * The inner agent is made for a game in which its own seat does not have these actions, so that a search does not plan with
 * them. It assumes that the other seats are not restricted.
 */
import { z } from 'zod'
import { matchesPattern } from '../documents/index.ts'
import {
  type Action,
  CHANCE,
  type CompiledGame,
  type Seat,
  type State,
  wrapGame,
} from '../engine/contract/index.ts'
import { below } from '../engine/rng.ts'
import type { Agent, AgentKind } from './agent.ts'
import { checkInner, makerOf } from './inner.ts'

/** What is known about an action, if its text depends on seat and action alone. */
const UNCHECKED = 0
const ALLOWED = 1
const FORBIDDEN = 2

/** Which actions are forbidden, by their texts. */
class Restriction {
  readonly #game: CompiledGame
  readonly #forbidden: string
  readonly #excepted: string
  /** [seat * actionCount + action]; empty if texts depend on more than that. */
  readonly #cached: Uint8Array

  constructor(game: CompiledGame, forbidden: string, excepted: string) {
    this.#game = game
    this.#forbidden = forbidden
    this.#excepted = excepted
    const { seats, actionCount } = game.info
    this.#cached = new Uint8Array(game.text.fixedFormat ? seats.length * actionCount : 0)
  }

  #forbids(state: State, seat: Seat, action: Action): boolean {
    if (this.#cached.length === 0) return this.#read(state, seat, action) === FORBIDDEN
    const at = seat * this.#game.info.actionCount + action
    if (this.#cached[at] === UNCHECKED) this.#cached[at] = this.#read(state, seat, action)
    return this.#cached[at] === FORBIDDEN
  }

  #read(state: State, seat: Seat, action: Action): number {
    const text = this.#game.text.format(state, seat, action)
    return matchesPattern(this.#forbidden, text) && !matchesPattern(this.#excepted, text)
      ? FORBIDDEN
      : ALLOWED
  }

  /** Copies those of `count` legal actions that the seat may choose, or all if that leaves none; returns their number. */
  filter(state: State, seat: Seat, legal: Int32Array, count: number, out: Int32Array): number {
    let kept = 0
    for (let i = 0; i < count; i++) {
      const action = legal[i]!
      if (!this.#forbids(state, seat, action)) out[kept++] = action
    }
    if (kept > 0) return kept
    for (let i = 0; i < count; i++) out[i] = legal[i]!
    return count
  }
}

class Restricted implements Agent {
  readonly #restriction: Restriction
  readonly #inner: Agent
  readonly #kept: Int32Array
  readonly policy?: NonNullable<Agent['policy']>
  /** The restricted seat: agents change seats from match to match. */
  #seat: Seat = 0

  /** `make` makes the inner agent for the game in which its own seat is restricted. */
  constructor(game: CompiledGame, restriction: Restriction, make: (restricted: CompiledGame) => Agent) {
    this.#restriction = restriction
    this.#kept = new Int32Array(game.info.legalMax)
    const scratch = new Int32Array(game.info.legalMax)
    const legal = (state: State, seat: Seat, out: Int32Array): number => {
      const count = game.legal(state, seat, out)
      return seat === this.#seat ? restriction.filter(state, seat, out, count, out) : count
    }
    this.#inner = make(
      wrapGame(game, {
        legal,
        sample: (state, seat, rng) =>
          seat !== this.#seat || seat === CHANCE
            ? game.sample(state, seat, rng)
            : scratch[below(rng, legal(state, seat, scratch))]!,
        passive: (state, seat) => {
          const action = game.passive(state, seat)
          if (seat !== this.#seat) return action
          const count = legal(state, seat, scratch)
          return scratch.subarray(0, count).includes(action) ? action : scratch[0]!
        },
      }),
    )
    if (this.#inner.policy) this.policy = this.#policyBy(this.#inner.policy.bind(this.#inner), scratch.length)
  }

  /** The inner agent's policy over what is left to it. */
  #policyBy(inner: NonNullable<Agent['policy']>, most: number): NonNullable<Agent['policy']> {
    const shares = new Float64Array(most)
    return (view, seat, legal, count, rng, out) => {
      this.#seat = seat
      const kept = this.#restriction.filter(view, seat, legal, count, this.#kept)
      if (kept === 1) shares[0] = 1
      else inner(view, seat, this.#kept, kept, rng, shares)
      for (let i = 0, k = 0; i < count; i++) {
        const isKept = k < kept && this.#kept[k] === legal[i]
        out[i] = isKept ? shares[k++]! : 0
      }
    }
  }

  begin(): void {
    this.#inner.begin?.()
  }

  choose(view: State, seat: Seat, legal: Int32Array, count: number, rng: Int32Array): Action {
    this.#seat = seat
    const kept = this.#restriction.filter(view, seat, legal, count, this.#kept)
    return kept === 1 ? this.#kept[0]! : this.#inner.choose(view, seat, this.#kept, kept, rng)
  }
}

interface Options {
  readonly inner: string
  readonly forbid: string
  readonly except: string
}

/** The kind `restricted`, for these kinds of inner agents. */
export function restrict(kinds: readonly AgentKind[]): AgentKind<Options> {
  const options = z
    .strictObject({
      inner: z
        .string()
        .describe('the agent that chooses, with its options after spaces: "mcts iterations=500"')
        .default('random'),
      forbid: z
        .string()
        .describe('actions that it may not choose: "? to Forge | rally *"; ? is any character, * any text')
        .default(''),
      except: z.string().describe('actions that it may choose although `forbid` matches them').default(''),
    })
    .superRefine(({ inner }, context) => {
      checkInner(kinds, inner, 'inner', context)
    })
  return {
    id: 'restricted',
    summary: 'another agent that may not choose certain actions, to measure what they are worth',
    options,
    make: (game, { inner, forbid, except }) => {
      const make = makerOf(kinds, inner, game)
      return new Restricted(game, new Restriction(game, forbid, except), make)
    },
  }
}
