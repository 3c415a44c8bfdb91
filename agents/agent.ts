/** The contract of agents and of kinds of agents, and asking an agent for its policy. */
import type { z } from 'zod'
import type { Action, CompiledGame, Seat, State } from '../engine/contract/index.ts'
import { COUNTER, next } from '../engine/rng.ts'

/**
 * What chooses for a participant. Made once per thread, variant and line-up entry. It allocates its memory when it is made,
 * and should allocate none per decision.
 */
export interface Agent {
  /**
   * True for an agent that chooses uniformly among its legal actions: the match loop then draws for it by `game.sample`,
   * without a view and without calling `choose`.
   */
  readonly samplesUniformly?: boolean
  /** Called before every match: the agent must forget the last one. */
  begin?(): void
  /**
   * Returns one of the first `count` entries of `legal` (ascending, at least 2). `view` is what the seat may know. Both
   * buffers are lent for the call. All chance must come from `rng` (`below` and `next` of engine/rng.ts). Throwing or
   * returning anything else forfeits the match; docs/guides/adding-an-agent.md lists what else does.
   */
  choose(view: State, seat: Seat, legal: Int32Array, count: number, rng: Int32Array): Action
  /**
   * Optional, for measuring an agent; no match calls it. Writes into the first `count` entries of `out` the probabilities with which `choose` would take
   * each of `legal` at this view, after `begin`; they add up to 1. Buffers are lent as for `choose`. What `choose` draws before its choice
   * (determinizations, iterations) is drawn here, too: the probabilities are those of the remaining draw, and their mean over many calls is the
   * agent's policy. A call that draws nothing from `rng` is exact.
   */
  policy?(view: State, seat: Seat, legal: Int32Array, count: number, rng: Int32Array, out: Float64Array): void
}

/** A kind of agents, by the name that line-ups use: options, and how to make one. */
export interface AgentKind<Options = unknown> {
  readonly id: string
  /** One sentence for `evenhand agents`. */
  readonly summary: string
  /** A zod object schema with defaults, which checks the options of line-ups. */
  readonly options: z.ZodType<Options>
  /** Ids of the games that it plays, if not all. */
  readonly games?: readonly string[]
  /**
   * Optional, for agents whose options name files: the same options with absolute paths, relative ones resolved from `base`, and with hashes of the
   * files, so that an experiment's fingerprint covers them. Throws an Error if a file cannot be read.
   */
  locate?(options: Options, base: string): Options
  /**
   * Optional, for agents that play some rules of a game and not others: why it does not play this one, in plain words, or null. Asked
   * for every variant before anything is played; `options` passed the schema. May take seconds.
   */
  refusal?(game: CompiledGame, options: Options): string | null
  /** Makes an agent; `options` passed the schema. */
  make(game: CompiledGame, options: Options): Agent
}

/** What a module of an agent exports as its default: a kind whose options may be left out if it has none. It refuses in `make`. */
export type AgentModule<Options = unknown> = Omit<AgentKind<Options>, 'options' | 'locate' | 'refusal'> &
  Partial<Pick<AgentKind<Options>, 'options'>>

/**
 * Writes into the first `count` entries of `out` the probabilities with which the agent takes each of `legal` at a view; they add up to 1. Returns
 * whether they are exact: those of an agent that draws uniformly, or whose answer draws nothing from `rng`. Others are asked `samples` times, for
 * their policy if they have `policy`, else for choices to count; each time they begin a match, so that nothing they remember links the
 * answers. `scratch` has room for `count` probabilities. Throws an Error for a choice that is
 * not legal, and what the agent throws.
 */
export function policyOf(
  agent: Agent,
  view: State,
  seat: Seat,
  legal: Int32Array,
  count: number,
  rng: Int32Array,
  samples: number,
  out: Float64Array,
  scratch: Float64Array,
): boolean {
  if (count === 1 || agent.samplesUniformly === true) {
    out.fill(1 / count, 0, count)
    return true
  }
  out.fill(0, 0, count)
  for (let n = 0; n < samples; n++) {
    const drawn = rng[COUNTER]
    agent.begin?.()
    if (agent.policy) {
      agent.policy(view, seat, legal, count, rng, scratch)
      for (let i = 0; i < count; i++) out[i]! += scratch[i]!
    } else {
      const chosen = agent.choose(view, seat, legal, count, rng)
      const i = legal.subarray(0, count).indexOf(chosen)
      if (i < 0) throw new Error(`chose ${chosen}, expected one of its legal actions`)
      out[i]!++
    }
    if (n === 0 && rng[COUNTER] === drawn) return true
  }
  for (let i = 0; i < count; i++) out[i]! /= samples
  return false
}

/** A place drawn from the `count` probabilities from `first` on. */
export function draw(probabilities: Float64Array, first: number, count: number, rng: Int32Array): number {
  let left = (next(rng) >>> 0) / 2 ** 32
  let last = 0
  for (let i = 0; i < count; i++) {
    const probability = probabilities[first + i]!
    if (probability === 0) continue
    last = i
    left -= probability
    if (left < 0) break
  }
  return last
}
