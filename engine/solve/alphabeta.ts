/**
 * Exact values of positions by search to the end: for games of two seats that take turns, see everything and leave nothing
 * to chance. Such a game is a finite graph without cycles (`decisionMax` bounds its matches), and all that a position is
 * worth follows from its state.
 *
 * MTD(f) (Plaat, Schaeffer, Pijls, de Bruin, "Best-first fixed-depth minimax algorithms", 1996): alpha-beta searches with
 * null windows, which narrow the value down from both sides, over a transposition table. The table's best action is tried
 * first, then the others from the highest down: the lowest is the one that does nothing. (Where nothing is known of a position,
 * neither an order by the gauges nor one by what cut off elsewhere does better on Frontline: both take several times the nodes.)
 */
import {
  type Action,
  type CompiledGame,
  lowest,
  newEvents,
  newState,
  type Seat,
  type State,
  settle,
  WIN_UNITS,
} from '../contract/index.ts'
import { bestIn, highIn, lowIn, packProven, Table } from './table.ts'
import { Unsolvable } from './unsolvable.ts'

/** The kind of game that this search is right for. */
const WANTED = 'a game of two seats that take turns, see everything and leave nothing to chance'

export interface Limits {
  /** Positions that may be searched for one value. */
  readonly nodes: number
  /** Memory of the transposition table. */
  readonly bytes: number
}

/** One level of the search: a position and its actions. */
interface Level {
  readonly state: Int32Array
  readonly actions: Int32Array
}

const NONE = -1

export class Solver {
  /** Positions searched so far, for all values asked. */
  nodes = 0
  readonly #game: CompiledGame
  readonly #limit: number
  readonly #table: Table
  readonly #levels: Level[] = []
  readonly #events: Int32Array
  readonly #returns: Int32Array
  #end = 0
  #stopped = false

  /** Throws Unsolvable unless the game's type is one that this search is right for. */
  constructor(game: CompiledGame, { nodes, bytes }: Limits) {
    const { seats, type } = game.info
    if (seats.length !== 2) throw new Unsolvable(game, `it has ${seats.length} seats`, WANTED)
    if (type.dynamics !== 'sequential')
      throw new Unsolvable(game, 'its seats decide at the same time', WANTED)
    if (type.chance !== 'deterministic') throw new Unsolvable(game, 'it has chance', WANTED)
    if (type.information !== 'perfect')
      throw new Unsolvable(game, 'its seats do not see the whole position', WANTED)
    this.#game = game
    this.#limit = nodes
    this.#table = new Table(game.info.stateSize, bytes, nodes)
    this.#events = newEvents(game.info)
    this.#returns = new Int32Array(2)
  }

  /**
   * Win units that the first seat gets when both play their best from here, or null if that took more nodes than are
   * allowed. Throws Unsolvable.
   */
  value(state: State): number | null {
    const root = this.#level(0)
    root.state.set(state)
    this.#settle(root.state)
    this.#end = this.nodes + this.#limit
    this.#stopped = false
    let low = 0
    let high = WIN_UNITS
    let guess = WIN_UNITS / 2
    while (low < high) {
      const beta = guess === low ? guess + 1 : guess
      guess = this.#search(0, beta - 1, beta)
      if (this.#stopped) return null
      if (guess < beta) high = guess
      else low = guess
    }
    return low
  }

  /**
   * A line of best play from a position whose value is known, as records write it, up to the end of the match; shorter if a
   * step took more nodes than are allowed. `state` is left at the end of the line.
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

  /** An action that keeps the value, with `next` after it; the one that the search liked best if it does. */
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

  /** The seat that decides, or NONE when the match is over. */
  #toMove(state: State): Seat {
    const mask = this.#game.toMove(state)
    return mask === 0 ? NONE : lowest(mask)
  }

  #settle(state: State): void {
    settle(this.#game, state, this.#events)
  }

  /** Bounds of the value for the first seat, fail-soft: at least `beta`, or at most `alpha`, or exact. */
  #search(depth: number, alpha: number, beta: number): number {
    const level = this.#level(depth)
    const { state } = level
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
    const first = bestIn(proven)
    const count = this.#game.legal(state, seat, level.actions)
    let value = seat === 0 ? 0 : WIN_UNITS
    let best = NONE
    for (let i = first === NONE ? count - 1 : count; i >= 0; i--) {
      const action = i === count ? first : level.actions[i]!
      if (i < count && action === first) continue
      const found = this.#try(state, seat, action, depth, alpha, beta)
      if (this.#stopped) return 0
      if (best === NONE || (seat === 0 ? found > value : found < value)) {
        value = found
        best = action
      }
      if (seat === 0 ? value >= beta : value <= alpha) break
    }
    const low = value > alpha ? Math.max(value, lowIn(proven)) : lowIn(proven)
    const high = value < beta ? Math.min(value, highIn(proven)) : highIn(proven)
    this.#table.store(state, packProven(low, high, best), this.nodes - before)
    return value
  }

  /** Searches what an action leads to. */
  #try(state: State, seat: Seat, action: Action, depth: number, alpha: number, beta: number): number {
    const next = this.#level(depth + 1).state
    next.set(state)
    this.#game.apply(next, seat, action, this.#events)
    this.#settle(next)
    return this.#search(depth + 1, alpha, beta)
  }

  /** Levels are made once each, when the search first goes so deep. */
  #level(depth: number): Level {
    const known = this.#levels[depth]
    if (known) return known
    const { stateSize, legalMax } = this.#game.info
    const level = { state: new Int32Array(stateSize), actions: new Int32Array(legalMax) }
    this.#levels.push(level)
    return level
  }
}
