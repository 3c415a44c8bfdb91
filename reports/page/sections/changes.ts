/** What did the change do? Every variant against what it is compared with, metric by metric. */
import type { RunResult } from '../../../sim/chunks/results.ts'
import { wholeVariants } from '../../../sim/experiment/index.ts'
import { UNITS } from '../../../sim/figures/figure.ts'
import { FIGURES } from '../../../sim/figures/registry.ts'
import { type Comparison, isOfAsset, isShown } from '../../findings/changes/comparisons.ts'
import { byCell, changeWords, metricTitle, scaleOf } from '../../findings/changes/words.ts'
import { factorsOf } from '../../findings/variants.ts'
import { isMirror } from '../../findings/verdicts/verdicts.ts'
import { times, withEnds } from '../../formatting.ts'
import { comparisonRow, comparisons } from '../../tables/index.ts'
import { intervalChart, markOf } from '../charts/intervals.ts'
import { figure, gallery, html, type Markup, NOTHING, section } from '../html.ts'
import { agentOf, lineupName, type Subject } from '../subject.ts'
import { inUnits, rowsTable, wideTable } from '../table.ts'
import { DIFFERENCES, marksKey } from './key.ts'
import { sweepFigures } from './sweep.ts'

/** More lines than this in a chart are cut into charts by line-up. */
const LINES_MAX = 16

const COLUMNS = [
  ...['before', 'after', 'difference', 'difference_low', 'difference_high', 'difference_anytime_low'],
  ...['difference_anytime_high', 'p_anytime_adjusted', 'verdict'],
]

/** Nothing where one variant was played. */
export function changesSection(subject: Subject): Markup {
  const { comparisons: all, result } = subject
  if (all.length === 0) return NOTHING
  const { against, variants } = result.experiment
  const compared = all.filter(one => !isOfAsset(one))
  const metrics = [...new Set(compared.map(one => one.metric.id))]
  const step = result.cells[0]!.game.info.step.label
  const heads = [{ head: 'variant' }, { head: 'line-up' }, { head: 'what the change did' }]
  const words = byCell(all).map(row => {
    const { variant } = row[0]!
    return [variant.cell.variant.name, lineupName(variant), changeWords(row, step)]
  })
  return section('changes', 'What did the change do?', [
    html`<p>Every variant against ${against === 'previous' ? 'the one before it' : variants[0]!.name}: after the change minus before, on the same seeds, with intervals over paired blocks. A difference is shown if it holds however often one looks, after Holm’s correction for all comparisons of the run, and if players that learned and take turns do not disagree on it.</p>`,
    marksKey(DIFFERENCES),
    words.length > LINES_MAX
      ? html`<details><summary>In words, ${words.length} line-ups</summary>${wideTable(heads, words)}</details>`
      : wideTable(heads, words),
    gallery(sweepFigures(subject, factorsOf(result.experiment))),
    ...forests(
      result,
      metrics.map(metric => compared.filter(one => one.metric.id === metric)),
    ),
  ])
}

/** A chart of each metric, or of each metric and line-up where variants and line-ups are many. */
function forests(result: RunResult, byMetric: readonly (readonly Comparison[])[]): Markup[] {
  const first = byMetric[0]!
  const lineups = [...new Set(first.map(one => one.variant.cell.lineup))]
  if (first.length <= LINES_MAX || lineups.length === 1)
    return [gallery(byMetric.map(all => forest(result, all, lineups.length === 1, titleOf(all[0]!))))]
  return byMetric.map(all => {
    const groups = lineups.map(lineup => all.filter(one => one.variant.cell.lineup === lineup))
    const figures = groups
      .filter(group => group.length > 0)
      .map(group => forest(result, group, true, lineupName(group[0]!.variant)))
    return html`<h3>${titleOf(all[0]!)}</h3>${gallery(figures)}`
  })
}

function forest(
  result: RunResult,
  group: readonly Comparison[],
  isOneLineup: boolean,
  caption: string,
): Markup {
  const { scale } = scaleOf(group[0]!.metric)
  const nameOf = ({ variant }: Comparison): string => {
    const { variant: rules, lineup } = variant.cell
    return isOneLineup ? rules.name : `${rules.name}, ${isMirror(lineup) ? agentOf(variant) : lineup.name}`
  }
  const shown = group.filter(isShown)
  const chart = intervalChart(
    group.map(one => ({
      name: nameOf(one),
      series: 0,
      mean: scale * one.difference,
      low: scale * one.low,
      high: scale * one.high,
      anytime: [scale * one.anytime.low, scale * one.anytime.high],
      mark: markOf(isShown(one)),
      says: `${nameOf(one)}: ${withEnds(times(scale, { mean: one.difference, low: one.low, high: one.high }), 2)}: ${one.words}`,
    })),
    {
      axis: `difference, ${unitOf(group[0]!)}`,
      reference: 0,
      ...(isOneLineup ? { among: wholeVariants(result.experiment).map(({ name }) => name) } : {}),
      alt: `${titleOf(group[0]!)}, ${caption}: differences of ${group.length} variants with their intervals. ${
        shown.length === 0
          ? 'None is shown.'
          : `Shown: ${shown.map(one => `${nameOf(one)} ${one.words}`).join(', ')}.`
      }`,
    },
  )
  const columns = ['variant', ...(isOneLineup ? [] : ['lineup']), ...COLUMNS]
  return figure(
    caption,
    chart,
    rowsTable(
      comparisons.columns,
      columns,
      group.map(one => inUnits(comparisonRow(one, result), one.metric)),
    ),
  )
}

/** "Score of white". */
function titleOf({ metric }: Comparison): string {
  const title = metricTitle(metric)
  return title[0]!.toUpperCase() + title.slice(1)
}

function unitOf({ metric, variant }: Comparison): string {
  return UNITS[FIGURES[metric.kind].unit].difference(variant.game.info.step.label) || 'per match'
}
