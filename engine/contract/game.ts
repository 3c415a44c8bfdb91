/**
 * The contract of a game, and nothing else. An engine compiles a rules object into a `Game`; agents, the match loop,
 * tallies and reports know games only through this page.
 *
 * A match goes: `start`; then, as long as `actors` is not 0, either every seat in the mask owes a decision (`legal`,
 * `apply`), or chance does (`odds`, `apply`), or nobody does and the game is to `resolve` its next step.
 */

/** Words of one position: a buffer of `stateSize` words that the caller owns and lends. Engines never keep it. */
export type State = Int32Array

/** 0-based player; a set of seats is a bit mask, `1 << seat`. */
export type Seat = number

/** A decision of a seat or an outcome of chance, dense in [0, actionCount). */
export type Action = number

/** Chance as a seat, after the 6 that players may have: dice and draws are its decisions, with the weights of `odds`. */
export const CHANCE: Seat = 6
export const CHANCE_BIT = 1 << CHANCE

/** The only bit of `actors` when nobody owes a decision and the game is not over: call `resolve`. */
export const RESOLVE_BIT = 1 << (CHANCE + 1)

/** Parts of a whole win: 60, so that 1 to 6 winners share evenly. */
export const PARTS = 60

/** What a view holds in place of a secret word. */
export const UNKNOWN = -1

/** How a match ended. `length` is the cap on turns or rounds, counted apart from agreed draws. */
export interface Ending {
  readonly id: string
  readonly kind: 'win' | 'draw' | 'length'
  readonly label: string
}

/** A number that curves plot, one value per seat, as integers in [min, max]. */
export interface Gauge {
  readonly id: string
  readonly label: string
  readonly min: number
  readonly max: number
  /** Two seats' values always add up to nothing, so that one seat's curve tells both. */
  readonly zeroSum: boolean
  /**
   * Rough parts of a win that a lead of one is worth, for greedy agents and cut-off playouts: an evaluation, not a
   * rule. `estimate` in agents/ adds the leads up and clamps.
   */
  readonly worth: number
}

/** What usefulness is asked of: a unit kind, an action, a mission, a tile, an ability. */
export interface Asset {
  readonly id: string
  readonly group: string
  readonly label: string
  /** What fielding one costs, for assets that are bought. */
  readonly price?: number
}

/**
 * Integer counts that engines add to `events[(seat * assets.length + asset) * EVENTS.length + column]`.
 * fielded: came under the seat's command. used: acted. scored: headline gauge that it won for its seat.
 * conceded: headline gauge that it gave away. lost: left the seat's command, or failed to act.
 */
export const EVENTS = ['fielded', 'used', 'scored', 'conceded', 'lost'] as const
export const FIELDED = 0
export const USED = 1
export const SCORED = 2
export const CONCEDED = 3
export const LOST = 4

/** Words of an events buffer for a game. */
export function eventsSize(game: Game): number {
  return game.seats.length * game.assets.length * EVENTS.length
}

/** One compiled rule set. Methods neither allocate (but for format, parse, describe and render) nor draw chance. */
export interface Game {
  readonly id: string
  /** Names of the seats, 'white', 'black'; 2 to 6. */
  readonly seats: readonly string[]
  /** Words of a state. */
  readonly stateSize: number
  /** Actions that `legal` may list lie in [0, actionCount). */
  readonly actionCount: number
  /** Most actions that `legal` lists at once. */
  readonly legalMax: number
  /** Most decisions (of seats and chance) in a match. */
  readonly decisionMax: number
  /** Most moments in a match. */
  readonly momentMax: number
  /**
   * Moments that a playout is worth following: beyond, luck and random play drown what the gauges say. Searchers take it
   * where they are not told.
   */
  readonly horizon?: number
  /** What one moment is called ('phase'), and how many of them make a turn. */
  readonly moment: { readonly label: string; readonly perTurn: number }
  /** What `replay` prints after: every moment or every decision. */
  readonly frames: 'moment' | 'decision'
  /** True when `format` looks at nothing but seat and action, so that a text may be kept for them. */
  readonly fixedTexts?: boolean
  /** What the curves plot; the first is the headline. */
  readonly gauges: readonly Gauge[]
  readonly assets: readonly Asset[]
  readonly endings: readonly Ending[]

  /** Writes the position before the first decision and counts what the seats field. */
  start(state: State, events: Int32Array): void

  /** Seats that owe a decision now, or CHANCE_BIT alone, or RESOLVE_BIT alone; 0 when the match is over. */
  actors(state: State): number

  /**
   * Writes the actions that a seat due may choose, ascending, and returns their number (at least 1). Where a game has
   * a way to do nothing or to stop (done, none, stay), it is the lowest action. For CHANCE: the outcomes.
   */
  legal(state: State, seat: Seat, out: Int32Array): number

  /** Writes the integer weights of chance's outcomes, in the order of `legal`, and returns their sum. */
  odds(state: State, out: Int32Array): number

  /** One of `legal`, uniformly (by `odds` for CHANCE), without writing the list: the draw of legal + pick. */
  sample(state: State, seat: Seat, rng: Int32Array): Action

  /** Carries out a decision, or seals it while other seats are due. Any action that `parse` returned is accepted. */
  apply(state: State, seat: Seat, action: Action, events: Int32Array): void

  /** Carries out the next step that needs no decision. True when a moment is complete: curves are sampled there. */
  resolve(state: State, events: Int32Array): boolean

  /** Writes each seat's parts of the win (they sum to PARTS) and returns the ending's index. Only when it is over. */
  result(state: State, parts: Int32Array): number

  /** What the seat may know: secrets become UNKNOWN, the others' sealed orders become unmade. */
  observe(state: State, seat: Seat, view: State): void

  /** Completes a view by a fair guess: `observe(out, seat)` equals the view. `out` may be `view` itself. */
  determinize(view: State, seat: Seat, rng: Int32Array, out: State): void

  /** Writes the gauges, `out[gauge * seats.length + seat]`. */
  gauge(state: State, out: Int32Array): void

  /** A decision as records write it, without the seat's name. */
  format(state: State, seat: Seat, action: Action): string

  /** The inverse of `format`, for any well-formed decision, legal or doomed. Throws an Error saying what is wrong. */
  parse(state: State, seat: Seat, text: string): Action

  /** The position as the JSON that the rulings define, keys in their order. */
  describe(state: State): object

  /** The position for a person: a board in text, and what the last step did. */
  render(state: State): string
}
