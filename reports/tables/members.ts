/** members.csv: what each member of a population shows, and how far they differ. */
import type { CellResult, RunResult } from '../../sim/chunks/results.ts'
import { blocksOf, matchesOf, type Side } from '../../sim/figures/reading.ts'
import type { Spread } from '../../sim/stats/spread.ts'
import { memberCells, memberScores } from '../findings/members.ts'
import { isMirror } from '../findings/verdicts/verdicts.ts'
import { cellTable, columnsFor, otherFigureColumns } from './column.ts'

/** A member with its sums, or all of them together. */
interface Member extends CellResult {
  /** Its number from 1; NaN of all of them. */
  readonly member: number
  readonly policy: string
  readonly seat: string
  readonly agent: string
  readonly position: number
  /** Whose score it is. */
  readonly side: Side
  readonly index: number
  /** In the row of all. */
  readonly spread: Spread | null
}

const { count, ends, p, share, text } = columnsFor<Member>()

/** For each score of a population: a row for each member, then one for all. */
export const members = cellTable({
  id: 'members',
  question: 'Do players trained on the same rules from different seeds agree?',
  row: 'One row for each member of a population, and one for all members together: per seat if one agent plays all seats, otherwise per agent. Without a population, the file has only a header.',
  columns: {
    member: count('Number of the member, from 1; empty in the row of all members.'),
    policy: text('SHA-256 of its policy; empty in the row of all members.'),
    seat: text('If one agent plays all seats, the seat of the score; otherwise empty.'),
    agent: text('The agent of the score.'),
    position: count('Position of the agent in the line-up, from 1; empty if one agent plays all seats.'),
    matches: count('Matches played, including forfeited ones.', matchesOf),
    blocks: count('Blocks played. Members take turns, block by block.', blocksOf),
    ...otherFigureColumns('members'),
    spread: share(
      'Only in the row of all members: how much the true scores of players trained from different seeds vary. A standard deviation without sampling error (method of moments).',
      ({ spread }) => spread?.sd ?? Number.NaN,
    ),
    ...ends(
      'players',
      'share',
      "Only in the row of all members: lower end of the 95 % interval of the mean score of such players (Student's t on the members' scores). It includes sampling error and differences between players.",
      ({ spread }) => spread?.groups,
      'Upper end of that interval.',
    ),
    p: p(
      "Only in the row of all members: p-value for the hypothesis that all members have the same score (Welch's test of means, 1951).",
      ({ spread }) => spread?.p ?? Number.NaN,
    ),
  },
  key: ['member', 'seat', 'position'],
  rows: (cell, { experiment }) => (cell.members.length === 0 ? [] : membersOf(cell, experiment)),
})

function membersOf(cell: CellResult, { learn, variants }: RunResult['experiment']): Member[] {
  const { lineup, variant } = cell.cell
  const side: Side = isMirror(lineup) ? 'seat' : 'participant'
  const policies = learn?.policies?.[variants.indexOf(variant)] ?? []
  return lineup.participants.flatMap(({ label }, index) => {
    const whose = {
      seat: side === 'seat' ? cell.game.info.seats[index]! : '',
      agent: label,
      position: side === 'seat' ? Number.NaN : index + 1,
      ...{ side, index, spread: null },
    }
    const each = memberCells(cell).map((one, member) => ({
      ...{ ...one, ...whose, member: member + 1, policy: policies[member]?.sha256 ?? '' },
    }))
    const { spread } = memberScores(cell, side, index)
    return [...each, { ...cell, ...whose, member: Number.NaN, policy: '', spread }]
  })
}
