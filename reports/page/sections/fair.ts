/** Is it fair? The verdict of every player, the strongest first, and the scores of roles and seats with the intervals that decide. */
import type { CellResult } from '../../../sim/chunks/results.ts'
import { type Judged, judgedIn, judgedNames } from '../../../sim/stopping.ts'
import { kindOfRun } from '../../findings/answer/answer.ts'
import type { VariantCells } from '../../findings/variants.ts'
import { lacksBracket } from '../../findings/verdicts/bracket.ts'
import { exploitOf, exploitsIn, verdictOnPlay } from '../../findings/verdicts/exploits.ts'
import {
  agreementOf,
  cellFinding,
  isMirror,
  isNearlyAlwaysDrawn,
  strengthsOf,
} from '../../findings/verdicts/verdicts.ts'
import { undecidedWords } from '../../findings/verdicts/warnings.ts'
import { agreementWords, seatVerdict, shortVerdict, shownVerdict } from '../../findings/verdicts/words.ts'
import { counted, evenShare, sentences, short, unbroken, withEnds } from '../../formatting.ts'
import { roles, seats } from '../../tables/index.ts'
import { domainOf, type IntervalPoint, intervalChart, type Mark } from '../charts/intervals.ts'
import { figure, folded, gallery, html, type Markup, NOTHING, ofSeats, section } from '../html.ts'
import { agentOf, byStrength, resultOf, type Subject, seatNames } from '../subject.ts'
import { rowsTable, wideTable } from '../table.ts'
import { marksKey, seriesKey } from './key.ts'

/** Variants that have a chart each, of all strengths; more of them, or more than strengths, share one for each strength. */
const CHARTS_MAX = 6

const COLUMNS = [
  ...['matches', 'score', 'score_low', 'score_high'],
  ...['verdict', 'side', 'points', 'points_anytime_low', 'points_anytime_high'],
]
const PAYOFFS = ['payoff', 'payoff_low', 'payoff_high']

export function fairSection(subject: Subject): Markup {
  const { variants } = subject
  const strengths = byStrength(subject)
  if (variants.length === 0) return section('fair', 'Is it fair?', [html`<p>No match is counted yet.</p>`])
  if (strengths.length === 0)
    return section('fair', 'Is it fair?', [
      html`<p>No agent played all seats, so the seats can't be compared.</p>`,
      verdicts(subject),
    ])
  const mirrors = strengths.flatMap(({ cells }) => cells)
  if (judgedIn(mirrors[0]!) === 'seat')
    return section('fair', 'Is it fair?', [...chartsOf(subject, 'seat'), verdicts(subject)])
  return section('fair', 'Is it fair?', [
    ...chartsOf(subject, 'role'),
    verdicts(subject),
    folded('Is every seat as good?', chartsOf(subject, 'seat')),
  ])
}

/** What the charts of roles or seats show, their key, and the charts. */
function chartsOf(subject: Subject, judged: Judged): Markup[] {
  const { variants, result } = subject
  const { experiment } = result
  const strengths = byStrength(subject)
  const mirrors = strengths.flatMap(({ cells }) => cells)
  const movement: Movements = judged === judgedIn(mirrors[0]!) ? movementOf(subject) : new Map()
  const agents = strengths.map(({ agent }) => agent)
  const isApart = variants.length <= 2 || (variants.length <= CHARTS_MAX && variants.length <= agents.length)
  const drawings = isApart
    ? variants.map(({ variant }) => {
        const its = mirrors.filter(one => one.cell.variant.name === variant)
        const caption = variants.length > 1 ? variant : 'Every player'
        const moves = movement.get(variant)
        return drawingOf(
          subject,
          judged,
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
        return drawingOf(subject, judged, agent, cells, nameOf, 'variant', mirrors.map(nameOf))
      })
  const fair = fairOf(mirrors[0]!, judged, experiment.margin)
  const domain = domainOf(
    drawings.flatMap(({ points }) => points),
    fair.even,
    fair.margin,
  )
  const charts = drawings.map(drawing => chartOf(drawing, fair, domain))
  const names = judged === 'seat' ? seatNames(result) : judgedNames(mirrors[0]!.game.info, 'role')
  const inColours = judged === 'seat' ? ofSeats : (content: Markup) => content
  return [
    html`<p>${measureOf(mirrors[0]!, judged, names)}${isApart || movement.size === 0 ? '' : ' ⇄ marks variants whose verdict depends on the player.'}</p>`,
    marksKey([
      ['dot', 'unfair'],
      ['diamond', 'fair'],
      ['ring', 'could be chance'],
      ['dashed', `counts as fair (${fair.words})`],
    ]),
    names.length > 2 ? inColours(seriesKey(names)) : NOTHING,
    inColours(isApart ? gallery(charts) : gallery(charts.slice(0, 1))),
    isApart ? NOTHING : folded('Weaker players', [inColours(gallery(charts.slice(1)))]),
  ]
}

/** With more variants than these, only the baseline's verdict is in full; a table has all. */
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
  // That there is one strength, every answer says but a gate's.
  const isSaid = strengths.length === 1 && kindOfRun(result) !== 'gate'
  const words = isSaid ? '' : agreementWords(strengths)
  return html`${variants.length > 1 ? html`<h3>${variant}</h3>` : NOTHING}<dl class="verdicts">${shown.map(
    cell => html`<dt>${isMirror(cell.cell.lineup) ? agentOf(cell) : cell.cell.lineup.name}</dt><dd class="${toneOf(cell, margin)}">${unbroken(verdictOnPlay(cell, margin, exploits))}${caveat(cell)}</dd>
`,
  )}</dl>${
    shown.some(cell => lacksBracket(cell, exploitOf(cell, exploits)))
      ? html`<p>Perfect players might do better in either seat. To see how much adversaries find, add <code>--exploit 400 --exploiter learned</code> to the command.</p>
`
      : NOTHING
  }${
    words === ''
      ? NOTHING
      : html`<p${flips ? html` class="flip"` : ''}>${flips ? '⇄ ' : ''}${words}</p>
`
  }`
}

/** What the figures are biased by, with the way to all that is to distrust; where nearly all matches are drawn, the verdict says so itself. */
function caveat(cell: CellResult): Markup {
  const words = isNearlyAlwaysDrawn(cell) ? '' : undecidedWords(cell)
  return words === '' ? NOTHING : html` <a href="#distrust">${unbroken(sentences([words]))}</a>`
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
    ...(isMoved ? [{ head: 'with strength', meaning: 'Whether the verdict depends on the player' }] : []),
  ]
  const rows = variants.map(({ variant }, i) => [
    variant,
    ...strengths.map(({ cells: mirrors }) => {
      const cell = mirrors.find(one => one.cell.variant.name === variant)
      return cell ? html`<span class="${toneOf(cell, margin)}">${shownVerdict(cell, margin)}</span>` : ''
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

type Movements = ReadonlyMap<string, keyof typeof MOVES>

/** The variants whose verdict depends on strength, and how. */
function movementOf({ variants, result }: Subject): Movements {
  return new Map(
    variants.flatMap(({ variant, cells }) => {
      const { agreement } = agreementOf(strengthsOf(cells, result.experiment.margin))
      return agreement === 'none' ? [] : [[variant, agreement] as const]
    }),
  )
}

function measureOf({ layout }: CellResult, judged: Judged, names: readonly string[]): string {
  const duel = names.length === 2
  const whose = duel ? names[0]! : `each ${judged}`
  const what =
    judged === 'role'
      ? `Wins of ${whose} (a draw counts as the fair share)`
      : layout.payoff < 0
        ? `Score of ${whose} (share of wins; a draw counts half)`
        : `Mean payoff of ${whose} per match`
  const rest =
    judged === 'seat' && layout.payoff >= 0
      ? ' What one seat wins, the other loses.'
      : ` The other ${judged} gets the rest.`
  return `${what} when the same player takes all seats.${duel ? rest : ''}`
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

function fairOf({ game, layout }: CellResult, judged: Judged, margin: number): Fair {
  const payoff = game.info.gauges[layout.payoff]
  if (judged === 'role') {
    const roles = game.info.roles!
    const points = { margin: 100 * margin, point: 1, words: counted(Number(short(100 * margin)), 'point') }
    return hasEvenRoles(game)
      ? {
          ...points,
          even: 100 / roles.length,
          axis: `wins, % (fair: ${evenShare(roles.length)})`,
        }
      : { ...points, even: 0, axis: 'points above the fair share' }
  }
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

function hasEvenRoles({ info: { roles = [] } }: CellResult['game']): boolean {
  return roles.every(({ fair }) => fair === roles[0]!.fair)
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
  judged: Judged,
  caption: string,
  cells: readonly CellResult[],
  nameOf: (cell: CellResult) => string,
  names: 'agent' | 'variant',
  among: readonly string[],
): Drawing {
  const { margin } = subject.result.experiment
  const { game, layout } = cells[0]!
  const payoff = judged === 'role' ? undefined : game.info.gauges[layout.payoff]
  const scale = payoff ? 1 : 100
  const isOff = judged === 'role' && !hasEvenRoles(game)
  // The interval behind the verdict is in points above the fair share.
  const { even, point } = fairOf(cells[0]!, judged, margin)
  const table = judged === 'role' ? roles : seats
  const its = resultOf(subject, cells)
  const rows =
    judged === 'role'
      ? roles.rows(its).map(row => ({ ...row, who: row.role, payoff: Number.NaN }))
      : seats.rows(its).map(row => ({ ...row, who: row.seat }))
  const verdictIn = judged === 'role' ? shortVerdict : seatVerdict
  const all = judgedNames(game.info, judged)
  const shown = all.length === 2 ? all.slice(0, 1) : all
  const named = cells.flatMap(cell => judgedNames(cell.game.info, judged).map(() => cell))
  const points = rows.flatMap((row, i): IntervalPoint[] => {
    const series = shown.indexOf(row.who)
    if (series < 0) return []
    const name = nameOf(named[i]!)
    const interval = {
      mean: isOff ? row.points : scale * (payoff ? row.payoff : row.score),
      low: even + point * row.points_anytime_low,
      high: even + point * row.points_anytime_high,
    }
    const says = `${name}, ${row.who}: ${withEnds(interval, 2)}, n ${row.matches}: ${row.verdict}`
    const mark: Mark = row.verdict === 'favours' ? 'dot' : row.verdict === 'fair' ? 'diamond' : 'ring'
    return [{ name, series, ...interval, mark, says }]
  })
  const columns = [names === 'agent' ? 'lineup' : 'variant', judged, ...COLUMNS, ...(payoff ? PAYOFFS : [])]
  return {
    ...{ caption, points, among, series: shown.length },
    alt: `${caption}: scores of the ${judged}s with their intervals. ${cells.map(cell => `${nameOf(cell)}: ${verdictIn(cell, margin)}`).join('. ')}.`,
    table: rowsTable(table.columns, columns, rows),
  }
}
