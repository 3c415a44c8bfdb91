/** members.csv: what each member of a population shows against the others and against itself, and how far they differ. */
import type { CellResult, RunResult } from '../../sim/chunks/results.ts'
import { blocksOf, matchesOf, type Side } from '../../sim/figures/reading.ts'
import type { Spread } from '../../sim/stats/spread.ts'
import { memberCells, memberScores, selfCells } from '../findings/members.ts'
import { isMirror } from '../findings/verdicts/verdicts.ts'
import { cellTable, columnsFor, otherFigureColumns } from './column.ts'

/** A member with its sums, or all of them together. */
export interface Member extends CellResult {
  /** Its number from 1; NaN of all of them. */
  readonly member: number
  readonly policy: string
  readonly seat: string
  readonly opponents: string
  readonly agent: string
  readonly position: number
  /** Whose score it is. */
  readonly side: Side
  readonly index: number
  /** In the row of all. */
  readonly spread: Spread | null
}

const { count, ends, p, share, text } = columnsFor<Member>()

/** For each score of a population: a row for each member, one for its matches with itself, then one for all. */
export const members = cellTable({
  id: 'members',
  question: 'Do players trained on the same rules from different seeds agree?',
  row: 'One row for each member of a population, and one for all members together: per seat if one agent plays all seats, otherwise per agent. Without a population, the file has only a header.',
  columns: {
    member: count('Number of the member, from 1; empty in the row of all members.'),
    policy: text('SHA-256 of its policy; empty in the row of all members.'),
    seat: text('If one agent plays all seats, the seat of the score; otherwise empty.'),
    opponents: text(
      '`others` or `itself`: the opponents in these matches. No other figure of a run counts matches of a member with itself. Empty if a line-up draws one member, and in the row of all members.',
    ),
    agent: text('The agent of the score.'),
    position: count('Position of the agent in the line-up, from 1; empty if one agent plays all seats.'),
    matches: count('Matches played, including forfeited ones.', matchesOf),
    blocks: count('Blocks played. A block of two members counts for both.', blocksOf),
    ...otherFigureColumns('members'),
    spread: share(
      'Only in the row of all members: how much the effect of a single player on the score varies. A standard deviation without sampling error, from the jackknife over members.',
      ({ spread }) => spread?.sd ?? Number.NaN,
    ),
    ...ends(
      'score_players',
      'share',
      "Only in the row of all members: lower end of the 95 % interval of the mean score of such players (Student's t on the jackknife over members). It includes the randomness of matches and differences between players.",
      ({ spread }) => spread?.groups,
      'Upper end of that interval.',
    ),
    ...ends(
      'next',
      'share',
      'Only in the row of all members: lower end of the 95 % prediction interval of the score with one more such player, in its matches with these.',
      ({ spread }) => spread?.next,
      'Upper end of that interval.',
    ),
    p: p(
      'Only in the row of all members: p-value for the hypothesis that all members are alike (F test of the jackknife variance against that of matches).',
      ({ spread }) => spread?.p ?? Number.NaN,
    ),
  },
  key: ['member', 'opponents', 'seat', 'position'],
  rows: (cell, { experiment }) => (cell.members.length === 0 ? [] : membersOf(cell, experiment)),
})

function membersOf(cell: CellResult, { learn, variants }: RunResult['experiment']): Member[] {
  const { lineup, variant } = cell.cell
  const side: Side = isMirror(lineup) ? 'seat' : 'participant'
  const { policy: shipped } = variant
  const policies =
    learn?.policies?.[variants.indexOf(variant)] ?? (shipped ? [shipped, ...(shipped.others ?? [])] : [])
  return lineup.participants.flatMap(({ label }, index) => {
    const whose = {
      seat: side === 'seat' ? cell.game.info.seats[index]! : '',
      agent: label,
      position: side === 'seat' ? Number.NaN : index + 1,
      ...{ side, index, spread: null },
    }
    const rows = (cells: readonly CellResult[], opponents: string): Member[] =>
      cells.map((one, member) => {
        const policy = policies[member]?.sha256 ?? ''
        return { ...one, ...whose, opponents, member: member + 1, policy }
      })
    const { spread } = memberScores(cell, side, index)
    return [
      ...rows(memberCells(cell), cell.selves.length === 0 ? '' : 'others'),
      ...rows(selfCells(cell), 'itself'),
      { ...cell, ...whose, opponents: '', member: Number.NaN, policy: '', spread },
    ]
  })
}
