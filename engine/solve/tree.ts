/**
 * The whole tree of a small game: every history of decisions, with what each seat knew. It allocates as it likes; it is for games with
 * some hundred thousand histories at most.
 */

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

/** Histories, or positions, of the largest games that are looked at as a whole: they take some 400 MB. */
export const WHOLE_MAX = 300_000

/** What a seat sees when it is to move, and may choose. */
export interface DecisionPoint {
  readonly seat: Seat
  readonly words: State
  readonly actions: readonly Action[]
}

/** A question of a tree. Agents answer views; a policy gives each its probabilities. */
export interface View extends DecisionPoint {
  readonly index: number
}

/** An information set: histories that a seat with perfect memory cannot tell apart, at one view. */
export interface InformationSet {
  readonly index: number
  readonly view: View
  readonly nodes: Node[]
}

/** A history. Of several seats to move at once the lowest decides first, and the others do not see what. */
export interface Node {
  readonly index: number
  /** To move: a seat, CHANCE, or OVER at the end of the match. */
  readonly seat: Seat
  /** Of a seat's decision; null for chance and at the end. */
  readonly set: InformationSet | null
  /** What each decision leads to, in the order of the view's actions. */
  readonly next: readonly Node[]
  /** Of chance: the probabilities of `next`. */
  readonly chances: readonly number[]
  /** At the end: what each seat gets. */
  readonly payoffs: readonly number[]
}

/** A policy: the probability of each action of a view. */
export type Policy = (view: View) => readonly number[]

/** Every action alike. */
export const uniform = ({ actions }: DecisionPoint): readonly number[] =>
  actions.map(() => 1 / actions.length)

/** The game has more histories, or positions, than were asked for. */
export class TooLarge extends Error {
  constructor({ info: { id } }: CompiledGame, most: number, what: 'histories' | 'positions') {
    super(`${id} has more than ${most} ${what}, expected a game small enough to be looked at as a whole`)
    this.name = 'TooLarge'
  }
}

/** The number of a game's histories. It keeps none of them. Throws TooLarge if there are more than `most`. */
export function countHistories(game: CompiledGame, most: number): number {
  const { info } = game
  const events = newEvents(info)
  /** By depth: a position, what whoever is to move may decide there, and how much of that is left to look at. */
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

/** What each seat gets at the end of a match: its payoff, or its share of a whole win where a game has no payoff. Allocates. */
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

/** The tree of a game. */
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

  /** Throws TooLarge if the game has more than `most` histories. */
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
   * Whether some views stand for several information sets of a game that hides more than what is sealed: what a seat has seen or done, and
   * may need to know, is not in them. Where nothing is hidden, a view is the position, and what led to it no longer matters.
   */
  get forgets(): boolean {
    return this.game.info.type.information === 'imperfect' && this.views.length < this.sets.length
  }

  /** The view of a seat to move, as `observe` gives it, or undefined if no history leads to it. */
  viewOf(words: State, seat: Seat): View | undefined {
    return this.#viewAt.get(viewKey(seat, words))
  }

  /** `memories` holds what each seat remembers: its last information set and what it chose there. */
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

/** The game is not of the kind that can be solved. */
export class Unsolvable extends Error {
  constructor(game: CompiledGame, why: string, wanted: string) {
    super(`${game.info.id} cannot be solved: ${why}; expected ${wanted}`)
    this.name = 'Unsolvable'
  }
}
