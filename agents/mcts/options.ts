/** The options of `mcts`, and their defaults for a game. */
import { z } from 'zod'
import type { GameInfo } from '../../engine/contract/index.ts'
import { policySource } from '../learned/index.ts'
import { canBeBounded, canBeProven } from './proofs.ts'

/** Horizon for games that do not name one. */
const HORIZON = 3

export const options = z.strictObject({
  iterations: z.int().min(1).max(10_000_000).describe('iterations per decision').default(400),
  selection: z
    .enum(['game', 'ucb', 'ucb-tuned', 'exp3', 'regret-matching', 'regret-matching-plus'])
    .describe('how a seat selects actions in its tree; game means the best choice for this type of game')
    .default('game'),
  final: z
    .enum(['game', 'visits', 'average'])
    .describe(
      'how it picks the action to play: the most visited one, or one drawn from the average strategy without forced exploration; game means the best choice for this type of game',
    )
    .default('game'),
  exploration: z
    .union([z.literal('game'), z.number().min(0).max(10)])
    .describe(
      'how much it explores: the constant of UCB1 (rewards run from 0 to 1), the factor of UCB1-tuned, or the share of forced exploration in the other selections; game means the best choice for selection and game',
    )
    .default('game'),
  solver: z
    .union([z.literal(['game', 'bounds', 'wins']), z.boolean()])
    .describe(
      'what a search proves in two-player games without chance or secrets. bounds: lower and upper bounds of position values. wins or true: only wins and losses. game: bounds if playouts reach the end of the match, wins if they are cut off',
    )
    .default('game'),
  depth: z
    .union([z.literal(['game', 'turn']), z.int().min(0).max(100_000)])
    .describe(
      `steps of a playout before evaluation. 0 plays to the end of the match. turn stops at the end of the turn in which the searching seat leaves its tree. game means the game's own horizon, or ${HORIZON}`,
    )
    .default('game'),
  rave: z
    .number()
    .min(0)
    .max(1_000_000)
    .describe(
      "the number of visits at which an action's own results count as much as its later use in the same turn (RAVE); 0 turns RAVE off",
    )
    .default(100),
  bias: z
    .union([z.literal('game'), z.number().min(0).max(1000)])
    .describe(
      'weight of a one-turn look-ahead in the value of actions with few visits (progressive bias), only with UCB1; 0 turns it off, game means the best value for the game',
    )
    .default('game'),
  prior: z
    .number()
    .min(0)
    .max(10)
    .describe(
      "weight of a learned policy's preferences, instead of bias: how many wins an action gains if the policy plays it e times as often. Only with UCB1. 0 turns it off",
    )
    .default(0),
  ...policySource,
  reuse: z
    .union([z.literal('game'), z.boolean()])
    .describe('whether to keep the tree for the next decision; game means the best choice for the game')
    .default('game'),
  playout: z.enum(['random', 'greedy']).describe('the policy of the playouts').default('random'),
  value: z
    .enum(['smooth', 'clamped'])
    .describe(
      "how to value the last position of a playout. smooth: with the gauges' weights for searches, so that a larger lead is always worth more. clamped: as greedy does",
    )
    .default('smooth'),
})
export type Options = z.output<typeof options>

/** Options for one game, without `game`. */
export interface ResolvedOptions extends Pick<Options, 'iterations' | 'rave' | 'playout'> {
  readonly selection: Exclude<Options['selection'], 'game'>
  readonly final: Exclude<Options['final'], 'game'>
  readonly exploration: number
  readonly solver: 'none' | 'wins' | 'bounds'
  /** The weight of look-aheads in selection by UCB1, 0 for none. */
  readonly bias: number
  /** The weight of a learned policy in selection by UCB1, 0 for none. */
  readonly prior: number
  /** Whether trees are kept from decision to decision. */
  readonly reuse: boolean
  /** Steps of a playout; 1 if it ends with the turn. */
  readonly steps: number
  /** Whether an iteration ends with the turn in which the seat that searches leaves its tree. */
  readonly endsWithTurn: boolean
}

/** Default exploration; UCB1's depends on whether playouts reach ends, which are won or lost, or values near an even match. */
const EXPLORATION = { 'ucb-tuned': 1, exp3: 0.1, 'regret-matching': 0.2, 'regret-matching-plus': 0.2 }
const UCB_TO_ENDS = 0.9
const UCB_CUT_OFF = 0.1

/**
 * Where seats decide at the same time and playouts reach ends, strategies must be mixed, and rewards are clear enough for it: regret matching, and its
 * average is played. Elsewhere UCB1 and the most visited action are stronger.
 */
export function resolveOptions(options: Options, info: GameInfo): ResolvedOptions {
  const depth = options.depth === 'game' ? (info.horizon ?? HORIZON) : options.depth
  const endsWithTurn = depth === 'turn'
  const steps = endsWithTurn ? 1 : depth === 0 ? info.stepMax : depth
  const comesToEnds = steps >= info.stepMax
  const mixes = info.type.dynamics === 'simultaneous' && comesToEnds
  const selection = options.selection !== 'game' ? options.selection : mixes ? 'regret-matching-plus' : 'ucb'
  const isUcb = selection === 'ucb' || selection === 'ucb-tuned'
  const final = options.final !== 'game' ? options.final : isUcb ? 'visits' : 'average'
  const usual = selection !== 'ucb' ? EXPLORATION[selection] : comesToEnds ? UCB_TO_ENDS : UCB_CUT_OFF
  const exploration = options.exploration !== 'game' ? options.exploration : usual
  const { iterations, rave, playout } = options
  const solver = isUcb ? solverOf(options.solver, info, comesToEnds) : 'none'
  const weight = options.bias !== 'game' ? options.bias : (info.search?.bias ?? 0)
  const bias = selection === 'ucb' && options.prior === 0 ? weight : 0
  const prior = selection === 'ucb' ? options.prior : 0
  const reuse = options.reuse !== 'game' ? options.reuse : info.search?.reuse === true
  return {
    iterations,
    rave,
    playout,
    selection,
    final,
    exploration,
    solver,
    bias,
    prior,
    reuse,
    steps,
    endsWithTurn,
  }
}

/** If playouts are cut off, matches are too long to prove draws, and `wins` costs less. */
function solverOf(asked: Options['solver'], info: GameInfo, comesToEnds: boolean): ResolvedOptions['solver'] {
  const wanted = asked === 'game' ? (comesToEnds ? 'bounds' : 'wins') : asked === true ? 'wins' : asked
  if (wanted === 'bounds' && canBeBounded(info)) return 'bounds'
  return wanted === 'wins' && canBeProven(info) ? 'wins' : 'none'
}
