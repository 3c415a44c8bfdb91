/** seats.csv, seatings.csv and roles.csv: who has the better chances, seat by seat and role by role. */
import type { CellResult } from '../../sim/chunks/results.ts'
import {
  blocksOf,
  matchesOf,
  type Outcomes,
  orEmpty,
  outcomesOf,
  roleWins,
  seatingOutcomes,
  seatingScore,
} from '../../sim/figures/reading.ts'
import { type SpreadInterval, scoreInterval } from '../../sim/stats/interval.ts'
import { ADVISED_CHANCE, type Advice, adviceOn } from '../findings/advice.ts'
import {
  findingOf,
  isMirror,
  type ShareVerdict,
  seatVerdicts,
  verdictsOf,
} from '../findings/verdicts/verdicts.ts'
import { roleWinsOf } from '../findings/verdicts/words.ts'
import { cellTable, columnsFor, otherFigureColumns } from './column.ts'

/** What a verdict is read from. */
export interface Rated extends CellResult {
  readonly mirror: boolean
  readonly judged: ShareVerdict
}

const { count, ends, flag, interval, points, share, text } = columnsFor<Rated>()

/** Matches by how they went for an agent or a seat, the same in every table that has them. */
export const OUTCOME_COLUMNS = {
  wins: count('Matches won, alone or with other seats, including those that another seat forfeited.'),
  losses: count('Matches lost without forfeiting.'),
  draws: count('Draws before the turn limit.'),
  turn_limits: columnsFor<Outcomes>().count('Draws at the turn limit.', ({ turnLimits }) => turnLimits),
  forfeits: count('Matches forfeited by an error, an illegal answer or no answer.'),
}

/** Of what was not played yet, nothing is known. */
const isPlayed = ({ judged }: Rated): boolean => !Number.isNaN(judged.score.mean)

/** Columns of verdicts on seats and roles. */
function verdictColumns(what: 'seat' | 'role') {
  return {
    verdict: text(
      '`fair`: the interval from `points_anytime_low` to `points_anytime_high` lies within the margin. `favours`: it excludes 0. ' +
        "`drawn`: at least 95 % of matches were draws, and the verdict isn't `favours`. `inconclusive`: none of these, or members of a population disagree and their interval doesn't confirm the verdict. That interval is `score_players_low` to `score_players_high` of members.csv; in games with payoffs, evenhand uses the interval of their payoffs, which no file lists. Empty unless `mirror`. In games with payoffs, the payoff and 0 replace score and fair share, and the margin is a share of the range of payoffs.",
      one => (one.mirror ? findingOf(one, one.judged.kind) : ''),
    ),
    side: text(
      `For \`favours\`: whether the ${what} scores \`above\` or \`below\` its fair share; otherwise empty.`,
      ({ judged, mirror }) => (mirror && judged.side) || '',
    ),
    points: points(
      'Score minus fair share; in games with payoffs, the payoff in percent of the range of payoffs.',
      ({ judged }) => judged.points,
    ),
    plus_minus: points('Longer arm of the 95 % interval.', one =>
      isPlayed(one) ? one.judged.plusMinus : Number.NaN,
    ),
    more_if_uneven: count(
      `For \`inconclusive\`: about how many more matches give a verdict (${ADVISED_CHANCE}) if the score stays the same. Empty if no number is enough, or if players disagree.`,
      one => moreMatches(one).uneven,
    ),
    more_if_fair: count('The same if the game is fair.', one => moreMatches(one).fair),
    ...ends(
      'points_anytime',
      'points',
      `Lower end of the anytime 95 % interval of \`points\`, where 0 is fair. With more than two ${what}s, the intervals hold for all of them together. The verdict rests on them.`,
      one => (isPlayed(one) ? { mean: one.judged.points, ...one.judged } : null),
    ),
  }
}

/** A row per seat, over all agents. */
export const seats = cellTable({
  id: 'seats',
  question: 'Does the seat matter? Is there a first-mover advantage?',
  row: 'One row for each seat, over all agents of the line-up. Each agent took the seat equally often.',
  columns: {
    seat: text('Name of the seat.', ({ judged }) => judged.name),
    mirror: flag('True if one agent plays all seats. Otherwise there is no verdict.'),
    matches: count('Matches played, including forfeited ones.', matchesOf),
    blocks: count('Blocks played: one seed in every rotation of the line-up over the seats.', blocksOf),
    ...OUTCOME_COLUMNS,
    ...otherFigureColumns('seats'),
    fair_share: share(
      'Score of the seat in a fair game: 1 divided by the number of seats.',
      ({ judged }) => judged.fair,
    ),
    ...verdictColumns('seat'),
  },
  key: ['seat'],
  rows: (cell, { experiment }) =>
    seatVerdicts(cell, experiment.margin).map(
      (judged, index): Rated & Outcomes & { readonly side: 'seat'; readonly index: number } => ({
        ...{ ...cell, ...outcomesOf(cell, 'seat', index), index, judged },
        side: 'seat',
        mirror: isMirror(cell.cell.lineup),
      }),
    ),
})

function moreMatches(one: Rated): Advice {
  const { judged, mirror } = one
  const isOpen = mirror && findingOf(one, judged.kind) === 'inconclusive'
  if (!isOpen || judged.disputed || blocksOf(one) === 0) return { uneven: Number.NaN, fair: Number.NaN }
  const { uneven, fair } = adviceOn(one, [judged])
  const known = (matches: number) => (Number.isFinite(matches) ? matches : Number.NaN)
  return { uneven: known(uneven), fair: known(fair) }
}

export interface RoleRow extends Rated {
  readonly role: number
}

const ofRole = columnsFor<RoleRow>()

/** A row per role. */
export const roles = cellTable({
  id: 'roles',
  question: 'Which role wins more often than it should?',
  row: 'One row for each role, over all seats and agents of the line-up. Only runs of games with roles have this file.',
  columns: {
    role: text('Name of the role.', ({ judged }) => judged.name),
    mirror: flag('True if one agent plays all seats. Otherwise there is no verdict.'),
    matches: count('Matches played, including forfeited ones.', matchesOf),
    blocks: count('Blocks played: one seed in every rotation of the line-up over the seats.', blocksOf),
    wins: ofRole.count('Matches that the role won.', one => roleWinsOf(one, one.role)),
    unwon: count(
      'Matches that no role won: draws and forfeits.',
      one => matchesOf(one) - one.game.info.roles!.reduce((sum, _, role) => sum + roleWinsOf(one, role), 0),
    ),
    ...ofRole.interval('win_share', 'share', 'Share of all matches that the role won.', one =>
      orEmpty(scoreInterval(roleWins(one, one.role), one.layout.seats)),
    ),
    ...interval(
      'score',
      'share',
      'The same, but matches that no role won count as `fair_share` of a win.',
      ({ judged }) => orEmpty(judged.score),
    ),
    fair_share: share(
      'Score of the role in a fair game, as the game declares it, or else 1 divided by the number of roles.',
      ({ judged }) => judged.fair,
    ),
    ...verdictColumns('role'),
  },
  key: ['role'],
  isFor: ({ game }) => game.info.roles !== undefined,
  rows: (cell, { experiment }) =>
    cell.game.info.roles
      ? verdictsOf(cell, experiment.margin).map(
          (judged, role): RoleRow => ({ ...cell, judged, role, mirror: isMirror(cell.cell.lineup) }),
        )
      : [],
})

const seating = columnsFor<{ readonly score: SpreadInterval }>()

/** A row per agent and seat. */
export const seatings = cellTable({
  id: 'seatings',
  question: 'How does each agent score in each seat?',
  row: 'One row for each agent and seat. Each agent takes each seat once in every block. Line-ups in which one agent plays all seats are only in seats.csv.',
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
