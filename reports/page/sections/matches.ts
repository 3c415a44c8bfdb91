/** Which matches to look at: the highlights of the line-ups that have charts. */
import { highlights } from '../../tables/index.ts'
import { section } from '../figure.ts'
import { html, type Markup, NOTHING } from '../html.ts'
import { leftOut, resultOf, type Subject } from '../subject.ts'
import { rowsTable } from '../table.ts'

export function matchesSection(subject: Subject): Markup {
  const rows = subject.pictured.flatMap(cell => highlights.rows(resultOf(subject, [cell])))
  if (rows.length === 0) return NOTHING
  const variant = subject.variants.length > 1 ? ['variant'] : []
  return section('matches', 'Which matches are worth looking at?', [
    html`<p>Each of them is played again, move by move, by the command behind it; FOLDER is the folder of this run. With <code>--html --open</code> behind that, it is a page of boards to step through.</p>`,
    leftOut(subject, 'highlights.csv'),
    rowsTable(
      highlights.columns,
      ['words', ...variant, 'lineup', 'agents', 'block', 'rotation', 'command'],
      rows,
    ),
  ])
}
