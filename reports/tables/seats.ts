/** seats.csv and seatings.csv: the first-mover question, for each seat and for each agent in it. */
import type { CellResult } from '../../sim/chunks/results.ts'
import {
  blocksOf,
  matchesOf,
  type Outcomes,
  orEmpty,
  outcomesOf,
  seatingOutcomes,
  seatingScore,
} from '../../sim/figures/reading.ts'
import type { SpreadInterval } from '../../sim/stats/interval.ts'
import {
  adviceOn,
  findingOf,
  isMirror,
  type SeatVerdict,
  seatVerdicts,
} from '../findings/verdicts/verdicts.ts'
import { cellTable, columnsFor, otherFigureColumns } from './column.ts'

interface Seated extends CellResult, Outcomes {
  readonly mirror: boolean
  readonly side: 'seat'
  readonly index: number
  readonly judged: SeatVerdict
}

const { count, ends, flag, points, share, text } = columnsFor<Seated>()

/** Matches by how they went for an agent or a seat, the same in every table that has them. */
export const OUTCOME_COLUMNS = {
  wins: count('Matches won, alone or shared, including by the forfeit of another seat.'),
  losses: count('Matches lost without forfeiting.'),
  draws: count('Draws before the turn limit.'),
  turn_limits: columnsFor<Outcomes>().count('Draws at the turn limit.', ({ turnLimits }) => turnLimits),
  forfeits: count('Matches forfeited: an error, an illegal answer, or no answer.'),
}

/** Of a seat that was not played yet, nothing is known. */
const isPlayed = ({ judged }: Seated): boolean => !Number.isNaN(judged.score.mean)

/** A row per seat, over all agents. */
export const seats = cellTable({
  id: 'seats',
  question: 'Does the seat matter? Is there a first-mover advantage?',
  row: 'A seat, over all agents of the line-up. Each of them took it equally often.',
  columns: {
    seat: text('Name of the seat.', ({ judged }) => judged.seat),
    mirror: flag('True if one agent plays all seats. Only then is there a verdict.'),
    matches: count('Matches played, including forfeited ones.', matchesOf),
    blocks: count('Blocks played: one seed in every rotation of the line-up over the seats.', blocksOf),
    ...OUTCOME_COLUMNS,
    ...otherFigureColumns('seats'),
    fair_share: share(
      'Score of the seat in a fair game: 1 divided by the number of seats.',
      ({ judged }) => judged.fair,
    ),
    verdict: text(
      'With `fair`, the interval from `anytime_low` to `anytime_high` lies within the margin. With `favours`, it excludes 0. ' +
        'With `drawn`, it is not `favours`, and at least 95 % of the matches were draws. Otherwise `inconclusive`. This is also the verdict if members of a population disagree and their interval does not confirm the finding. That is `players_low` to `players_high` of members.csv; in games with payoffs that of their payoffs, which is not listed. Empty unless `mirror`. In games with payoffs, the payoff and 0 take the place of score and fair share, and the margin is a share of the range of payoffs.',
      one => (one.mirror ? findingOf(one, one.judged.kind) : ''),
    ),
    side: text(
      'For `favours`: whether the seat scores `above` or `below` its fair share; otherwise empty.',
      ({ judged, mirror }) => (mirror && judged.side) || '',
    ),
    points: points(
      'Score minus fair share; in games with payoffs, the payoff in percent of the range of payoffs.',
      ({ judged }) => judged.points,
    ),
    plus_minus: points('Longer arm of the 95 % interval.', one =>
      isPlayed(one) ? one.judged.plusMinus : Number.NaN,
    ),
    more_matches: count(
      'For `inconclusive`: roughly how many more matches would show a fair game to be fair. Once that many have been played: how many would settle the matter if the score stays the same. Empty if no number would, or if players disagree.',
      moreMatches,
    ),
    ...ends(
      'anytime',
      'points',
      'Lower end of the anytime 95 % interval of `points`, with more than two seats for all of them together. The verdict rests on it.',
      one => (isPlayed(one) ? { mean: one.judged.points, ...one.judged } : null),
    ),
  },
  key: ['seat'],
  rows: (cell, { experiment }) =>
    seatVerdicts(cell, experiment.margin).map(
      (judged, index): Seated => ({
        ...{ ...cell, ...outcomesOf(cell, 'seat', index), index, judged },
        side: 'seat',
        mirror: isMirror(cell.cell.lineup),
      }),
    ),
})

function moreMatches(one: Seated): number {
  const { judged, mirror } = one
  const isOpen = mirror && findingOf(one, judged.kind) === 'inconclusive'
  if (!isOpen || judged.disputed || blocksOf(one) === 0) return Number.NaN
  const { matches } = adviceOn(one, judged)
  return Number.isFinite(matches) ? matches : Number.NaN
}

const seating = columnsFor<{ readonly score: SpreadInterval }>()

/** A row per agent and seat. */
export const seatings = cellTable({
  id: 'seatings',
  question: 'How does each agent do in each seat?',
  row: 'An agent of a line-up in one seat, which is one match of every block. Line-ups in which one agent plays all seats are only in seats.csv.',
  columns: {
    agent: text('The agent.'),
    position: count('Its position in the line-up, from 1.'),
    seat: text('The seat that it took.'),
    matches: count('Matches that it played there, including forfeited ones.'),
    ...OUTCOME_COLUMNS,
    ...seating.interval(
      'score',
      'share',
      'Its mean share of a whole win in this seat.',
      ({ score }) => orEmpty(score),
      { low: 'Lower end of the 95 % interval of score.' },
    ),
  },
  key: ['position', 'seat'],
  rows: cell =>
    isMirror(cell.cell.lineup)
      ? []
      : cell.cell.lineup.participants.flatMap(({ label }, participant) =>
          cell.game.info.seats.map((seat, index) => ({
            ...{ agent: label, position: participant + 1, seat, matches: blocksOf(cell) },
            ...seatingOutcomes(cell, participant, index),
            score: seatingScore(cell, participant, index),
          })),
        ),
})
