/** The description of a game: type, sizes, seats, and what reports show. */

import { didYouMean, show } from '../../documents/index.ts'
import type { State } from './basics.ts'

/** The kind of game, for searchers and solvers, as in OpenSpiel's `GameType`. The laws hold games to it. */
export interface GameType {
  /** `simultaneous`: several seats may be to move. */
  readonly dynamics: 'sequential' | 'simultaneous'
  /** `explicit`: chance has outcomes with weights. */
  readonly chance: 'deterministic' | 'explicit'
  /**
   * `perfect`: a seat to move sees everything but what others seal at the same time. `imperfect`: words of a
   * view may be UNKNOWN.
   */
  readonly information: 'perfect' | 'imperfect'
  /** Returns divide a whole win. */
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
  /** Of a win in a game with roles: the id of the one that wins. */
  readonly role?: string
}

/** A role or team that any seat may hold, such as the wolves: verdicts are about roles where a game has them. */
export interface Role {
  readonly id: string
  /** Its share of the wins in a fair game, 0..1; those of all roles add up to 1. */
  readonly fair: number
}

/** A number that curves plot: one integer in [min, max] per seat. */
export interface Gauge {
  readonly id: string
  readonly label: string
  readonly min: number
  readonly max: number
  /** Two seats' values add up to 0, so that one curve shows both. */
  readonly zeroSum: boolean
  /**
   * Win units that a lead of one is roughly worth, for greedy agents and truncated playouts: an evaluation,
   * not a rule. `agents/evaluation.ts` adds up the weighted leads and clamps the sum.
   */
  readonly weight: number
  /**
   * The same for searches, which look further: fitted to self-play (`npm run weights`). Default: `weight`.
   */
  readonly searchWeight?: number
  /**
   * Endings that this gauge decides: the seats with its highest value share the whole win. Laws check it;
   * nothing else uses it.
   */
  readonly decides?: readonly string[]
  /**
   * At the end, this gauge is what seats play for: chips, a margin. Values add up to 0; seats above 0 get
   * more than the fair share, seats below get less. Searchers and solvers maximise it. At most one a game.
   */
  readonly payoff?: boolean
}

/** What usefulness is measured of: a unit kind, an action, a mission, a tile, an ability. */
export interface Asset {
  readonly id: string
  readonly group: string
  readonly label: string
  /** Of assets that are bought. */
  readonly price?: number
  /** No decision uses it: it happens by itself, like a promotion, or is given, like a faction. */
  readonly automatic?: boolean | undefined
}

/** The name of a step ('phase'), and steps per turn. */
export interface Step {
  readonly label: string
  readonly perTurn: number
}

/** Measured hints to searchers. */
export interface SearchHints {
  /**
   * Weight of a one-turn look-ahead where little was tried (`agents/mcts/selection`). For games of many orders,
   * most of which come to nothing.
   */
  readonly bias?: number
  /** Whether searches reuse the last tree. Worth it where replies lead to searched positions. */
  readonly reuse?: boolean
}

export interface LearningHints {
  /** Most tokens and aspects that a call writes. */
  readonly tokens: number
  readonly aspects: number
  /** Learn by practice only: a planner that looks no further than the horizon has little to teach. */
  readonly practiceOnly?: boolean
  /** The features come from the structure of views rather than from the game: they are of views only. */
  readonly isStructural?: boolean
}

/** Words of a state; `to` is exclusive. */
export interface WordRange {
  readonly from: number
  readonly to: number
}

/** The description of one compiled rule set. Immutable. */
export interface GameInfo {
  readonly id: string
  readonly type: GameType
  /** 2 to 6 names. */
  readonly seats: readonly string[]
  readonly stateSize: number
  /**
   * Ascending ranges of words that tell any two views of a seat to move apart; all other words follow from
   * them. Searches hash only these. Default: all words.
   */
  readonly identifying?: readonly WordRange[]
  /** Actions that `legal` may list lie in [0, actionCount). */
  readonly actionCount: number
  /** Most actions that `legal` lists at once, outcomes of chance included. */
  readonly legalMax: number
  /** Most decisions of a match, chance's included. */
  readonly decisionMax: number
  readonly stepMax: number
  readonly step: Step
  /**
   * A hint to searchers: steps for which a playout is worth following, before luck and random play drown the
   * gauges. `turn`: the player's own turn only.
   */
  readonly horizon?: number | 'turn'
  readonly search?: SearchHints
  /** Of games with `tokens` and `aspects`. */
  readonly learning?: LearningHints
  /** What the curves plot; the first is the headline. */
  readonly gauges: readonly Gauge[]
  readonly assets: readonly Asset[]
  readonly endings: readonly Ending[]
  /** For games that deal roles in every match: at least two. */
  readonly roles?: readonly Role[]
}

/** By ending: the index of the role that wins, or -1. */
export function rolesByEnding({ endings, roles = [] }: Pick<GameInfo, 'endings' | 'roles'>): number[] {
  return endings.map(({ role }) => roles.findIndex(({ id }) => id === role))
}

/** See `GameInfo.identifying`. Throws a RangeError unless they are ascending ranges within a state. */
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

/** The index of the payoff gauge, or -1: then seats play for win units. */
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

/** A zeroed state. Allocates. */
export function newState({ stateSize }: GameInfo): State {
  return new Int32Array(stateSize)
}

/** A zeroed events buffer. Allocates. */
export function newEvents({ seats, assets }: GameInfo): Int32Array {
  return new Int32Array(seats.length * assets.length * EVENTS.length)
}

/** Its id, or `tile/Forge` where another asset has the same id. */
export function assetName({ assets }: Pick<GameInfo, 'assets'>, asset: number): string {
  const { group, id } = assets[asset]!
  return assets.some((other, i) => i !== asset && other.id === id) ? `${group}/${id}` : id
}

/** The index of an asset by `assetName`, or by group and id. Throws an Error that lists some names. */
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

const SHOWN = 12
