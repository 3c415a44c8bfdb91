/** usefulness.csv: what each asset is worth, by playing without it. */
import type { CellResult, RunResult } from '../../sim/chunks/results.ts'
import { forfeitsOf, matchesOf, scoreOf, usesOf } from '../../sim/figures/reading.ts'
import { ADVISED_CHANCE, ADVISED_MIN, knownMatches } from '../findings/advice.ts'
import type { Comparison } from '../findings/changes/comparisons.ts'
import { type Usefulness, usefulnessOf } from '../findings/changes/usefulness.ts'
import { type MemberDifferences, memberCells } from '../findings/members.ts'
import { type Ends, times } from '../formatting.ts'
import {
  CELL_COLUMNS,
  CELL_KEY,
  columnsFor,
  inOne,
  type Placed,
  type Row,
  rowsOf,
  type Table,
} from './column.ts'

/** An asset over all seats or in one of them, or what a member of a population shows of it. */
export interface Worth extends Placed, Pick<Usefulness, 'asset' | 'seat' | 'uses'> {
  /** The cell in which the agent does without it. */
  readonly without: CellResult
  readonly member: number
  readonly matches: number
  readonly blocks: number
  readonly scores: { readonly with: number; readonly without: number }
  readonly lost: Ends
  /** What is not told of a member: pairs of blocks are kept of all members together. */
  readonly paired: Comparison | null
  readonly spread: MemberDifferences['spread']
  readonly verdict: string
}

const { count, decimal, ends, interval, p, share, text } = columnsFor<Worth>()

/** Empty of a member. */
const ofPaired =
  (read: (own: Comparison) => number) =>
  ({ paired }: Worth) =>
    paired ? read(paired) : Number.NaN

const columns = {
  ...CELL_COLUMNS,
  agent: text(
    "First agent of the line-up, which can't use the asset while the others can.",
    ({ cell }) => cell.lineup.participants[0]!.label,
  ),
  group: text('The kind of asset: `unit`, `action`, ...', ({ asset }) => asset.group),
  asset: text("The asset's id.", ({ asset }) => asset.id),
  seat: text('The seat that the agent takes; empty over all seats.'),
  member: count(
    'Number of the member of a population, from 1; empty in the row of all members or without a population.',
  ),
  matches: count('Matches without the asset. The same number was played with it, from the same seeds.'),
  blocks: count('Blocks of these matches.'),
  forfeits: count('Matches without the asset that an agent in any seat forfeited.', ({ without }) =>
    forfeitsOf(without),
  ),
  score_with: share(
    "The agent's mean share of a whole win when it can use the asset.",
    ({ scores }) => scores.with,
  ),
  score_without: share("The agent's mean share when it can't.", ({ scores }) => scores.without),
  ...interval(
    'score_lost',
    'share',
    '`score_with` minus `score_without`; negative if the agent scores more without the asset.',
    ({ lost }) => lost,
    {
      low: "Lower end of its 95 % interval, from paired blocks. In the row of a member, the interval is wider: evenhand doesn't keep its pairs, so it treats blocks as independent.",
    },
  ),
  ...ends(
    'score_lost_anytime',
    'share',
    'Lower end of its anytime 95 % interval.',
    ({ paired }) => paired && times(-1, paired.anytime),
  ),
  p: p(
    'p-value for the hypothesis that the asset makes no difference.',
    ofPaired(({ p }) => p),
  ),
  p_adjusted: p(
    "The same, adjusted by Holm's method over all assets and line-ups. Rows of single seats are a separate family.",
    ofPaired(({ adjusted }) => adjusted),
  ),
  p_anytime_adjusted: p(
    'The anytime p-value, adjusted in the same way.',
    ofPaired(({ anytimeAdjusted }) => anytimeAdjusted),
  ),
  more_matches: count(
    `If no difference is shown: about how many more matches of each variant show it (${ADVISED_CHANCE}) if it is as large as it looks. Empty if no number is enough, if other players may differ, or if fewer than ${ADVISED_MIN} blocks differ.`,
    ofPaired(knownMatches),
  ),
  differing: count(
    'Blocks in which the score differs.',
    ofPaired(({ differing }) => differing),
  ),
  used_with: decimal(
    'Uses of the asset per match by all seats, when the agent can use it.',
    ({ uses }) => uses.with,
  ),
  used_without: decimal(
    "Uses when the agent can't: those of the others, and forced ones.",
    ({ uses }) => uses.without,
  ),
  spread: share(
    'Only in the row of all members: standard deviation of what a player adds to the loss, without sampling error, from the jackknife over members.',
    ({ spread }) => spread?.sd ?? Number.NaN,
  ),
  ...ends(
    'score_lost_players',
    'share',
    "Only in the row of all members: lower end of the 95 % interval of the mean loss of such players: Student's t on the jackknife over members. It covers matches and players.",
    ({ spread }) => spread?.groups,
    'Upper end of that interval.',
  ),
  players_p: p(
    'Only in the row of all members: p-value for all members being alike in it (F test of the jackknife variance), not corrected for the number of assets.',
    ({ spread }) => spread?.p ?? Number.NaN,
  ),
  verdict: text(
    "`useful` or `better without` if `p_anytime_adjusted` is below 0.05. `other players may differ` if a population's interval (`score_lost_players_low`, `score_lost_players_high`) doesn't confirm that. Otherwise `no difference shown`. Empty in the row of a member.",
  ),
}

/** A row per line-up and asset that the experiment asks about, over all seats and for each seat. */
export const usefulness: Table<Row<typeof columns>, 'usefulness'> = {
  id: 'usefulness',
  question: "How much does a player lose when it alone can't use an asset?",
  row: 'One row for each asset over all seats, one for each member of a population, and one for each seat. The file has only a header unless the experiment has `usefulness`.',
  columns,
  key: [...CELL_KEY, 'seat', 'member'],
  ...inOne(result =>
    rowsOf(
      columns,
      usefulnessOf(result).flatMap(one => {
        const worth = worthOf(one, result)
        return [worth, ...membersOf(one, worth)]
      }),
    ),
  ),
}

function worthOf(one: Usefulness, { experiment }: RunResult): Worth {
  const { cell, members, own, seat, verdict } = one
  const { difference: mean, low, high } = own
  return {
    ...{ asset: one.asset, cell: cell.cell, experiment, seat, uses: one.uses, without: cell, verdict },
    member: Number.NaN,
    matches: seat === '' ? matchesOf(cell) : own.blocks,
    blocks: own.blocks,
    scores: { with: own.before, without: own.after },
    lost: times(-1, { mean, low, high }),
    paired: own,
    spread: members?.spread ?? null,
  }
}

function membersOf({ asset, cell, members, own, seat }: Usefulness, worth: Worth): Worth[] {
  if (!members || seat !== '') return []
  const [withIt, without] = [own.reference, cell].map(memberCells)
  const index = cell.game.info.assets.indexOf(asset)
  return members.differences.map(({ n, mean, low, high }, member) => {
    const [had, has] = [withIt![member]!, without![member]!]
    return {
      ...{ ...worth, without: has, member: member + 1, matches: matchesOf(has), blocks: n },
      scores: { with: scoreOf(had, 'participant', 0).mean, without: scoreOf(has, 'participant', 0).mean },
      ...{ lost: { mean, low, high }, paired: null, spread: null, verdict: '' },
      uses: { with: usesOf(had, index), without: usesOf(has, index) },
    }
  })
}
