/** What does each number of the rules do, moved a step; and each of several changes, judged apart? */
import { ASSET_USES, type Metric } from '../../../sim/figures/registry.ts'
import {
  type Comparison,
  isOfAsset,
  isShown,
  isWithheld,
  judgedInterval,
} from '../../findings/changes/comparisons.ts'
import {
  type ChangesApart,
  changesApart,
  effectOn,
  type Lever,
  leversOf,
  probesIn,
  reachOf,
  stepText,
  unmovedChoices,
} from '../../findings/changes/levers.ts'
import { metricHead, scaleOf } from '../../findings/changes/words.ts'
import { type GoalFinding, goalName, goalsOf, goalWords } from '../../findings/gate/goals.ts'
import { lineupsInOrder } from '../../findings/order.ts'
import { isMirror } from '../../findings/verdicts/verdicts.ts'
import { counted, times, unbroken, withEnds } from '../../formatting.ts'
import { levers as leversTable } from '../../tables/index.ts'
import { intervalChart, markOf } from '../charts/intervals.ts'
import { figure, folded, gallery, html, type Markup, NOTHING, section } from '../html.ts'
import type { Subject } from '../subject.ts'
import { inUnits, rowsTable } from '../table.ts'
import { DIFFERENCES, marksKey, seriesKey } from './key.ts'

/** The colours of steps, in the order of the series. */
const STEPS = ['one step lower', 'one step higher']

/** The same of changes that are judged apart. */
const APART = ['the change by itself', 'what it adds to all others']

/** Keys of a chart: the table below it has all. */
const DRAWN = 14

const COLUMNS = [
  ...['key', 'from', 'to', 'metric', 'before', 'after', 'difference', 'difference_low', 'difference_high'],
  ...['p_anytime_adjusted', 'verdict'],
]

type Rows = ReturnType<typeof leversTable.rows>

/** Nothing where no lever was moved. */
export function leversSection({ result }: Subject): Markup {
  const found = probesIn(result).filter(({ probe }) => probe.kind === 'step')
  if (found.length === 0) return NOTHING
  const rows = leversTable.rows(result).filter(({ probe }) => probe === 'step')
  const goals = goalsOf(result)
  const choices = unmovedChoices(result)
  return section('levers', 'What does each number in the rules do?', [
    goals.length === 0
      ? NOTHING
      : html`<h3>The goal</h3><ul class="words">${goals.toSorted(byGoal(result)).map(goal => html`<li><strong>${goalName(goal)}</strong>: ${unbroken(goalWords(goal))}</li>`)}</ul>`,
    html`<p class="note">Each number in the rules of ${result.experiment.variants[0]!.name}, one step lower and one step higher, on the same seeds.</p>`,
    marksKey(DIFFERENCES),
    ...lineupsInOrder(result).map((lineup, at) => {
      const l = result.experiment.lineups.indexOf(lineup)
      const levers = leversOf(found, lineup)
      const its = rows.filter(({ lineup_number }) => lineup_number === l + 1)
      const [some] = levers.flatMap(({ probes }) => probes)
      if (!some) return NOTHING
      const metrics = some.row.filter(one => !isOfAsset(one)).map(({ metric }) => metric)
      const moves = (metric: Metric): boolean =>
        levers.some(({ probes }) =>
          probes.some(one => {
            const effect = effectOn(one, metric)
            return effect !== undefined && isShown(effect)
          }),
        )
      const asked = goals.map(({ bound }) => bound.figure)
      const rank = (metric: Metric): number => (asked.includes(metric.kind) ? 0 : 1)
      const figures = metrics
        .toSorted((a, b) => rank(a) - rank(b))
        .map(metric => ({
          isOpen: moves(metric),
          drawn: tornado(levers, metric, some.cell.game.info.step.label, its),
        }))
      const open = figures.filter(({ isOpen }) => isOpen).map(({ drawn }) => drawn)
      const others = figures.filter(({ isOpen }) => !isOpen).map(({ drawn }) => drawn)
      const name = isMirror(lineup) ? `${lineup.participants[0]!.label} vs itself` : lineup.name
      const content = html`${open.some(({ text }) => text.includes('<svg')) ? seriesKey(STEPS) : NOTHING}${gallery(open)}${folded('What could be chance', [gallery(others)])}${usesTables(its)}`
      return at === 0 ? html`<h3>${name}</h3>${content}` : folded(name, [content])
    }),
    choices.length === 0
      ? NOTHING
      : html`<details><summary>Skipped ${counted(choices.length, 'on/off or multiple-choice rule')}</summary><p>${choices.join(', ')}</p></details>`,
  ])
}

function tornado(levers: readonly Lever[], metric: Metric, step: string, rows: Rows): Markup {
  const sorted = levers
    .filter(lever => reachOf(lever, metric) > 0)
    .sort((a, b) => reachOf(b, metric) - reachOf(a, metric))
  const title = metricHead(metric, step)
  const lines = sorted.slice(0, DRAWN).map(({ key, probes }) => ({
    name: key,
    points: probes.flatMap(one => {
      const effect = effectOn(one, metric)
      const { from, to } = one.probe
      return effect
        ? [{ effect, series: Number(to) < Number(from) ? 0 : 1, says: `${key} ${stepText(one.probe)}` }]
        : []
    }),
  }))
  const its = rows.filter(row => row.metric === metric.id)
  const chart = chartOf(lines, title) ?? html`<p class="note">No step changes it at all.</p>`
  const table = byReach(its).map(row => inUnits(row, metric))
  return figure(title, chart, rowsTable(leversTable.columns, COLUMNS, table))
}

interface Line {
  readonly name: string
  readonly points: readonly { readonly effect: Comparison; readonly series: number; readonly says: string }[]
}

function chartOf(lines: readonly Line[], title: string): Markup | null {
  const points = lines.flatMap(({ name, points }) =>
    points.map(({ effect, series, says }) => {
      const { scale } = scaleOf(effect.metric)
      const interval = times(scale, judgedInterval(effect))
      return {
        ...{ name, series, mark: markOf(isShown(effect), isWithheld(effect)) },
        ...{ ...interval, mean: scale * effect.difference },
        says: `${says}: ${withEnds(interval, 2)}: ${effect.words}`,
      }
    }),
  )
  const shown = points.filter(({ mark }) => mark === 'dot')
  return intervalChart(points, {
    axis: 'difference',
    reference: 0,
    series: 2,
    alt: `${title}: differences, the largest first. ${shown.length === 0 ? 'None is shown.' : `Shown: ${shown.map(({ says }) => says).join(', ')}.`}`,
  })
}

function byReach(rows: Rows): Rows {
  return [...rows].sort((a, b) => Math.abs(Number(b.difference)) - Math.abs(Number(a.difference)))
}

/** The changes of use that are shown, a match and a turn. */
function usesTables(rows: Rows): Markup[] {
  return ASSET_USES.map(({ kind, rate }) => {
    const uses = rows.filter(
      ({ metric, verdict }) => metric.startsWith(`${kind}:`) && verdict !== 'no difference shown',
    )
    if (uses.length === 0)
      return html`<p class="note">No step clearly changes how often anything is used ${rate}.</p>`
    return html`<details><summary>Uses ${rate}: ${counted(uses.length, 'change')}</summary>${rowsTable(leversTable.columns, COLUMNS, byReach(uses))}</details>`
  })
}

/** Goal by goal, the strongest line-ups first. */
function byGoal(result: Subject['result']) {
  const order = lineupsInOrder(result)
  const at = ({ bound, now }: GoalFinding): number =>
    (result.experiment.probing?.goals.indexOf(bound) ?? 0) * order.length +
    order.indexOf(now.cell.cell.lineup)
  return (a: GoalFinding, b: GoalFinding): number => at(a) - at(b)
}

/** The strongest line-ups first. */
function byLineup(result: Subject['result']) {
  const order = lineupsInOrder(result)
  return (a: ChangesApart, b: ChangesApart): number => order.indexOf(a.lineup) - order.indexOf(b.lineup)
}

/** Nothing where no changes were judged apart. */
export function apartSection({ result }: Subject): Markup {
  const all = changesApart(result)
  if (all.length === 0) return NOTHING
  const step = result.cells[0]!.game.info.step.label
  const rows = leversTable.rows(result).filter(({ probe }) => probe !== 'step')
  return section('apart', 'What does each change do by itself?', [
    html`<p>The effect of each change by itself, and what it adds to all the others. If the two differ, the changes influence each other.</p>`,
    marksKey(DIFFERENCES),
    ...all.toSorted(byLineup(result)).map(one => {
      const its = rows.filter(
        ({ lineup_number }) => lineup_number === 1 + result.experiment.lineups.indexOf(one.lineup),
      )
      const figures = one.together.map(({ metric }) => apartFigure(one, metric, step, its))
      return html`<h3>${one.variant}, ${one.lineup.name}</h3>${seriesKey(APART)}${gallery(figures)}`
    }),
  ])
}

function apartFigure({ changes, together }: ChangesApart, metric: Metric, step: string, rows: Rows): Markup {
  const of = (row: readonly Comparison[]) => row.filter(one => one.metric.id === metric.id)
  const lines = changes.map(({ change, alone, last }) => ({
    name: change,
    points: [
      ...of(alone).map(effect => ({ effect, series: 0, says: `${change} alone` })),
      ...of(last).map(effect => ({ effect, series: 1, says: `${change} last` })),
    ],
  }))
  const whole = of(together).map(effect => ({ effect, series: 0, says: 'all together' }))
  const title = metricHead(metric, step)
  const its = rows.filter(row => row.metric === metric.id)
  return figure(
    title,
    chartOf([...lines, { name: 'all together', points: whole }], title),
    rowsTable(leversTable.columns, ['variant', 'reference', ...COLUMNS], its),
  )
}
