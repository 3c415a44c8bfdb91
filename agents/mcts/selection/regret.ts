/** Regret matching: edges are drawn as often as one regrets not to have followed them. */
import { WIN_UNITS } from '../../../engine/contract/index.ts'
import { UNKNOWN } from '../path.ts'
import type { Tree } from '../tree.ts'
import { Cells } from './cells.ts'
import { LIKELY, Mixing, REWARD, SCORE } from './mixing.ts'

/** The mean of an edge without visits: an even match. */
const EVEN = 0.5

/**
 * Regret matching (Hart and Mas-Colell, "A simple adaptive procedure leading to correlated equilibrium", 2000) as in simultaneous-move tree search
 * (Lisý, Kovařík, Lanctot, Bošanský, "Convergence of Monte Carlo tree search in simultaneous move games", 2013): every other edge is taken to have come to
 * its mean reward against what the others did this time, from the node's joint table.
 *
 * Where the others decided at another time, or in more than one decision, no table says what a seat's other edges would have come to: of each it takes in an
 * estimate that is right on average, its mean so far, to which that of the edge drawn adds what its reward differs by, divided by the probability
 * of the draw (a control variate; Schmid and others, "Variance reduction in Monte Carlo counterfactual regret minimization", 2019).
 *
 * `plus`: regrets never fall below 0, and strategies count in the average by how late they come (RM+; Tammelin, "Solving large imperfect
 * information games using CFR+", 2014).
 */
export class RegretMatching extends Mixing {
  override readonly usesReplies = true
  readonly #plus: boolean
  readonly #cells = new Cells()

  constructor(exploration: number, legalMax: number, plus: boolean) {
    super(exploration, legalMax)
    this.#plus = plus
  }

  override clear(): void {
    this.#cells.clear()
  }

  protected override weightOf(visits: number): number {
    return this.#plus ? 1 + visits : 1
  }

  protected override mix(tree: Tree, node: number): void {
    const regrets = tree.columns[SCORE]!
    const first = tree.firstEdge[node]!
    const count = tree.edgeCount[node]!
    const { strategy } = this
    let sum = 0
    for (let i = 0; i < count; i++) {
      const regret = regrets[first + i]!
      const positive = regret > 0 ? regret : 0
      strategy[i] = positive
      sum += positive
    }
    if (sum > 0) for (let i = 0; i < count; i++) strategy[i]! /= sum
    else for (let i = 0; i < count; i++) strategy[i] = 1 / count
  }

  protected override score(tree: Tree, node: number, chosen: number, reply: number): void {
    if (reply === UNKNOWN) this.#estimate(tree, node, chosen)
    else this.#compare(tree, node, chosen, reply)
  }

  /** Regrets by the joint table. */
  #compare(tree: Tree, node: number, chosen: number, reply: number): void {
    const reward = this.result[REWARD]!
    const { edgeReward, edgeVisits } = tree
    const regrets = tree.columns[SCORE]!
    const first = tree.firstEdge[node]!
    const end = first + tree.edgeCount[node]!
    const drawn = first + chosen
    const cells = this.#cells
    const met = cells.meet(drawn, reply)
    const { rewards, visits } = cells
    visits[met]!++
    rewards[met]! += reward
    for (let edge = first; edge < end; edge++) {
      if (edge === drawn) continue
      const cell = cells.find(edge, reply)
      const mean =
        cell >= 0
          ? rewards[cell]! / visits[cell]!
          : edgeVisits[edge] === 0
            ? EVEN
            : edgeReward[edge]! / (edgeVisits[edge]! * WIN_UNITS)
      const regret = regrets[edge]! + mean - reward
      regrets[edge] = this.#plus && regret < 0 ? 0 : regret
    }
  }

  /** Regrets by estimates of what each edge would have come to. */
  #estimate(tree: Tree, node: number, chosen: number): void {
    const reward = this.result[REWARD]!
    const { edgeReward, edgeVisits } = tree
    const { strategy } = this
    const regrets = tree.columns[SCORE]!
    const first = tree.firstEdge[node]!
    const count = tree.edgeCount[node]!
    const visits = edgeVisits[first + chosen]! - 1
    const before = visits === 0 ? EVEN : (edgeReward[first + chosen]! / WIN_UNITS - reward) / visits
    const surprise = (reward - before) / this.result[LIKELY]!
    let expected = strategy[chosen]! * (before + surprise)
    for (let i = 0; i < count; i++) {
      if (i === chosen) continue
      const edge = first + i
      expected +=
        strategy[i]! * (edgeVisits[edge] === 0 ? EVEN : edgeReward[edge]! / (edgeVisits[edge]! * WIN_UNITS))
    }
    for (let i = 0; i < count; i++) {
      const edge = first + i
      const mean =
        i === chosen
          ? before + surprise
          : edgeVisits[edge] === 0
            ? EVEN
            : edgeReward[edge]! / (edgeVisits[edge]! * WIN_UNITS)
      const regret = regrets[edge]! + mean - expected
      regrets[edge] = this.#plus && regret < 0 ? 0 : regret
    }
  }
}
