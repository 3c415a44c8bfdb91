/** seats.csv and seatings.csv: the first-mover question, for each seat and for each agent in it. */
import type { CellResult } from '../../sim/chunks/results.ts'
import {
  blocksOf,
  leadOf,
  matchesOf,
  orEmpty,
  outcomesOf,
  seatingOutcomes,
  seatingScore,
} from '../figures.ts'
import { adviceOn, findingOf, isMirror, type SeatVerdict, seatVerdicts } from '../findings/verdicts.ts'
import { cellTable, column } from './column.ts'
import { OUTCOME_COLUMNS, outcomeCells } from './outcomes.ts'

/** A row per seat, over all agents. */
export const seats = cellTable({
  id: 'seats',
  question: 'Does it matter in which seat one plays: is there a first-mover advantage?',
  row: 'A seat, over all agents of the line-up: each of them took it equally often.',
  columns: {
    seat: column('text', 'Name of the seat.'),
    mirror: column('flag', 'Whether one agent plays all seats; only then is there a verdict.'),
    matches: column('count', 'Matches played, including forfeited ones.'),
    blocks: column('count', 'Blocks played: one seed in every rotation of the line-up over the seats.'),
    ...OUTCOME_COLUMNS,
    score: column('share', 'Mean share of a whole win for this seat.'),
    score_low: column('share', 'Lower end of the 95 % interval of score, from the sums of the blocks.'),
    score_high: column('share', 'Upper end of that interval.'),
    lead: column(
      'decimal',
      'Mean lead over the best other seat in the headline gauge at the end, negative when behind. Forfeited matches are left out.',
    ),
    lead_low: column('decimal', 'Lower end of its 95 % interval, from the sums of the blocks.'),
    lead_high: column('decimal', 'Upper end of that interval.'),
    payoff: column(
      'decimal',
      'Mean payoff per match of this seat, on the scale of the game; empty in games where the win is all. Forfeited matches are left out.',
    ),
    payoff_low: column('decimal', 'Lower end of its 95 % interval, from the sums of the blocks.'),
    payoff_high: column('decimal', 'Upper end of that interval.'),
    fair_share: column('share', 'Score of the seat in a fair game: 1 divided by the number of seats.'),
    verdict: column(
      'text',
      '`fair`: the interval from `anytime_low` to `anytime_high` lies within the margin. `favours`: it excludes 0. ' +
        '`inconclusive`: neither, or the members of a population disagree and their interval (`players_low` to `players_high` of members.csv; in games with payoffs that of their payoffs, which is not there) does not bear it out. `drawn`: not `favours`, and at least 95 % of the matches had no winner. Empty unless mirror: where agents differ, the better one may win in every seat. Games with payoffs: the same for the payoff and 0, with the margin as a share of the range of payoffs.',
    ),
    side: column(
      'text',
      'For `favours`: whether the seat scores `above` or `below` its fair share; otherwise empty.',
    ),
    points: column(
      'points',
      'Score minus fair share; in games with payoffs, the payoff in percent of the range of payoffs.',
    ),
    plus_minus: column('points', 'The longer arm of the 95 % interval, for one look.'),
    more_matches: column(
      'count',
      'For `inconclusive`: about how many further matches would show the game to be fair, if it is; once so many were played, how many would settle it if the score stays where it is. Empty where no number would, and where players disagree.',
    ),
    anytime_low: column(
      'points',
      'Lower end of the 95 % interval of `points` that holds at every look, and with more than two seats for all of them together: the verdict rests on it.',
    ),
    anytime_high: column('points', 'Upper end of that interval.'),
  },
  key: ['seat'],
  rows: (cell, { experiment }) =>
    seatVerdicts(cell, experiment.margin).map((verdict, seat) => {
      const mirror = isMirror(cell.cell.lineup)
      const score = orEmpty(verdict.score)
      const lead = leadOf(cell, seat)
      return {
        seat: verdict.seat,
        mirror,
        matches: matchesOf(cell),
        blocks: blocksOf(cell),
        ...outcomeCells(outcomesOf(cell, 'seat', seat)),
        score: score.mean,
        score_low: score.low,
        score_high: score.high,
        lead: lead.mean,
        lead_low: lead.low,
        lead_high: lead.high,
        payoff: verdict.payoff?.mean ?? Number.NaN,
        payoff_low: verdict.payoff?.low ?? Number.NaN,
        payoff_high: verdict.payoff?.high ?? Number.NaN,
        fair_share: verdict.fair,
        verdict: mirror ? findingOf(cell, verdict.kind) : '',
        side: (mirror && verdict.side) || '',
        points: verdict.points,
        plus_minus: score.n > 0 ? verdict.plusMinus : Number.NaN,
        more_matches: moreMatches(cell, verdict),
        anytime_low: score.n > 0 ? verdict.low : Number.NaN,
        anytime_high: score.n > 0 ? verdict.high : Number.NaN,
      }
    }),
})

function moreMatches(cell: CellResult, verdict: SeatVerdict): number {
  const isOpen = isMirror(cell.cell.lineup) && findingOf(cell, verdict.kind) === 'inconclusive'
  if (!isOpen || verdict.disputed || blocksOf(cell) === 0) return Number.NaN
  const { matches } = adviceOn(cell, verdict)
  return Number.isFinite(matches) ? matches : Number.NaN
}

/** A row per agent and seat. */
export const seatings = cellTable({
  id: 'seatings',
  question: 'How does each agent do in each seat?',
  row: 'An agent of a line-up in one seat: one match of every block. Line-ups in which one agent plays all seats are in seats.csv only.',
  columns: {
    agent: column('text', 'The agent.'),
    position: column('count', 'Its position in the line-up, from 1.'),
    seat: column('text', 'The seat that it took.'),
    matches: column('count', 'Matches that it played there, including forfeited ones.'),
    ...OUTCOME_COLUMNS,
    score: column('share', 'Its mean share of a whole win in this seat.'),
    score_low: column('share', 'Lower end of the 95 % interval of score.'),
    score_high: column('share', 'Upper end of that interval.'),
  },
  key: ['position', 'seat'],
  rows: cell =>
    isMirror(cell.cell.lineup)
      ? []
      : cell.cell.lineup.participants.flatMap(({ label }, participant) =>
          cell.game.info.seats.map((name, seat) => {
            const score = orEmpty(seatingScore(cell, participant, seat))
            return {
              agent: label,
              position: participant + 1,
              seat: name,
              matches: blocksOf(cell),
              ...outcomeCells(seatingOutcomes(cell, participant, seat)),
              score: score.mean,
              score_low: score.low,
              score_high: score.high,
            }
          }),
        ),
})
