/** Which matches to look at: the highlights of the line-ups that have charts. */

import { MATCH_PAGES } from '../../files/names.ts'
import { lackingWords } from '../../findings/highlights.ts'
import { thousands } from '../../formatting.ts'
import { highlights } from '../../tables/index.ts'
import { html, type Markup, NOTHING, section } from '../html.ts'
import { leftOut, lineupName, matchKey, resultOf, type Subject } from '../subject.ts'
import { wideTable } from '../table.ts'

export function matchesSection(subject: Subject): Markup {
  const { columns } = highlights
  const listed = subject.pictured.flatMap(cell =>
    highlights.rows(resultOf(subject, [cell])).map(row => ({ row, cell })),
  )
  const { pages, lacking } = subject.matches
  if (listed.length === 0 && lacking.length === 0) return NOTHING
  const pageOf = ({ row, cell }: (typeof listed)[number]) => pages.get(matchKey(cell.cell.index, row))
  const hasPages = listed.some(one => pageOf(one) !== undefined)
  const isSwept = subject.variants.length > 1
  const heads = [
    { head: 'match' },
    ...(hasPages ? [{ head: 'how it ended' }] : []),
    ...(isSwept ? [{ head: 'variant' }] : []),
    { head: 'line-up' },
    { head: 'who played, by seat' },
    { head: 'block', meaning: columns.block!.meaning, isNumber: true },
    { head: 'rotation', meaning: columns.rotation!.meaning, isNumber: true },
    { head: 'what shows it' },
  ]
  const rows = listed
    .map(one => ({ ...one, page: pageOf(one) }))
    .map(({ row, cell, page }) => [
      page ? html`<a href="${page.href}">${row.words}</a>` : row.words,
      ...(hasPages ? [page?.outcome ?? ''] : []),
      ...(isSwept ? [cell.cell.variant.name] : []),
      lineupName(cell),
      row.agents,
      thousands(row.block),
      thousands(row.rotation),
      row.command,
    ])
  return section('matches', 'Which matches are worth looking at?', [
    listed.length === 0
      ? NOTHING
      : hasPages
        ? html`<p>Each of them is a page of boards to step through, in the folder <code>${MATCH_PAGES}</code>: whoever gets this page needs that folder beside it. The command behind a match plays it again at the terminal; FOLDER is the folder of this run.</p>`
        : html`<p>Each of them is played again, move by move, by the command behind it; FOLDER is the folder of this run. With <code>--html --open</code> behind that, it is a page of boards to step through.${
            lacking.length > 0
              ? NOTHING
              : html` <code>evenhand report FOLDER</code> with <code>--match-pages</code> writes such pages of all of them, for who has no terminal, and links to them from here.`
          }</p>`,
    lacking.length === 0
      ? NOTHING
      : html`<p>Without a page:</p><ul class="words">${lackingWords(lacking, subject.result.experiment.variants.length > 1).map(text => html`<li>${text}</li>`)}</ul>`,
    leftOut(subject, 'highlights.csv'),
    rows.length === 0 ? NOTHING : wideTable(heads, rows),
  ])
}
