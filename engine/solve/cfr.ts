/**
 * Equilibria of small two-seat games by CFR+ (Tammelin, "Solving large imperfect information games using
 * CFR+", 2014): alternating updates, regrets floored at 0, averages weighted by the pass. Regrets are kept
 * per view, which is wrong for games whose views forget what mattered (`tree.forgets`).
 */
import { CHANCE, OVER, type Seat } from '../contract/index.ts'
import { type GameTree, Unsolvable, type ViewPolicy } from './tree.ts'

export class Cfr {
  readonly #seats: number
  /** By node, children before their parents: who moves, its view (or 0), and its first edge. */
  readonly #movers: Int32Array
  readonly #views: Int32Array
  readonly #edges: Int32Array
  /** By edge: the node that it leads to, and at chance how likely. */
  readonly #next: Int32Array
  readonly #chances: Float64Array
  /** By node and seat; 0 before the end. */
  readonly #payoffs: Float64Array
  /** By node: the mover's own reach, that of the others and chance, and the mean payoff from there. */
  readonly #own: Float64Array
  readonly #others: Float64Array
  readonly #values: Float64Array
  /** By view: its first action, and who moves there. */
  readonly #actions: Int32Array
  readonly #owners: Int32Array
  /** By action: its regret, its weighted frequency, its current chance, and what a pass adds to its regret. */
  readonly #regrets: Float64Array
  readonly #sums: Float64Array
  readonly #current: Float64Array
  readonly #gains: Float64Array
  #passes = 0

  /** Throws Unsolvable unless the game has two seats: averages converge only there. */
  constructor({ game, nodes, seats, views }: GameTree) {
    if (seats !== 2) throw new Unsolvable(game, `it has ${seats} seats`, 'a game of two')
    this.#seats = seats
    this.#movers = Int32Array.from(nodes, ({ seat }) => seat)
    this.#views = Int32Array.from(nodes, ({ set }) => set?.view.index ?? 0)
    this.#edges = startsOf(nodes.map(({ next }) => next.length))
    this.#next = Int32Array.from(nodes.flatMap(({ next }) => next.map(({ index }) => index)))
    this.#chances = Float64Array.from(
      nodes.flatMap(({ next, chances }) => next.map((_, i) => chances[i] ?? 0)),
    )
    this.#payoffs = Float64Array.from(nodes.flatMap(({ payoffs }) => (payoffs.length > 0 ? payoffs : [0, 0])))
    const [own, others, values] = [0, 1, 2].map(() => new Float64Array(nodes.length))
    ;[this.#own, this.#others, this.#values] = [own!, others!, values!]
    this.#owners = Int32Array.from(views, ({ seat }) => seat)
    this.#actions = startsOf(views.map(({ actions }) => actions.length))
    const lists = () => new Float64Array(this.#actions.at(-1)!)
    ;[this.#regrets, this.#sums, this.#gains] = [lists(), lists(), lists()]
    this.#current = Float64Array.from(views.flatMap(({ actions }) => actions.map(() => 1 / actions.length)))
  }

  run(passes: number): void {
    for (let n = 0; n < passes; n++) {
      this.#passes++
      for (let seat = 0; seat < this.#seats; seat++) {
        this.#reach(seat)
        this.#gain(seat)
        this.#update(seat)
      }
    }
  }

  /** From the root down. */
  #reach(seat: Seat): void {
    const [own, others] = [this.#own, this.#others]
    const root = this.#movers.length - 1
    own[root] = 1
    others[root] = 1
    for (let node = root; node >= 0; node--) {
      const mover = this.#movers[node]!
      if (mover === OVER) continue
      const first = this.#edges[node]!
      const count = this.#edges[node + 1]! - first
      const action = this.#actions[this.#views[node]!]!
      for (let i = 0; i < count; i++) {
        const next = this.#next[first + i]!
        const share = mover === CHANCE ? this.#chances[first + i]! : this.#current[action + i]!
        own[next] = mover === seat ? own[node]! * share : own[node]!
        others[next] = mover === seat ? others[node]! : others[node]! * share
      }
    }
  }

  /** From the ends up: the seat's mean payoffs, and what they add to regrets and frequencies. */
  #gain(seat: Seat): void {
    const [values, gains] = [this.#values, this.#gains]
    gains.fill(0)
    for (let node = 0; node < values.length; node++) {
      const mover = this.#movers[node]!
      if (mover === OVER) {
        values[node] = this.#payoffs[this.#seats * node + seat]!
        continue
      }
      const first = this.#edges[node]!
      const count = this.#edges[node + 1]! - first
      const action = this.#actions[this.#views[node]!]!
      const shares = mover === CHANCE ? this.#chances : this.#current
      const share = mover === CHANCE ? first : action
      let value = 0
      for (let i = 0; i < count; i++) value += shares[share + i]! * values[this.#next[first + i]!]!
      values[node] = value
      if (mover !== seat) continue
      const others = this.#others[node]!
      const weight = this.#passes * this.#own[node]!
      for (let i = 0; i < count; i++) {
        gains[action + i]! += others * (values[this.#next[first + i]!]! - value)
        this.#sums[action + i]! += weight * this.#current[action + i]!
      }
    }
  }

  /** Regret matching. */
  #update(seat: Seat): void {
    const [regrets, current] = [this.#regrets, this.#current]
    for (let view = 0; view < this.#owners.length; view++) {
      if (this.#owners[view] !== seat) continue
      const [from, to] = [this.#actions[view]!, this.#actions[view + 1]!]
      let sum = 0
      for (let i = from; i < to; i++) {
        regrets[i] = Math.max(0, regrets[i]! + this.#gains[i]!)
        sum += regrets[i]!
      }
      for (let i = from; i < to; i++) current[i] = sum > 0 ? regrets[i]! / sum : 1 / (to - from)
    }
  }

  /** The average strategy, which converges to an equilibrium; uniform at views that no pass reached. */
  readonly policy: ViewPolicy = ({ index }) => {
    const sums = this.#sums.subarray(this.#actions[index]!, this.#actions[index + 1]!)
    const total = sums.reduce((all, sum) => all + sum, 0)
    return Array.from(sums, sum => (total > 0 ? sum / total : 1 / sums.length))
  }
}

/** Where each of some lists starts in one that joins them, and at last where it ends. */
function startsOf(lengths: readonly number[]): Int32Array {
  const starts = new Int32Array(lengths.length + 1)
  for (const [i, length] of lengths.entries()) starts[i + 1] = starts[i]! + length
  return starts
}
