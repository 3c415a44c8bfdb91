/** summary.csv: which agent beats which, how long matches take, and whether the seats are fair. */
import type { CellResult, RunResult } from '../../sim/chunks/results.ts'
import { eloInterval } from '../../sim/stats/elo.ts'
import { summarize } from '../../sim/stats/moments.ts'
import { sequenceInterval } from '../../sim/stats/sequence.ts'
import {
  blocksOf,
  decisionsOf,
  endedBy,
  forfeitsOf,
  leadOf,
  lengthsOf,
  matchesOf,
  orEmpty,
  outcomesOf,
  payoffOf,
  scoreOf,
  stakesOf,
} from '../figures.ts'
import { shortVerdict } from '../findings/verdict-words.ts'
import { isMirror } from '../findings/verdicts.ts'
import { cellTable, column, type Row } from './column.ts'
import { OUTCOME_COLUMNS, outcomeCells } from './outcomes.ts'

const columns = {
  agent: column(
    'text',
    'The agent that the figures are about. Where one agent plays all seats, outcomes and score are those of one seat.',
  ),
  position: column(
    'count',
    "The agent's position in the line-up, from 1; empty where one agent plays all seats.",
  ),
  seat: column(
    'text',
    'Where one agent plays all seats: the seat that outcomes and score are about. Otherwise empty: over all seats.',
  ),
  opponents: column('text', 'The other agents of the line-up.'),
  mirror: column('flag', 'Whether one agent plays all seats, so that the score should be the fair share.'),
  matches: column('count', 'Matches played, including forfeited ones.'),
  blocks: column('count', 'Blocks played: one seed in every rotation of the line-up over the seats.'),
  ...OUTCOME_COLUMNS,
  opponent_forfeits: column('count', 'Matches that another seat forfeited.'),
  score: column('share', 'Mean share of a whole win, over all matches.'),
  score_low: column('share', 'Lower end of the 95 % interval of score, from the sums of the blocks.'),
  score_high: column('share', 'Upper end of that interval.'),
  elo: column('elo', 'Elo difference that corresponds to the score; empty for more than two seats.'),
  elo_low: column('elo', 'Lower end of its 95 % interval.'),
  elo_high: column('elo', 'Upper end of its 95 % interval.'),
  length_steps: column('decimal', 'Mean length in steps, such as phases. Forfeited matches are left out.'),
  length_steps_sd: column('decimal', 'Standard deviation of the length between matches, in steps.'),
  length_turns: column('decimal', 'Mean length in turns: steps divided by the number of steps in a turn.'),
  length_turns_sd: column('decimal', 'Standard deviation of the length between matches, in turns.'),
  decisions: column('decimal', 'Mean number of decisions in a match, by all seats and by chance.'),
  draw_share: column('share', 'Share of all matches that ended in a draw.'),
  turn_limit_share: column('share', 'Share of all matches that hit the turn limit.'),
  lead: column(
    'decimal',
    'Mean lead in the headline gauge at the end: the highest value of a seat minus the second highest. Forfeited matches are left out.',
  ),
  lead_low: column('decimal', 'Lower end of its 95 % interval, from the sums of the blocks.'),
  lead_high: column('decimal', 'Upper end of that interval.'),
  payoff: column(
    'decimal',
    'Mean payoff per match, on the scale of the game; empty in games where the win is all. Forfeited matches are left out.',
  ),
  payoff_low: column('decimal', 'Lower end of its 95 % interval, from the sums of the blocks.'),
  payoff_high: column('decimal', 'Upper end of that interval.'),
  fair_share: column('share', 'Score of each seat in a fair game: 1 divided by the number of seats.'),
  seat_verdict: column(
    'text',
    'The verdict on the seats: `fair`, `favours` or `hinders` and the seats, `inconclusive` or `drawn`; empty unless mirror. seats.csv has the details.',
  ),
  anytime_low: column(
    'decimal',
    'Lower end of the 95 % interval that holds at every look: of score, or in games with payoffs of payoff.',
  ),
  anytime_high: column('decimal', 'Upper end of that interval.'),
}

/** A row per line-up for its first agent; with more than two seats, a row for each agent. */
export const summary = cellTable({
  id: 'summary',
  question: 'Which agent beats which, by how much, and how long does a match take?',
  row: 'A variant and line-up, for its first agent; with more than two seats, for each of its agents.',
  columns,
  key: ['position', 'seat'],
  rows: (cell, result) =>
    cell.layout.seats === 2
      ? [rowOf(cell, result, 0)]
      : cell.game.info.seats.map((_, i) => rowOf(cell, result, i)),
})

/** The row of a participant, or of the seat of that number where one agent plays all seats. */
function rowOf(cell: CellResult, { experiment }: RunResult, index: number): Row<typeof columns> {
  const { seats } = cell.layout
  const labels = cell.cell.lineup.participants.map(({ label }) => label)
  const matches = matchesOf(cell)
  const mirror = isMirror(cell.cell.lineup)
  // An agent against itself shows something about the seats only.
  const side = mirror ? 'seat' : 'participant'
  const outcomes = outcomesOf(cell, side, index)
  const score = orEmpty(scoreOf(cell, side, index))
  const elo = seats === 2 ? eloInterval(score) : { elo: Number.NaN, low: Number.NaN, high: Number.NaN }
  const length = summarize(lengthsOf(cell))
  const lead = leadOf(cell, seats)
  const payoff = payoffOf(cell, side, index)
  const anytime = orEmpty(sequenceInterval(stakesOf(cell, side, index)))
  const { perTurn } = cell.game.info.step
  return {
    agent: labels[index]!,
    position: mirror ? Number.NaN : index + 1,
    seat: mirror ? cell.game.info.seats[index]! : '',
    opponents: labels.filter((_, other) => other !== index).join(', '),
    mirror,
    matches,
    blocks: blocksOf(cell),
    ...outcomeCells(outcomes),
    opponent_forfeits: forfeitsOf(cell) - outcomes.forfeits,
    score: score.mean,
    score_low: score.low,
    score_high: score.high,
    elo: elo.elo,
    elo_low: elo.low,
    elo_high: elo.high,
    length_steps: length.mean,
    length_steps_sd: length.sd,
    length_turns: length.mean / perTurn,
    length_turns_sd: length.sd / perTurn,
    decisions: decisionsOf(cell) / matches,
    draw_share: endedBy(cell, 'draw') / matches,
    turn_limit_share: endedBy(cell, 'length') / matches,
    lead: lead.mean,
    lead_low: lead.low,
    lead_high: lead.high,
    payoff: payoff?.mean ?? Number.NaN,
    payoff_low: payoff?.low ?? Number.NaN,
    payoff_high: payoff?.high ?? Number.NaN,
    fair_share: 1 / seats,
    seat_verdict: mirror ? shortVerdict(cell, experiment.margin) : '',
    anytime_low: anytime.low,
    anytime_high: anytime.high,
  }
}
