/** How a player learns: what the matches of a round are like, whose decisions are learned, and how they are fitted. */
import { PLANNER_DEFAULTS, type PlannerOptions } from '../../agents/index.ts'
import type { GameInfo } from '../../engine/contract/index.ts'
import type { Keeps, Stakes } from './arena.ts'
import type { Fit } from './fit.ts'
import type { Frozen } from './players.ts'
import { PRACTICE, type Practice } from './practice.ts'

export interface Recipe {
  /** The search whose decisions are learned, unless there is an `expert`. */
  readonly planner: PlannerOptions
  /** Who is imitated instead: an agent that does not play by the policy. All of its decisions are learned. */
  readonly expert?: Frozen
  /** How a round's matches are shared out: the planner against itself, against greedy, against the policy of an earlier round, and against `mcts`. */
  readonly parts: Readonly<Record<'self' | 'greedy' | 'past' | 'mcts', number>>
  /** The iterations of that `mcts`. */
  readonly iterations: number
  /** Whether further rounds have such matches at all; else their policies come of practice alone. */
  readonly plans: boolean
  /** Percentages of decisions made at random in half of the matches: of a planner against itself, and of both sides where it meets others. */
  readonly noise: { readonly self: number; readonly met: number }
  /** Whose decisions are learned. */
  readonly keeps: Keeps
  /** What tests count. */
  readonly stakes: Stakes
  /** How the first policy is fitted, and all later ones: bold at first, then careful. */
  readonly first: Omit<Fit, 'seed'>
  readonly later: Omit<Fit, 'seed'>
  /** How the policy practises in every round after round 0, once it is fitted, with the same parts of its matches; null if it does not. */
  readonly practice: Practice | null
  /** Whether it learns at the end what positions are worth, for planners: where the game's gauges say too little of that. */
  readonly values: boolean
}

export const RECIPE: Recipe = {
  planner: PLANNER_DEFAULTS,
  parts: { self: 2, greedy: 1, past: 1, mcts: 0 },
  iterations: 200,
  plans: true,
  noise: { self: 20, met: 10 },
  keeps: 'unbeaten',
  stakes: 'even',
  first: { epochs: 2, rate: 0.1, squares: 0.01 },
  later: { epochs: 4, rate: 0.1, squares: 1 },
  practice: PRACTICE,
  values: false,
}

/**
 * Practice alone, with more of it, and what positions are worth: that the planner by gauges has little to teach says that these know little. Games like
 * these tell hundreds of features of an action, which all move with each decision: steps as bold as elsewhere leave noise in those that are rare.
 */
export const ALONE = {
  ...RECIPE,
  plans: false,
  first: { epochs: 2, rate: 0.02, squares: 1 },
  practice: { ...PRACTICE, batches: 40, rate: 0.02, entropy: 0 },
  values: true,
} satisfies Recipe

/** How players learn a game unless something else is asked for. */
export const recipeFor = ({ learning }: GameInfo): Recipe => (learning?.alone ? ALONE : RECIPE)

/** The same against agents that stay as they are. */
export const EXPLOITING: Recipe = { ...RECIPE, keeps: 'all', stakes: 'payoff' }
