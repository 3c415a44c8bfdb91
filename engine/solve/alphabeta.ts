/**
 * Exact values by search to the end, for two seats that take turns, with perfect information and no chance.
 * Such games are finite graphs without cycles (`decisionMax` bounds matches). MTD(f) (Plaat, Schaeffer,
 * Pijls, de Bruin, "Best-first fixed-depth minimax algorithms", 1996): null-window alpha-beta over a
 * transposition table, with enhanced transposition cutoffs (Schaeffer and Plaat, "New advances in alpha-beta
 * searching", 1996). The table's best action is tried first, then the caller's ranking, or from the highest
 * action down: the lowest does nothing. (On Frontline, ordering unknown positions by gauges or by killer
 * moves takes several times the nodes.)
 */
import {
  type Action,
  type CompiledGame,
  type GameInfo,
  lowest,
  newEvents,
  newState,
  type Seat,
  type State,
  settle,
  WIN_UNITS,
} from '../contract/index.ts'
import { bestIn, highIn, lowIn, packProven, TranspositionTable } from './transpositions.ts'
import { Unsolvable } from './tree.ts'

const WANTED = 'a game of two seats with alternating turns, no hidden information and no chance'

export interface SolverLimits {
  /** Positions searched per value. */
  readonly nodes: number
  /** Of the transposition table. */
  readonly bytes: number
}

/** One level of the search: a position's actions, with the position after each and its rank. */
interface Level {
  readonly actions: Int32Array
  readonly replies: Int32Array[]
  readonly ranks: Int32Array
}

const NONE = -1

/** Ranks of the table's best action, and of a tried one. */
const FIRST = 0x7fffffff
const TRIED = -1

export class Solver {
  /** Positions searched so far. */
  nodes = 0
  /** Bounds of the last value, in win units of the first seat; equal if it is known. */
  low = 0
  high = WIN_UNITS
  readonly #game: CompiledGame
  readonly #limit: number
  readonly #table: TranspositionTable
  readonly #levels: Level[] = []
  readonly #root: Int32Array
  readonly #rank: Int32Array | null
  readonly #events: Int32Array
  readonly #returns: Int32Array
  #end = 0
  #stopped = false
  /** Bound of the action that `#open` returned. */
  #opened = 0

  /**
   * `rank[seat * actionCount + action]`: higher ones, from 0 on, are tried earlier. It is lent, and may
   * change. Throws Unsolvable for other kinds of games.
   */
  constructor(game: CompiledGame, { nodes, bytes }: SolverLimits, rank: Int32Array | null = null) {
    const { seats, type } = game.info
    if (seats.length !== 2) throw new Unsolvable(game, `it has ${seats.length} seats`, WANTED)
    if (type.dynamics !== 'sequential')
      throw new Unsolvable(game, 'its seats decide at the same time', WANTED)
    if (type.chance !== 'deterministic') throw new Unsolvable(game, 'it has chance', WANTED)
    if (type.information !== 'perfect') throw new Unsolvable(game, 'it has hidden information', WANTED)
    this.#game = game
    this.#limit = nodes
    this.#table = new TranspositionTable(game.info.stateSize, bytes, nodes)
    this.#events = newEvents(game.info)
    this.#returns = new Int32Array(2)
    this.#root = newState(game.info)
    this.#rank = rank
  }

  clear(): void {
    this.#table.clear()
  }

  /** The first seat's win units by best play, or null if that took too many nodes. Throws Unsolvable. */
  value(state: State): number | null {
    this.narrow(state, 0, WIN_UNITS, this.#limit)
    return this.low === this.high ? this.low : null
  }

  /**
   * Narrows the bounds `low` < `high` by at most `nodes` nodes; the result is in `low` and `high` of this
   * object. Allocates only when deeper than ever before.
   */
  narrow(state: State, low: number, high: number, nodes: number): void {
    const root = this.#root
    root.set(state)
    this.#settle(root)
    this.#end = this.nodes + nodes
    this.#stopped = false
    this.low = low
    this.high = high
    let guess = (low + high) >> 1
    while (this.low < this.high) {
      const beta = guess === this.low ? guess + 1 : guess
      guess = this.#search(root, 0, beta - 1, beta)
      if (this.#stopped) return
      if (guess < beta) this.high = guess
      else this.low = guess
    }
  }

  /**
   * A line of best play from a position of known value, as records write it; ends early if a step took too
   * many nodes. `state` ends up at its end.
   */
  line(state: State, value: number): string[] {
    const game = this.#game
    const steps: string[] = []
    const actions = new Int32Array(game.info.legalMax)
    const next = newState(game.info)
    this.#settle(state)
    for (let seat = this.#toMove(state); seat >= 0; seat = this.#toMove(state)) {
      const action = this.#keeping(state, seat, value, actions, next)
      if (action === NONE) break
      steps.push(`${game.info.seats[seat]} ${game.text.format(state, seat, action)}`)
      state.set(next)
    }
    return steps
  }

  /** An action that keeps the value, preferably the table's best, with `next` after it. */
  #keeping(state: State, seat: Seat, value: number, actions: Int32Array, next: State): Action {
    const entry = this.#table.find(state)
    const best = entry < 0 ? NONE : bestIn(this.#table.provenAt(entry))
    const count = this.#game.legal(state, seat, actions)
    const order = [...actions.subarray(0, count)].sort((a, b) => Number(b === best) - Number(a === best))
    for (const action of order) {
      next.set(state)
      this.#game.apply(next, seat, action, this.#events)
      this.#settle(next)
      if (this.value(next) === value) return action
    }
    return NONE
  }

  #toMove(state: State): Seat {
    const mask = this.#game.toMove(state)
    return mask === 0 ? NONE : lowest(mask)
  }

  #settle(state: State): void {
    settle(this.#game, state, this.#events)
  }

  /** Fail-soft, for the first seat: at least `beta`, at most `alpha`, or exact. */
  #search(state: State, depth: number, alpha: number, beta: number): number {
    const seat = this.#toMove(state)
    if (seat === NONE) {
      this.#game.result(state, this.#returns)
      return this.#returns[0]!
    }
    const entry = this.#table.find(state)
    const proven = entry < 0 ? packProven(0, WIN_UNITS, NONE) : this.#table.provenAt(entry)
    if (lowIn(proven) >= beta) return lowIn(proven)
    if (highIn(proven) <= alpha) return highIn(proven)
    if (this.nodes === this.#end) this.#stopped = true
    if (this.#stopped) return 0
    const before = this.nodes++
    const level = this.#level(depth)
    const count = this.#game.legal(state, seat, level.actions)
    let best = this.#open(state, level, seat, count, bestIn(proven), alpha, beta)
    let value = this.#opened
    if (best === NONE) {
      for (let left = count; left > 0; left--) {
        const place = takeHighest(level.ranks, count)
        const found = this.#search(level.replies[place]!, depth + 1, alpha, beta)
        if (this.#stopped) return 0
        if (best === NONE || (seat === 0 ? found > value : found < value)) {
          value = found
          best = level.actions[place]!
        }
        if (seat === 0 ? value >= beta : value <= alpha) break
      }
    }
    const low = value > alpha ? Math.max(value, lowIn(proven)) : lowIn(proven)
    const high = value < beta ? Math.min(value, highIn(proven)) : highIn(proven)
    this.#table.store(state, packProven(low, high, best), this.nodes - before)
    return value
  }

  /**
   * Makes the replies. If one is known to be good enough, returns its action, with its bound in `#opened`;
   * otherwise ranks them, `first` before all others, and returns NONE.
   */
  #open(
    state: State,
    { actions, replies, ranks }: Level,
    seat: Seat,
    count: number,
    first: Action,
    alpha: number,
    beta: number,
  ): Action {
    const rank = this.#rank
    const ofSeat = seat * this.#game.info.actionCount
    for (let place = count - 1; place >= 0; place--) {
      const action = actions[place]!
      const reply = replies[place]!
      reply.set(state)
      this.#game.apply(reply, seat, action, this.#events)
      this.#settle(reply)
      this.#opened = this.#known(reply, seat)
      if (seat === 0 ? this.#opened >= beta : this.#opened <= alpha) return action
      ranks[place] = action === first ? FIRST : rank === null ? place : rank[ofSeat + action]!
    }
    return NONE
  }

  /** The known bound of a position: the lower one if `seat` is the first, else the upper. */
  #known(state: State, seat: Seat): number {
    if (this.#toMove(state) === NONE) {
      this.#game.result(state, this.#returns)
      return this.#returns[0]!
    }
    const entry = this.#table.find(state)
    if (entry < 0) return seat === 0 ? 0 : WIN_UNITS
    const proven = this.#table.provenAt(entry)
    return seat === 0 ? lowIn(proven) : highIn(proven)
  }

  /** Levels are made when the search first gets there. */
  #level(depth: number): Level {
    const known = this.#levels[depth]
    if (known) return known
    const level = newLevel(this.#game.info)
    this.#levels.push(level)
    return level
  }
}

/** Outside of the class, since a closure's captures would be allocated at every call. */
function newLevel({ stateSize, legalMax }: GameInfo): Level {
  return {
    actions: new Int32Array(legalMax),
    replies: Array.from({ length: legalMax }, () => new Int32Array(stateSize)),
    ranks: new Int32Array(legalMax),
  }
}

/** The index of the highest rank, which is then marked as tried. */
function takeHighest(ranks: Int32Array, count: number): number {
  let highest = 0
  for (let place = 1; place < count; place++) if (ranks[place]! > ranks[highest]!) highest = place
  ranks[highest] = TRIED
  return highest
}
