/** Which matches to look at: the highlights of the line-ups that have charts. */
import { thousands } from '../../formatting.ts'
import { highlights } from '../../tables/index.ts'
import { section } from '../figure.ts'
import { html, type Markup, NOTHING } from '../html.ts'
import { leftOut, lineupName, resultOf, type Subject } from '../subject.ts'
import { wideTable } from '../table.ts'

export function matchesSection(subject: Subject): Markup {
  const { columns } = highlights
  const listed = subject.pictured.flatMap(cell =>
    highlights.rows(resultOf(subject, [cell])).map(row => ({ row, cell })),
  )
  if (listed.length === 0) return NOTHING
  const isSwept = subject.variants.length > 1
  const heads = [
    { head: 'match' },
    ...(isSwept ? [{ head: 'variant' }] : []),
    { head: 'line-up' },
    { head: 'who played, by seat' },
    { head: 'block', meaning: columns.block!.meaning, isNumber: true },
    { head: 'rotation', meaning: columns.rotation!.meaning, isNumber: true },
    { head: 'what shows it' },
  ]
  const rows = listed.map(({ row, cell }) => [
    row.words,
    ...(isSwept ? [cell.cell.variant.name] : []),
    lineupName(cell),
    row.agents,
    thousands(row.block),
    thousands(row.rotation),
    row.command,
  ])
  return section('matches', 'Which matches are worth looking at?', [
    html`<p>Each of them is played again, move by move, by the command behind it; FOLDER is the folder of this run. With <code>--html --open</code> behind that, it is a page of boards to step through.</p>`,
    leftOut(subject, 'highlights.csv'),
    wideTable(heads, rows),
  ])
}
