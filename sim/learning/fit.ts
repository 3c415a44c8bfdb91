/** Fits a policy to decisions. */
import type { Policy } from '../../agents/index.ts'
import { type Game, newState } from '../../engine/contract/index.ts'
import { below, rootOf } from '../../engine/rng.ts'
import type { Decisions } from './decisions.ts'

/** From this part of the steps on, the rate is a third, to settle. */
const SETTLES = 0.75

/** How a policy is fitted. */
export interface Fit {
  /** Passes over the decisions: as many steps as so many times their number, each on one drawn at random. */
  readonly epochs: number
  /** AdaGrad's rate, and the sum of squared gradients that each weight starts from. */
  readonly rate: number
  readonly squares: number
  readonly seed: string
}

/** Fits a policy. */
export function fitPolicy(
  game: Game,
  policy: Policy,
  decisions: Decisions,
  { epochs, rate, squares: first, seed }: Fit,
): void {
  const view = newState(game.info)
  const legal = new Int32Array(game.info.legalMax)
  const squares = new Float32Array(policy.weights.length).fill(first)
  const rng = rootOf(seed)
  const steps = decisions.count * epochs
  for (let step = 0; step < steps; step++) {
    const i = below(rng, decisions.count)
    const seat = decisions.seat(i)
    decisions.view(i, view)
    const count = game.legal(view, seat, legal)
    const now = step < steps * SETTLES ? rate : rate / 3
    policy.learn(view, seat, legal, count, decisions.action(i), squares, now)
  }
}
