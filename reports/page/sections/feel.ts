/** How does it feel? Curves, comebacks, lengths and endings of a line-up. */
import { lacksGauges } from '../../../engine/plain/index.ts'
import type { CellResult } from '../../../sim/chunks/results.ts'
import { qualityOf } from '../../../sim/figures/qualities.ts'
import { FEW } from '../../../sim/figures/reading.ts'
import { halfLeaderWords, hasCourse, isRarelyWon, noReturnWords } from '../../findings/feel.ts'
import { counted, evenShare, percentOf, unbroken, withInterval } from '../../formatting.ts'
import { curves, endings, lengths, NOBODY_WON } from '../../tables/index.ts'
import { type Bin, barChart, histogram } from '../charts/bars.ts'
import { curveChart } from '../charts/curves.ts'
import { figure, folded, gallery, html, type Markup, NOTHING, ofSeats, section } from '../html.ts'
import { cellName, leftOut, resultOf, type Subject, seatNames } from '../subject.ts'
import { rowsTable, wideTable } from '../table.ts'
import { behindFigure, chancesFigure } from './comebacks.ts'
import { seriesKey } from './key.ts'

export function feelSection(subject: Subject): Markup {
  const { pictured, result } = subject
  const [strongest, ...others] = pictured
  if (!strongest) return NOTHING
  return section('feel', 'How does it feel?', [
    lacksGauges(strongest.game.info)
      ? html`<p>The game doesn't say who is ahead during a match.</p>`
      : NOTHING,
    html`<h3>${cellName(subject, strongest)}</h3>`,
    leadWords(strongest),
    ofSeats(seriesKey(seatNames(result), othersThanSeats(subject))),
    ofSeats(gallery([...lengthsFigure(subject, strongest), ...endingsFigure(subject, strongest)])),
    courseFold(subject, strongest),
    ...otherLineups(
      others.map(cell =>
        folded(cellName(subject, cell), [
          leadWords(cell),
          ofSeats(
            gallery([
              ...lengthsFigure(subject, cell),
              ...endingsFigure(subject, cell),
              ...courseFigures(subject, cell),
            ]),
          ),
        ]),
      ),
    ),
    leftOut(subject, 'quality.csv, leaders.csv, curves.csv, lengths.csv, endings.csv and comebacks.csv'),
  ])
}

/** More folds than this are folded together. */
const FOLDS_MAX = 4

function otherLineups(folds: readonly Markup[]): readonly Markup[] {
  return folds.length > FOLDS_MAX ? [folded(`The other ${folds.length} line-ups`, folds)] : folds
}

/** The meaning of grey in charts of endings: draws, or shared wins. */
function othersThanSeats(subject: Subject): string {
  const rows = endings
    .rows(resultOf(subject, subject.pictured))
    .filter(({ winner, matches }) => winner === NOBODY_WON && matches > 0)
  const [isShared, isDrawn] = [
    rows.some(({ kind }) => kind === 'win'),
    rows.some(({ kind }) => kind !== 'win'),
  ]
  return [...(isDrawn ? ['draw'] : []), ...(isShared ? ['several seats'] : [])].join(' or ')
}

/** The charts of gauges, folded, with how to read them. */
function courseFold(subject: Subject, cell: CellResult): Markup {
  const figures = courseFigures(subject, cell)
  if (figures.length === 0) return NOTHING
  const isLacking = lacksGauges(cell.game.info)
  return folded(isLacking ? 'Other gauges, in charts' : 'Who leads when, in charts', [
    ofSeats(gallery(figures)),
    html`<p class="note">Lines are averages. The dark band covers the middle half of matches, the light band 90 %. Steps that few matches reach are left out.${isLacking ? '' : ` Pale cells have fewer than ${FEW} seats.`}</p>`,
  ])
}

/** How the lead goes. */
function courseFigures(subject: Subject, cell: CellResult): Markup[] {
  return [
    ...curveFigures(subject, cell),
    ...(lacksGauges(cell.game.info) ? [] : [...chancesFigure(cell), ...behindFigure(subject, cell)]),
  ]
}

/** Who leads when, in words, and what each figure means to a designer. */
function leadWords(cell: CellResult): Markup {
  const changes = qualityOf(cell, 'leadChanges')
  const behind = qualityOf(cell, 'behind')
  if (!hasCourse(cell)) return NOTHING
  if (isRarelyWon(cell))
    return html`<p class="note">Too few matches had a winner to say what a lead is worth.</p>`
  const words = [
    `${halfLeaderWords(cell)} Near 100 %, the second half hardly matters; near ${evenShare(cell.layout.seats)}, the first half hardly matters.`,
    noReturnWords(cell),
    `The lead changes ${withInterval(changes, { min: 0, max: Number.POSITIVE_INFINITY })} times a match. Near 0, the first lead decides.`,
    ...(Number.isNaN(behind.mean)
      ? []
      : [`The winner was behind for ${percentOf(behind)} of the match. More means more drama.`]),
  ]
  return html`<ul class="words">${words.map(
    text => html`<li>${unbroken(text)}</li>
`,
  )}</ul>`
}

const COLUMNS = ['step', 'seat', 'matches', 'mean', 'sd', 'q05', 'q25', 'q50', 'q75', 'q95']

/** Steps that a smaller share of the matches reached are left out: a line of a few matches goes anywhere. */
export const REACHED_MIN = 0.05

/** Points of a line, at most: more could not be told apart. */
const POINTS_MAX = 40

type Row = ReturnType<typeof curves.rows>[number]

export function curveFigures(subject: Subject, cell: CellResult): Markup[] {
  const rows = curves.rows(resultOf(subject, [cell]))
  return cell.game.info.gauges.flatMap(({ id, label, zeroSum }, i) => {
    // A line that is flat up to the end, where each match has its own.
    if (i === 0 && lacksGauges(cell.game.info)) return []
    const its = rows.filter(({ gauge }) => gauge === id)
    const seats = its.filter(({ seat }) => seat !== 'winner')
    const winner = its.filter(({ seat }) => seat === 'winner')
    const ofSeats = curveFigure(
      cell,
      `${label} ${zeroSum ? `(${cell.game.info.seats[0]!})` : 'by seat'}`,
      seats,
    )
    return i === 0 ? [...ofSeats, ...curveFigure(cell, `${label} (winner)`, winner)] : ofSeats
  })
}

function curveFigure(cell: CellResult, caption: string, rows: readonly Row[]): Markup[] {
  const { seats, step } = cell.game.info
  const most = rows.reduce((all, { matches }) => Math.max(all, matches), 0)
  // Of a run of few matches, all steps rest on few.
  const least = Math.max(REACHED_MIN * most, most < FEW ? 0 : FEW)
  const reached = rows.filter(({ matches }) => matches >= least)
  const last = reached.reduce((latest, row) => Math.max(latest, row.step), 0)
  const every = Math.ceil(last / POINTS_MAX)
  const shown = reached.filter(row => (row.step - 1) % every === 0)
  // Bands of many seats would hide each other.
  const drawn = new Set(rows.map(({ seat }) => seat))
  const points = shown.map(row => ({
    series: Math.max(0, seats.indexOf(row.seat)),
    x: row.step,
    y: row.mean,
    bands: [
      ...(drawn.size === 1 ? [[row.q05, row.q95] as const] : []),
      ...(drawn.size <= 2 ? [[row.q25, row.q75] as const] : []),
    ],
  }))
  const ends = rows.filter(row => row.step === last)
  const chart = curveChart(points, {
    series: seats.length,
    ...(drawn.has('winner') ? { color: 'var(--soft)' } : {}),
    xIs: `${step.label}s`,
    ...(rows.some(row => row.q05 < 0) ? { reference: 0 } : {}),
    alt: `${caption}, over ${last} ${step.label}s. Mean after the last one: ${ends.map(row => `${row.seat} ${row.mean.toFixed(1)}`).join(', ')}.`,
  })
  return chart ? [figure(caption, chart, rowsTable(curves.columns, COLUMNS, shown))] : []
}

/** Bars of the lengths, at most. */
const BARS_MAX = 48

export function lengthsFigure(subject: Subject, cell: CellResult): Markup[] {
  const rows = lengths.rows(resultOf(subject, [cell]))
  if (rows.length === 0) return []
  const { label } = cell.game.info.step
  const first = rows[0]!.steps
  if (rows.length === 1)
    return [
      html`<p>${rows[0]!.matches === 1 ? 'The match' : 'Every match'} lasts ${counted(first, label)}.</p>`,
    ]
  const width = Math.ceil((rows.at(-1)!.steps - first + 1) / BARS_MAX)
  const bars = new Map<number, number>()
  for (const row of rows) {
    const bar = Math.floor((row.steps - first) / width)
    bars.set(bar, (bars.get(bar) ?? 0) + row.matches)
  }
  const all = rows.reduce((sum, { matches }) => sum + matches, 0)
  const bins = [...bars].map(([bar, matches]) => {
    const from = first + bar * width
    const name = width === 1 ? `${from}` : `${from} to ${from + width - 1}`
    return { from, name, matches, share: matches / all }
  })
  const alt = `Length of ${counted(all, 'match', 'matches')} in ${label}s, from ${first} to ${rows.at(-1)!.steps}.`
  const chart = histogram(
    bins.map(({ from, name, matches, share }): Bin => {
      const says = `${name} ${label}s: ${counted(matches, 'match', 'matches')}`
      return { from: from - 0.5, to: from + width - 0.5, share, says }
    }),
    `${label}s`,
    alt,
  )
  const heads = [
    { head: `${label}s` },
    { head: 'matches', isNumber: true },
    { head: 'share', isNumber: true },
  ]
  const table = bins.map(({ name, matches, share }) => [name, matches, share.toFixed(6)])
  return [figure('How long matches last, % of matches', chart, wideTable(heads, table))]
}

export function endingsFigure(subject: Subject, cell: CellResult): Markup[] {
  const rows = endings.rows(resultOf(subject, [cell]))
  const { seats } = cell.game.info
  const parts = rows.map(row => ({
    name: row.label,
    series: seats.indexOf(row.winner),
    share: row.share,
    says: `${row.label}, ${row.winner}: ${(100 * row.share).toFixed(1)} %, n ${row.matches}`,
  }))
  const alt = `Endings: ${rows.map(row => `${row.label}, ${row.winner} ${(100 * row.share).toFixed(1)} %`).join('; ')}.`
  const chart = barChart(parts, '% of matches', alt)
  const columns = ['label', 'winner', 'kind', 'matches', 'share']
  return chart
    ? [figure('How matches end, and who wins', chart, rowsTable(endings.columns, columns, rows))]
    : []
}
