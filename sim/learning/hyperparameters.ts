/** How a player learns: what the matches of a round are, whose decisions it trains on, and how. */
import { PLANNER_DEFAULTS, type PlannerOptions, seesWhole } from '../../agents/index.ts'
import type { GameInfo } from '../../engine/contract/index.ts'
import type { FrozenAgent } from './players.ts'
import type { DecisionFilter, RewardKind } from './tasks.ts'
import { type Fit, PRACTICE, type Practice } from './training.ts'

export interface Hyperparameters {
  /** The search whose decisions are the training targets, unless there is an `expert`. */
  readonly planner: PlannerOptions
  /** An agent to imitate instead, which does not play by the policy. All of its decisions are kept. */
  readonly expert?: FrozenAgent
  /** How a round's matches are shared out: against itself, greedy, an earlier round, and `mcts`. */
  readonly parts: Readonly<Record<'self' | 'greedy' | 'past' | 'mcts', number>>
  /** The iterations of that `mcts`. */
  readonly iterations: number
  /** Whether planners play in rounds after round 0; otherwise their policies come only from practice. */
  readonly usesPlanner: boolean
  /**
   * Percent of random decisions in half of the matches: a planner against itself, and both sides against
   * others.
   */
  readonly noise: { readonly self: number; readonly met: number }
  readonly keeps: DecisionFilter
  /** What evaluation matches score. */
  readonly reward: RewardKind
  /** The fit of round 0, and of all later rounds: large steps at first, then small ones. */
  readonly first: Omit<Fit, 'seed'>
  readonly later: Omit<Fit, 'seed'>
  /** The practice of every round after round 0, which follows its fit; null for none. */
  readonly practice: Practice | null
  /** Whether a value function is learned at the end, for planners of games whose gauges say too little. */
  readonly learnsValues: boolean
  /** Whether numbers of matches, opponents and teachers follow from what a match costs (`adaptive.ts`). */
  readonly adapts: boolean
  /**
   * Whether the policy is to draw its decisions as it practised them: it is tested and written so that it does at
   * the temperature of players. All its rounds count, and the last is the best.
   */
  readonly mixes: boolean
}

export const HYPERPARAMETERS: Hyperparameters = {
  planner: PLANNER_DEFAULTS,
  parts: { self: 2, greedy: 1, past: 1, mcts: 0 },
  iterations: 200,
  usesPlanner: true,
  noise: { self: 20, met: 10 },
  keeps: 'unbeaten',
  reward: 'even',
  first: { epochs: 2, rate: 0.1, squares: 0.01 },
  later: { epochs: 4, rate: 0.1, squares: 1 },
  practice: PRACTICE,
  learnsValues: false,
  adapts: false,
  mixes: false,
}

/**
 * Practice without planners, and a value function, for games whose gauges are too weak for a planner to
 * teach. They have hundreds of features an action, so larger steps would leave noise in the rare ones.
 */
export const PRACTICE_ONLY = {
  ...HYPERPARAMETERS,
  usesPlanner: false,
  first: { epochs: 2, rate: 0.02, squares: 1 },
  practice: { ...PRACTICE, batches: 40, rate: 0.02, entropy: 0 },
  learnsValues: true,
} satisfies Hyperparameters

/** Practice first, for your own games: what a teacher or a search costs there is found out. */
export const ADAPTIVE = {
  ...HYPERPARAMETERS,
  first: { epochs: 2, rate: 0.05, squares: 1 },
  later: { epochs: 2, rate: 0.05, squares: 1 },
  adapts: true,
} satisfies Hyperparameters

/**
 * For small games that hide something: both seats practise only against each other, at first with so high a bonus
 * for entropy that they play nearly at random, then with ever less. What they play on average nears an equilibrium.
 */
export const MIXING = {
  ...HYPERPARAMETERS,
  parts: { self: 1, greedy: 0, past: 0, mcts: 0 },
  usesPlanner: false,
  practice: {
    ...PRACTICE,
    batches: 200,
    trace: 1,
    rate: 0.2,
    entropy: 0.5,
    falling: { rate: 0.68, entropy: 0.62 },
  },
  mixes: true,
} satisfies Hyperparameters

/** The defaults of a game. */
export function hyperparametersFor(info: GameInfo): Hyperparameters {
  const { learning } = info
  if (seesWhole(info)) return MIXING
  if (learning?.practiceOnly) return PRACTICE_ONLY
  return learning?.isStructural ? ADAPTIVE : HYPERPARAMETERS
}

const SMALL_RATE = 0.02

/**
 * For players that start from strong ones: only practice, in small steps. With larger steps or a planner they forget
 * what they knew (npm run carry-over).
 */
export const inSmallSteps = (usual: Hyperparameters): Hyperparameters => ({
  ...usual,
  usesPlanner: false,
  practice: usual.practice && { ...usual.practice, rate: Math.min(usual.practice.rate, SMALL_RATE) },
})

/** The defaults against frozen agents. */
export const BEST_RESPONSE: Hyperparameters = { ...HYPERPARAMETERS, keeps: 'all', reward: 'payoff' }
