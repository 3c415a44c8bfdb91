/** The goals on the page of a tuning: how each moved, and what they cost each other. */
import type { TunedCandidate, TuneResult } from '../../../sim/tuning/result.ts'
import type { GateFinding, GateVerdict } from '../../findings/gate/gate.ts'
import {
  beforeOf,
  changesText,
  figureTexts,
  frontOf,
  goalName,
  obstacleOf,
  type PatchFinding,
  type ShownPatch,
  wayWords,
} from '../../findings/tuning.ts'
import { counted, unbroken, wholePercent } from '../../formatting.ts'
import { tuneTable } from '../../tables/index.ts'
import { intervalChart, type Mark } from '../charts/intervals.ts'
import { type TradePoint, tradeOffChart } from '../charts/trade-off.ts'
import { figure, gallery, html, type Markup, NOTHING, section } from '../html.ts'
import { lineupName } from '../subject.ts'
import { rowsTable, wideTable } from '../table.ts'
import { marksKey, seriesKey } from './key.ts'

/** What the sections are about: a tuning, and its patches in the order in which they are shown. */
export interface Tuned {
  readonly result: TuneResult
  readonly judged: readonly PatchFinding[]
  readonly patches: readonly ShownPatch[]
  readonly rows: ReturnType<typeof tuneTable.rows>
}

/** A chart for each goal: the baseline and every patch, in every line-up. */
export function goalsSection({ result, patches, rows }: Tuned): Markup {
  const [first] = patches
  if (!first) return NOTHING
  const names = first.finding.lineups.map(({ cell }) => lineupName(cell))
  return section('goals', result.goals.length === 1 ? 'How close is the goal?' : 'How close is each goal?', [
    html`<p class="note">The goal is shaded. Patches are numbered as above.</p>`,
    marksKey([
      ['dot', 'met'],
      ['ring', 'inconclusive'],
      ['cross', 'not met'],
      ['square', 'now'],
    ]),
    names.length > 1 ? seriesKey(names) : NOTHING,
    gallery(
      result.goals.map((goal, g) => {
        const point = (name: string, series: number, mark: Mark, { value }: GateFinding) => {
          const { mean, low, high } = value ?? { mean: Number.NaN, low: Number.NaN, high: Number.NaN }
          const says = `${name}: ${mean.toFixed(1)} (${low.toFixed(1)} to ${high.toFixed(1)})`
          return { name, series, mark, mean, low, high, says }
        }
        const points = [
          ...first.finding.lineups.map((one, l) => point('now', l, 'square', beforeOf(one)[g]!)),
          ...patches.flatMap(({ number, finding }) =>
            finding.lineups.map(({ findings }, l) =>
              point(`patch ${number}`, l, MARKS[findings[g]!.verdict], findings[g]!),
            ),
          ),
        ]
        const title = goalName(goal.bound)
        const chart = intervalChart(points, {
          axis: axisOf(result, g),
          goal: goal.bound,
          series: names.length,
          alt: `${title}: ${points.map(({ says }) => says).join(', ')}.`,
        })
        const own = rows.filter(row => row.stage === 'confirm' && row.goal === goalOf(result, g))
        return figure(title, chart, rowsTable(tuneTable.columns, [...CONFIRMED], own))
      }),
    ),
  ])
}

const MARKS: Readonly<Record<GateVerdict, Mark>> = { met: 'dot', inconclusive: 'ring', 'not met': 'cross' }
const CONFIRMED = ['patch', 'lineup', 'measured', 'measured_low', 'measured_high', 'verdict'] as const

/** A goal as tune.csv names it. */
export const goalOf = ({ goals }: TuneResult, g: number): string =>
  `${goals[g]!.bound.figure} ${goals[g]!.bound.written}`

export const axisOf = ({ goals }: TuneResult, g: number): string => {
  const { bound, isPercent } = goals[g]!
  return isPercent ? `${bound.figure}, %` : bound.figure
}

/** The trade-off between goals, and the nearest patches of the search if none is shown to meet all goals. */
export function frontSection({ result, judged, patches }: Tuned): Markup {
  const { goals, baseline, candidates } = result
  const isFound = patches.some(({ finding }) => finding.verdict === 'met')
  if (goals.length === 1 && isFound) return NOTHING
  const front = frontOf(result)
  const obstacle = obstacleOf(result)
  const way = wayWords(result, judged)
  const main = obstacle?.goal ?? 0
  const heads = [
    { head: 'patch' },
    ...goals.map(({ bound }) => ({ head: goalName(bound) })),
    {
      head: 'chance',
      meaning: 'The chance that it meets all goals, by the model of the search',
      isNumber: true,
    },
  ]
  const nearest = wideTable(heads, [
    ['current rules', ...figureTexts(result, baseline).map(unbroken), ''],
    ...front.map(one => [
      unbroken(changesText(one.changes)),
      ...figureTexts(result, one.known).map(unbroken),
      Number.isFinite(one.chance) ? wholePercent(Math.round(1000 * one.chance), 1000) : '',
    ]),
  ])
  const played = candidates.filter(({ known }) => known.length > 0)
  const charts = goals.flatMap((other, g) => {
    if (g === main || played.length === 0) return []
    const at = (known: TunedCandidate['known'], name: string, mark: TradePoint['mark']): TradePoint => {
      const [x, y] = [known[main]!.mean, known[g]!.mean]
      return {
        x,
        y,
        mark,
        says: `${name}: ${axisOf(result, main)} ${x.toFixed(1)}, ${axisOf(result, g)} ${y.toFixed(1)}`,
      }
    }
    const points = [
      ...played.map(one => at(one.known, changesText(one.changes), front.includes(one) ? 'front' : 'tried')),
      at(baseline, 'now', 'now'),
    ]
    const title = `${goalName(goals[main]!.bound)} and ${goalName(other.bound)}`
    const axes = {
      x: { ...goals[main]!.bound, label: axisOf(result, main) },
      y: { ...other.bound, label: axisOf(result, g) },
    }
    return [
      html`<figure><figcaption>${title}</figcaption>${tradeOffChart(
        points,
        axes,
        `${title}: ${counted(points.length - 1, 'patch', 'patches')} of the search and the current rules. Nearest: ${points
          .filter(({ mark }) => mark !== 'tried')
          .map(({ says }) => says)
          .join('; ')}.`,
      )}</figure>
`,
    ]
  })
  return section('front', isFound ? 'How do the goals trade off?' : 'How close did the search get?', [
    charts.length === 0
      ? NOTHING
      : html`<p class="note">Each point is a patch of the search. Shaded: both goals are met.</p>${marksKey([
          ['dot', 'nearest to the goals'],
          ['ring', 'tried'],
          ['square', 'now'],
        ])}${gallery(charts)}`,
    isFound ? NOTHING : html`<h3>Nearest to the goals in the search</h3>${nearest}`,
    way === '' ? NOTHING : html`<p>${unbroken(way)}</p>`,
  ])
}
