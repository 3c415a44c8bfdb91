/** levers.csv: what one key of the rules does, changed alone. */
import { type ProbeFinding, probesIn } from '../findings/levers.ts'
import { CELL_COLUMNS, CELL_KEY, type Cells, column, inOne, settingCell, type Table } from './column.ts'
import { COMPARISON_COLUMNS, comparisonRow } from './comparisons.ts'

/** A row per metric, for each variant that only one key is about. */
export const levers: Table = {
  id: 'levers',
  question:
    'What does each number of the rules do if it is moved a step, and each change of several if it is judged apart?',
  row: 'A metric of a variant that differs in one key from what it is compared with, and line-up; none unless the experiment has `levers` or `apart`. p-values are adjusted over the rows of this file, those of `use` for themselves.',
  columns: {
    ...CELL_COLUMNS,
    probe: column(
      'text',
      '`step`: a number of the baseline moved by a step; `alone`: one change of several on top of the baseline; `left out`: one taken back from the variant that has all of them.',
    ),
    key: column('text', 'The rule key.'),
    from: column('setting', 'Its value in the reference.'),
    to: column('setting', 'Its value in the variant.'),
    ...COMPARISON_COLUMNS,
    reference: column(
      'text',
      'The variant that it is compared with: the baseline, or that with all changes.',
    ),
  },
  key: [...CELL_KEY, 'metric'],
  ...inOne(result =>
    probesIn(result).flatMap(({ probe, row }) => row.map(one => rowOf(probe, comparisonRow(one, result)))),
  ),
}

function rowOf({ kind, key, from, to }: ProbeFinding['probe'], compared: Cells): Cells {
  const { variant, lineup, lineup_number, ...rest } = compared as Record<string, string | number>
  return {
    ...{ variant: variant!, lineup: lineup!, lineup_number: lineup_number! },
    ...{ probe: kind, key, from: settingCell(from ?? undefined), to: settingCell(to ?? undefined) },
    ...rest,
  }
}
