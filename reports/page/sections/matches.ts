/** Matches to watch in the page, and which others are worth a look. */

import { MATCH_PAGES } from '../../files/names.ts'
import { lackingWords, watchedOf } from '../../findings/highlights.ts'
import { counted, thousands } from '../../formatting.ts'
import { highlights } from '../../tables/index.ts'
import { html, type Markup, NOTHING, section } from '../html.ts'
import { playerOf } from '../match/index.ts'
import { leftOut, lineupName, matchKey, resultOf, type Subject, type WatchedMatch } from '../subject.ts'
import { wideTable } from '../table.ts'

export function matchesSection(subject: Subject): Markup {
  const { watched, dropped } = subject.matches
  const others = otherMatches(subject)
  if (watched.length === 0 && others === NOTHING) return NOTHING
  // All come from one line-up of one variant.
  const rules = subject.variants.length > 1 ? watchedOf(subject.result)?.cell.cell.variant.name : undefined
  return section('matches', watched.length > 0 ? 'Watch a match' : 'Which matches are worth a look?', [
    html`${watched.map((one, at) => player(one, at, rules))}`,
    dropped === 0
      ? NOTHING
      : html`<p class="note">${counted(dropped, 'match', 'matches')} to watch left out, to keep this page under 3 MB.</p>`,
    watched.length === 0
      ? others
      : html`<details><summary>More matches and replay commands</summary>${others}</details>`,
  ])
}

const TITLES: Readonly<Record<string, string>> = {
  typical: 'A typical match',
  closest: 'The closest match',
  comeback: 'The most dramatic match: the largest comeback',
  longest: 'The longest match',
}

/** Longer matches join the decisions of a step, or of a turn. */
const LENGTH_MAX = 600_000

function player({ id, record }: WatchedMatch, at: number, rules?: string): Markup {
  const { markup, outcome, thinned } = playerOf(record, `w${at}-`, LENGTH_MAX)
  const { agents, game } = record
  const isMirror = agents.length > 0 && agents.every(agent => agent === agents[0])
  const players = isMirror
    ? `${agents[0]} plays itself`
    : game.info.seats.map((seat, i) => (agents[i] ? `${seat}: ${agents[i]}` : seat)).join(', ')
  const joined =
    thinned === null
      ? ''
      : ` The match is long: you see the position after each ${thinned === 'turn' ? 'turn' : game.info.step.label}.`
  const under = rules === undefined ? '' : ` Rules: ${rules}.`
  return html`<details class="watch"${at === 0 ? html` open` : NOTHING}><summary>${TITLES[id] ?? id}</summary>
<p><strong>${outcome}.</strong> ${players}.${under}${joined}</p>
${markup}</details>
`
}

/** The highlights of the line-ups that have charts. */
function otherMatches(subject: Subject): Markup {
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
    { head: 'players by seat' },
    { head: 'block', meaning: columns.block!.meaning, isNumber: true },
    { head: 'rotation', meaning: columns.rotation!.meaning, isNumber: true },
    { head: 'command' },
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
  const told = hasPages
    ? html`<p>Each match is a page in the folder <code>${MATCH_PAGES}</code>. If you send this page, send that folder, too. To replay a match in a terminal, run its command, with the folder of this run for FOLDER.</p>`
    : html`<p>To replay a match in a terminal, run its command, with the folder of this run for FOLDER. Add <code>--html --open</code> to get a page like the one above.${
        lacking.length > 0
          ? NOTHING
          : html` <code>evenhand report FOLDER --match-pages</code> writes such a page for each match, and this page then links to them.`
      }</p>`
  return html`${[
    listed.length === 0 ? NOTHING : told,
    lacking.length === 0
      ? NOTHING
      : html`<p>Without a page:</p><ul class="words">${lackingWords(lacking, subject.result.experiment.variants.length > 1).map(text => html`<li>${text}</li>`)}</ul>`,
    leftOut(subject, 'highlights.csv'),
    rows.length === 0 ? NOTHING : wideTable(heads, rows),
  ]}`
}
