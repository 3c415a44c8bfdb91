/**
 * What search and simulation need to play a game: its rules, and nothing else. An engine compiles a rules object into a
 * `Game`; agents, the match loop, tallies and reports know games only through this folder.
 *
 * A match goes: `start`; then, as long as `toMove` is not 0, either every seat in the mask owes a decision (`legal`,
 * `apply`), or chance does (`legal`, `chanceWeights`, `apply`), or nobody does and the game is to `resolve` its next step.
 * `advance` in play.ts is that loop.
 */
import type { Action, Seat, State } from './basics.ts'
import type { GameInfo } from './info.ts'
import type { GameText } from './text.ts'

/** One compiled rule set, ready to be played. No method allocates. Only `sample` and `determinize` draw, from the caller's rng. */
export interface Game {
  readonly info: GameInfo

  /** Writes the position before the first decision and counts what the seats field. */
  start(state: State, events: Int32Array): void

  /** Seats that owe a decision now, or CHANCE_BIT alone, or RESOLVE_BIT alone; 0 when the match is over. */
  toMove(state: State): number

  /**
   * Writes the actions that a seat to move may choose, ascending, and returns their number (at least 1). For CHANCE: its
   * outcomes.
   */
  legal(state: State, seat: Seat, out: Int32Array): number

  /**
   * The legal action by which a seat to move does least: done, none, stay. Where doing nothing is not on offer, the action
   * of a player who looks no further. Never for CHANCE.
   */
  passive(state: State, seat: Seat): Action

  /**
   * Optional, for look-aheads: true only if a legal action of a seat to move surely leads to the same gauges and returns as its
   * passive one, with the same draws of chance, when from then on every seat is passive until this one is to move again after a step.
   * It may say false of any action.
   */
  isIdle?(state: State, seat: Seat, action: Action): boolean

  /** Games of chance only: writes the integer weights of its outcomes, in the order of `legal`, and returns their sum. */
  chanceWeights?(state: State, out: Int32Array): number

  /** One of `legal`, uniformly (by `chanceWeights` for CHANCE), without writing the list: the draw of legal + pick. */
  sample(state: State, seat: Seat, rng: Int32Array): Action

  /**
   * Carries out a decision; where several seats are to move, seals it, the last one's too, for `resolve` to carry out. Any action that `parse` returned is
   * accepted.
   */
  apply(state: State, seat: Seat, action: Action, events: Int32Array): void

  /** Carries out what needs no decision. True when a step is complete: curves are sampled there. */
  resolve(state: State, events: Int32Array): boolean

  /** Writes each seat's returns in win units (they add up to WIN_UNITS) and returns the ending's index. Only when it is over. */
  result(state: State, returns: Int32Array): number

  /**
   * Optional: the mask of the seats that are out of the match. None of them is to move again, whatever happens, so that searchers need
   * not wait for them. Games that seats leave before the end have it.
   */
  out?(state: State): number

  /** What the seat may know: secrets become UNKNOWN, the others' sealed orders become unmade. */
  observe(state: State, seat: Seat, view: State): void

  /**
   * Completes a view by a fair guess: a state that play can reach and that the seat sees as the view, each as likely as
   * uniformly random play makes it. Decisions that others have sealed stay unmade. `out` may be `view` itself.
   */
  determinize(view: State, seat: Seat, rng: Int32Array, out: State): void

  /**
   * Optional, for the speed of searches in games with secrets: true only if a seat's view, and every guess from it, equals the state word by word. It may say
   * false of any state; where it wrongly says true, a search takes different positions for one, or looks at what the seat may not know. Where seats take turns and see
   * everything, a view is the state anyway.
   */
  isRevealed?(state: State, seat: Seat): boolean

  /** Writes the gauges, `out[at + gauge * seats.length + seat]`. */
  gauge(state: State, out: Int32Array, at: number): void

  /**
   * Optional, for asking what an asset is worth: whether a legal action of a seat to move uses the asset with that index in
   * `info.assets`, as far as the seat knows: of a view it says what it says of the state. A seat that is to do without the asset chooses
   * none of these actions, unless all that it may choose are. Of assets that are `automatic` it is false.
   */
  uses?(state: State, seat: Seat, action: Action, asset: number): boolean

  /**
   * Optional, for players that learn: what a seat, to move or not, sees in a view before the match is over, as tokens, whole numbers of 32 bits that mean the same in every
   * position. They are told from the seat's own side of the board, so that seats of a symmetric game share what they learn, and cover what it
   * has already planned. Numbers of the rules stay out, so that what was learned carries over to rules that differ in them. Writes at
   * most `info.learning.tokens` and returns their number. `aspects` comes with it.
   */
  tokens?(view: State, seat: Seat, out: Int32Array): number

  /**
   * What makes one of the seat's legal actions what it is: one to `info.learning.aspects` whole numbers of 32 bits, told from the
   * seat's own side; returns how many. Players learn a weight for each aspect, and for each together with each token.
   */
  aspects?(view: State, seat: Seat, action: Action, out: Int32Array): number

  /**
   * Optional, for speed alone: random play of one step in one call. Does what `sampleStep` in play.ts does, word for word and
   * draw for draw, from any position on; a law compares them.
   */
  sampleStep?(state: State, rngs: readonly Int32Array[], events: Int32Array): number

  /**
   * Optional, for speed alone: random play to the end of the match in one call. Does what `sampleMatch` in play.ts does, from any position on:
   * the same draws and events, as many decisions and steps, and the same gauges after every step; a law compares them. Of the state, only what `toMove`, `result` and `gauge` say has to be the same.
   */
  sampleMatch?(state: State, rngs: readonly Int32Array[], match: RandomMatch): void
}

/** What becomes known of a random match while it is played. Counts and buffers are the caller's, who empties them before a match begins. */
export interface RandomMatch {
  /** Of seats and chance. */
  decisions: number
  /** Steps completed. */
  steps: number
  /** Samples of the gauges: one after the first step, one after each later step that changes a gauge; more are allowed. */
  samples: number
  /** [sample * gauges * seats + gauge * seats + seat]. */
  readonly gauges: Int32Array
  /**
   * By sample, ascending: the step after which it was taken, counted from 0, up to that of the next sample or to the last step. Lent as 0, 1, 2, ... before the
   * first match, and as the match before left it from then on: a game writes it for every sample of every match, or samples every step of every match and never
   * writes it.
   */
  readonly since: Int32Array
  readonly events: Int32Array
}

/** Whose functions the author of a game has written, where these are not those of a contract of ours. */
export type Manner = 'boardgame.io'

/** A game with its texts: what compiling a rule set gives. */
export interface CompiledGame extends Game {
  readonly text: GameText
  /** Optional: why nobody can guess at what the game hides. Agents that look ahead do not play it: its `determinize` throws. */
  readonly unguessed?: string | undefined
  /** Lines that whoever runs the game is to read before: how it is played, where that is not for sure. */
  readonly notes?: readonly string[]
}

const RANDOM_PLAY = ['toMove', 'legal', 'chanceWeights', 'sample', 'apply', 'resolve'] as const

/** What the optional methods speak of or do without calling it. */
const INSIDE = {
  sampleStep: RANDOM_PLAY,
  sampleMatch: [...RANDOM_PLAY, 'gauge', 'sampleStep'],
  isIdle: ['toMove', 'passive', 'apply', 'resolve', 'gauge', 'result'],
  out: ['toMove', 'apply', 'resolve'],
  isRevealed: ['observe', 'determinize'],
} as const satisfies { readonly [Name in keyof CompiledGame]?: readonly (keyof CompiledGame)[] }

/**
 * A game that is `inner` but for the members given; whatever else the contract has, now or later, is passed on to
 * `inner`. The overriding methods are called as they are, without a `this`. The inner game's `sampleStep` and `sampleMatch` would go past those
 * that random play consists of, its `isIdle` would not know of those that decide what an action leads to, its `out` of those that
 * decide who moves again, nor its `isRevealed` of those that decide what is seen: with one of these among the members, the game has none unless that is given too.
 */
export function wrapGame(inner: CompiledGame, overrides: Partial<CompiledGame>): CompiledGame {
  const wrapped: Record<PropertyKey, unknown> = {}
  // An engine's methods stand on its prototype, and may use private fields: they are bound to the engine itself.
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
