/** The contract of an agent, of a kind of agents, and of a module that brings one by path. */
import type { z } from 'zod'
import type { Action, CompiledGame, Seat, State } from '../engine/contract/index.ts'

/** One player's mind. Made once per worker, variant and line-up entry; allocates its memory when it is made, none per decision. */
export interface Agent {
  /**
   * True for one that looks at nothing and draws uniformly: it is given no view, and the match loop draws for it by
   * `game.sample`.
   */
  readonly samplesUniformly?: boolean
  /** Called before every match: whatever was remembered of the last one is to be forgotten. */
  begin?(): void
  /**
   * Picks one of the `count` legal actions that `legal` starts with (ascending, at least 2). `view` is what the seat may
   * know. Both buffers are lent for the call. All chance is to come from `rng` (engine/rng.ts). A throw or an action that
   * is not legal forfeits the match; so does, for agents by path, whatever docs/adding-an-agent.md lists.
   */
  choose(view: State, seat: Seat, legal: Int32Array, count: number, rng: Int32Array): Action
}

/** A kind of agents, by the name that line-ups use. */
export interface AgentKind<Options = unknown> {
  readonly id: string
  /** One sentence for `evenhand agents`. */
  readonly summary: string
  /** A zod object schema with defaults; options in line-ups are checked by it. */
  readonly options: z.ZodType<Options>
  /** Only for these games, if given. */
  readonly games?: readonly string[]
  make(game: CompiledGame, options: Options): Agent
}
