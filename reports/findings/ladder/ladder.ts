/** A ladder: the agents of a variant by strength, from all that they scored against each other. */
import { solveMatrix } from '../../../engine/matrix.ts'
import type { CellResult } from '../../../sim/chunks/results.ts'
import { blocksOf } from '../../../sim/figures/reading.ts'
import type { EloInterval } from '../../../sim/stats/elo.ts'
import { lookFactor, strictest } from '../../../sim/stats/looks.ts'
import { Ratings } from '../../../sim/stats/ratings.ts'
import { type Cycle, cyclesOf, fieldOf, type Matchup, pairsOf, type RatedField } from './meetings.ts'

/** One agent of a ladder. */
export interface Rung {
  readonly label: string
  /** Elo above the mean of the field; NaN where the agents' meetings do not connect them all. */
  readonly elo: EloInterval
  /** The same with the anytime interval. */
  readonly anytimeElo: EloInterval
  /** Elo above the rung before; NaN for the first one. */
  readonly gain: EloInterval
  /** The same with the anytime interval. */
  readonly anytimeGain: EloInterval
  /** Its share in the Nash equilibrium of the game of choosing an agent; NaN unless every pair met. */
  readonly nash: number
  /** The cell in which it plays all seats. */
  readonly mirror: CellResult | undefined
}

/** A pair, and the advantage that the ratings expect; NaN without ratings. */
export interface RatedPair extends Matchup {
  readonly expected: number
}

/** The ladder of a variant. */
export interface Ladder {
  /** In the order in which the line-ups name them. */
  readonly rungs: readonly Rung[]
  readonly pairs: readonly RatedPair[]
  readonly cycles: readonly Cycle[]
  /** Whether every agent met every other one, and plays itself as well. */
  readonly isRoundRobin: boolean
}

const UNKNOWN: EloInterval = { elo: Number.NaN, low: Number.NaN, high: Number.NaN }

/** The ladder of a variant's cells. */
export function ladderOf(cells: readonly CellResult[]): Ladder {
  const field = fieldOf(cells)
  const { agents, mirrors } = field
  const pairs = pairsOf(field)
  const ratings = ratingsOf(field, pairs)
  const nash = nashOf(agents.length, pairs)
  const factor = lookFactor(
    pairs.reduce((sum, { blocks }) => sum + blocks, 0),
    strictest(pairs.map(({ look }) => look)),
  )
  return {
    rungs: agents.map(({ label }, agent) => {
      const elo = ratings?.elo(agent) ?? UNKNOWN
      const gain = ratings && agent > 0 ? ratings.difference(agent, agent - 1) : UNKNOWN
      return {
        label,
        elo,
        anytimeElo: widened(elo, factor),
        gain,
        anytimeGain: widened(gain, factor),
        nash: nash[agent]!,
        mirror: mirrors[agent],
      }
    }),
    pairs: pairs.map(pair => ({ ...pair, expected: ratings ? expectedOf(ratings, pair) : Number.NaN })),
    cycles: cyclesOf(agents.length, pairs),
    isRoundRobin: agents.length > 1 && isComplete(agents.length, pairs) && mirrors.every(Boolean),
  }
}

function widened({ elo, low, high }: EloInterval, factor: number): EloInterval {
  return { elo, low: elo - factor * (elo - low), high: elo + factor * (high - elo) }
}

function isComplete(count: number, pairs: readonly Matchup[]): boolean {
  return pairs.length === (count * (count - 1)) / 2
}

/** Null where no chain of meetings leads from each agent to every other: such ratings say nothing about each other. */
function ratingsOf({ agents, met }: RatedField, pairs: readonly Matchup[]): Ratings | null {
  const reached = new Set([0])
  for (let size = 0; size < reached.size; ) {
    size = reached.size
    for (const { agent, opponent } of pairs)
      if (reached.has(agent) || reached.has(opponent)) reached.add(agent).add(opponent)
  }
  if (agents.length < 2 || reached.size < agents.length) return null
  const played = met.filter(({ cell }) => blocksOf(cell) > 0)
  return new Ratings(
    agents.length,
    played.map(({ lone, others, cell, score: { n, mean, sd } }) => ({
      lone,
      others,
      seats: cell.layout.seats,
      blocks: n,
      score: mean,
      sd,
    })),
  )
}

function expectedOf(ratings: Ratings, { agent, opponent, alone, among }: Matchup): number {
  const { seats } = (alone ?? among)!.cell.layout
  const ahead = ratings.expected(agent, opponent, seats) - 1 / seats
  const behind = ratings.expected(opponent, agent, seats) - 1 / seats
  return [...(alone ? [ahead] : []), ...(among ? [-behind] : [])].reduce(
    (sum, one, _, all) => sum + one / all.length,
    0,
  )
}

/**
 * Nash averaging (Balduzzi et al., "Re-evaluating evaluation", NeurIPS 2018): two players each choose an agent, and win what their agent
 * is ahead by. An agent that every mixture of others beats has no share; of those that beat each other in a circle, all have one. Where
 * several equilibria are as good (two agents that are exactly even), it is one of them.
 */
function nashOf(count: number, pairs: readonly Matchup[]): readonly number[] {
  if (count < 2 || !isComplete(count, pairs)) return new Array<number>(count).fill(Number.NaN)
  const payoffs = Array.from({ length: count }, () => new Array<number>(count).fill(0))
  for (const { agent, opponent, advantage } of pairs) {
    payoffs[agent]![opponent] = advantage.mean
    payoffs[opponent]![agent] = -advantage.mean
  }
  return solveMatrix(payoffs).row
}
