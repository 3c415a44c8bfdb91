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
    .describe('policy by which each seat selects in its tree; game means what suits the type of the game')
    .default('game'),
  final: z
    .enum(['game', 'visits', 'average'])
    .describe(
      'what is played: the action with most visits, or one drawn from the average strategy, without forced exploration; game means what suits its type',
    )
    .default('game'),
  exploration: z
    .union([z.literal('game'), z.number().min(0).max(10)])
    .describe(
      'constant of UCB1, for rewards between 0 (lost) and 1 (won), factor of UCB1-tuned, or share of forced exploration of the other policies; game means what suits policy and game',
    )
    .default('game'),
  solver: z
    .union([z.literal(['game', 'bounds', 'wins']), z.boolean()])
    .describe(
      'what searches prove in games of two seats without chance and secrets. bounds: the least and the most that positions are worth. wins or true: wins and losses only. game: bounds where playouts come to ends, wins where they are cut off',
    )
    .default('game'),
  depth: z
    .union([z.literal(['game', 'turn']), z.int().min(0).max(100_000)])
    .describe(
      `steps of a playout before its position is evaluated; 0 plays to the end, turn goes on only until the turn is over in which the seat that searches leaves its tree, game means the game's horizon, or ${HORIZON}`,
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
  bias: z
    .union([z.literal('game'), z.number().min(0).max(1000)])
    .describe(
      'weight of what a look-ahead of one turn says of an action that was hardly tried (progressive bias); only UCB1 uses it; 0 turns it off, game means what suits the game',
    )
    .default('game'),
  prior: z
    .number()
    .min(0)
    .max(10)
    .describe(
      'weight of what a learned policy prefers, in wins for a factor of e in probability, in the place of bias; only UCB1 uses it; 0 turns it off, and needs no policy',
    )
    .default(0),
  ...policySource,
  reuse: z
    .union([z.literal('game'), z.boolean()])
    .describe(
      'whether the tree is kept for the next decision, if the search met its position; game means what suits the game',
    )
    .default('game'),
  playout: z.enum(['random', 'greedy']).describe('policy of the playouts').default('random'),
  value: z
    .enum(['smooth', 'clamped'])
    .describe(
      'what the position is worth that a playout is cut off at: smooth, by weights for searches, where a greater lead is always worth more; clamped, as greedy values it',
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
