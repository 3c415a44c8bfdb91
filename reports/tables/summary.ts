/** summary.csv: which agent beats which, how long matches take, and whether the seats are fair. */
import type { CellResult } from '../../sim/chunks/results.ts'
import {
  blocksOf,
  decisionsOf,
  forfeitsOf,
  lengthsOf,
  matchesOf,
  type Outcomes,
  orEmpty,
  outcomesOf,
  type Side,
  scoreBlocks,
  scoreOf,
  stakesOf,
} from '../../sim/figures/reading.ts'
import { eloInterval } from '../../sim/stats/elo.ts'
import { lookInterval } from '../../sim/stats/looks.ts'
import { summarize } from '../../sim/stats/moments.ts'
import { isMirror } from '../findings/verdicts/verdicts.ts'
import { seatVerdict } from '../findings/verdicts/words.ts'
import { cellTable, columnsFor, eloEnds, figureColumns, otherFigureColumns } from './column.ts'
import { OUTCOME_COLUMNS } from './seats.ts'

/** A participant, or a seat where one agent plays all of them: that shows something about seats only. */
export interface Line extends CellResult, Outcomes {
  readonly agent: string
  readonly position: number
  readonly seat: string
  readonly opponents: string
  readonly mirror: boolean
  readonly margin: number
  readonly side: Side
  readonly index: number
  readonly length: ReturnType<typeof summarize>
}

const { count, decimal, ends, flag, interval, share, text } = columnsFor<Line>()

/** A row per line-up for its first agent; with more than two seats, a row for each agent. */
export const summary = cellTable({
  id: 'summary',
  question: 'Which agent beats which, by how much, and how long does a match take?',
  row: 'One row for each variant and line-up, about its first agent; with more than two seats, one for each agent.',
  columns: {
    agent: text(
      'The agent these figures describe. If one agent plays all seats, outcomes and score are those of `seat`.',
    ),
    position: count('Position of the agent in the line-up, from 1; empty if one agent plays all seats.'),
    seat: text(
      'If one agent plays all seats, the seat whose outcomes and score these are. Otherwise empty, because the figures cover all seats.',
    ),
    opponents: text('The other agents of the line-up.'),
    mirror: flag('True if one agent plays all seats.'),
    matches: count('Matches played, including forfeited ones.', matchesOf),
    blocks: count('Blocks played: one seed in every rotation of the line-up over the seats.', blocksOf),
    ...OUTCOME_COLUMNS,
    opponent_forfeits: count(
      'Matches that another seat forfeited.',
      line => forfeitsOf(line) - line.forfeits,
    ),
    ...figureColumns('score', 'summary'),
    ...interval(
      'elo',
      'elo',
      'Elo difference that corresponds to the score; empty for more than two seats.',
      line =>
        line.layout.seats > 2 ? null : eloEnds(eloInterval(orEmpty(scoreOf(line, line.side, line.index)))),
      { low: 'Lower end of its 95 % interval.', high: 'Upper end of its 95 % interval.' },
    ),
    ...figureColumns('length', 'summary'),
    length_steps_sd: decimal('Standard deviation of match lengths, in steps.', ({ length }) => length.sd),
    length_turns: decimal(
      'Mean length in turns: steps divided by the number of steps in a turn.',
      ({ game, length }) => length.mean / game.info.step.perTurn,
    ),
    length_turns_sd: decimal(
      'Standard deviation of match lengths, in turns.',
      ({ game, length }) => length.sd / game.info.step.perTurn,
    ),
    decisions: decimal(
      'Mean number of decisions in a match, by all seats and chance.',
      line => decisionsOf(line) / matchesOf(line),
    ),
    ...otherFigureColumns('summary', 'score', 'length'),
    fair_share: share(
      'Score of each seat in a fair game: 1 divided by the number of seats.',
      ({ layout }) => 1 / layout.seats,
    ),
    seat_verdict: text(
      'The verdict on the seats: `fair`, `favours` or `hinders` with the seats, `inconclusive` or `drawn`. Empty unless `mirror`. seats.csv has the details.',
      line => (line.mirror ? seatVerdict(line, line.margin) : ''),
    ),
    ...ends('score_anytime', 'share', 'Lower end of the anytime 95 % interval of `score`.', line =>
      orEmpty(lookInterval(scoreBlocks(line, line.index, line.side), line.look)),
    ),
    ...ends('payoff_anytime', 'decimal', 'Lower end of the anytime 95 % interval of `payoff`.', line =>
      line.layout.payoff < 0 ? null : orEmpty(lookInterval(stakesOf(line, line.side, line.index), line.look)),
    ),
  },
  key: ['position', 'seat'],
  rows: (cell, { experiment }) => {
    const mirror = isMirror(cell.cell.lineup)
    const side: Side = mirror ? 'seat' : 'participant'
    const labels = cell.cell.lineup.participants.map(({ label }) => label)
    const length = summarize(lengthsOf(cell))
    return labels.slice(0, cell.layout.seats === 2 ? 1 : labels.length).map((agent, index) => ({
      ...{ ...cell, ...outcomesOf(cell, side, index), agent, mirror, side, index, length },
      margin: experiment.margin,
      position: mirror ? Number.NaN : index + 1,
      seat: mirror ? cell.game.info.seats[index]! : '',
      opponents: labels.filter((_, other) => other !== index).join(', '),
    }))
  },
})
