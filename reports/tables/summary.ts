/** summary.csv: who beats whom, how long it takes, and whether the seats are fair. */
import type { CellResult, RunResult } from '../../sim/chunks/results.ts'
import { eloInterval } from '../../sim/stats/elo.ts'
import { summarize } from '../../sim/stats/quantiles.ts'
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
  scoreOf,
} from '../figures.ts'
import { isMirror, shortVerdict } from '../findings/verdicts.ts'
import { cellTable, column, type Row } from './column.ts'

const columns = {
  agent: column(
    'text',
    'The agent whose side this row is seen from; where one agent plays all seats, it is seen from the first seat (the second, ...).',
  ),
  opponents: column('text', 'The agents of the other seats.'),
  mirror: column('flag', 'Whether one agent plays all seats, so that the score should be the fair share.'),
  matches: column('count', 'Matches played, forfeited ones included.'),
  blocks: column('count', 'Blocks played: one seed in every rotation of the line-up over the seats.'),
  wins: column('count', "Matches that the agent won, alone or shared; opponents' forfeits are among them."),
  losses: column('count', 'Matches that it lost without forfeiting.'),
  draws: column('count', 'Matches that ended in a draw that it has a part in.'),
  lengths: column('count', 'Matches that ended at the cap on their length, with a part for it.'),
  faults: column('count', 'Matches that it forfeited by an error, an illegal answer, or no answer at all.'),
  opponent_faults: column('count', 'Matches that an opponent forfeited.'),
  score: column(
    'share',
    "Mean share of a whole win, over all matches: the agent's over all seats, or, where one agent plays all of them, the seat's.",
  ),
  score_low: column('share', 'Lower end of the 95 % interval of score, from the sums of the blocks.'),
  score_high: column('share', 'Upper end of that interval.'),
  elo: column('elo', 'Elo difference that the score stands for; empty for more than two seats.'),
  elo_low: column('elo', 'Lower end of its 95 % interval.'),
  elo_high: column('elo', 'Upper end of its 95 % interval.'),
  length_steps: column(
    'decimal',
    'Mean length in steps (such as phases), of the matches played to their end.',
  ),
  length_steps_sd: column('decimal', 'Standard deviation of the length from match to match, in steps.'),
  length_turns: column('decimal', 'Mean length in turns: steps divided by the steps of a turn.'),
  length_turns_sd: column('decimal', 'Standard deviation of the length from match to match, in turns.'),
  decisions: column('decimal', 'Mean number of decisions of a match, of all seats and of chance.'),
  draw_share: column('share', 'Share of all matches that ended in a draw.'),
  length_share: column('share', 'Share of all matches that ended at the cap on their length.'),
  lead: column(
    'decimal',
    "Mean lead of whoever led in the headline gauge at the end: the highest seat's value minus the next seat's, of the matches played to their end.",
  ),
  lead_low: column('decimal', 'Lower end of its 95 % interval, from the sums of the blocks.'),
  lead_high: column('decimal', 'Upper end of that interval.'),
  fair_share: column('share', 'Score of each seat in a fair game: 1 divided by the number of seats.'),
  seat_verdict: column(
    'text',
    'What seats.csv says of the seats: `fair`, `favours` or `hinders` and the seats, `inconclusive` or `drawn`; empty unless mirror.',
  ),
}

/** A row per line-up, seen by its first agent; with more than two seats a row for each of them. */
export const summary = cellTable({
  id: 'summary',
  question: 'Who beats whom, by how much, and how long does a match take?',
  row: 'A variant and line-up, seen by its first agent; with more than two seats, by each of its agents.',
  columns,
  rows: (cell, result) =>
    cell.layout.seats === 2
      ? [rowOf(cell, result, 0)]
      : cell.game.info.seats.map((_, e) => rowOf(cell, result, e)),
})

function rowOf(cell: CellResult, { experiment }: RunResult, participant: number): Row<typeof columns> {
  const { seats } = cell.layout
  const labels = cell.cell.lineup.participants.map(e => e.label)
  const matches = matchesOf(cell)
  const mirror = isMirror(cell.cell.lineup)
  // An agent against itself says something of the seats only.
  const side = mirror ? 'seat' : 'participant'
  const outcomes = outcomesOf(cell, side, participant)
  const score = orEmpty(scoreOf(cell, side, participant))
  const elo = seats === 2 ? eloInterval(score) : { elo: Number.NaN, low: Number.NaN, high: Number.NaN }
  const length = summarize(lengthsOf(cell))
  const lead = leadOf(cell, seats)
  const { perTurn } = cell.game.info.step
  return {
    agent: labels[participant]!,
    opponents: labels.filter((_, e) => e !== participant).join(', '),
    mirror,
    matches,
    blocks: blocksOf(cell),
    ...outcomes,
    opponent_faults: forfeitsOf(cell) - outcomes.faults,
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
    length_share: endedBy(cell, 'length') / matches,
    lead: lead.mean,
    lead_low: lead.low,
    lead_high: lead.high,
    fair_share: 1 / seats,
    seat_verdict: mirror ? shortVerdict(cell, experiment.margin) : '',
  }
}
