/** Exp3: edges are drawn as the exponentials of what they are estimated to have come to. */
import type { Tree } from '../tree.ts'
import { LIKELY, Mixing, REWARD, SCORE } from './mixing.ts'

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

/** Below this, an exponential is nothing beside that of 0. */
const LEAST = -40
const SQUARINGS = 10

/** e^x for x <= 0 to a millionth of it, of sums and products alone: they are the same on every machine. */
function exponential(x: number): number {
  if (x < LEAST) return 0
  const part = x / (1 << SQUARINGS)
  let power = 1 + part * (1 + (part / 2) * (1 + (part / 3) * (1 + part / 4)))
  for (let i = 0; i < SQUARINGS; i++) power *= power
  return power
}
