/**
 * The page of one match: every position with the decisions that led to it, the gauges, and the turning point.
 * It loads nothing, and without JavaScript shows all positions one after the other. The same record gives the
 * same bytes.
 */
import { lacksGauges } from '../../../engine/plain/index.ts'
import { endingWords, type MatchRecord, wonWords } from '../../../sim/records/record.ts'
import { type Content, html, Markup, NOTHING, script } from '../html.ts'
import { policyOf } from '../script.ts'
import { STYLE } from '../style.ts'
import { Painter } from './boards/board.ts'
import { GRAINS, type Moment, momentsOf, type Result, resultOf } from './moments.ts'
import { MATCH_SCRIPT } from './script.ts'
import { lineSample, linesKey, stripsOf } from './strip.ts'
import { matchStyle } from './style.ts'
import { lastLead, type TurningPoint, turningPoint } from './turning.ts'

/** Longer pages show only the last position of a step, or of a turn, with all decisions. */
const LENGTH_MAX = 1_500_000

/** The page. Its title begins with `why` the match is shown. Throws an InputError at the first impossible decision. */
export function matchPage(record: MatchRecord, why = ''): string {
  const result = resultOf(record)
  let text = ''
  for (const grain of GRAINS) {
    text = pageOf(record, why, result, momentsOf(record, grain))
    if (text.length <= LENGTH_MAX) break
  }
  return text
}

function pageOf(record: MatchRecord, why: string, result: Result | null, moments: readonly Moment[]): string {
  const { info, text } = record.game
  const title = why === '' ? record.title : `${capital(why)}: ${record.title}`
  const winner = result?.winner ?? null
  const turning = winner === null ? null : turningPoint(moments, winner, info.gauges[0]!.zeroSum)
  const painter = text.board ? new Painter(text.board, info.seats) : null
  const articles = moments.map((_, i) => article(record, painter, moments, i, turning?.moment === i))
  const [first, ...others] = stripsOf(info, moments, turning)
  const seats = info.seats.map((seat, i) => `${seat}${record.agents[i] ? `: ${record.agents[i]}` : ''}`)
  const hides = info.type.information === 'imperfect' || info.type.dynamics === 'simultaneous'
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(policyOf(MATCH_SCRIPT))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${new Markup(STYLE)}${new Markup(matchStyle(info.seats))}</style>
</head>
<body>
<a class="skip" href="#match">To the match</a>
<header>
<h1>${title}</h1>
<p>${seats.join(', ')}.${record.place === '' ? '' : ` ${capital(record.place)} of its run.`}${hides ? ' Everything is shown, what the seats hid from each other too.' : ''}</p>
</header>
<main>
<p><strong>${endOf(record, result)}.</strong> ${turningWords(record, result, moments, turning)}</p>
<section id="match" aria-label="The match">
${painter ? html`${painter.definitions}${painter.legend(seat => lineSample(info, seat))}${orderKey(text.legend)}` : text.legend === undefined ? NOTHING : html`<pre tabindex="0" role="group" aria-label="Legend">${linesOf(text.legend)}</pre>`}
${painter ? NOTHING : linesKey(info)}${first ?? NOTHING}${others.length === 0 ? NOTHING : html`<details class="gauges"><summary>Other gauges</summary>${others}</details>`}
${controls(moments.length, turning)}
<div class="moments">${articles}</div>
</section>
</main>
${script(MATCH_SCRIPT)}
</body>
</html>
`
  return page.text
}

/** How decisions are written, folded away below a drawn board. */
function orderKey(legend: string | undefined): Markup {
  return legend === undefined
    ? NOTHING
    : html`<details><summary>How decisions and positions are written</summary><pre tabindex="0">${linesOf(legend)}</pre></details>`
}

function controls(count: number, turning: TurningPoint | null): Markup {
  const button = (go: string, name: string, sign: string): Markup =>
    html`<button type="button" data-go="${go}" aria-label="${name}">${sign}</button>`
  return html`<div class="controls" role="group" aria-label="Positions">${button('first', 'First', '«')}${button('previous', 'Previous', '‹')}${button('next', 'Next', '›')}${button('last', 'Last', '»')}<button type="button" data-go="play">Play</button>${
    turning ? html`<button type="button" data-go="turning">Turning point</button>` : NOTHING
  }<input type="range" min="0" max="${count - 1}" value="0" aria-label="Position"><output></output></div><p class="told" role="status"></p>`
}

const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

function titleOf({ game }: MatchRecord, { turn, steps }: Moment, before: Moment | undefined): string {
  const { label, perTurn } = game.info.step
  if (turn === 0) return 'Start'
  const step = 1 + (before?.steps ?? 0)
  if (perTurn === 1) return `${capital(label)} ${turn}`
  const [from, to] = [1 + ((step - 1) % perTurn), 1 + ((Math.max(step, steps) - 1) % perTurn)]
  return `Turn ${turn}, ${label} ${from}${to > from ? ` to ${to}` : ''}`
}

function article(
  record: MatchRecord,
  painter: Painter | null,
  moments: readonly Moment[],
  at: number,
  isTurning: boolean,
): Markup {
  const { info } = record.game
  const moment = moments[at]!
  const { decisions, position, story } = moment
  const before = moments[at - 1]
  const id = `m${at}`
  const drawn =
    typeof position === 'string'
      ? html`<pre tabindex="0" role="group" aria-label="the position">${linesOf(position)}</pre>`
      : painter!.paint(position, before && typeof before.position !== 'string' ? before.position : null)
  const told = typeof position === 'string' ? [] : position.standings
  const level = lacksGauges(info) ? [] : [gaugeWords(info, moment)]
  const standings = (told.length > 0 ? told : level).map(words => html`<p class="standings">${words}</p>`)
  return html`<article class="moment${painter ? '' : ' text'}" id="${id}"${isTurning ? html` data-turning=""` : NOTHING} aria-labelledby="${id}-h"><h2 id="${id}-h">${titleOf(record, moment, before)}${isTurning ? html` <mark>turning point</mark>` : NOTHING}</h2>${drawn}<div>${
    decisions.length + story.length === 0
      ? NOTHING
      : html`<ul>${bySeat(decisions, info.seats).map(words => html`<li class="decided">${words}</li>`)}${story.map(words => html`<li>${words}</li>`)}</ul>`
  }${standings}</div></article>
`
}

/** A text of several lines for a `pre`: an escaped text has no line ends. */
function linesOf(text: string): Content {
  return text.split('\n').map(
    line => html`${line}
`,
  )
}

/** Joins decisions in a row of the same seat, or of chance: "white: 3 e3 p; done". */
function bySeat(decisions: readonly string[], seats: readonly string[]): string[] {
  const texts: string[] = []
  let last: string | undefined
  for (const decision of decisions) {
    const seat = seats.find(name => decision.startsWith(`${name} `)) ?? ''
    const rest = seat === '' ? decision : decision.slice(seat.length + 1)
    if (seat === last) texts[texts.length - 1] += `; ${rest}`
    else texts.push(seat === '' ? rest : `${seat}: ${rest}`)
    last = seat
  }
  return texts
}

/** "favour: white +2". */
function gaugeWords({ gauges, seats }: MatchRecord['game']['info'], { gauges: values }: Moment): string {
  const [{ label, zeroSum }] = gauges as readonly [(typeof gauges)[number]]
  const shown = zeroSum ? seats.slice(0, 1) : seats
  return `${label}: ${shown.map((seat, i) => `${seat} ${values[0]![i]!}`).join(', ')}`
}

/** The ending by the record, else by the board. */
function endOf({ game, outcome }: MatchRecord, result: Result | null): string {
  if (outcome !== '') return outcome
  if (result === null) return 'The record stops before the end'
  const winner = result.winner === null ? null : game.info.seats[result.winner]!
  return [wonWords(winner), ...endingWords(winner, result.ending)].join(', ')
}

function turningWords(
  record: MatchRecord,
  result: Result | null,
  moments: readonly Moment[],
  turning: TurningPoint | null,
): Content {
  const { info } = record.game
  if (result === null || result.winner === null)
    return 'No seat won on the board alone, so that there is no turning point.'
  if (lacksGauges(info)) return 'The game has no gauges, so that nothing shows a turning point.'
  const winner = info.seats[result.winner]!
  const [{ label, zeroSum }] = info.gauges as readonly [(typeof info.gauges)[number]]
  const lead = zeroSum ? `${label} (${winner})` : `${winner}’s lead in ${label}`
  if (turning === null) {
    const last = lastLead(moments, result.winner, zeroSum)
    const before = `before the last ${info.step.label}`
    if (last > 0) return `There is no turning point: ${lead} never grew ${before}.`
    const was = zeroSum || last === 0 ? `${lead} was ${last}` : `${winner} was ${-last} behind in ${label}`
    return `There is no turning point: ${before}, ${was}.`
  }
  const title = titleOf(record, moments[turning.moment]!, moments[turning.moment - 1])
  return html`Turning point: <a href="#m${turning.moment}">${title}</a>, in which ${lead} went from ${turning.before} to ${turning.after}: before the last ${info.step.label}, the largest gain that left ${winner} ahead.`
}
