/**
 * report.html: a run on one page, for readers without a terminal. It loads nothing, and everything but sorting works without JavaScript. The same
 * run gives the same bytes. This folder is imported when a page is written: what draws the charts takes longer to load than many runs.
 */
import type { RunResult } from '../../sim/chunks/results.ts'
import { answerOf, type RunKind } from '../findings/answer/answer.ts'
import { feelAnswer } from '../findings/feel.ts'
import { playedWords } from '../findings/members.ts'
import { mirrorsOf } from '../findings/order.ts'
import { answerBlock, documentOf } from './document.ts'
import type { Markup } from './html.ts'
import { MATCH_SCRIPT, matchStyle } from './match/index.ts'
import { SCRIPT } from './script.ts'
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
import { schemes } from './style.ts'
import { type MatchPages, NO_MATCHES, type Subject, subjectOf } from './subject.ts'

export { diffPage } from './diff.ts'
export { LIVE_POLICY, type ListedRun, listPage, troublePage, watchPage } from './live.ts'
export { matchPage } from './match/index.ts'
export { drawn } from './playing/drawing.ts'
export { playPage } from './playing/page.ts'
export { type MatchPages, matchKey, NO_MATCHES, picturedOf, type WatchedMatch } from './subject.ts'
export { answerOfTuning, tuningPage, tuningTitle } from './tuning.ts'

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
  const subject = subjectOf(result, matches)
  const found = answerOf(result)
  const feel = found.kind === 'play' ? feelAnswer(mirrorsOf(result, 0)) : ''
  const first = FIRST[found.kind]
  const all = Object.keys(SECTIONS) as SectionId[]
  const ids = [...first, ...all.filter(id => !first.includes(id))]
  const sections = ids.map(id => ({ id, name: SECTIONS[id][0], content: SECTIONS[id][1](subject) }))
  const isPlayed = matches.watched.length > 0
  return documentOf({
    title: found.title,
    answer: answerBlock({ ...found, feel }),
    note: playedWords(result),
    parts: sections,
    code: isPlayed ? SCRIPT + MATCH_SCRIPT : SCRIPT,
    style: `${schemes(index => `.seats{${seatSeries(experiment.seats, index)}}`)}${isPlayed ? matchStyle(matches.watched[0]!.record.game.info.seats) : ''}`,
  })
}
