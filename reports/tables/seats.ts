/** seats.csv: the first-mover question. */

import { blocksOf, leadOf, matchesOf, orEmpty, outcomesOf } from '../figures.ts'
import { findingOf, isMirror, seatVerdicts } from '../findings/verdicts.ts'
import { cellTable, column } from './column.ts'

/** A row per seat, whoever sits there. */
export const seats = cellTable({
  id: 'seats',
  question: 'Does it matter in which seat one plays: is there a first-mover advantage?',
  row: 'A seat, over all agents of the line-up: each sat there equally often.',
  columns: {
    seat: column('text', "The seat's name."),
    mirror: column('flag', 'Whether one agent plays all seats; only then is there a verdict.'),
    matches: column('count', 'Matches played, forfeited ones included.'),
    blocks: column('count', 'Blocks played: one seed in every rotation of the line-up over the seats.'),
    wins: column('count', "Matches that the seat won, alone or shared; others' forfeits are among them."),
    losses: column('count', 'Matches that it lost without forfeiting.'),
    draws: column('count', 'Matches that ended in a draw that it has a part in.'),
    lengths: column('count', 'Matches that ended at the cap on their length, with a part for it.'),
    faults: column('count', 'Matches that whoever sat there forfeited.'),
    score: column('share', "The seat's mean share of a whole win."),
    score_low: column('share', 'Lower end of the 95 % interval of score, from the sums of the blocks.'),
    score_high: column('share', 'Upper end of that interval.'),
    lead: column(
      'decimal',
      'Its mean lead in the headline gauge at the end over the best other seat, negative if it was behind; of the matches played to their end.',
    ),
    lead_low: column('decimal', 'Lower end of its 95 % interval, from the sums of the blocks.'),
    lead_high: column('decimal', 'Upper end of that interval.'),
    fair_share: column('share', 'Its score in a fair game: 1 divided by the number of seats.'),
    verdict: column(
      'text',
      '`fair`: the interval lies within the margin around the fair share. `favours`: it leaves the fair share out. ' +
        '`inconclusive`: neither. `drawn`: not `favours`, and 95 % of the matches or more had no winner. Empty unless mirror: where the agents differ, the better one may win in every seat.',
    ),
    side: column(
      'text',
      'For `favours`: whether the seat scores `above` or `below` its fair share; else empty.',
    ),
    points: column('points', 'Score minus fair share, in percentage points.'),
    plus_minus: column('points', 'The longer arm of the interval, in percentage points.'),
    more_matches: column(
      'count',
      'For `inconclusive`: about how many further matches would settle it, if it can be.',
    ),
  },
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
        ...outcomesOf(cell, 'seat', seat),
        score: score.mean,
        score_low: score.low,
        score_high: score.high,
        lead: lead.mean,
        lead_low: lead.low,
        lead_high: lead.high,
        fair_share: verdict.fair,
        verdict: mirror ? findingOf(cell, verdict.kind) : '',
        side: (mirror && verdict.side) || '',
        points: verdict.points,
        plus_minus: score.n > 0 ? verdict.plusMinus : Number.NaN,
        more_matches: (mirror ? verdict.moreMatches : null) ?? Number.NaN,
      }
    }),
})
