/**
 * Another agent that may not choose certain actions: the score that it loses is their value. The actions use an asset, or match patterns over their
 * texts in records, so this works for any game. If all legal actions are forbidden, all stay legal.
 *
 * The inner agent is made for a game in which its own seat does not have these actions, so that a search does not plan with them. It assumes that
 * the other seats are not restricted.
 */
import { z } from 'zod'
import { matchesPattern } from '../documents/index.ts'
import {
  type Action,
  assetNamed,
  CHANCE,
  type CompiledGame,
  type Seat,
  type State,
  wrapGame,
} from '../engine/contract/index.ts'
import { below } from '../engine/rng.ts'
import type { Agent, AgentKind } from './agent.ts'
import { checkInner, innerOf, makerOf } from './spec.ts'

/** Whether a seat that owes a decision may not choose a legal action. */
type Forbids = (state: State, seat: Seat, action: Action) => boolean

const UNCHECKED = 0
const ALLOWED = 1
const FORBIDDEN = 2

function byText(game: CompiledGame, forbidden: string, excepted: string): Forbids {
  const read: Forbids = (state, seat, action) => {
    const text = game.text.format(state, seat, action)
    return matchesPattern(forbidden, text) && !matchesPattern(excepted, text)
  }
  if (!game.text.fixedFormat) return read
  const { seats, actionCount } = game.info
  /** [seat * actionCount + action] */
  const cached = new Uint8Array(seats.length * actionCount)
  return (state, seat, action) => {
    const at = seat * actionCount + action
    if (cached[at] === UNCHECKED) cached[at] = read(state, seat, action) ? FORBIDDEN : ALLOWED
    return cached[at] === FORBIDDEN
  }
}

/** Forbids what uses one of some assets. Throws an Error if the game has no such asset, or if none of its decisions uses it. */
function byAssets(game: CompiledGame, names: readonly string[]): Forbids {
  const assets = Int32Array.from(names, name => assetNamed(game.info, name))
  const automatic = names.find((_, i) => game.info.assets[assets[i]!]!.automatic)
  if (automatic !== undefined)
    throw new Error(`no decision uses ${automatic}, expected an asset that a seat can choose not to use`)
  if (!game.uses) throw new Error(`${game.info.id} doesn't say which decisions use its assets`)
  const uses = game.uses.bind(game)
  return (state, seat, action) => {
    for (let i = 0; i < assets.length; i++) if (uses(state, seat, action, assets[i]!)) return true
    return false
  }
}

/** Copies the allowed ones of `count` legal actions, or all if that leaves none; returns their number. */
function filter(
  forbids: Forbids,
  state: State,
  seat: Seat,
  legal: Int32Array,
  count: number,
  out: Int32Array,
): number {
  let kept = 0
  for (let i = 0; i < count; i++) {
    const action = legal[i]!
    if (!forbids(state, seat, action)) out[kept++] = action
  }
  if (kept > 0) return kept
  for (let i = 0; i < count; i++) out[i] = legal[i]!
  return count
}

class Restricted implements Agent {
  readonly #forbids: Forbids
  readonly #inner: Agent
  readonly #kept: Int32Array
  readonly policy?: NonNullable<Agent['policy']>
  /** Agents change seats from match to match. */
  #seat: Seat = 0

  /** `make` makes the inner agent for the game in which its own seat is restricted. */
  constructor(game: CompiledGame, forbids: Forbids, make: (restricted: CompiledGame) => Agent) {
    this.#forbids = forbids
    this.#kept = new Int32Array(game.info.legalMax)
    const scratch = new Int32Array(game.info.legalMax)
    const legal = (state: State, seat: Seat, out: Int32Array): number => {
      const count = game.legal(state, seat, out)
      return seat === this.#seat ? filter(forbids, state, seat, out, count, out) : count
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
          if (seat !== this.#seat || !forbids(state, seat, action)) return action
          const count = legal(state, seat, scratch)
          return scratch.subarray(0, count).includes(action) ? action : scratch[0]!
        },
        // Idleness is relative to the game's passive action: unknown where that one is forbidden.
        ...(game.isIdle
          ? {
              isIdle: (state: State, seat: Seat, action: Action) =>
                (seat !== this.#seat || !forbids(state, seat, game.passive(state, seat))) &&
                game.isIdle!(state, seat, action),
            }
          : {}),
      }),
    )
    if (this.#inner.policy) this.policy = this.#policyBy(this.#inner.policy.bind(this.#inner), scratch.length)
  }

  /** The inner agent's policy over what is left to it. */
  #policyBy(inner: NonNullable<Agent['policy']>, most: number): NonNullable<Agent['policy']> {
    const shares = new Float64Array(most)
    return (view, seat, legal, count, rng, out) => {
      this.#seat = seat
      const kept = filter(this.#forbids, view, seat, legal, count, this.#kept)
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
    const kept = filter(this.#forbids, view, seat, legal, count, this.#kept)
    return kept === 1 ? this.#kept[0]! : this.#inner.choose(view, seat, this.#kept, kept, rng)
  }
}

/**
 * An agent that does without some assets, by their names: `make` makes the agent for the game in which its own seat does not have the
 * decisions that use them. Throws an Error if the game has no such asset, or if no decision uses it.
 */
export function doingWithout(
  game: CompiledGame,
  assets: readonly string[],
  make: (restricted: CompiledGame) => Agent,
): Agent {
  return new Restricted(game, byAssets(game, assets), make)
}

/** What separates names of assets in an option. */
const BAR = '|'

interface Options {
  readonly inner: string
  readonly without: string
  readonly forbid: string
  readonly except: string
}

/** The kind `restricted`, for these kinds of inner agents. */
export function restrict(kinds: readonly AgentKind[]): AgentKind<Options> {
  const options = z
    .strictObject({
      inner: z
        .string()
        .describe('the agent that makes the choices, followed by its options: "mcts iterations=500"')
        .default('random'),
      without: z
        .string()
        .describe("assets that it can't use, by their names in units.csv: 'archer | catapult'")
        .default(''),
      forbid: z
        .string()
        .describe(
          'actions that it may not choose: "? to Forge | rally *", where ? is any character and * any text',
        )
        .default(''),
      except: z.string().describe('actions that it may choose although `forbid` matches them').default(''),
    })
    .superRefine(({ inner }, context) => {
      checkInner(kinds, inner, 'inner', context)
    })
  return {
    id: 'restricted',
    summary: 'plays like another agent but never chooses certain actions, to measure what these are worth',
    options,
    refusal: (game, { inner, without }) => {
      try {
        if (without !== '') byAssets(game, namesIn(without))
        const { kind, options } = innerOf(kinds, inner)
        return kind.refusal?.(game, options) ?? null
      } catch (error) {
        return (error as Error).message
      }
    },
    make: (game, { inner, without, forbid, except }) => {
      const make = makerOf(kinds, inner, game)
      const names = namesIn(without)
      const tests = [
        ...(forbid === '' ? [] : [byText(game, forbid, except)]),
        ...(names.length === 0 ? [] : [byAssets(game, names)]),
      ]
      const forbids: Forbids = (state, seat, action) => tests.some(test => test(state, seat, action))
      return new Restricted(game, forbids, make)
    },
  }
}

function namesIn(without: string): string[] {
  return without === '' ? [] : without.split(BAR).map(name => name.trim())
}
