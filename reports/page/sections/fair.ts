/** Is it fair? The verdict of every player, the strongest first, and the seats' scores with the intervals that decide. */
import type { CellResult } from '../../../sim/chunks/results.ts'
import type { VariantCells } from '../../findings/variants.ts'
import { exploitsIn, verdictOnPlay } from '../../findings/verdicts/exploits.ts'
import {
  agreementOf,
  cellFinding,
  isMirror,
  isNearlyAlwaysDrawn,
  strengthsOf,
} from '../../findings/verdicts/verdicts.ts'
import { undecidedWords } from '../../findings/verdicts/warnings.ts'
import { agreementWords, shortVerdict } from '../../findings/verdicts/words.ts'
import { counted, evenShare, short, unbroken, withEnds } from '../../formatting.ts'
import { seats } from '../../tables/index.ts'
import { domainOf, type IntervalPoint, intervalChart, type Mark } from '../charts/intervals.ts'
import { figure, folded, gallery, html, type Markup, NOTHING, ofSeats, section } from '../html.ts'
import { agentOf, byStrength, resultOf, type Subject, seatNames } from '../subject.ts'
import { rowsTable, wideTable } from '../table.ts'
import { marksKey, seriesKey } from './key.ts'

/** Variants that have a chart each, of all strengths; more of them share one for each strength. */
const CHARTS_MAX = 6

const COLUMNS = [
  ...['seat', 'matches', 'score', 'score_low', 'score_high'],
  ...['verdict', 'side', 'points', 'anytime_low', 'anytime_high'],
]
const PAYOFFS = ['payoff', 'payoff_low', 'payoff_high']

export function fairSection(subject: Subject): Markup {
  const { variants, result } = subject
  const { experiment } = result
  const strengths = byStrength(subject)
  if (variants.length === 0) return section('fair', 'Is it fair?', [html`<p>No match is counted yet.</p>`])
  if (strengths.length === 0)
    return section('fair', 'Is it fair?', [
      html`<p>No agent played all seats, and only that shows what a seat is worth.</p>`,
      verdicts(subject),
    ])
  const mirrors = strengths.flatMap(({ cells }) => cells)
  const movement = movementOf(subject)
  const agents = strengths.map(({ agent }) => agent)
  const isApart = variants.length <= CHARTS_MAX
  const drawings = isApart
    ? variants.map(({ variant }) => {
        const its = mirrors.filter(one => one.cell.variant.name === variant)
        const caption = variants.length > 1 ? variant : 'Every player'
        const moves = movement.get(variant)
        return drawingOf(
          subject,
          moves ? `${caption} ${MOVES[moves]}` : caption,
          its,
          agentOf,
          'agent',
          agents,
        )
      })
    : strengths.map(({ agent, cells }) => {
        const nameOf = ({ cell: { variant } }: CellResult): string =>
          movement.has(variant.name) ? `⇄ ${variant.name}` : variant.name
        return drawingOf(subject, agent, cells, nameOf, 'variant', mirrors.map(nameOf))
      })
  const fair = fairOf(mirrors[0]!, experiment.margin)
  const domain = domainOf(
    drawings.flatMap(({ points }) => points),
    fair.even,
    fair.margin,
  )
  const charts = drawings.map(drawing => chartOf(drawing, fair, domain))
  return section('fair', 'Is it fair?', [
    html`<p>${measureOf(mirrors[0]!, experiment.seats.length === 2 ? seatNames(result)[0]! : 'each seat')} when the same player takes all seats.${experiment.seats.length === 2 ? ' The other seat has the rest.' : ''}${isApart || movement.size === 0 ? '' : ' ⇄ marks variants whose verdict depends on who plays.'}</p>`,
    marksKey([
      ['dot', 'unfair'],
      ['diamond', 'fair'],
      ['ring', 'could be chance'],
      ['dashed', `counts as fair (${fair.words})`],
    ]),
    experiment.seats.length > 2 ? ofSeats(seriesKey(seatNames(result))) : NOTHING,
    ofSeats(isApart ? gallery(charts) : gallery(charts.slice(0, 1))),
    isApart ? NOTHING : folded('Weaker players', [ofSeats(gallery(charts.slice(1)))]),
    verdicts(subject),
  ])
}

/** Variants whose verdicts are told in full; of more, the baseline's is, and all are in a table. */
const MAX_LISTED = 4

function verdicts(subject: Subject): Markup {
  const { variants } = subject
  const told = variants.length > MAX_LISTED ? variants.slice(0, 1) : variants
  const words = told.map(one => variantVerdict(subject, one))
  return variants.length === 1
    ? html`${words}`
    : folded('Verdicts in full', [...words, variants.length > MAX_LISTED ? overview(subject) : NOTHING])
}

function variantVerdict({ result, variants }: Subject, { variant, cells }: VariantCells): Markup {
  const { margin } = result.experiment
  const mirrors = cells.filter(({ cell }) => isMirror(cell.lineup))
  const shown = mirrors.length > 0 ? mirrors : cells
  const exploits = exploitsIn(cells)
  const strengths = strengthsOf(cells, margin)
  const flips = agreementOf(strengths).agreement !== 'none'
  const words = agreementWords(strengths)
  return html`${variants.length > 1 ? html`<h3>${variant}</h3>` : NOTHING}<dl class="verdicts">${shown.map(
    cell => html`<dt>${isMirror(cell.cell.lineup) ? agentOf(cell) : cell.cell.lineup.name}</dt><dd class="${toneOf(cell, margin)}">${unbroken(verdictOnPlay(cell, margin, exploits))}${caveat(cell)}</dd>
`,
  )}</dl>${
    words === ''
      ? NOTHING
      : html`<p${flips ? html` class="flip"` : ''}>${flips ? '⇄ ' : ''}${words}</p>
`
  }`
}

/** What the figures are biased by, with the way to all that is to distrust; where nearly all matches are drawn, the verdict says so itself. */
function caveat(cell: CellResult): Markup {
  const words = isNearlyAlwaysDrawn(cell) ? '' : undecidedWords(cell)
  return words === '' ? NOTHING : html`; <a href="#distrust">${unbroken(words)}</a>`
}

function toneOf(cell: CellResult, margin: number): string {
  return isMirror(cell.cell.lineup) ? `is-${cellFinding(cell, margin)}` : 'is-inconclusive'
}

const AGREEMENT = { none: '', differs: '⇄ changes', flips: '⇄ flips' } as const

/** All variants, a line each: the verdict at every strength, and whether it flips. */
function overview(subject: Subject): Markup {
  const { result, variants } = subject
  const { margin } = result.experiment
  const strengths = byStrength(subject)
  const moves = variants.map(({ cells }) => AGREEMENT[agreementOf(strengthsOf(cells, margin)).agreement])
  const isMoved = moves.some(words => words !== '')
  const heads = [
    { head: 'variant' },
    ...strengths.map(({ agent }) => ({ head: agent, meaning: `The verdict where ${agent} plays all seats` })),
    ...(isMoved ? [{ head: 'with strength', meaning: 'Whether the verdict depends on who plays' }] : []),
  ]
  const rows = variants.map(({ variant }, i) => [
    variant,
    ...strengths.map(({ cells: mirrors }) => {
      const cell = mirrors.find(one => one.cell.variant.name === variant)
      return cell ? html`<span class="${toneOf(cell, margin)}">${shortVerdict(cell, margin)}</span>` : ''
    }),
    ...(isMoved ? [moves[i]!] : []),
  ])
  return html`<h3>All variants</h3>${wideTable(heads, rows)}`
}

/** What a chart's caption says of a verdict that depends on strength. */
const MOVES = {
  differs: '⇄ the verdict changes with strength',
  flips: '⇄ the verdict flips with strength',
} as const

/** The variants whose verdict depends on strength, and how. */
function movementOf({ variants, result }: Subject): ReadonlyMap<string, keyof typeof MOVES> {
  return new Map(
    variants.flatMap(({ variant, cells }) => {
      const { agreement } = agreementOf(strengthsOf(cells, result.experiment.margin))
      return agreement === 'none' ? [] : [[variant, agreement] as const]
    }),
  )
}

function measureOf({ layout }: CellResult, seat: string): string {
  return layout.payoff < 0
    ? `Score of ${seat} (share of wins; a draw counts half)`
    : `Mean payoff of ${seat} per match`
}

/** What is fair, on the scale of the charts, and how far from it is near enough. */
interface Fair {
  readonly even: number
  readonly margin: number
  /** The margin with its unit. */
  readonly words: string
  /** How long a percentage point is. */
  readonly point: number
  readonly axis: string
}

function fairOf({ game, layout }: CellResult, margin: number): Fair {
  const payoff = game.info.gauges[layout.payoff]
  if (!payoff)
    return {
      ...{ even: 100 / layout.seats, margin: 100 * margin, point: 1 },
      words: counted(Number(short(100 * margin)), 'point'),
      axis: `score, % (fair: ${evenShare(layout.seats)})`,
    }
  const range = payoff.max - payoff.min
  return {
    ...{ even: 0, margin: margin * range, point: range / 100 },
    words: `${short(margin * range)} ${payoff.label}`,
    axis: `${payoff.label} per match (fair: 0)`,
  }
}

/** A chart before it is drawn. */
interface Drawing {
  readonly caption: string
  readonly points: readonly IntervalPoint[]
  readonly series: number
  readonly among: readonly string[]
  readonly alt: string
  readonly table: Markup
}

/** All charts have one scale, so that variants beside each other can be compared. */
function chartOf(
  { caption, points, series, among, alt, table }: Drawing,
  { even, margin, axis }: Fair,
  domain: readonly [number, number],
): Markup {
  const chart = intervalChart(points, { axis, reference: even, margin, series, domain, among, alt })
  return figure(caption, chart, table)
}

function drawingOf(
  subject: Subject,
  caption: string,
  cells: readonly CellResult[],
  nameOf: (cell: CellResult) => string,
  names: 'agent' | 'variant',
  among: readonly string[],
): Drawing {
  const { margin } = subject.result.experiment
  const { game, layout } = cells[0]!
  const payoff = game.info.gauges[layout.payoff]
  const scale = payoff ? 1 : 100
  // The interval that decides is told in points above what is fair.
  const { even, point } = fairOf(cells[0]!, margin)
  const rows = seats.rows(resultOf(subject, cells))
  const shown = layout.seats === 2 ? [game.info.seats[0]!] : game.info.seats
  const named = cells.flatMap(cell => cell.game.info.seats.map(() => cell))
  const points = rows.flatMap((row, i): IntervalPoint[] => {
    const series = shown.indexOf(row.seat)
    if (series < 0) return []
    const name = nameOf(named[i]!)
    const interval = {
      mean: scale * (payoff ? row.payoff : row.score),
      low: even + point * row.anytime_low,
      high: even + point * row.anytime_high,
    }
    const says = `${name}, ${row.seat}: ${withEnds(interval, 2)}, n ${row.matches}: ${row.verdict}`
    const mark: Mark = row.verdict === 'favours' ? 'dot' : row.verdict === 'fair' ? 'diamond' : 'ring'
    return [{ name, series, ...interval, mark, says }]
  })
  const columns = [names === 'agent' ? 'lineup' : 'variant', ...COLUMNS, ...(payoff ? PAYOFFS : [])]
  return {
    ...{ caption, points, among, series: shown.length },
    alt: `${caption}: scores of the seats with their intervals. ${cells.map(cell => `${nameOf(cell)}: ${shortVerdict(cell, margin)}`).join('. ')}.`,
    table: rowsTable(seats.columns, columns, rows),
  }
}
