/** ladder.csv and pairs.csv: how strong the agents are, from all line-ups together, and what the seats are worth to each. */
import type { CellResult, RunResult } from '../../sim/chunks/results.ts'
import { summarize } from '../../sim/stats/moments.ts'
import { decisionsOf, endedBy, lengthsOf, matchesOf, orEmpty, scoreOf } from '../figures.ts'
import { ladderOf, type RatedPair, type Rung } from '../findings/ladder.ts'
import { movementsOf } from '../findings/movement.ts'
import { shortVerdict } from '../findings/verdict-words.ts'
import { column, type Row, variantTable } from './column.ts'

const ladderColumns = {
  rung: column('count', 'Its place in the order in which the line-ups name the agents, from 1.'),
  agent: column('text', 'The agent.'),
  elo: column(
    'rating',
    'Its Elo above the mean of the field, by the model of Bradley and Terry, from all line-ups of two agents; it counts matches won, also in games with payoffs. Empty where their meetings do not connect all agents.',
  ),
  elo_low: column('rating', 'Lower end of its 95 % interval, from the sums of the blocks.'),
  elo_high: column('rating', 'Upper end of that interval.'),
  gain: column('rating', 'Its Elo above the rung before.'),
  gain_low: column('rating', 'Lower end of its 95 % interval.'),
  gain_high: column('rating', 'Upper end of that interval.'),
  nash_share: column(
    'share',
    'Its share in the Nash equilibrium of the game of choosing an agent: 1 for one that beats all others; of several, where they beat each other in a circle. Empty unless every pair met.',
  ),
  matches: column('count', 'Matches in which it plays all seats, forfeited ones too.'),
  seat: column('text', 'The first seat.'),
  seat_score: column(
    'share',
    'Mean share of a whole win of the first seat in those matches; in games with payoffs too, of which seats.csv has the mean.',
  ),
  seat_score_low: column('share', 'Lower end of its 95 % interval, from the sums of the blocks.'),
  seat_score_high: column('share', 'Upper end of that interval.'),
  seat_moved: column(
    'points',
    "The first seat's score less that of the rung before; in a game with payoffs its payoff, in percent of their range.",
  ),
  seat_moved_low: column('points', 'Lower end of its 95 % interval.'),
  seat_moved_high: column('points', 'Upper end of that interval.'),
  draw_share: column('share', 'Share of those matches that ended in a draw.'),
  turn_limit_share: column('share', 'Share of those matches that hit the turn limit.'),
  length_steps: column('decimal', 'Mean length of those matches in steps, of those not forfeited.'),
  decisions: column('decimal', 'Mean number of decisions in them, by all seats and by chance.'),
  seat_verdict: column('text', 'The verdict on the seats, as in summary.csv.'),
  gain_anytime_low: column(
    'rating',
    'Lower end of the 95 % interval of `gain` that holds at every look; what the console says of the ladder rests on these.',
  ),
  gain_anytime_high: column('rating', 'Upper end of that interval.'),
  seat_moved_anytime_low: column('points', 'Lower end of the one of `seat_moved`.'),
  seat_moved_anytime_high: column('points', 'Upper end of that interval.'),
}

/** A row per agent, as the line-ups name them. */
export const ladder = variantTable({
  id: 'ladder',
  question: 'How strong are the agents, and does the verdict on the seats still move with strength?',
  row: 'An agent that plays all seats of a line-up, or meets one other agent in one. Line-ups of more than two agents are left out.',
  columns: ladderColumns,
  key: ['rung'],
  rows: (cells, result) =>
    ladderOf(cells).rungs.map((rung, i, all) => rungRow(rung, i, all[i - 1]?.mirror, result)),
})

function rungRow(
  { label, elo, gain, anytimeGain, nash, mirror }: Rung,
  index: number,
  before: CellResult | undefined,
  { experiment: { margin } }: RunResult,
): Row<typeof ladderColumns> {
  const nothing = Number.NaN
  const matches = mirror ? matchesOf(mirror) : 0
  const score = orEmpty(
    mirror ? scoreOf(mirror, 'seat', 0) : { n: 0, mean: nothing, low: nothing, high: nothing },
  )
  const moved = before && mirror ? movementsOf(before, mirror, margin)[0] : undefined
  return {
    rung: index + 1,
    agent: label,
    elo: elo.elo,
    elo_low: elo.low,
    elo_high: elo.high,
    gain: gain.elo,
    gain_low: gain.low,
    gain_high: gain.high,
    nash_share: nash,
    matches,
    seat: mirror ? mirror.game.info.seats[0]! : '',
    seat_score: score.mean,
    seat_score_low: score.low,
    seat_score_high: score.high,
    seat_moved: moved ? 100 * moved.mean : nothing,
    seat_moved_low: moved ? 100 * moved.low : nothing,
    seat_moved_high: moved ? 100 * moved.high : nothing,
    draw_share: mirror ? endedBy(mirror, 'draw') / matches : nothing,
    turn_limit_share: mirror ? endedBy(mirror, 'length') / matches : nothing,
    length_steps: mirror ? summarize(lengthsOf(mirror)).mean : nothing,
    decisions: mirror ? decisionsOf(mirror) / matches : nothing,
    seat_verdict: mirror && matches > 0 ? shortVerdict(mirror, margin) : '',
    gain_anytime_low: anytimeGain.low,
    gain_anytime_high: anytimeGain.high,
    seat_moved_anytime_low: moved ? 100 * moved.anytime.low : nothing,
    seat_moved_anytime_high: moved ? 100 * moved.anytime.high : nothing,
  }
}

const pairColumns = {
  agent: column('text', 'The agent on the lower rung.'),
  rung: column('count', 'Its rung in ladder.csv.'),
  opponent: column('text', 'The agent on the higher rung.'),
  opponent_rung: column('count', 'Its rung.'),
  matches: column('count', 'Matches between the two, forfeited ones too.'),
  blocks: column('count', 'Blocks of them: one seed in every rotation of a line-up over the seats.'),
  score: column(
    'share',
    'Mean share of a whole win of the agent where it takes one seat and its opponent all others.',
  ),
  score_low: column('share', 'Lower end of its 95 % interval, from the sums of the blocks.'),
  score_high: column('share', 'Upper end of that interval.'),
  opponent_score: column(
    'share',
    'With more than two seats, the score of the opponent where it takes one seat and the agent all others.',
  ),
  opponent_score_low: column('share', 'Lower end of its 95 % interval.'),
  opponent_score_high: column('share', 'Upper end of that interval.'),
  fair_share: column('share', 'What both would score if they were even: 1 divided by the number of seats.'),
  advantage: column(
    'points',
    'By how much the agent is ahead: its score less the fair share; with more than two seats, the mean of that and of the fair share less the score of its opponent.',
  ),
  advantage_low: column('points', 'Lower end of its 95 % interval.'),
  advantage_high: column('points', 'Upper end of that interval.'),
  p: column('p', 'Two-sided p-value of the agents being even, for one look.'),
  expected: column('points', 'The advantage that the ratings in ladder.csv expect.'),
  p_anytime: column('p', 'The p-value that holds at every look; cycles rest on it.'),
}

/** A row per pair. */
export const pairs = variantTable({
  id: 'pairs',
  question: 'Which agent beats which, and is that what their ratings expect?',
  row: 'Two agents that met. With more than two seats, both ways of filling the seats are taken together.',
  columns: pairColumns,
  key: ['rung', 'opponent_rung'],
  rows: cells => {
    const { rungs, pairs: all } = ladderOf(cells)
    return all.map(pair => pairRow(pair, rungs))
  },
})

function pairRow(
  { agent, opponent, alone, among, matches, blocks, advantage, p, anytimeP, expected }: RatedPair,
  rungs: readonly Rung[],
): Row<typeof pairColumns> {
  const { seats } = (alone ?? among)!.cell.layout
  // With two seats, each is alone: whose score the line-up tells is a matter of its order.
  const fair = 1 / seats
  const own =
    seats === 2
      ? { mean: fair + advantage.mean, low: fair + advantage.low, high: fair + advantage.high }
      : alone?.score
  const other = seats === 2 ? undefined : among?.score
  const nothing = Number.NaN
  return {
    agent: rungs[agent]!.label,
    rung: agent + 1,
    opponent: rungs[opponent]!.label,
    opponent_rung: opponent + 1,
    matches,
    blocks,
    score: own?.mean ?? nothing,
    score_low: own?.low ?? nothing,
    score_high: own?.high ?? nothing,
    opponent_score: other?.mean ?? nothing,
    opponent_score_low: other?.low ?? nothing,
    opponent_score_high: other?.high ?? nothing,
    fair_share: fair,
    advantage: 100 * advantage.mean,
    advantage_low: 100 * advantage.low,
    advantage_high: 100 * advantage.high,
    p,
    expected: 100 * expected,
    p_anytime: anytimeP,
  }
}
