/** usefulness.csv: what each asset is worth, by playing without it. */
import type { RunResult } from '../../sim/chunks/results.ts'
import { forfeitsOf, matchesOf, scoreOf, usesOf } from '../figures.ts'
import { memberCells } from '../findings/members.ts'
import { type Usefulness, usefulnessOf } from '../findings/usefulness.ts'
import { CELL_COLUMNS, CELL_KEY, cellCells, column, inOne, type Row, type Table } from './column.ts'

const columns = {
  ...CELL_COLUMNS,
  agent: column('text', 'Its first agent, which does without the asset while the others have it.'),
  group: column('text', 'The kind of asset: `unit`, `action`, ...'),
  asset: column('text', "The asset's id."),
  seat: column('text', 'The seat that the agent takes; empty over all seats.'),
  member: column(
    'count',
    'Number of the player of a population, from 1; empty in the row of all of them, and without a population.',
  ),
  matches: column('count', 'Matches without the asset; as many are played with it, from the same seeds.'),
  blocks: column('count', 'Blocks of them.'),
  forfeits: column('count', 'Matches without the asset that somebody forfeited, in all seats.'),
  score_with: column('share', "The agent's mean share of a whole win when it has the asset."),
  score_without: column('share', 'The same when it does without.'),
  lost: column('share', 'Score lost: the first minus the second; below 0 if it scores more without.'),
  lost_low: column(
    'share',
    'Lower end of its 95 % interval from paired blocks, for one look; in the row of a member, whose pairs are not kept, from blocks as if they were independent, which is wider.',
  ),
  lost_high: column('share', 'Upper end of that interval.'),
  lost_anytime_low: column('share', 'Lower end of the 95 % interval that holds at every look.'),
  lost_anytime_high: column('share', 'Upper end of that interval.'),
  p: column('p', 'p-value of no difference, for one look.'),
  p_adjusted: column(
    'p',
    'The same after Holm, over all assets and line-ups; seats are a family of their own.',
  ),
  p_anytime_adjusted: column('p', 'The p-value that holds at every look, after Holm in the same way.'),
  differing: column('count', 'Blocks in which the score differs.'),
  used_with: column('decimal', 'Uses of the asset a match by all seats, when the agent has it.'),
  used_without: column('decimal', "The same when it does without: the others' uses, and forced ones."),
  spread: column(
    'share',
    'Row of a whole population: standard deviation between the true losses of players learned from different seeds, beyond sampling (method of moments).',
  ),
  players_low: column(
    'share',
    "Same row: lower end of the 95 % interval of the mean loss of such players, by Student's t on the members' losses: it covers sampling and spread.",
  ),
  players_high: column('share', 'Same row: upper end of that interval.'),
  players_p: column(
    'p',
    "Same row: probability of members' losses so different if they were one player, by Welch's test of means (1951); not corrected for the number of assets.",
  ),
  verdict: column(
    'text',
    '`useful` or `better without` if `p_anytime_adjusted` is below 0.05, but `players disagree` where the members of a population do and their interval (`players_low`, `players_high`) does not show it; otherwise `no difference shown`; empty in the row of a member.',
  ),
}

/** A row per line-up and asset that the experiment asks about, over all seats and for each seat. */
export const usefulness: Table<Row<typeof columns>> = {
  id: 'usefulness',
  question: 'What does a seat lose that does without an asset, against others who have it?',
  row: 'An asset in a line-up, over all seats, there for each member of a population as well, and in each seat; none unless the experiment has `usefulness`.',
  columns,
  key: [...CELL_KEY, 'seat', 'member'],
  ...inOne(result => usefulnessOf(result).flatMap(one => [rowOf(one, result), ...memberRows(one, result)])),
}

function rowOf(
  { asset, cell, members, own, seat, uses, verdict }: Usefulness,
  { experiment }: RunResult,
): Row<typeof columns> {
  const { lineup } = cell.cell
  return {
    ...cellCells(cell.cell, experiment),
    agent: lineup.participants[0]!.label,
    group: asset.group,
    asset: asset.id,
    seat,
    member: Number.NaN,
    matches: seat === '' ? matchesOf(cell) : own.blocks,
    blocks: own.blocks,
    forfeits: forfeitsOf(cell),
    score_with: own.before,
    score_without: own.after,
    lost: -own.difference,
    lost_low: -own.high,
    lost_high: -own.low,
    lost_anytime_low: -own.anytime.high,
    lost_anytime_high: -own.anytime.low,
    p: own.p,
    p_adjusted: own.adjusted,
    p_anytime_adjusted: own.anytimeAdjusted,
    differing: own.differing,
    used_with: uses.with,
    used_without: uses.without,
    spread: members?.spread?.sd ?? Number.NaN,
    players_low: members?.spread?.groups.low ?? Number.NaN,
    players_high: members?.spread?.groups.high ?? Number.NaN,
    players_p: members?.spread?.p ?? Number.NaN,
    verdict,
  }
}

/** What is not told of a member: pairs of blocks are kept of all members together. */
const NOT_PAIRED = {
  ...{ lost_anytime_low: Number.NaN, lost_anytime_high: Number.NaN },
  ...{ p: Number.NaN, p_adjusted: Number.NaN, p_anytime_adjusted: Number.NaN, differing: Number.NaN },
  ...{ spread: Number.NaN, players_low: Number.NaN, players_high: Number.NaN, players_p: Number.NaN },
  verdict: '',
}

function memberRows(one: Usefulness, result: RunResult): Row<typeof columns>[] {
  if (!one.members || one.seat !== '') return []
  const [withIt, without] = [one.own.reference, one.cell].map(memberCells)
  const index = one.cell.game.info.assets.indexOf(one.asset)
  return one.members.differences.map(({ n, mean, low, high }, member) => {
    const [had, has] = [withIt![member]!, without![member]!]
    return {
      ...{ ...rowOf({ ...one, cell: has }, result), ...NOT_PAIRED, member: member + 1, blocks: n },
      score_with: scoreOf(had, 'participant', 0).mean,
      score_without: scoreOf(has, 'participant', 0).mean,
      ...{ lost: mean, lost_low: low, lost_high: high },
      ...{ used_with: usesOf(had, index), used_without: usesOf(has, index) },
    }
  })
}
