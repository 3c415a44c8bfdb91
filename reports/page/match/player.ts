/**
 * Plays a match on a page: one board whose places change from step to step, the gauges, and the story. It
 * loads nothing. Without JavaScript it shows the last position and the whole story.
 */
import { foldLine } from '../../../engine/contract/index.ts'
import { lacksGauges } from '../../../engine/plain/index.ts'
import { type MatchRecord, outcomeText, wonWords } from '../../../sim/records/record.ts'
import { printable } from '../../formatting.ts'
import { type Content, html, Markup, NOTHING } from '../html.ts'
import { Painter } from './boards/board.ts'
import { GRAINS, type Grain, type Moment, momentsOf, type Result, resultOf } from './moments.ts'
import { lineSample, linesKey, stripsOf } from './strip.ts'
import { courseOf, type LeadCourse, TURNING_POINT } from './turning.ts'

/** A match as a page has it. */
export interface MatchPlayer {
  readonly markup: Markup
  /** How it ended. */
  readonly outcome: string
  /** What one step spans, if decisions or steps are joined so that the match fits. */
  readonly thinned: Exclude<Grain, 'board'> | null
}

/**
 * A player whose ids begin with `id`, at most `most` characters long if joining steps or turns achieves that.
 * Throws an InputError at the first impossible decision.
 */
export function playerOf(record: MatchRecord, id: string, most: number): MatchPlayer {
  const result = resultOf(record)
  const outcome = endOf(record, result)
  let player: MatchPlayer | null = null
  for (const grain of GRAINS) {
    const markup = playing(record, id, result, momentsOf(record, grain))
    player = { markup, outcome, thinned: grain === 'board' ? null : grain }
    if (markup.text.length <= most) break
  }
  return player!
}

function playing(record: MatchRecord, id: string, result: Result | null, moments: readonly Moment[]): Markup {
  const { info, text } = record.game
  const winner = result?.winner ?? null
  const course = winner === null ? null : courseOf(moments, winner, info.gauges[0]!.zeroSum)
  const turning = course?.turning ?? null
  const painter = text.board ? new Painter(text.board, info.seats, id) : null
  const texts = new Texts()
  for (const { position } of moments) {
    if (typeof position === 'string') texts.take(position)
    else painter!.take(position)
  }
  const [first, ...others] = stripsOf(info, moments, turning)
  const board = painter
    ? painter.drawn
    : html`<pre class="board" tabindex="0" role="group" aria-label="the position">${linesOf(texts.last)}</pre>`
  return html`<div class="match" role="group" aria-label="The match">
<p>${turningWords(record, id, result, moments, course)}</p>
${painter?.definitions ?? NOTHING}${first ?? NOTHING}
${controls(moments.length)}
<p class="title"></p>
<div class="view">${board}<div class="caption" hidden></div></div>
${painter ? painter.legend(seat => lineSample(info, seat)) : linesKey(info)}
${others.length === 0 ? NOTHING : html`<details class="gauges"><summary>Other gauges</summary>${others}</details>`}${text.legend === undefined ? NOTHING : html`<details><summary>Notation of decisions and positions</summary><pre tabindex="0">${linesOf(folded(text.legend))}</pre></details>`}
<details class="story"><summary>The match in words</summary><ol>${moments.map((_, at) => step(record, id, moments, at, turning?.moment === at))}</ol></details>
${dataBlock(painter ? painter.data : texts.data)}</div>
`
}

/** A block of JSON, which no browser runs. */
function dataBlock(data: object): Markup {
  const text = JSON.stringify(data).replaceAll('<', '\\u003c')
  return html`${new Markup('<script type="application/json">')}${new Markup(text)}${new Markup('</script>')}`
}

/** Positions that are texts, as scripts read them: each line once. */
class Texts {
  readonly #numbers = new Map<string, number>()
  readonly #texts: number[][] = []
  last = ''

  take(text: string): void {
    this.last = text
    const numbers = text.split('\n').map(line => {
      const shown = printable(line)
      const number = this.#numbers.get(shown) ?? this.#numbers.size
      this.#numbers.set(shown, number)
      return number
    })
    this.#texts.push(numbers)
  }

  get data(): object {
    return { lines: [...this.#numbers.keys()], texts: this.#texts }
  }
}

function controls(count: number): Markup {
  const button = (go: string, name: string, sign: string): Markup =>
    html`<button type="button" data-go="${go}" aria-label="${name}">${sign}</button>`
  return html`<div class="controls" role="group" aria-label="Steps">${[
    button('first', 'First', '«'),
    button('previous', 'Previous', '‹'),
    button('next', 'Next', '›'),
    button('last', 'Last', '»'),
  ]}<button type="button" data-go="play">Play</button><input type="range" min="0" max="${count - 1}" value="0" aria-label="Step"><output></output></div><p class="told" role="status"></p>`
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

/** A step of the story. */
function step(
  record: MatchRecord,
  id: string,
  moments: readonly Moment[],
  at: number,
  isTurning: boolean,
): Markup {
  const { info } = record.game
  const moment = moments[at]!
  const { decisions, position, story } = moment
  const told = typeof position === 'string' ? [] : position.standings
  const level = lacksGauges(info) ? [] : [gaugeWords(info, moment)]
  const standings = (told.length > 0 ? told : level).map(words => html`<p class="standings">${words}</p>`)
  return html`<li id="${id}${at}"${isTurning ? html` data-turning=""` : NOTHING}><b>${titleOf(record, moment, moments[at - 1])}</b>${isTurning ? html` <mark>turning point</mark>` : NOTHING}${
    decisions.length + story.length === 0
      ? NOTHING
      : html`<ul>${bySeat(decisions, info.seats).map(words => html`<li class="decided">${words}</li>`)}${story.map(words => html`<li>${words}</li>`)}</ul>`
  }${standings}</li>
`
}

/** Most characters of a line that fits on a phone. */
const COLUMNS = 44

function folded(text: string): string {
  return text
    .split('\n')
    .flatMap(line => foldLine(line, '  ', COLUMNS))
    .join('\n')
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
  if (outcome !== '') return capital(outcome)
  if (result === null) return 'The record stops before the end'
  const winner = result.winner === null ? null : game.info.seats[result.winner]!
  return capital(outcomeText(wonWords(winner, result.ending), result.ending.label))
}

/** The turning point, and from when on the winner was ahead. */
function turningWords(
  record: MatchRecord,
  id: string,
  result: Result | null,
  moments: readonly Moment[],
  course: LeadCourse | null,
): Content {
  const { info } = record.game
  if (course === null) return 'No seat won outright, so there is no turning point.'
  if (lacksGauges(info)) return 'The game has no gauges, so there is no turning point.'
  const winner = info.seats[result!.winner!]!
  const [{ label, zeroSum }] = info.gauges as readonly [(typeof info.gauges)[number]]
  const { ahead, last, turning } = course
  const place = (moment: number): Markup =>
    html`<a href="#${id}${moment}">${titleOf(record, moments[moment]!, moments[moment - 1])}</a>`
  // Of a zero-sum gauge, the winner's value is its lead.
  const stood = (lead: number): string => {
    if (zeroSum) return `${label} (${winner}) was ${lead}`
    if (lead === 0) return `${winner} was level in ${label}`
    return `${winner} was ${Math.abs(lead)} ${lead < 0 ? 'behind' : 'ahead'} in ${label}`
  }
  const after =
    ahead === null
      ? ` Before the last ${info.step.label}, ${stood(last)}.`
      : ahead === 0
        ? ` ${capital(winner)} was ahead all the way.`
        : html` ${capital(winner)} was ahead from ${place(ahead)} on.`
  if (turning === null) return html`There is no turning point.${after}`
  const low = turning.lead === 0 && !zeroSum ? ' for the last time' : ', its lowest point'
  return html`<abbr title="${TURNING_POINT}">Turning point</abbr>: ${place(turning.moment)}. ${capital(stood(turning.lead))}${low}.${after}`
}
