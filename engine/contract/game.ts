/**
 * What search and simulation need of a game: its rules. An engine compiles a rules object into a `Game`;
 * agents, the match loop, tallies and reports know games only through this folder. A match goes: `start`;
 * then, until `toMove` is 0, every seat in the mask owes a decision (`legal`, `apply`), or chance does
 * (`legal`, `chanceWeights`, `apply`), or the next step is to `resolve`. `advance` in play.ts is that loop.
 */
import type { Action, Seat, State } from './basics.ts'
import type { GameInfo } from './info.ts'
import type { GameText } from './text.ts'

/**
 * One compiled rule set. No method allocates. Only `sample` and `determinize` draw, from the caller's rng.
 */
export interface Game {
  readonly info: GameInfo

  /** Writes the opening position and counts what the seats field. */
  start(state: State, events: Int32Array): void

  /** Seats that owe a decision now, or CHANCE_BIT alone, or RESOLVE_BIT alone; 0 when the match is over. */
  toMove(state: State): number

  /**
   * Writes a seat's legal actions (or chance's outcomes), ascending, and returns their number (at least 1).
   */
  legal(state: State, seat: Seat, out: Int32Array): number

  /**
   * The legal action that does least: done, none, stay; else what a player without foresight would choose.
   * Never for CHANCE.
   */
  passive(state: State, seat: Seat): Action

  /**
   * Optional, for look-aheads. True only if a legal action leads to the same gauges and returns as the
   * passive one, with the same draws of chance, while every seat stays passive until this one is to move
   * again after a step. False is always allowed.
   */
  isIdle?(state: State, seat: Seat, action: Action): boolean

  /** Games of chance only: writes the integer weights of `legal`'s outcomes and returns their sum. */
  chanceWeights?(state: State, out: Int32Array): number

  /**
   * Draws from `legal`, uniformly or by `chanceWeights`, without writing the list: as a list and a pick would
   * draw.
   */
  sample(state: State, seat: Seat, rng: Int32Array): Action

  /**
   * Carries out a decision. Where several seats are to move, seals it for `resolve`, the last one's too.
   * Accepts any action that `parse` returned.
   */
  apply(state: State, seat: Seat, action: Action, events: Int32Array): void

  /** Carries out what needs no decision. True when a step is complete; curves are sampled there. */
  resolve(state: State, events: Int32Array): boolean

  /** Once the match is over: writes each seat's returns, WIN_UNITS in all, and returns the ending's index. */
  result(state: State, returns: Int32Array): number

  /** Optional, for games that seats leave early: the mask of seats that are never to move again. */
  out?(state: State): number

  /** Writes the seat's view: secrets become UNKNOWN, the others' sealed orders unmade. */
  observe(state: State, seat: Seat, view: State): void

  /**
   * Completes a view by a fair guess: a reachable state that the seat sees as this view, as likely as random
   * play makes it. Decisions that others have sealed stay unmade. `out` may be `view`.
   */
  determinize(view: State, seat: Seat, rng: Int32Array, out: State): void

  /**
   * Optional, for fast searches in games with secrets. True only if a seat's view, and every guess from it,
   * equals the state word by word; false is always allowed. Where it is wrongly true, a search confuses
   * positions or sees secrets.
   */
  isRevealed?(state: State, seat: Seat): boolean

  /** Writes `out[at + gauge * seats.length + seat]`. */
  gauge(state: State, out: Int32Array, at: number): void

  /**
   * Optional, for usefulness: whether a legal action uses an asset, as far as the seat knows; a view gives
   * the same answer as its state. A seat without the asset chooses none of these actions unless it must.
   * False for `automatic` assets.
   */
  uses?(state: State, seat: Seat, action: Action, asset: number): boolean

  /**
   * Optional, for players that learn: the features of a view as whole numbers of 32 bits with the same
   * meaning in every position, seen from the seat's own side and covering its own plans. Rules' numbers stay
   * out, so that learning carries over to other rules. Writes at most `info.learning.tokens` and returns
   * their number. Comes with `aspects`.
   */
  tokens?(view: State, seat: Seat, out: Int32Array): number

  /**
   * The features of a legal action: 1 to `info.learning.aspects` whole numbers of 32 bits, from the seat's
   * own side; returns how many. Players learn a weight for each aspect, and for each pair of aspect and
   * token.
   */
  aspects?(view: State, seat: Seat, action: Action, out: Int32Array): number

  /** Optional, for speed: does what `sampleStep` in play.ts does, word for word and draw for draw. */
  sampleStep?(state: State, rngs: readonly Int32Array[], events: Int32Array): number

  /**
   * Optional, for speed: does what `sampleMatch` in play.ts does, with the same draws, events, counts, and
   * gauges after every step. The final state need only agree in `toMove`, `result` and `gauge`.
   */
  sampleMatch?(state: State, rngs: readonly Int32Array[], match: RandomMatch): void
}

/** Results of a random match. The caller owns the buffers, and resets them before a match. */
export interface RandomMatch {
  /** Chance's included. */
  decisions: number
  /** Steps completed. */
  steps: number
  /** Samples of the gauges: after the first step, and at least after each step that changes one. */
  samples: number
  /** [sample * gauges * seats + gauge * seats + seat]. */
  readonly gauges: Int32Array
  /**
   * By sample, ascending: the step after which it was taken, from 0. Initially 0, 1, 2, ...; later as the
   * last match left it. A game writes it for every sample of every match, or samples every step and never
   * writes it.
   */
  readonly since: Int32Array
  readonly events: Int32Array
}

/** What `evenhand tune` may do to a game's rules. */
export interface TuningHints {
  /** Keys, or patterns such as `board.*`, that make another game rather than another balance. */
  readonly structural?: readonly string[] | undefined
  /** By key, what a list or another value may be instead. */
  readonly values?: Readonly<Record<string, readonly unknown[]>> | undefined
}

/** The format of a game that is not in one of our contracts. */
export type GameFormat = 'boardgame.io'

/** What compiling a rule set gives. */
export interface CompiledGame extends Game {
  readonly text: GameText
  /** Why agents that look ahead refuse the game, for example because it has no `determinize`, which then throws. */
  readonly unsearchable?: string | undefined
  /** Notes for whoever runs the game, such as how it is played. */
  readonly notes?: readonly string[]
  /** Why a verdict on the game may be wrong; reports show it. */
  readonly warnings?: readonly string[]
  /**
   * For a game of another format: a module that plays it, with its moves to edit. `specifier` names the game's
   * own module. Null if no export is the game.
   */
  readonly adapterText?: (specifier: string, isTyped: boolean) => string | null
}

const RANDOM_PLAY = ['toMove', 'legal', 'chanceWeights', 'sample', 'apply', 'resolve'] as const

/** Methods that the optional ones bypass or depend on. */
const INSIDE = {
  sampleStep: RANDOM_PLAY,
  sampleMatch: [...RANDOM_PLAY, 'gauge', 'sampleStep'],
  isIdle: ['toMove', 'passive', 'apply', 'resolve', 'gauge', 'result'],
  out: ['toMove', 'apply', 'resolve'],
  isRevealed: ['observe', 'determinize'],
} as const satisfies { readonly [Name in keyof CompiledGame]?: readonly (keyof CompiledGame)[] }

/**
 * A game like `inner` but for the members given, which are called without a `this`. Optional methods of
 * `inner` that bypass an overridden one, or depend on it, are left out unless they are given too.
 */
export function wrapGame(inner: CompiledGame, overrides: Partial<CompiledGame>): CompiledGame {
  const wrapped: Record<PropertyKey, unknown> = {}
  // Engines' methods use private fields: they stay bound to the engine.
  for (const key of membersOf(inner)) {
    const member = (inner as unknown as Record<PropertyKey, unknown>)[key]
    wrapped[key] = typeof member === 'function' ? member.bind(inner) : member
  }
  for (const [optional, methods] of Object.entries(INSIDE))
    if (methods.some(key => key in overrides)) delete wrapped[optional]
  return { ...(wrapped as unknown as CompiledGame), ...overrides }
}

function membersOf(thing: object): Set<PropertyKey> {
  const keys = new Set<PropertyKey>()
  for (let at: object | null = thing; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at))
    for (const key of Reflect.ownKeys(at)) if (key !== 'constructor') keys.add(key)
  return keys
}
