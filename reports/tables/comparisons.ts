/** comparisons.csv and levers.csv: the effect of each rule change, and of each single key. */
import type { RunResult } from '../../sim/chunks/results.ts'
import { COMPARED_METRICS } from '../../sim/figures/registry.ts'
import { ADVISED_CHANCE, ADVISED_MIN, knownMatches } from '../findings/advice.ts'
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
export interface Compared extends Placed {
  readonly one: Comparison
}

const { count, decimal, ends, flag, interval, p, text } = columnsFor<Compared>()

/** The metrics whose p-values are adjusted together, family by family, without the others. */
const APART = [...new Set(COMPARED_METRICS.map(({ family }) => family))]
  .filter(family => family !== 'others')
  .map(family =>
    inWords(COMPARED_METRICS.filter(one => one.family === family).map(({ kind }) => `\`${kind}\``)),
  )

/** Columns of every comparison. */
const COMPARISON_COLUMNS = {
  reference: text(
    'The variant it is compared with: the baseline or the previous variant.',
    ({ one }) => one.reference.cell.variant.name,
  ),
  metric: text(
    COMPARED_METRICS.map(({ meaning, pattern }) => `For \`${pattern}\`: ${meaning}.`).join(' '),
    ({ one }) => one.metric.id,
  ),
  blocks: count('Blocks that both variants played, with the same seeds.', ({ one }) => one.blocks),
  before: decimal(
    "The metric in the reference, per match. Scores and draws are shares of 1; payoffs are in the game's unit.",
    ({ one }) => one.before,
  ),
  after: decimal('The metric in the variant.', ({ one }) => one.after),
  ...interval(
    'difference',
    'decimal',
    '`after` minus `before`: the mean over paired blocks.',
    ({ one: { difference: mean, low, high } }) => ({ mean, low, high }),
    { low: 'Lower end of its 95 % interval, from the differences of the blocks.' },
  ),
  p: p('Two-sided p-value of the paired t test, corrected if few blocks differ.', ({ one }) => one.p),
  p_adjusted: p(
    `The same, adjusted by Holm's method over the file, in families: ${APART.join('; ')}; all others.`,
    ({ one }) => one.adjusted,
  ),
  verdict: text(
    "The difference in words if `p_anytime_adjusted` is below 0.05. `other players may differ` if a population's interval (`difference_players_low`, `difference_players_high`) doesn't confirm that. Otherwise `no difference shown`.",
    ({ one }) => one.words,
  ),
  more_matches: count(
    `If no difference is shown: about how many more matches of each variant show it (${ADVISED_CHANCE}) if it is as large as it looks. Empty if no number is enough, if other players may differ, or if fewer than ${ADVISED_MIN} blocks differ.`,
    ({ one }) => knownMatches(one),
  ),
  differing: count('Blocks in which the metric differs.', ({ one }) => one.differing),
  ...ends(
    'difference_anytime',
    'decimal',
    'Lower end of the anytime 95 % interval of `difference`.',
    ({ one }) => one.anytime,
  ),
  p_anytime: p('The anytime p-value.', ({ one }) => one.anytime.p),
  p_anytime_adjusted: p('The same, adjusted like `p_adjusted`.', ({ one }) => one.anytimeAdjusted),
  ...ends(
    'difference_players',
    'decimal',
    "Lower end of the 95 % interval of the mean difference for players trained from different seeds: Student's t on the jackknife over members. It covers matches and players. Only for a seat's score, draws and length, if one agent's population plays all seats.",
    ({ one }) => one.members?.spread?.groups,
  ),
  players_p: p(
    'p-value for all members being alike in it (F test of the jackknife variance against that of matches).',
    ({ one }) => one.members?.spread?.p ?? Number.NaN,
  ),
}

const COMPARISONS = { ...CELL_COLUMNS, ...COMPARISON_COLUMNS }

export const comparisons: Table<Row<typeof COMPARISONS>, 'comparisons'> = {
  id: 'comparisons',
  question: 'What did the rule change do?',
  row: 'One row for each variant (except the baseline), line-up and metric. With a single variant, the file has only a header.',
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

export interface Probed extends Compared {
  readonly probe: ProbeFinding['probe']
}

const probed = columnsFor<Probed>()

const LEVERS = {
  ...CELL_COLUMNS,
  probe: probed.text(
    '`step`: the baseline with one number moved by a step. `alone`: the baseline with one of several changes. `left out`: all changes except this one.',
    ({ probe }) => probe.kind,
  ),
  key: probed.text('The rule key.', ({ probe }) => probe.key),
  from: probed.setting('Its value in the reference.', ({ probe }) => settingCell(probe.from ?? undefined)),
  to: probed.setting('Its value in the variant.', ({ probe }) => settingCell(probe.to ?? undefined)),
  ...COMPARISON_COLUMNS,
  reference: {
    ...COMPARISON_COLUMNS.reference,
    meaning: 'The variant it is compared with: the baseline, or the variant with all changes.',
  },
}

/** A row per metric, for each variant that only one key is about. */
export const levers: Table<Row<typeof LEVERS>, 'levers'> = {
  id: 'levers',
  question: 'What does one step of each rule number do? What does each of several changes do on its own?',
  row: `One row for each metric, line-up and variant that differs from its reference in one key. The file has only a header unless the experiment has \`levers\` or \`apart\`. p-values are adjusted over the rows of this file, in families: ${APART.join('; ')}; all others.`,
  columns: LEVERS,
  key: [...CELL_KEY, 'metric'],
  ...inOne(result =>
    rowsOf(
      LEVERS,
      probesIn(result).flatMap(({ probe, row }) => row.map(one => ({ ...compared(one, result), probe }))),
    ),
  ),
}

const {
  more_matches: _,
  difference_players_low: __,
  difference_players_high: ___,
  players_p: ____,
  ...OF_RUNS
} = COMPARISON_COLUMNS

const DIFF = {
  ...CELL_COLUMNS,
  ...OF_RUNS,
  reference: text("The first run's variant.", ({ one }) => one.reference.cell.variant.name),
  paired: flag(
    'Whether blocks are paired by seed: both runs keep the facts of their matches. Otherwise, the figures are those of independent samples, without forfeited matches, and `p` is of their difference.',
    ({ one }) => one.isPaired,
  ),
  blocks: count('Paired blocks, or all blocks of the run that has fewer.', ({ one }) => one.blocks),
  ...interval(
    'difference',
    'decimal',
    '`after` minus `before`.',
    ({ one: { difference: mean, low, high } }) => ({
      mean,
      low,
      high,
    }),
    { low: 'Lower end of its 95 % interval.' },
  ),
  differing: count('Paired blocks in which the metric differs.', ({ one }) => one.differing),
}

/** What `evenhand diff --csv` prints. It is declared like other tables, but its rows are those of two runs. */
export const diffTable = {
  id: 'diff',
  question: 'What differs between two runs?',
  row: 'One row for each variant, line-up and metric that both runs have. `evenhand diff --csv` prints it.',
  columns: DIFF,
  key: [...CELL_KEY, 'metric'],
  rows: (joined: RunResult): readonly Cells[] =>
    rowsOf(
      DIFF,
      comparisonsOf(joined).map(one => compared(one, joined)),
    ),
}
