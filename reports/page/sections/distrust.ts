/** What to distrust: caps, faults, small samples. */
import { blocksOf, FEW } from '../../../sim/figures/reading.ts'
import { warningsOf } from '../../findings/verdicts/warnings.ts'
import { counted, inWords } from '../../formatting.ts'
import { faults } from '../../tables/index.ts'
import { html, type Markup, NOTHING, section, whole } from '../html.ts'
import { cellName, type Subject } from '../subject.ts'
import { rowsTable } from '../table.ts'

/** Most names, warnings of a kind, and faults listed. */
const NAMED = 12
/** Warnings before the fold. */
const OPEN = 4
const FAULTS_SHOWN = 20

export function distrustSection(subject: Subject): Markup {
  const warnings = warningsOf(subject.result)
  const rows = faults.rows(subject.result)
  const shown = warnings.slice(0, NAMED)
  const more = warnings.length - shown.length
  const open = shown.length > OPEN + 1 ? OPEN : shown.length
  const rest = [
    ...shown.slice(open),
    ...(more > 0 ? [`And ${counted(more, 'more warning')} like these.`] : []),
  ]
  return section('distrust', 'Caveats', [
    listOf([
      ...shown.slice(0, open),
      ...fewWords(subject),
      'Expect about five of a hundred intervals to miss the true value.',
      'A verdict applies to these AI players. Trust it more when strong and weak players agree.',
    ]),
    rest.length === 0
      ? NOTHING
      : html`<details><summary>${counted(warnings.length - open, 'more warning')}</summary>${listOf(rest)}</details>`,
    rows.length === 0
      ? NOTHING
      : html`<details><summary>Matches that failed: ${rows.length > FAULTS_SHOWN ? `the first ${FAULTS_SHOWN} of ${rows.length} in faults.csv` : String(rows.length)}</summary>${rowsTable(
          faults.columns,
          ['variant', 'lineup', 'block', 'rotation', 'seat', 'agent', 'decision', 'reason'],
          rows.slice(0, FAULTS_SHOWN),
        )}</details>`,
  ])
}

function listOf(texts: readonly string[]): Markup {
  return html`<ul class="words">${texts.map(
    text => html`<li>${whole(text)}</li>
`,
  )}</ul>`
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
