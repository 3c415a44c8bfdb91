/** The options of `mcts`, and what stands where none is given. */
import { z } from 'zod'
import type { GameInfo } from '../../engine/contract/index.ts'

/** Horizon for games that do not name one. */
const HORIZON = 3

export const options = z.strictObject({
  iterations: z.int().min(1).max(1_000_000).describe('iterations per decision').default(400),
  exploration: z
    .number()
    .min(0)
    .max(10)
    .describe('UCB1 constant, for rewards between 0 (lost) and 1 (won)')
    .default(0.1),
  depth: z
    .union([z.literal('game'), z.int().min(0).max(100_000)])
    .describe(
      `steps of a playout before its position is evaluated; 0 plays to the end, game means the game's horizon, or ${HORIZON}`,
    )
    .default('game'),
  rave: z
    .number()
    .min(0)
    .max(1_000_000)
    .describe(
      'visits at which an action is judged equally by them and by its later use in the same turn (RAVE); 0 turns RAVE off',
    )
    .default(100),
  playout: z.enum(['random', 'greedy']).describe('policy of the playouts').default('random'),
  value: z
    .enum(['smooth', 'clamped'])
    .describe(
      'what the position is worth that a playout is cut off at: smooth, by weights for searches, where a greater lead is always worth more; clamped, as greedy values it',
    )
    .default('smooth'),
})
export type Options = z.output<typeof options>

/** The steps of a playout before its position is evaluated. */
export function playoutSteps({ depth }: Options, { horizon, stepMax }: GameInfo): number {
  const steps = depth === 'game' ? (horizon ?? HORIZON) : depth
  return steps === 0 ? stepMax : steps
}
