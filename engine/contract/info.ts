/** What describes a game: its type, its sizes, its seats, and what reports show of it. */

import { didYouMean, show } from '../../documents/index.ts'
import type { State } from './basics.ts'

/**
 * What kind of game it is, so that no searcher or solver has to guess. The distinctions are those of OpenSpiel's
 * `GameType`; the law suite holds every game to what it says here.
 */
export interface GameType {
  /** `sequential`: one seat at a time is to move. `simultaneous`: several may be. */
  readonly dynamics: 'sequential' | 'simultaneous'
  /** `explicit`: chance has outcomes with weights. */
  readonly chance: 'deterministic' | 'explicit'
  /**
   * `perfect`: a seat to move sees the whole position, but for what others seal at the same time. `imperfect`: some
   * words of a view may be UNKNOWN.
   */
  readonly information: 'perfect' | 'imperfect'
  /** Returns always add up to the same: a whole win is divided. */
  readonly utility: 'constant-sum'
}

/**
 * How a match ended. The kind says what its returns may be; the fair share is WIN_UNITS divided by the number of seats:
 * - `win`: the seats with more than the fair share are the winners, and there is at least one: 60/0, 45/15, and 30/30/0
 *   between three. Even returns for all are not a win.
 * - `draw`: the fair share for every seat. Some seats that beat the others and draw among themselves share a win.
 * - `length`: the limit on turns or rounds, undecided, and counted apart from agreed draws: an even share for each seat
 *   that is still in, 0 for seats that were out before. If somebody wins at the limit, by a lead, that is a `win`.
 */
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
  /** Two seats' values always add up to nothing, so that one seat's curve shows both. */
  readonly zeroSum: boolean
  /**
   * Rough win units that a lead of one is worth, for greedy agents and truncated playouts: an evaluation, not a rule.
   * `agents/evaluation.ts` adds up the weighted leads and clamps the sum.
   */
  readonly weight: number
  /**
   * The same for searches, which look further than a turn: fitted to how positions of self-play ended (`npm run weights`). `weight` if
   * not given.
   */
  readonly searchWeight?: number
  /**
   * Ids of endings that this gauge decides: there the whole win goes to the seat with the highest value of it, or is
   * divided evenly among those that tie. A claim that the laws check; nothing else depends on it.
   */
  readonly decides?: readonly string[]
  /**
   * At the end of a match, the values of this gauge are what the seats play for, on a scale of their own: chips, a margin. They
   * add up to nothing. Seats with more than nothing get more than the fair share of the win, those with less get less: win
   * units say who won, the payoff by how much. Searchers and solvers go by it. One gauge of a game at most.
   */
  readonly payoff?: boolean
}

/** What usefulness is asked of: a unit kind, an action, a mission, a tile, an ability. */
export interface Asset {
  readonly id: string
  readonly group: string
  readonly label: string
  /** What fielding one costs, for assets that are bought. */
  readonly price?: number
  /** No decision uses it: it comes about by itself, as a promotion does, or is given to a seat, as a faction is. */
  readonly automatic?: boolean
}

/** What a step of a match is called ('phase'), and how many of them make a turn. */
export interface Step {
  readonly label: string
  readonly perTurn: number
}

/** Hints to searchers, measured for a game; each has a default of its own where a game names none. */
export interface SearchHints {
  /**
   * How much a search is to trust a look-ahead of one turn, with everybody else passive, where it has tried little: the weight of
   * `agents/mcts/bias.ts`. For games of many orders, most of which come to nothing.
   */
  readonly bias?: number
  /** Whether a search is to go on from the last one's tree. Worth it where the position after the others' replies was searched. */
  readonly reuse?: boolean
}

/** How players learn a game. */
export interface LearningHints {
  /** The most tokens and aspects that one call writes. */
  readonly tokens: number
  readonly aspects: number
  /** Whether they learn by practice alone: a planner that looks no further than the game's horizon has little to teach, as was measured. */
  readonly alone?: boolean
}

/** Words of a state, from `from` up to before `to`. */
export interface WordRange {
  readonly from: number
  readonly to: number
}

/** The description of one compiled rule set. Plain data that never changes. */
export interface GameInfo {
  readonly id: string
  readonly type: GameType
  /** Names of the seats, 'white', 'black'; 2 to 6. */
  readonly seats: readonly string[]
  /** Words of a state. */
  readonly stateSize: number
  /**
   * Ascending ranges of words that alone tell any two views of a seat to move apart: all other words follow from them, such as what a position keeps a
   * second time for speed. Searches look at these words only. All words if not given.
   */
  readonly identifying?: readonly WordRange[]
  /** Actions that `legal` may list lie in [0, actionCount). */
  readonly actionCount: number
  /** Most actions that `legal` lists at once, outcomes of chance included. */
  readonly legalMax: number
  /** Most decisions (of seats and chance) in a match. */
  readonly decisionMax: number
  /** Most steps in a match. */
  readonly stepMax: number
  readonly step: Step
  /**
   * A hint to searchers: the number of steps for which a playout is worth following. Beyond it, luck and random play
   * drown what the gauges say. `turn`: nothing after a player's own turn is. Searchers use their own default where a game names none.
   */
  readonly horizon?: number | 'turn'
  readonly search?: SearchHints
  /** Games that have `tokens` and `aspects`. */
  readonly learning?: LearningHints
  /** What the curves plot; the first is the headline. */
  readonly gauges: readonly Gauge[]
  readonly assets: readonly Asset[]
  readonly endings: readonly Ending[]
}

/** The words that tell views apart, see `GameInfo.identifying`. Throws a RangeError if they are not ascending ranges of words of a state. */
export function identifyingOf({ identifying, stateSize }: GameInfo): readonly WordRange[] {
  if (identifying === undefined) return [{ from: 0, to: stateSize }]
  if (identifying.length === 0)
    throw new RangeError('info.identifying is empty; expected the words that tell views apart')
  let end = 0
  for (const { from, to } of identifying) {
    const isRange = Number.isInteger(from) && Number.isInteger(to) && from >= end && to > from
    if (!isRange || to > stateSize)
      throw new RangeError(
        `info.identifying has the words from ${from} to ${to} after ${end}; expected ascending ranges within ${stateSize} words`,
      )
    end = to
  }
  return identifying
}

/** The index of the gauge that is the payoff, or -1: then win units are what the seats play for. */
export function payoffGauge({ gauges }: GameInfo): number {
  return gauges.findIndex(({ payoff }) => payoff === true)
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

/** A fresh state for a game, all zeros: `start` writes the opening position into it. Allocates. */
export function newState({ stateSize }: GameInfo): State {
  return new Int32Array(stateSize)
}

/** A fresh events buffer for a game, all zeros. Allocates. */
export function newEvents({ seats, assets }: GameInfo): Int32Array {
  return new Int32Array(seats.length * assets.length * EVENTS.length)
}

/** What an asset is called: its id, with its group before it where another asset has the same, as `tile/Forge`. */
export function assetName({ assets }: Pick<GameInfo, 'assets'>, asset: number): string {
  const { group, id } = assets[asset]!
  return assets.some((other, i) => i !== asset && other.id === id) ? `${group}/${id}` : id
}

/** The index of the asset of that name, or of its group and id. Throws an Error that lists some names there are. */
export function assetNamed(info: Pick<GameInfo, 'assets'>, name: string): number {
  const names = info.assets.map((_, asset) => assetName(info, asset))
  const found = names.indexOf(name)
  if (found >= 0) return found
  const whole = info.assets.findIndex(({ group, id }) => `${group}/${id}` === name)
  if (whole >= 0) return whole
  const some = names.length > SHOWN ? [...names.slice(0, SHOWN), '...'] : names
  throw new Error(
    `no asset is called ${show(name)}, expected one of ${some.join(', ')}${didYouMean(name, names)}`,
  )
}

/** Most names that a message lists. */
const SHOWN = 12
