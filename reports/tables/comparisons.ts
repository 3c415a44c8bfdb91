/** comparisons.csv and levers.csv: the effect of each rule change, and of each key changed alone. */
import type { RunResult } from '../../sim/chunks/results.ts'
import { COMPARED_METRICS } from '../../sim/figures/registry.ts'
import { type Comparison, comparisonsOf } from '../findings/changes/comparisons.ts'
import { type ProbeFinding, probesIn } from '../findings/changes/levers.ts'
import { inWords } from '../formatting.ts'
import {
  CELL_COLUMNS,
  CELL_KEY,
  type Cells,
  columnsFor,
  inOne,
  type Placed,
  type Row,
  rowsOf,
  settingCell,
  type Table,
} from './column.ts'

/** A comparison, and the cell of its variant. */
interface Compared extends Placed {
  readonly one: Comparison
}

const { count, decimal, ends, interval, p, text } = columnsFor<Compared>()

/** The metrics whose p-values are a family of their own. */
const APART = COMPARED_METRICS.filter(({ family }) => family !== 'others').map(({ kind }) => `\`${kind}\``)

/** What is said of any comparison. */
const COMPARISON_COLUMNS = {
  reference: text(
    'The variant that it is compared with: the baseline or the previous variant.',
    ({ one }) => one.reference.cell.variant.name,
  ),
  metric: text(
    COMPARED_METRICS.map(({ meaning, pattern }) => `For \`${pattern}\`: ${meaning}.`).join(' '),
    ({ one }) => one.metric.id,
  ),
  blocks: count('Blocks that both variants played, with the same seeds.', ({ one }) => one.blocks),
  before: decimal(
    "The metric in the reference, per match; scores and draws as shares of 1, payoffs in the game's unit.",
    ({ one }) => one.before,
  ),
  after: decimal('The metric in the variant.', ({ one }) => one.after),
  ...interval(
    'difference',
    'decimal',
    'After minus before: the mean over paired blocks.',
    ({ one: { difference: mean, low, high } }) => ({ mean, low, high }),
    { low: 'Lower end of its 95 % interval, from the differences of the blocks.' },
  ),
  p: p('Two-sided p-value of the paired t test, corrected for when few blocks differ.', ({ one }) => one.p),
  p_adjusted: p(
    `The same, adjusted by Holm's method: over all ${APART.join(' rows of the file, over all ')} rows, or over all other rows.`,
    ({ one }) => one.adjusted,
  ),
  verdict: text(
    "The difference in words if `p_anytime_adjusted` is below 0.05. `players disagree` if members of a population do and their interval (`players_low`, `players_high`) doesn't confirm the difference. Otherwise `no difference shown`.",
    ({ one }) => one.words,
  ),
  differing: count('Blocks in which the metric differs at all.', ({ one }) => one.differing),
  ...ends(
    'difference_anytime',
    'decimal',
    'Lower end of the anytime 95 % interval of `difference`.',
    ({ one }) => one.anytime,
  ),
  p_anytime: p('The anytime p-value.', ({ one }) => one.anytime.p),
  p_anytime_adjusted: p('The same, adjusted like `p_adjusted`.', ({ one }) => one.anytimeAdjusted),
  ...ends(
    'players',
    'decimal',
    "Lower end of the 95 % interval of the mean difference for players trained from different seeds (Student's t on the members' differences). It covers sampling error and the spread of players. Only for a seat's score, draws and length, if one agent's population plays all seats.",
    ({ one }) => one.members?.spread?.groups,
  ),
  players_p: p(
    "p-value for all members having the same difference (Welch's test of means, 1951).",
    ({ one }) => one.members?.spread?.p ?? Number.NaN,
  ),
}

const COMPARISONS = { ...CELL_COLUMNS, ...COMPARISON_COLUMNS }

export const comparisons: Table = {
  id: 'comparisons',
  question: 'What did the rule change do?',
  row: 'A metric of a variant (except the baseline) and line-up. With one variant, the file has only a header.',
  columns: COMPARISONS,
  key: [...CELL_KEY, 'metric'],
  ...inOne(result =>
    rowsOf(
      COMPARISONS,
      comparisonsOf(result).map(one => compared(one, result)),
    ),
  ),
}

const compared = (one: Comparison, { experiment }: RunResult): Compared => ({
  ...{ one, experiment, cell: one.variant.cell },
})

/** A comparison as a row. */
export function comparisonRow(one: Comparison, result: RunResult): Cells {
  return rowsOf(COMPARISONS, [compared(one, result)])[0]!
}

interface Probed extends Compared {
  readonly probe: ProbeFinding['probe']
}

const probed = columnsFor<Probed>()

const LEVERS = {
  ...CELL_COLUMNS,
  probe: probed.text(
    '`step`: a number of the baseline moved by one step. `alone`: one of several changes on top of the baseline. `left out`: the variant with all changes, minus one.',
    ({ probe }) => probe.kind,
  ),
  key: probed.text('The rule key.', ({ probe }) => probe.key),
  from: probed.setting('Its value in the reference.', ({ probe }) => settingCell(probe.from ?? undefined)),
  to: probed.setting('Its value in the variant.', ({ probe }) => settingCell(probe.to ?? undefined)),
  ...COMPARISON_COLUMNS,
  reference: {
    ...COMPARISON_COLUMNS.reference,
    meaning: 'The variant that it is compared with: the baseline, or the variant with all changes.',
  },
}

/** A row per metric, for each variant that only one key is about. */
export const levers: Table<Row<typeof LEVERS>> = {
  id: 'levers',
  question: 'What does one step of each rule number do? What does each of several changes do on its own?',
  row: `A metric of a line-up, in a variant that differs in one key from its reference. No rows unless the experiment has \`levers\` or \`apart\`. p-values are adjusted over the rows of this file; those of ${inWords(APART)} are separate families.`,
  columns: LEVERS,
  key: [...CELL_KEY, 'metric'],
  ...inOne(result =>
    rowsOf(
      LEVERS,
      probesIn(result).flatMap(({ probe, row }) => row.map(one => ({ ...compared(one, result), probe }))),
    ),
  ),
}
