/** Is it fair? The seats' scores with their intervals, at every strength. */
import type { CellResult } from '../../../sim/chunks/results.ts'
import { agreementOf, strengthsOf } from '../../findings/verdicts/verdicts.ts'
import { shortVerdict } from '../../findings/verdicts/words.ts'
import { counted, evenShare, short, times, withEnds } from '../../formatting.ts'
import { seats } from '../../tables/index.ts'
import { domainOf, type IntervalPoint, intervalChart, markOf } from '../charts/intervals.ts'
import { figure, gallery, html, type Markup, NOTHING, ofSeats, section } from '../html.ts'
import { agentOf, byStrength, resultOf, type Subject, seatNames } from '../subject.ts'
import { rowsTable } from '../table.ts'
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
  if (strengths.length === 0)
    return section('fair', 'Is it fair?', [
      html`<p>No agent played all seats, and only that shows what a seat is worth.</p>`,
    ])
  const mirrors = strengths.flatMap(({ cells }) => cells)
  const movement = movementOf(subject)
  const agents = strengths.map(({ agent }) => agent)
  const isApart = variants.length <= CHARTS_MAX
  const drawings = isApart
    ? variants.map(({ variant }) => {
        const its = mirrors.filter(one => one.cell.variant.name === variant)
        const caption = variants.length > 1 ? variant : 'Every strength'
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
  return section('fair', 'Is it fair?', [
    html`<p>${measureOf(mirrors[0]!)} of ${experiment.seats.length === 2 ? `${seatNames(result)[0]!} (the other seat has the rest)` : 'each seat'} where one agent plays all seats. Verdicts rest on the intervals that hold at every look.${isApart || movement.size === 0 ? '' : ' ⇄ marks variants whose verdict depends on strength.'}</p>`,
    marksKey([
      ['dot', 'favoured or hindered'],
      ['ring', 'not shown to be either'],
      ['thick', '95 % interval for one look'],
      ['thin', 'the one that holds at every look'],
      ['dashed', `fair between these (${fair.words})`],
    ]),
    experiment.seats.length > 2 ? ofSeats(seriesKey(seatNames(result))) : NOTHING,
    ofSeats(gallery(drawings.map(drawing => chartOf(drawing, fair, domain)))),
  ])
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

function measureOf({ layout }: CellResult): string {
  return layout.payoff < 0 ? 'Score, the share of a whole win,' : 'Mean payoff per match'
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
  // The interval that holds at every look is told in points above what is fair.
  const { even, point } = fairOf(cells[0]!, margin)
  const rows = seats.rows(resultOf(subject, cells))
  const shown = layout.seats === 2 ? [game.info.seats[0]!] : game.info.seats
  const named = cells.flatMap(cell => cell.game.info.seats.map(() => cell))
  const points = rows.flatMap((row, i): IntervalPoint[] => {
    const series = shown.indexOf(row.seat)
    if (series < 0) return []
    const [mean, low, high] = payoff
      ? [row.payoff, row.payoff_low, row.payoff_high]
      : [row.score, row.score_low, row.score_high]
    const name = nameOf(named[i]!)
    const says = `${name}, ${row.seat}: ${withEnds(times(scale, { mean, low, high }), 2)}, n ${row.matches}: ${row.verdict}`
    const interval = {
      mean: scale * mean,
      low: scale * low,
      high: scale * high,
      anytime: [even + point * row.anytime_low, even + point * row.anytime_high] as const,
    }
    return [{ name, series, ...interval, mark: markOf(row.verdict === 'favours'), says }]
  })
  const columns = [names === 'agent' ? 'lineup' : 'variant', ...COLUMNS, ...(payoff ? PAYOFFS : [])]
  return {
    ...{ caption, points, among, series: shown.length },
    alt: `${caption}: scores of the seats with their intervals. ${cells.map(cell => `${nameOf(cell)}: ${shortVerdict(cell, margin)}`).join('. ')}.`,
    table: rowsTable(seats.columns, columns, rows),
  }
}
