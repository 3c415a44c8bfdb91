/** The whole tree of a small game, up to some hundred thousand histories. Allocates freely. */

import {
  type Action,
  CHANCE,
  type CompiledGame,
  newEvents,
  newState,
  OVER,
  payoffGauge,
  type Seat,
  type State,
  settle,
  WIN_UNITS,
} from '../contract/index.ts'

/** Largest games, in histories or positions: some 400 MB. */
export const WHOLE_MAX = 300_000

/** A seat's view when it is to move, with its legal actions. */
export interface DecisionPoint {
  readonly seat: Seat
  readonly words: State
  readonly actions: readonly Action[]
}

/** A decision point of a tree. */
export interface View extends DecisionPoint {
  readonly index: number
}

/** Histories that a seat with perfect recall cannot tell apart. */
export interface InformationSet {
  readonly index: number
  readonly view: View
  readonly nodes: Node[]
}

/** A history. Of several seats to move, the lowest decides first, unseen by the others. */
export interface Node {
  readonly index: number
  /** To move: a seat, CHANCE, or OVER. */
  readonly seat: Seat
  /** Null for chance and at the end. */
  readonly set: InformationSet | null
  /** By the view's actions. */
  readonly next: readonly Node[]
  readonly chances: readonly number[]
  /** At the end, by seat. */
  readonly payoffs: readonly number[]
}

/** The probability of each action of a view. */
export type ViewPolicy = (view: View) => readonly number[]

/** The same where it may depend on what the seat remembers. */
export type TreePolicy = (view: View, set: InformationSet) => readonly number[]

export const uniform = ({ actions }: DecisionPoint): readonly number[] =>
  actions.map(() => 1 / actions.length)

export class TooLarge extends Error {
  constructor({ info: { id } }: CompiledGame, most: number, what: 'histories' | 'positions') {
    super(`${id} has more than ${most} ${what}, expected a smaller game`)
    this.name = 'TooLarge'
  }
}

/** Keeps none of the histories. Throws TooLarge beyond `most`. */
export function countHistories(game: CompiledGame, most: number): number {
  const { info } = game
  const events = newEvents(info)
  /** By depth: a position, its legal actions, and how many of them are left. */
  const path: { state: State; seat: Seat; actions: Int32Array; left: number }[] = []
  let count = 0
  const enter = (depth: number): void => {
    if (count++ === most) throw new TooLarge(game, most, 'histories')
    const at = path[depth]!
    at.seat = settle(game, at.state, events)
    at.left = at.seat === OVER ? 0 : game.legal(at.state, at.seat, at.actions)
  }
  const step = () => ({ state: newState(info), seat: OVER, actions: new Int32Array(info.legalMax), left: 0 })
  path.push(step())
  game.start(path[0]!.state, events)
  enter(0)
  for (let depth = 0; depth >= 0; ) {
    const at = path[depth]!
    if (at.left === 0) {
      depth--
      continue
    }
    path[++depth] ??= step()
    path[depth]!.state.set(at.state)
    game.apply(path[depth]!.state, at.seat, at.actions[--at.left]!, events)
    enter(depth)
  }
  return count
}

/** The states that a seat's actions lead to, before anything is resolved. Allocates. */
export function successors(game: CompiledGame, events: Int32Array, state: State, seat: Seat): State[] {
  const actions = new Int32Array(game.info.legalMax)
  const count = game.legal(state, seat, actions)
  return Array.from(actions.subarray(0, count), action => {
    const next = state.slice()
    game.apply(next, seat, action, events)
    return next
  })
}

/** By seat: the payoff, or the share of a win in games without a payoff. Allocates. */
export function payoffsOf(game: CompiledGame, state: State): number[] {
  const seats = game.info.seats.length
  const payoff = payoffGauge(game.info)
  if (payoff < 0) {
    const returns = new Int32Array(seats)
    game.result(state, returns)
    return Array.from(returns, units => units / WIN_UNITS)
  }
  const gauges = new Int32Array(game.info.gauges.length * seats)
  game.gauge(state, gauges, 0)
  return [...gauges.subarray(payoff * seats, (payoff + 1) * seats)]
}

export class GameTree {
  readonly game: CompiledGame
  readonly seats: number
  readonly root: Node
  readonly nodes: Node[] = []
  readonly views: View[] = []
  readonly sets: InformationSet[] = []
  readonly #most: number
  readonly #events: Int32Array
  readonly #viewAt = new Map<string, View>()
  readonly #setAt = new Map<string, InformationSet>()
  #histories = 0

  /** Throws TooLarge beyond `most` histories. */
  constructor(game: CompiledGame, most: number) {
    this.seats = game.info.seats.length
    this.game = game
    this.#most = most
    this.#events = newEvents(game.info)
    const state = newState(game.info)
    game.start(state, this.#events)
    this.root = this.#grow(
      state,
      game.info.seats.map(() => ''),
    )
  }

  /**
   * Whether views of a game with secrets merge information sets: they lack something that a seat has seen or
   * done. Where nothing is hidden, a view is the position, and the past does not matter.
   */
  get forgets(): boolean {
    return this.game.info.type.information === 'imperfect' && this.views.length < this.sets.length
  }

  /** Undefined if no history leads to the view. */
  viewOf(words: State, seat: Seat): View | undefined {
    return this.#viewAt.get(viewKey(seat, words))
  }

  /** `memories`: each seat's last information set and choice there. */
  #grow(state: State, memories: readonly string[]): Node {
    const game = this.game
    if (this.#histories++ === this.#most) throw new TooLarge(game, this.#most, 'histories')
    const seat = settle(game, state, this.#events)
    if (seat === OVER)
      return this.#add({ seat, set: null, next: NONE, chances: NONE, payoffs: payoffsOf(game, state) })
    const actions = new Int32Array(game.info.legalMax)
    const count = game.legal(state, seat, actions)
    const chances: number[] = []
    const set =
      seat === CHANCE ? null : this.#setOf(state, seat, [...actions.subarray(0, count)], memories[seat]!)
    if (seat === CHANCE) {
      const weights = new Int32Array(game.info.legalMax)
      const sum = game.chanceWeights!(state, weights)
      for (let i = 0; i < count; i++) chances.push(weights[i]! / sum)
    }
    const next: Node[] = []
    for (let i = 0; i < count; i++) {
      const after = state.slice()
      game.apply(after, seat, actions[i]!, this.#events)
      const memory = set === null ? '' : `${set.index}.${i}`
      next.push(this.#grow(after, set === null ? memories : memories.with(seat, memory)))
    }
    const node = this.#add({ seat, set, next, chances, payoffs: NONE })
    set?.nodes.push(node)
    return node
  }

  #add(node: Omit<Node, 'index'>): Node {
    const added = { ...node, index: this.nodes.length }
    this.nodes.push(added)
    return added
  }

  #setOf(state: State, seat: Seat, actions: readonly Action[], memory: string): InformationSet {
    const words = newState(this.game.info)
    this.game.observe(state, seat, words)
    const key = viewKey(seat, words)
    let view = this.#viewAt.get(key)
    if (view === undefined) {
      view = { index: this.views.length, seat, words, actions }
      this.views.push(view)
      this.#viewAt.set(key, view)
    }
    const setKey = `${memory}|${view.index}`
    let set = this.#setAt.get(setKey)
    if (set === undefined) {
      set = { index: this.sets.length, view, nodes: [] }
      this.sets.push(set)
      this.#setAt.set(setKey, set)
    }
    return set
  }
}

const NONE: readonly never[] = []

const viewKey = (seat: Seat, words: State): string => `${seat}:${words.join()}`

export class Unsolvable extends Error {
  constructor(game: CompiledGame, why: string, wanted: string) {
    super(`${game.info.id} cannot be solved: ${why}; expected ${wanted}`)
    this.name = 'Unsolvable'
  }
}
