/** comparisons.csv: the effect of each rule change. */
import type { RunResult } from '../../sim/chunks/results.ts'
import { type Comparison, comparisonsOf } from '../findings/comparisons.ts'
import { CELL_COLUMNS, CELL_KEY, type Cells, cellCells, column, inOne, type Table } from './column.ts'

/** What is said of any comparison. */
export const COMPARISON_COLUMNS = {
  reference: column('text', 'The variant that it is compared with: the baseline or the previous variant.'),
  metric: column(
    'text',
    '`score:SEAT`: score of a seat (of two seats, the first); `drawn`: share of matches without a winner, by a draw or the turn limit; `length`: steps, 0 for a forfeit; `payoff:SEAT`: payoff of a seat in games that have one, 0 for a forfeit; ' +
      '`use:ASSET`: how often all seats together used an asset, such as a unit kind or an action.',
  ),
  blocks: column('count', 'Blocks that both variants played, with the same seeds.'),
  before: column(
    'decimal',
    'The metric in the reference, per match; scores and draws as shares of 1, payoffs on the scale of the game.',
  ),
  after: column('decimal', 'The metric in the variant.'),
  difference: column('decimal', 'After minus before: the mean over paired blocks.'),
  difference_low: column('decimal', 'Lower end of its 95 % interval, from the differences of the blocks.'),
  difference_high: column('decimal', 'Upper end of that interval.'),
  p: column('p', 'Two-sided p-value of the paired t test, for one look, mended for rare differences.'),
  p_adjusted: column(
    'p',
    "The same, adjusted by Holm's method: over all `use` rows of the file, or over all other rows.",
  ),
  verdict: column(
    'text',
    'The difference in words if `p_anytime_adjusted` is below 0.05, but `players disagree` where the members of a population do and their interval (`players_low`, `players_high`) does not show it; otherwise `no difference shown`.',
  ),
  differing: column('count', 'Blocks in which the metric differs at all.'),
  difference_anytime_low: column(
    'decimal',
    'Lower end of the 95 % interval of `difference` that holds at every look.',
  ),
  difference_anytime_high: column('decimal', 'Upper end of that interval.'),
  p_anytime: column('p', 'The p-value that holds at every look.'),
  p_anytime_adjusted: column('p', "The same, adjusted by Holm's method as `p_adjusted` is."),
  players_low: column(
    'decimal',
    "Of a seat's score, of matches without a winner and of the length, where one agent's population plays all seats: lower end of the 95 % interval of the mean difference for players learned from different seeds, by Student's t on the members' differences: it covers sampling and spread.",
  ),
  players_high: column('decimal', 'Upper end of that interval.'),
  players_p: column(
    'p',
    "Probability of members' differences so different if they were one player, by Welch's test of means (1951).",
  ),
}

export const comparisons: Table = {
  id: 'comparisons',
  question: 'What did the rule change do?',
  row: 'A metric of a variant (except the baseline) and line-up. With one variant, the file holds its header only.',
  columns: { ...CELL_COLUMNS, ...COMPARISON_COLUMNS },
  key: [...CELL_KEY, 'metric'],
  ...inOne(result => comparisonsOf(result).map(one => comparisonRow(one, result))),
}

/** A comparison as a row. */
export function comparisonRow(one: Comparison, { experiment }: RunResult): Cells {
  return {
    ...cellCells(one.variant.cell, experiment),
    reference: one.reference.cell.variant.name,
    metric: one.metric.id,
    blocks: one.blocks,
    before: one.before,
    after: one.after,
    difference: one.difference,
    difference_low: one.low,
    difference_high: one.high,
    p: one.p,
    p_adjusted: one.adjusted,
    verdict: one.words,
    differing: one.differing,
    difference_anytime_low: one.anytime.low,
    difference_anytime_high: one.anytime.high,
    p_anytime: one.anytime.p,
    p_anytime_adjusted: one.anytimeAdjusted,
    players_low: one.members?.spread?.groups.low ?? Number.NaN,
    players_high: one.members?.spread?.groups.high ?? Number.NaN,
    players_p: one.members?.spread?.p ?? Number.NaN,
  }
}
