/** comparisons.csv: what each rule change did. */
import { compare } from '../findings/comparisons.ts'
import { column, type Table } from './column.ts'

const COLUMNS = {
  variant: column('text', 'The variant.'),
  lineup: column('text', 'The line-up: its agents in order, `A vs B`.'),
  reference: column('text', 'The variant that it is compared with: the baseline, or the one before it.'),
  metric: column(
    'text',
    '`firstSeat`: score of the first seat; `seat:SEAT`: with more than two seats, of another; `drawn`: share of matches without a winner, length caps included; `length`: steps, 0 for a forfeit; ' +
      '`use:ASSET`: how often any seat used the asset, such as a unit kind or an action.',
  ),
  blocks: column('count', 'Blocks that both played, from the same seeds.'),
  before: column('decimal', 'The metric in the reference, per match (scores and draws as shares of 1).'),
  after: column('decimal', 'The metric in the variant.'),
  difference: column('decimal', 'After minus before: the mean over paired blocks.'),
  low: column('decimal', 'Lower end of its 95 % interval, from the differences block by block.'),
  high: column('decimal', 'Upper end.'),
  p: column('share', 'Two-sided p-value of the paired t test.'),
  p_adjusted: column(
    'share',
    'The same, adjusted by Holm: for all rows of use in this file, or for all the others.',
  ),
  verdict: column('text', 'In words, where the adjusted p is below 0.05; else `no difference shown`.'),
}

export const comparisons: Table = {
  id: 'comparisons',
  question: 'What did the rule change do?',
  row: 'A metric of a variant (but the baseline) and line-up. With one variant the file is its header.',
  columns: COLUMNS,
  rows: result =>
    compare(result).map(one => ({
      variant: one.variant.cell.variant.name,
      lineup: one.variant.cell.lineup.name,
      reference: one.reference.cell.variant.name,
      metric: one.metric.id,
      blocks: one.blocks,
      before: one.before,
      after: one.after,
      difference: one.difference,
      low: one.low,
      high: one.high,
      p: one.p,
      p_adjusted: one.adjusted,
      verdict: one.words,
    })),
}
