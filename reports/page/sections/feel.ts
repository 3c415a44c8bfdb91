/** How does it feel? Curves, comebacks, lengths and endings of a line-up. */
import type { CellResult } from '../../../sim/chunks/results.ts'
import { gallery, section } from '../figure.ts'
import { html, type Markup, NOTHING } from '../html.ts'
import { cellName, leftOut, type Subject } from '../subject.ts'
import { behindFigure, chancesFigure, PALE_BELOW } from './comebacks.ts'
import { curveFigures, REACHED_MIN } from './curves.ts'
import { endingsFigure, lengthsFigure } from './endings.ts'
import { seriesKey } from './key.ts'

/** Line-ups that are open when the page opens. */
const OPEN = 3

export function feelSection(subject: Subject): Markup {
  const { pictured, result } = subject
  if (pictured.length === 0) return NOTHING
  return section('feel', 'How does it feel?', [
    html`<p>Lines are means, bands hold the middle 50 % and 90 % of the matches that lasted as long; steps that fewer than ${100 * REACHED_MIN} % of them reached are left out. Pale cells of a heat map rest on fewer than ${PALE_BELOW} seats.</p>`,
    leftOut(subject, 'curves.csv, lengths.csv, endings.csv and comebacks.csv'),
    seriesKey(result.experiment.seats, 'nobody'),
    ...pictured.map((cell, i) => lineup(subject, cell, i < OPEN)),
  ])
}

function lineup(subject: Subject, cell: CellResult, isOpen: boolean): Markup {
  const figures = [
    ...curveFigures(subject, cell),
    ...chancesFigure(cell),
    ...behindFigure(subject, cell),
    ...lengthsFigure(subject, cell),
    ...endingsFigure(subject, cell),
  ]
  return html`<details class="lineup"${isOpen ? html` open` : ''}><summary><h3>${cellName(subject, cell)}</h3></summary>${gallery(figures)}</details>
`
}
