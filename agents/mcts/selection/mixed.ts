/** Policies that draw edges from a mixed strategy: Exp3 and regret matching. */
import { WIN_UNITS } from '../../../engine/contract/index.ts'
import { next } from '../../../engine/rng.ts'
import { UNKNOWN } from '../path.ts'
import { Pairs } from '../tables.ts'
import { grown, type Tree } from '../tree.ts'
import type { Selection } from './selection.ts'

const TWO_32 = 4294967296

/** Columns: the strategies followed so far, added up, and what the policy makes its strategy of. */
const AVERAGE = 0
const SCORE = 1

/** Places in `result`: the reward, from 0 to 1, and the probability of the edge drawn. */
const REWARD = 0
const LIKELY = 1

/** Visits an edge at which forced exploration has fallen to 0.7 of what it was at first. */
const PATIENCE = 8

/**
 * Draws from a strategy mixed with a uniform one. The latter's share, the forced exploration, falls with the root of the node's visits, so that in the
 * end the others respond to the strategy itself.
 */
abstract class Mixing implements Selection {
  readonly columns = 2
  readonly strategies = AVERAGE
  readonly usesRave = false
  readonly usesReplies: boolean = false
  readonly #exploration: number
  /** The strategy of the current node, by place among its edges. */
  protected readonly strategy: Float64Array
  /** REWARD and LIKELY of the current iteration: as arguments of a call that V8 does not inline, doubles would go to the heap. */
  protected readonly result = new Float64Array(2)

  /** `exploration` is a share, 0 to 1; nodes have `legalMax` edges at most. */
  constructor(exploration: number, legalMax: number) {
    this.#exploration = exploration
    this.strategy = new Float64Array(legalMax)
  }

  /** Writes the strategy of a node, whose edges are all marked. */
  protected abstract mix(tree: Tree, node: number): void

  /** Takes in `result`, of the edge at place `chosen`, against a reply. `strategy` is the node's. */
  protected abstract score(tree: Tree, node: number, chosen: number, reply: number): void

  /** The weight in the average of a strategy followed after this many visits. */
  protected weightOf(_visits: number): number {
    return 1
  }

  /** The share of forced exploration at a node with this many visits and edges. */
  protected explored(visits: number, count: number): number {
    return this.#exploration / Math.sqrt(1 + visits / (PATIENCE * count))
  }

  select(tree: Tree, node: number, rng: Int32Array): number {
    const first = tree.firstEdge[node]!
    const count = tree.edgeCount[node]!
    const visits = tree.visits[node]!
    if (visits === 0) for (let edge = first; edge < first + count; edge++) tree.mark(node, edge)
    const { strategy } = this
    this.mix(tree, node)
    const average = tree.columns[AVERAGE]!
    const weight = this.weightOf(visits)
    for (let i = 0; i < count; i++) average[first + i]! += weight * strategy[i]!
    const explored = this.explored(visits, count)
    let left = (next(rng) >>> 0) / TWO_32
    for (let i = 0; i < count - 1; i++) {
      left -= (1 - explored) * strategy[i]! + explored / count
      if (left < 0) return first + i
    }
    return first + count - 1
  }

  learn(tree: Tree, node: number, edge: number, reward: number, reply: number): void {
    const count = tree.edgeCount[node]!
    const chosen = edge - tree.firstEdge[node]!
    this.mix(tree, node)
    const explored = this.explored(tree.visits[node]! - 1, count)
    this.result[REWARD] = reward / WIN_UNITS
    this.result[LIKELY] = (1 - explored) * this.strategy[chosen]! + explored / count
    this.score(tree, node, chosen, reply)
  }

  judge(): void {}

  clear(): void {}
}

/**
 * Exp3 (Auer, Cesa-Bianchi, Freund, Schapire, "The nonstochastic multiarmed bandit problem", 2002), the average without its exploration
 * (Teytaud and Flory, "Upper confidence trees with short term partial information", 2011). The forced exploration stays what it is.
 */
export class Exp3 extends Mixing {
  readonly #rate: number

  constructor(exploration: number, legalMax: number) {
    super(exploration, legalMax)
    this.#rate = exploration
  }

  protected override explored(): number {
    return this.#rate
  }

  protected override mix(tree: Tree, node: number): void {
    const scores = tree.columns[SCORE]!
    const first = tree.firstEdge[node]!
    const count = tree.edgeCount[node]!
    const { strategy } = this
    let best = scores[first]!
    for (let i = 1; i < count; i++) if (scores[first + i]! > best) best = scores[first + i]!
    let sum = 0
    for (let i = 0; i < count; i++) {
      strategy[i] = exponential((this.#rate / count) * (scores[first + i]! - best))
      sum += strategy[i]!
    }
    for (let i = 0; i < count; i++) strategy[i]! /= sum
  }

  protected override score(tree: Tree, node: number, chosen: number): void {
    tree.columns[SCORE]![tree.firstEdge[node]! + chosen]! += this.result[REWARD]! / this.result[LIKELY]!
  }
}

/** Below this, an exponential counts as nothing. */
const LEAST = -40
const SQUARINGS = 10

/** e^x for x <= 0 to a relative error of 1e-6, by sums and products, which are the same on every machine. */
function exponential(x: number): number {
  if (x < LEAST) return 0
  const part = x / (1 << SQUARINGS)
  let power = 1 + part * (1 + (part / 2) * (1 + (part / 3) * (1 + part / 4)))
  for (let i = 0; i < SQUARINGS; i++) power *= power
  return power
}

/** Cells that a new table has room for. */
const CELLS = 1 << 8

/**
 * The joint tables of nodes in simultaneous-move tree search: what edges came to against the other seats' decisions in the same step, a cell for
 * an edge and a reply; only cells that were met take room. Callers read and write means themselves: V8 puts doubles that functions return on
 * the heap.
 *
 * @internal Exported for tests.
 */
export class JointTable {
  readonly #pairs = new Pairs()
  /** By cell. */
  visits = new Int32Array(CELLS)
  /** By cell: the sum of rewards, each from 0 to 1. */
  rewards = new Float64Array(CELLS)

  clear(): void {
    this.#pairs.clear()
  }

  /** The cell of an edge and a reply, or -1 if they have not met. */
  find(edge: number, reply: number): number {
    return this.#pairs.find(keyOf(edge, reply), edge)
  }

  /** The same cell, a new one with zeros if they have not met. */
  meet(edge: number, reply: number): number {
    const key = keyOf(edge, reply)
    const found = this.#pairs.find(key, edge)
    if (found >= 0) return found
    const cell = this.#pairs.add(key, edge)
    if (cell === this.visits.length) {
      this.visits = grown(this.visits, cell + 1)
      this.rewards = grown(this.rewards, cell + 1)
    }
    this.visits[cell] = 0
    this.rewards[cell] = 0
    return cell
  }
}

/** A bijection of the replies to an edge, whose low bits are well mixed (the finish of MurmurHash3). */
function keyOf(edge: number, reply: number): number {
  let key = (reply + Math.imul(edge, 0x9e3779b1)) | 0
  key = Math.imul(key ^ (key >>> 16), 0x85ebca6b)
  key = Math.imul(key ^ (key >>> 13), 0xc2b2ae35)
  return (key ^ (key >>> 16)) | 0
}

/** The mean of an edge without visits: an even match. */
const EVEN = 0.5

/**
 * Regret matching (Hart and Mas-Colell, "A simple adaptive procedure leading to correlated equilibrium", 2000) as in simultaneous-move tree search
 * (Lisý, Kovařík, Lanctot, Bošanský, "Convergence of Monte Carlo tree search in simultaneous move games", 2013): every other edge counts with its
 * mean reward against the others' present decisions, from the node's joint table.
 *
 * If the others decided at another time, or more than once, there is no joint table: each edge counts with an unbiased estimate, its mean so far; the
 * drawn edge adds its surprise, divided by the probability of the draw (a control variate; Schmid and others, "Variance reduction in Monte
 * Carlo counterfactual regret minimization", 2019).
 *
 * `plus`: regrets never fall below 0, and strategies count in the average by how late they come (RM+; Tammelin, "Solving large imperfect
 * information games using CFR+", 2014).
 */
export class RegretMatching extends Mixing {
  override readonly usesReplies = true
  readonly #plus: boolean
  readonly #cells = new JointTable()

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
