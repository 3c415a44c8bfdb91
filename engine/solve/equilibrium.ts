/** Equilibria of two-seat games with chance, secrets or simultaneous decisions, by whichever method their size allows. */
import {
  CHANCE,
  type CompiledGame,
  newEvents,
  newState,
  OVER,
  payoffGauge,
  settle,
} from '../contract/index.ts'
import { below, derive, RNG_WORDS, rootOf } from '../rng.ts'
import { Cfr } from './cfr.ts'
import { bestResponse, expectedPayoffs, nashConv } from './exploit.ts'
import { SampledCfr } from './sampled.ts'
import { countHistories, GameTree, TooLarge, WHOLE_MAX } from './tree.ts'

/** Passes of CFR+ before the first look at NashConv, and the histories that they may visit. */
const PASSES = 500
const HISTORIES_FIRST = 10_000_000

/** Further passes follow until NashConv is this low, or all of them have visited this many histories. */
export const NASH_CONV = 0.005
export const HISTORIES_MOST = 60_000_000

/**
 * Passes through a tree of this many histories before the first look at NashConv.
 *
 * @internal Tests hold it to the limit, which a search of a whole tree would take long to show.
 */
export function firstPasses(histories: number): number {
  return Math.max(1, Math.min(PASSES, Math.floor(HISTORIES_FIRST / histories)))
}

/** Runs CFR+ until NashConv is at most NASH_CONV or HISTORIES_MOST are visited, and returns the passes. */
export function approach(tree: GameTree, solver: Cfr): number {
  const histories = tree.nodes.length
  const most = Math.floor(HISTORIES_MOST / histories)
  let passes = firstPasses(histories)
  solver.run(passes)
  while (passes < most && nashConv(tree, solver.policy) > NASH_CONV) {
    const more = Math.min(Math.ceil(passes / 2), most - passes)
    solver.run(more)
    passes += more
  }
  return passes
}

/** What is known of a game's equilibria. Payoffs are the first seat's; shares of a win in games without payoffs. */
export interface Equilibrium {
  readonly method: 'cfr+' | 'sampled'
  /** What the average strategy gets against itself. */
  readonly value: number
  /** Best responses bound the value of the game; after sampling, the 95 % interval of what the average strategy gets against itself. */
  readonly low: number
  readonly high: number
  /** Unknown after sampling. */
  readonly nashConv: number | null
  /** Passes through the tree, or sampled iterations. */
  readonly iterations: number
  /** Histories of the tree, or views that were met. */
  readonly size: number
  /** Whether views forget what their seat has seen, so that the strategy may be no equilibrium whatever it takes. Unknown after sampling. */
  readonly forgets: boolean | null
}

export interface EquilibriumLimits {
  /** Positions that sampling may visit. */
  readonly nodes: number
  readonly seed: string
}

/** Views that sampling may keep: some 2 GB. */
const VIEWS_MAX = 3_000_000

/** Matches of the average strategy with itself. */
const MATCHES = 10_000

/** Null where not even one sampled iteration fits. Throws Unsolvable unless the game has two seats. */
export function equilibriumOf(game: CompiledGame, limits: EquilibriumLimits): Equilibrium | null {
  try {
    countHistories(game, WHOLE_MAX)
    return wholeEquilibrium(game)
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error
  }
  return ownTree(game, limits.seed) > limits.nodes ? null : sampledEquilibrium(game, limits)
}

function wholeEquilibrium(game: CompiledGame): Equilibrium {
  const tree = new GameTree(game, WHOLE_MAX)
  const solver = new Cfr(tree)
  const iterations = approach(tree, solver)
  const { policy } = solver
  const sum = payoffGauge(game.info) < 0 ? 1 : 0
  const [high, other] = [0, 1].map(seat => bestResponse(tree, policy, seat)) as [number, number]
  return {
    ...{ method: 'cfr+', value: expectedPayoffs(tree, policy)[0]!, low: sum - other, high },
    ...{ nashConv: high + other - sum, iterations, size: tree.nodes.length, forgets: tree.forgets },
  }
}

function sampledEquilibrium(game: CompiledGame, { nodes, seed }: EquilibriumLimits): Equilibrium {
  const solver = new SampledCfr(game, seed)
  while (solver.visited < nodes && solver.views < VIEWS_MAX) solver.run(1)
  const rng = new Int32Array(RNG_WORDS)
  derive(rng, rootOf(seed), 0, 1)
  const payoffs = Array.from({ length: MATCHES }, () => solver.sample(rng))
  const value = payoffs.reduce((sum, one) => sum + one, 0) / MATCHES
  const variance = payoffs.reduce((sum, one) => sum + (one - value) ** 2, 0) / (MATCHES - 1)
  const arm = 1.96 * Math.sqrt(variance / MATCHES)
  return {
    ...{ method: 'sampled', value, low: value - arm, high: value + arm, nashConv: null },
    ...{ iterations: solver.iterations, size: solver.views, forgets: null },
  }
}

/** Random matches to estimate the size of an iteration. */
const PROBES = 20

/**
 * About how many ends an iteration visits for the seat with more choices: the mean product of its choices
 * along random matches (Knuth, "Estimating the efficiency of backtrack programs", 1975). May be Infinity.
 */
function ownTree(game: CompiledGame, seed: string): number {
  const events = newEvents(game.info)
  const actions = new Int32Array(game.info.legalMax)
  const state = newState(game.info)
  const rng = new Int32Array(RNG_WORDS)
  derive(rng, rootOf(seed), 0, 2)
  const sums = game.info.seats.map(() => 0)
  for (let probe = 0; probe < PROBES; probe++) {
    const products = sums.map(() => 1)
    game.start(state, events)
    for (let seat = settle(game, state, events); seat !== OVER; seat = settle(game, state, events)) {
      const count = game.legal(state, seat, actions)
      let choice = 0
      if (seat === CHANCE) {
        const weights = new Int32Array(game.info.legalMax)
        let left = below(rng, game.chanceWeights!(state, weights))
        while (left >= weights[choice]!) left -= weights[choice++]!
      } else {
        choice = below(rng, count)
        products[seat]! *= count
      }
      game.apply(state, seat, actions[choice]!, events)
    }
    for (const [seat, product] of products.entries()) sums[seat]! += product / PROBES
  }
  return Math.max(...sums)
}
