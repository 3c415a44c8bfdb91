/**
 * report.html: a run on one page, for who has no terminal. It loads nothing, and everything but sorting works without JavaScript. The same
 * run gives the same bytes. This folder is imported when a page is written: what draws the charts takes longer to load than many runs.
 */
import type { RunResult } from '../../sim/chunks/results.ts'
import { matchesOf } from '../../sim/figures/reading.ts'
import { type Answer, answerOf, type RunKind } from '../findings/answer/answer.ts'
import { counted, unbroken } from '../formatting.ts'
import { html, Markup, NOTHING, script, whole } from './html.ts'
import { MATCH_SCRIPT, matchStyle } from './match/index.ts'
import { policyOf, SCRIPT } from './script.ts'
import { seatSeries } from './seats.ts'
import { changesSection } from './sections/changes.ts'
import { distrustSection } from './sections/distrust.ts'
import { exploitsSection } from './sections/exploits.ts'
import { fairSection } from './sections/fair.ts'
import { feelSection } from './sections/feel.ts'
import { gateSection } from './sections/gate.ts'
import { apartSection, leversSection } from './sections/levers.ts'
import { madeSection } from './sections/made.ts'
import { matchesSection } from './sections/matches.ts'
import { playersSection } from './sections/players.ts'
import { useSection } from './sections/use.ts'
import { wordsSection } from './sections/words.ts'
import { worthSection } from './sections/worth.ts'
import { STYLE, schemes } from './style.ts'
import { type MatchPages, NO_MATCHES, type Subject, subjectOf } from './subject.ts'

export { LIVE_POLICY, type ListedRun, listPage, troublePage, watchPage } from './live.ts'
export { matchPage } from './match/index.ts'
export { drawn } from './playing/drawing.ts'
export { playPage } from './playing/page.ts'
export { type MatchPages, matchKey, NO_MATCHES, picturedOf, type WatchedMatch } from './subject.ts'

/** The parts of the page, and what the contents call them. */
const SECTIONS = {
  gate: ['Bounds', gateSection],
  changes: ['Changes', changesSection],
  apart: ['Apart', apartSection],
  worth: ['Worth', worthSection],
  levers: ['Levers', leversSection],
  fair: ['Fair?', fairSection],
  players: ['Players', playersSection],
  matches: ['Matches', matchesSection],
  feel: ['Feel', feelSection],
  use: ['Use', useSection],
  exploits: ['Exploits', exploitsSection],
  distrust: ['Caveats', distrustSection],
  made: ['Repeat', madeSection],
  words: ['Words', wordsSection],
} satisfies Readonly<Record<string, readonly [name: string, write: (subject: Subject) => Markup]>>

type SectionId = keyof typeof SECTIONS

/** What each kind of run opens with; the other parts follow in their order. */
const FIRST: Readonly<Record<RunKind, readonly SectionId[]>> = {
  play: ['fair'],
  compare: ['changes'],
  sweep: ['changes'],
  levers: ['levers'],
  usefulness: ['worth'],
  ladder: ['players'],
  gate: ['gate'],
}

/** Larger pages play fewer matches. */
const BYTES_MAX = 3_000_000

/** The text of report.html, with the matches to play in it and links to pages of matches beside it. */
export function pageOf(result: RunResult, matches: Partial<MatchPages> = {}): string {
  const all = { ...NO_MATCHES, ...matches }
  for (let shown = all.watched.length; ; shown--) {
    const dropped = all.watched.length - shown
    const page = textOf(result, { ...all, watched: all.watched.slice(0, shown), dropped })
    if (shown === 0 || Buffer.byteLength(page) <= BYTES_MAX) return page
  }
}

function textOf(result: RunResult, matches: MatchPages): string {
  const { experiment } = result
  const cells = [...result.cells, ...result.handicaps, ...result.probes]
  const subject = subjectOf(result, matches)
  const found = answerOf(result)
  const first = FIRST[found.kind]
  const all = Object.keys(SECTIONS) as SectionId[]
  const ids = [...first, ...all.filter(id => !first.includes(id))]
  const sections = ids.map(id => ({ id, name: SECTIONS[id][0], content: SECTIONS[id][1](subject) }))
  const written = sections.filter(({ content }) => content.text !== '')
  const played = cells.reduce((sum, cell) => sum + matchesOf(cell), 0)
  const isPlayed = matches.watched.length > 0
  const code = isPlayed ? SCRIPT + MATCH_SCRIPT : SCRIPT
  const looks = isPlayed ? matchStyle(matches.watched[0]!.record.game.info.seats) : ''
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(policyOf(code))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${found.title}</title>
<link rel="icon" href="data:,">
<style>${new Markup(STYLE + schemes(index => `.seats{${seatSeries(experiment.seats, index)}}`) + looks)}</style>
</head>
<body>
<a class="skip" href="#report">To the report</a>
<header>
<h1>${found.title}</h1>
${answerBlock(found)}
<p class="note">${counted(played, 'match', 'matches')} of ${experiment.game}, seed ${experiment.seed}</p>
</header>
<nav aria-label="Contents"><ul>${written.map(({ id, name }) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>
<main id="report">
${written.map(({ content }) => content)}</main>
${script(code)}
</body>
</html>
`
  return page.text
}

/** The answer, before anything else. */
function answerBlock({ answer, agreement, distrust }: Answer): Markup {
  const [first, ...others] = answer.map(unbroken)
  const isList = others.length > MANY
  return html`<div class="answer"><p><strong>${first!}</strong>${isList ? '' : ` ${others.join(' ')}`}</p>${
    isList ? html`<ul class="seen">${others.map(text => html`<li>${text}</li>`)}</ul>` : NOTHING
  }${agreement === '' ? NOTHING : html`<p>${unbroken(agreement)}</p>`}${distrust.map(
    text => html`<p class="doubt">${whole(text)}</p>`,
  )}</div>`
}

/** More sentences than this are a list. */
const MANY = 2
