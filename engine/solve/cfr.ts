/**
 * Equilibria of small two-seat games by CFR+ (Tammelin, "Solving large imperfect information games using
 * CFR+", 2014): alternating updates, regrets floored at 0, averages weighted by the pass. Regrets are kept
 * per view, which is wrong for games whose views forget what mattered (`tree.forgets`).
 */
import { CHANCE, OVER, type Seat } from '../contract/index.ts'
import { type GameTree, type Node, Unsolvable, type ViewPolicy } from './tree.ts'

export class Cfr {
  readonly #tree: GameTree
  /** By view: regret of each action, and its weighted frequency. */
  readonly #regrets: readonly Float64Array[]
  readonly #sums: readonly Float64Array[]
  /** By view: the current strategy, and what a pass adds to regrets. */
  readonly #current: readonly Float64Array[]
  readonly #gains: readonly Float64Array[]
  #passes = 0

  /** Throws Unsolvable unless the game has two seats: averages converge only there. */
  constructor(tree: GameTree) {
    if (tree.seats !== 2) throw new Unsolvable(tree.game, `it has ${tree.seats} seats`, 'a game of two')
    this.#tree = tree
    const lists = () => tree.views.map(({ actions }) => new Float64Array(actions.length))
    this.#regrets = lists()
    this.#sums = lists()
    this.#gains = lists()
    this.#current = tree.views.map(({ actions }) => new Float64Array(actions.length).fill(1 / actions.length))
  }

  run(passes: number): void {
    for (let n = 0; n < passes; n++) {
      this.#passes++
      for (let seat = 0; seat < this.#tree.seats; seat++) {
        for (const gains of this.#gains) gains.fill(0)
        this.#walk(this.#tree.root, seat, 1, 1)
        this.#update(seat)
      }
    }
  }

  /** The seat's mean payoff from here; adds up gains. */
  #walk(node: Node, seat: Seat, own: number, others: number): number {
    if (node.seat === OVER) return node.payoffs[seat]!
    if (own === 0 && others === 0) return 0
    let value = 0
    if (node.seat === CHANCE) {
      for (let i = 0; i < node.next.length; i++)
        value += node.chances[i]! * this.#walk(node.next[i]!, seat, own, others * node.chances[i]!)
      return value
    }
    const view = node.set!.view.index
    const current = this.#current[view]!
    if (node.seat !== seat) {
      for (let i = 0; i < current.length; i++)
        value += current[i]! * this.#walk(node.next[i]!, seat, own, others * current[i]!)
      return value
    }
    const gains = this.#gains[view]!
    const sums = this.#sums[view]!
    for (let i = 0; i < current.length; i++) {
      const worth = this.#walk(node.next[i]!, seat, own * current[i]!, others)
      gains[i]! += others * worth
      value += current[i]! * worth
      sums[i]! += this.#passes * own * current[i]!
    }
    for (let i = 0; i < current.length; i++) gains[i]! -= others * value
    return value
  }

  /** Regret matching. */
  #update(seat: Seat): void {
    for (const { index, seat: mover } of this.#tree.views) {
      if (mover !== seat) continue
      const regrets = this.#regrets[index]!
      const current = this.#current[index]!
      let sum = 0
      for (let i = 0; i < regrets.length; i++) {
        regrets[i] = Math.max(0, regrets[i]! + this.#gains[index]![i]!)
        sum += regrets[i]!
      }
      for (let i = 0; i < current.length; i++) current[i] = sum > 0 ? regrets[i]! / sum : 1 / current.length
    }
  }

  /** The average strategy, which converges to an equilibrium; uniform at views that no pass reached. */
  readonly policy: ViewPolicy = view => {
    const sums = this.#sums[view.index]!
    const total = sums.reduce((all, sum) => all + sum, 0)
    return total > 0 ? Array.from(sums, sum => sum / total) : view.actions.map(() => 1 / view.actions.length)
  }
}
