/** What a rule change did to a line-up, in the words that every report uses. */
import { UNITS } from '../../../sim/figures/figure.ts'
import { FIGURES, type Metric } from '../../../sim/figures/registry.ts'
import { type Bounds, inWords, withInterval } from '../../formatting.ts'
import { differencesText, disagree } from '../members.ts'
import { type Comparison, familyOf, isOfAsset, isShown, isWithheld } from './comparisons.ts'

/** The comparisons of one variant and line-up together. */
export function byCell(all: readonly Comparison[]): Comparison[][] {
  const byCell = new Map<number, Comparison[]>()
  for (const one of all) {
    const index = one.variant.cell.index
    byCell.set(index, [...(byCell.get(index) ?? []), one])
  }
  return [...byCell.values()]
}

/** What uses are counted by: no bound is of use. */
const ANY: Bounds = { min: -Infinity, max: Infinity }

/**
 * What a rule change did to a line-up, in words: the differences that are shown, every asset whose use changed, and whether the members of a
 * population disagree; `step` is what a step is called.
 */
export function changeWords(row: readonly Comparison[], step: string): string {
  return [shownWords(row, step), ...disagreements(row, step)].join('; ')
}

/** What the change moves otherwise for one member of a population than for another, or may. */
export function disagreements(row: readonly Comparison[], step: string): string[] {
  return row.flatMap(one => {
    const { members, metric } = one
    if (!members) return []
    const alike = row.filter(other => other.members && familyOf(other.metric) === familyOf(metric))
    const verb = disagree(members, alike.length)
      ? 'disagree on'
      : isWithheld(one)
        ? 'are too few to judge'
        : ''
    const [what, unit] = disputed(metric, step)
    const each = differencesText(members, scaleOf(metric).scale)
    return verb === '' ? [] : [`its ${members.differences.length} players ${verb} ${what} (${each} ${unit})`]
  })
}

/** What members may disagree on, and what it is counted in. */
function disputed({ kind, label }: Metric, step: string): [what: string, unit: string] {
  const { unit, words } = FIGURES[kind]
  return [(words.disputed ?? words.title)!(label), UNITS[unit].difference(step)]
}

function shownWords(row: readonly Comparison[], step: string): string {
  const shown = row.filter(isShown)
  if (shown.length === 0) return 'no difference shown'
  const uses = shown.filter(isOfAsset)
  const others = shown.filter(one => !isOfAsset(one))
  const alike = [...new Set(uses.map(({ metric }) => metric.kind))].flatMap(kind =>
    [-1, 1].map(sign => uses.filter(one => one.metric.kind === kind && Math.sign(one.difference) === sign)),
  )
  return [
    inWords(others.map(one => differenceWords(one, step))),
    ...alike.filter(list => list.length > 0).map(usesWords),
  ]
    .filter(part => part !== '')
    .join('; ')
}

function differenceWords({ before, after, metric, words }: Comparison, step: string): string {
  const { scale, decimals, sign, difference } = UNITS[FIGURES[metric.kind].unit]
  // Percent stands behind each of the two, the name of a step behind both.
  const unit = sign === '' && difference(step) !== '' ? ` ${difference(step)}` : ''
  return `${words} (${fromTo(scale * before, scale * after, decimals, sign)}${unit})`
}

/** Decimals with which two figures that differ by less count as the same. */
const DECIMALS_MAX = 4

/** "0.50 to 1.20", with more decimals where both would else read the same. */
function fromTo(before: number, after: number, decimals: number, unit = ''): string {
  const [from, to] = [before.toFixed(decimals), after.toFixed(decimals)]
  if (from === to && decimals < DECIMALS_MAX) return fromTo(before, after, decimals + 1, unit)
  return `${from}${unit} to ${to}${unit}`
}

/** Assets that are all used more, or all less: each with its uses a match, or a turn, before and after, and the difference with its interval for one look. */
function usesWords(uses: readonly Comparison[]): string {
  const each = uses.map(({ metric, before, after, difference: mean, low, high }) => {
    const sign = mean > 0 ? '+' : ''
    return `${metric.label} (${fromTo(before, after, 2)} ${FIGURES[metric.kind].words.rate}, ${sign}${withInterval({ mean, low, high }, ANY)})`
  })
  return `${uses[0]!.words}: ${inWords(each)}`
}

/** What a metric's figures are multiplied by for people, points for shares, and what a difference of it can be then. */
export function scaleOf({ kind }: Metric): { readonly scale: number; readonly bounds: Bounds } {
  const { unit } = FIGURES[kind]
  const { scale } = UNITS[unit]
  const most = unit === 'percent' ? scale : Infinity
  return { scale, bounds: { min: -most, max: most } }
}

/** "score of white", "length". */
export function metricTitle({ kind, label }: Metric): string {
  return FIGURES[kind].words.title!(label)
}

/** "score of white, points", "length, rounds"; `step` is what a step is called. */
export function metricHead(metric: Metric, step: string): string {
  const unit = UNITS[FIGURES[metric.kind].unit].difference(step)
  return `${metricTitle(metric)}${unit === '' ? '' : `, ${unit}`}`
}
