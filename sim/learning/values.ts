/** What critics learn: while a policy practises, and of one that is finished. */
import { Critic, LEAD_WEIGHT, type ValueWeights } from '../../agents/index.ts'
import { type Game, newState } from '../../engine/contract/index.ts'
import { rootOf } from '../../engine/rng.ts'
import type { Decisions } from './decisions.ts'
import { shared } from './shared.ts'

/** What a critic has learned, in memory that threads share. */
export interface Valuing {
  readonly values: ValueWeights
  /** AdaGrad's sums of squared gradients. */
  readonly squares: Float32Array
}

/** That of a critic that has learned nothing, with so many weights. */
export const newValuing = (weights: number): Valuing => ({
  values: {
    weights: shared(new Float32Array(weights)),
    lead: new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT)).fill(LEAD_WEIGHT),
  },
  squares: shared(new Float32Array(weights).fill(1)),
})

/** Learns from a batch of whole matches what came of each decision's position. */
export function value(game: Game, { values, squares }: Valuing, decisions: Decisions, seed: string): void {
  const critic = new Critic(game, values)
  const rng = rootOf(seed)
  const view = newState(game.info)
  for (let i = 0; i < decisions.count; i++) {
    const seat = decisions.seat(i)
    decisions.view(i, view)
    critic.learn(view, seat, critic.leadOf(view, seat, rng), decisions.share(i), squares)
  }
}
