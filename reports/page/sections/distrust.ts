/** What to distrust: caps, faults, small samples. */
import { blocksOf, FEW } from '../../../sim/figures/reading.ts'
import { warningsOf } from '../../findings/verdicts/warnings.ts'
import { counted, inWords, unbroken } from '../../formatting.ts'
import { faults } from '../../tables/index.ts'
import { html, type Markup, NOTHING, section } from '../html.ts'
import { cellName, type Subject } from '../subject.ts'
import { rowsTable } from '../table.ts'

/** Names and warnings of each kind, and faults, that are told. */
const NAMED = 12
const FAULTS_SHOWN = 20

export function distrustSection(subject: Subject): Markup {
  const warnings = warningsOf(subject.result)
  const rows = faults.rows(subject.result)
  const shown = warnings.slice(0, NAMED)
  const more = warnings.length - shown.length
  return section('distrust', 'Caveats', [
    html`<ul class="words">${[
      ...shown,
      ...(more > 0 ? [`And ${counted(more, 'more warning')} like these.`] : []),
      ...fewWords(subject),
      'Expect about five of a hundred intervals to miss the true value.',
      'A verdict applies to these AI players. Trust it more when strong and weak players agree.',
    ].map(
      text => html`<li>${unbroken(text)}</li>
`,
    )}</ul>`,
    rows.length === 0
      ? NOTHING
      : html`<details><summary>Matches that failed: ${rows.length > FAULTS_SHOWN ? `the first ${FAULTS_SHOWN} of ${rows.length} in faults.csv` : String(rows.length)}</summary>${rowsTable(
          faults.columns,
          ['variant', 'lineup', 'block', 'rotation', 'seat', 'agent', 'decision', 'reason'],
          rows.slice(0, FAULTS_SHOWN),
        )}</details>`,
  ])
}

/** Line-ups of which little was played. */
function fewWords(subject: Subject): string[] {
  const few = subject.result.cells.filter(cell => blocksOf(cell) < FEW)
  if (few.length === 0) return []
  const names = few.slice(0, NAMED).map(cell => `${cellName(subject, cell)} (${blocksOf(cell)})`)
  const rest = few.length - names.length
  return [
    `Wide intervals, because few blocks were played: ${inWords([...names, ...(rest > 0 ? [`${counted(rest, 'more line-up')}`] : [])])}.`,
  ]
}
