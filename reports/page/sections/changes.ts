/** What did the change do? Every variant against what it is compared with: in sentences, then figure by figure. */
import type { RunResult } from '../../../sim/chunks/results.ts'
import { wholeVariants } from '../../../sim/experiment/index.ts'
import { UNITS } from '../../../sim/figures/figure.ts'
import { FIGURES } from '../../../sim/figures/registry.ts'
import { effectsByStrength, type PlayersEffects, useDisagreement } from '../../findings/answer/compare.ts'
import {
  type Comparison,
  isOfAsset,
  isShown,
  isWithheld,
  judgedInterval,
} from '../../findings/changes/comparisons.ts'
import { stepsOf } from '../../findings/changes/effects.ts'
import { metricTitle, scaleOf } from '../../findings/changes/words.ts'
import { inOrder } from '../../findings/order.ts'
import { factorsOf } from '../../findings/variants.ts'
import { isMirror } from '../../findings/verdicts/verdicts.ts'
import { counted, times, unbroken, withEnds } from '../../formatting.ts'
import { comparisonRow, comparisons } from '../../tables/index.ts'
import { intervalChart, markOf } from '../charts/intervals.ts'
import { figure, folded, gallery, html, type Markup, NOTHING, section } from '../html.ts'
import { agentOf, lineupName, type Subject } from '../subject.ts'
import { inUnits, rowsTable, wideTable } from '../table.ts'
import { DIFFERENCES, DISPUTED, marksKey } from './key.ts'
import { sweepFigures } from './sweep.ts'

/** More lines than this in a chart are cut into charts by line-up. */
const LINES_MAX = 16

const COLUMNS = [
  ...['before', 'after', 'difference', 'difference_low', 'difference_high', 'difference_anytime_low'],
  ...['difference_anytime_high', 'p_anytime_adjusted', 'verdict'],
]

/** Nothing where one variant was played. `noun` is what the page calls variants. */
export function changesSection(subject: Subject, noun = 'variant'): Markup {
  const { comparisons: all, result } = subject
  if (all.length === 0) return NOTHING
  const { against, variants } = result.experiment
  const order = inOrder(
    result,
    all.map(one => one.variant),
  )
  const compared = all
    .filter(one => !isOfAsset(one))
    .toSorted((a, b) => order.indexOf(a.variant) - order.indexOf(b.variant))
  const names = [...new Set(all.map(one => one.variant.cell.variant.name))]
  const isOfRuns = all[0]!.variant.other !== undefined
  const reference = isOfRuns
    ? 'the first run'
    : against === 'previous'
      ? 'the one before it'
      : variants[0]!.name
  const swept = sweepFigures(subject, factorsOf(result.experiment))
  const told = names.map(name => variantEffects(subject, name, names.length > 1))
  const title =
    names.length === 1
      ? 'What did the change do?'
      : `What does each ${swept.length > 0 ? 'setting' : noun} do?`
  return section('changes', title, [
    html`<p class="note">${names.length > 1 ? `Each ${swept.length > 0 ? 'setting' : noun}` : names[0]!} against ${reference}${isOfRuns ? '' : ', on the same seeds'}.</p>`,
    ...swept,
    ...(names.length > MAX_LISTED
      ? [folded(`In words, ${names.length} ${noun === 'patch' ? 'patches' : 'variants'}`, told)]
      : told),
    ...forests(result, compared, names.length > 1),
    names.length > MAX_LISTED ? NOTHING : usesTable(all),
  ])
}

/** Variants whose changes show without unfolding anything. */
const MAX_LISTED = 2

/** What a variant changed for each kind of player, the strongest first. */
function variantEffects({ result }: Subject, variant: string, isSeveral: boolean): Markup {
  const found = effectsByStrength(result, variant)
  const uses = useDisagreement(found.filter(one => isMirror(one.cell.cell.lineup)))
  const [strongest, ...others] = found
  const told = (one: PlayersEffects): Markup => playersEffects(one, isSeveral)
  return html`${isSeveral ? html`<h3>${variant}</h3>` : NOTHING}${strongest ? told(strongest) : NOTHING}${
    uses === '' ? NOTHING : html`<p>${uses}</p>`
  }${others.length > 0 ? folded('Other players', others.map(told)) : NOTHING}`
}

function playersEffects({ cell, players, effects }: PlayersEffects, isSeveral: boolean): Markup {
  const { shown, rest, disputed } = effects
  const words = [...shown.map(({ words }) => upper(words)), ...disputed.map(upper), rest]
  const name = isMirror(cell.cell.lineup) ? `${players} vs itself` : players
  return html`${isSeveral ? html`<h4>${name}</h4>` : html`<h3>${name}</h3>`}<ul class="seen">${words
    .filter(text => text !== '')
    .map(text => html`<li>${unbroken(text)}</li>`)}</ul>`
}

const upper = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** Uses that changed, of all line-ups, the largest first within each. */
function usesTable(all: readonly Comparison[]): Markup {
  const isPerTurn = all.some(({ metric }) => metric.kind === 'use-per-turn')
  const shown = all.filter(one => isOfAsset(one) && isShown(one) && (metricIsPerTurn(one) || !isPerTurn))
  if (shown.length === 0) return NOTHING
  const heads = [
    { head: 'piece' },
    { head: 'player' },
    { head: 'before', isNumber: true },
    { head: 'after', isNumber: true },
  ]
  const rows = shown
    .toSorted((a, b) => relative(b) - relative(a))
    .map(one => [one.metric.label, lineupName(one.variant), one.before.toFixed(2), one.after.toFixed(2)])
  return folded(`Uses per ${isPerTurn ? 'turn' : 'match'}: ${counted(shown.length, 'change')}`, [
    wideTable(heads, rows),
  ])
}

const metricIsPerTurn = ({ metric }: Comparison): boolean => metric.kind === 'use-per-turn'
const relative = ({ before, after, difference }: Comparison): number =>
  Math.abs(difference) / Math.max(before, after)

/** A chart of each metric in which something shows; the others are folded. Of several variants, all are. */
function forests(result: RunResult, compared: readonly Comparison[], isSeveral: boolean): Markup[] {
  const metrics = [...new Set(compared.map(one => one.metric.id))].map(id =>
    compared.filter(one => one.metric.id === id),
  )
  const [shown, others] = [true, false].map(isTold =>
    metrics.filter(its => its.some(isShown) === isTold).flatMap(its => forestsOf(result, its)),
  ) as [Markup[], Markup[]]
  const key = marksKey(compared.some(isWithheld) ? [...DIFFERENCES, DISPUTED] : DIFFERENCES)
  if (isSeveral) return [folded('Every difference, with its interval', [key, gallery([...shown, ...others])])]
  return [
    shown.length > 0 ? key : NOTHING,
    gallery(shown),
    folded('Changes that could be chance', [key, gallery(others)]),
  ]
}

/** A chart of a metric, or one of each line-up where variants and line-ups are many. */
function forestsOf(result: RunResult, its: readonly Comparison[]): Markup[] {
  const lineups = [...new Set(its.map(one => one.variant.cell.lineup))]
  if (its.length <= LINES_MAX || lineups.length === 1)
    return [forest(result, its, lineups.length === 1, titleOf(its[0]!))]
  return lineups.flatMap(lineup => {
    const group = its.filter(one => one.variant.cell.lineup === lineup)
    return group.length === 0
      ? []
      : [forest(result, group, true, `${titleOf(group[0]!)}, ${lineupName(group[0]!.variant)}`)]
  })
}

function forest(
  result: RunResult,
  group: readonly Comparison[],
  isOneLineup: boolean,
  caption: string,
): Markup {
  const scale = scaleOf(group[0]!.metric).scale / turnsIn(group[0]!)
  const isOneVariant = new Set(group.map(one => one.variant.cell.variant.name)).size === 1
  const nameOf = ({ variant }: Comparison): string => {
    const { variant: rules, lineup } = variant.cell
    const players = isMirror(lineup) ? agentOf(variant) : lineup.name
    return isOneVariant ? players : isOneLineup ? rules.name : `${rules.name}, ${players}`
  }
  const shown = group.filter(isShown)
  const chart = intervalChart(
    group.map(one => {
      const interval = times(scale, judgedInterval(one))
      return {
        ...{ name: nameOf(one), series: 0, mark: markOf(isShown(one), isWithheld(one)) },
        ...{ ...interval, mean: scale * one.difference },
        says: `${nameOf(one)}: ${withEnds(interval, 2)}: ${one.words}`,
      }
    }),
    {
      axis: `change, ${unitOf(group[0]!)}`,
      reference: 0,
      ...(isOneLineup && !isOneVariant
        ? { among: wholeVariants(result.experiment).map(({ name }) => name) }
        : {}),
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

/** Steps in the unit of lengths, such as a turn. */
const turnsIn = ({ metric, variant }: Comparison): number =>
  metric.kind === 'length' ? stepsOf(variant).perTurn : 1

function unitOf({ metric, variant }: Comparison): string {
  if (metric.kind === 'length') return stepsOf(variant).name
  return UNITS[FIGURES[metric.kind].unit].difference(variant.game.info.step.label) || 'per match'
}
