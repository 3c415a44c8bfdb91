/** How does it feel? Curves, comebacks, lengths and endings of a line-up. */
import { lacksGauges } from '../../../engine/plain/index.ts'
import type { CellResult } from '../../../sim/chunks/results.ts'
import { qualityOf } from '../../../sim/figures/qualities.ts'
import { FEW } from '../../../sim/figures/reading.ts'
import { halfLeaderWords, hasCourse, isRarelyWon, noReturnOf, noReturnWords } from '../../findings/feel.ts'
import { percentOf, unbroken, withInterval } from '../../formatting.ts'
import { gallery, html, type Markup, NOTHING, ofSeats, section } from '../html.ts'
import { cellName, leftOut, type Subject, seatNames } from '../subject.ts'
import { behindFigure, chancesFigure } from './comebacks.ts'
import { curveFigures, REACHED_MIN } from './curves.ts'
import { endingsFigure, lengthsFigure } from './endings.ts'
import { seriesKey } from './key.ts'

/** Line-ups that are open when the page opens. */
const OPEN = 3

export function feelSection(subject: Subject): Markup {
  const { pictured, result } = subject
  if (pictured.length === 0) return NOTHING
  const { info } = pictured[0]!.game
  const isLacking = lacksGauges(info)
  return section('feel', 'How does it feel?', [
    isLacking
      ? html`<p>The game has no gauges, such as the score of a seat, so nothing shows who is ahead before a match is over.</p>`
      : NOTHING,
    isLacking && info.gauges.length === 1
      ? NOTHING
      : html`<p>Lines are means; bands hold the middle 50 % of the matches that lasted as long, around a single line the middle 90 %, too, and are left out where there are more than two; steps that fewer than ${100 * REACHED_MIN} % of them, or fewer than ${FEW} of as many or more, reached are left out. Pale cells of a heat map rest on fewer than ${FEW} seats.</p>`,
    leftOut(subject, 'quality.csv, leaders.csv, curves.csv, lengths.csv, endings.csv and comebacks.csv'),
    ofSeats(seriesKey(seatNames(result), 'nobody')),
    ...pictured.map((cell, i) => lineup(subject, cell, i < OPEN)),
  ])
}

function lineup(subject: Subject, cell: CellResult, isOpen: boolean): Markup {
  const figures = [
    ...curveFigures(subject, cell),
    ...(lacksGauges(cell.game.info) ? [] : [...chancesFigure(cell), ...behindFigure(subject, cell)]),
    ...lengthsFigure(subject, cell),
    ...endingsFigure(subject, cell),
  ]
  return html`<details class="lineup"${isOpen ? html` open` : ''}><summary><h3>${cellName(subject, cell)}</h3></summary>${leadWords(cell)}${ofSeats(gallery(figures))}</details>
`
}

/** Who leads when, in words, and what each figure means to a designer. */
function leadWords(cell: CellResult): Markup {
  const changes = qualityOf(cell, 'leadChanges')
  const behind = qualityOf(cell, 'behind')
  if (!hasCourse(cell)) return NOTHING
  if (isRarelyWon(cell))
    return html`<p class="note">Too few matches were won to say what a lead is worth.</p>`
  const words = [
    `The lead changes ${withInterval(changes, { min: 0, max: Number.POSITIVE_INFINITY })} times a match. Near 0, the first lead decides; many changes are a race, or luck.`,
    `Who leads half-way wins ${halfLeaderWords(cell)}. Near 100 %, the second half is played for nothing; near an even share, the first half is.`,
    ...(Number.isNaN(behind.mean)
      ? []
      : [
          `The winner was behind at ${percentOf(behind)} of the steps. More is more drama; much more than the fair share says that the lead is worth little.`,
        ]),
    `Point of no return: ${noReturnWords(cell)}. ${noReturnOf(cell) ? 'What is played then seldom changes who wins, if anybody does.' : 'So who is behind may still win, for as long as a match is played.'}`,
  ]
  return html`<ul class="words">${words.map(
    text => html`<li>${unbroken(text)}</li>
`,
  )}</ul>`
}
