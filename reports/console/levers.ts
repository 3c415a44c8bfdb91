/** The section LEVERS: what each number of the rules does if it is moved a step, as bars to both sides, the longest first. */
import type { RunResult } from '../../sim/chunks/results.ts'
import type { Lineup, RefusedProbe } from '../../sim/experiment/index.ts'
import { UNITS } from '../../sim/figures/figure.ts'
import { ASSET_USES, FIGURES, type Metric } from '../../sim/figures/registry.ts'
import { adviceOnDifference, missingWords } from '../findings/advice.ts'
import { type Comparison, isOfAsset, isOfFeel, isShown } from '../findings/changes/comparisons.ts'
import {
  changeText,
  effectOn,
  type Lever,
  leversOf,
  type ProbeFinding,
  probesIn,
  reachOf,
  stepText,
  unmovedChoices,
} from '../findings/changes/levers.ts'
import { metricHead } from '../findings/changes/words.ts'
import { fixOf } from '../findings/fix.ts'
import { goalName, goalsOf, goalWords } from '../findings/gate/goals.ts'
import { lineupsInOrder } from '../findings/order.ts'
import { counted, cut, inWords, printable } from '../formatting.ts'
import { differenceText, signedText, withheldNote } from './changes.ts'
import { fixLines } from './gate.ts'
import { hanging, type Paint, textTable, wrap } from './layout.ts'

/** Keys of a list of bars, and rows of the list of uses. */
const TOP = 8
/** Keys of a list of bars none of which is shown. */
const TOP_NOISE = 3
/** Keys that are named in words. */
const NAMED = 5
/** Most refused steps listed with their reasons. */
const REFUSED = 3

const KEY_MAX = 27
const STEP_MAX = 14
const ARM_MIN = 3
const ARM_MAX = 24

/** For each line-up, bars for each figure, and the assets whose use changed; empty unless levers were moved. `files`: whether levers.csv is written as well. */
export function leverLines(
  result: RunResult,
  width: number,
  paint: Paint,
  files: boolean,
  folder: string | undefined,
): string[] {
  const { experiment } = result
  const found = probesIn(result).filter(({ probe }) => probe.kind === 'step')
  const left = leftOutLines(result, width)
  if (found.length + left.length === 0) return []
  const goals = goalsOf(result)
  return [
    '',
    `${paint('bold', 'LEVERS')} of ${printable(experiment.variants[0]!.name)}: each number, a step down and a step up`,
    ...lineupsInOrder(result).flatMap(lineup => lineupLines(leversOf(found, lineup), lineup, width, files)),
    ...(goals.length === 0 ? [] : ['', paint('bold', 'GOAL')]),
    ...goals.flatMap(goal => hanging(`${goalName(goal)}: ${goalWords(goal)}`, width, '  ')),
    ...fixLines(goals.length === 0 ? null : fixOf(result, folder), width, '  '),
    ...(left.length === 0 ? [] : ['', ...left]),
    ...(found.length === 0
      ? []
      : [
          '',
          ...wrap(
            'Each figure is with the step minus without, on the same seeds. ± is a 95 % interval. * marks a significant difference ' +
              `(5 % error across all steps).${withheldNote(found.flatMap(({ row }) => row))}${files ? ' levers.csv has all.' : ''}`,
            width,
          ),
        ]),
  ]
}

/** Steps of each figure that one screen names. */
const SUMMED = 3

/** For each line-up, the steps that move each figure most. */
export function leverSummary(result: RunResult, width: number): string[] {
  const found = probesIn(result).filter(({ probe }) => probe.kind === 'step')
  return lineupsInOrder(result).flatMap(lineup => {
    const its = found.filter(({ cell }) => cell.cell.lineup === lineup)
    const metrics = toldMetrics(its)
    const lines = metrics.flatMap(metric => hanging(printable(movedWords(its, metric)), width, '  '))
    return lines.length === 0
      ? []
      : [...wrap(printable(`${lineup.name}: the steps that move most`), width), ...lines]
  })
}

/** The metrics that a list of steps is about: those of feel only if some step moves them. */
function toldMetrics(found: readonly ProbeFinding[]): Metric[] {
  const isMoved = ({ metric }: Comparison): boolean =>
    found.some(one => {
      const effect = effectOn(one, metric)
      return effect !== undefined && isShown(effect)
    })
  return (found[0]?.row ?? [])
    .filter(one => !isOfAsset(one) && (!isOfFeel(one) || isMoved(one)))
    .map(({ metric }) => metric)
}

/** "draws: gold.perTurn 4 to 3 (-25.0 ± 6.7), units.archer.range 3 to 4 (+17.7 ± 7.5) and 2 more" */
function movedWords(found: readonly ProbeFinding[], metric: Metric): string {
  const shown = found
    .flatMap(({ probe, ...one }) => {
      const effect = effectOn({ probe, ...one }, metric)
      return effect && isShown(effect) ? [{ probe, effect }] : []
    })
    .sort((a, b) => Math.abs(b.effect.difference) - Math.abs(a.effect.difference))
  const words = shown
    .slice(0, SUMMED)
    .map(({ probe, effect }) => `${probe.key} ${stepText(probe)} (${signedText(effect)})`)
  const more = shown.length - words.length
  const what = metricHead(metric, found[0]!.cell.game.info.step.label)
  return `${what}: ${words.length === 0 ? ['no step clearly moves it', missingSteps(found, metric)].filter(Boolean).join('. ') : inWords([...words, ...(more > 0 ? [`${more} more`] : [])])}`
}

function lineupLines(levers: readonly Lever[], lineup: Lineup, width: number, files: boolean): string[] {
  const [some] = levers.flatMap(({ probes }) => probes)
  if (!some) return []
  const metrics = toldMetrics(levers.flatMap(({ probes }) => probes))
  return [
    '',
    ...wrap(printable(`${lineup.name}, ${counted(levers.length, 'number')}`), width),
    ...metrics.flatMap(metric => tornadoLines(levers, metric, some, width, files)),
    ...ASSET_USES.flatMap(uses => useLines(levers, uses, width, files)),
  ]
}

/** Bars of the levers that move a figure most: to the left what makes it smaller, to the right what makes it larger. */
function tornadoLines(
  levers: readonly Lever[],
  metric: Metric,
  some: ProbeFinding,
  width: number,
  files: boolean,
): string[] {
  const sorted = levers
    .map(lever => ({ lever, reach: reachOf(lever, metric) }))
    .filter(({ reach }) => reach > 0)
    .sort((a, b) => b.reach - a.reach)
  const shown = sorted.map(({ lever }) => lever).filter(lever => isMoved(lever, metric))
  const top = shown.length > 0 ? TOP : TOP_NOISE
  const rows = sorted.slice(0, top).flatMap(({ lever: { key, probes } }) =>
    probes.flatMap((one, i) => {
      const effect = effectOn(one, metric)
      return effect ? [{ key: i === 0 ? key : '', step: stepText(one.probe), effect }] : []
    }),
  )
  const [keys, steps, texts] = [
    rows.map(({ key }) => cut(printable(key), KEY_MAX)),
    rows.map(({ step }) => cut(printable(step), STEP_MAX)),
    rows.map(({ effect }) => differenceText(effect)),
  ].map(cells => ({ cells, width: Math.max(0, ...cells.map(cell => cell.length)) }))
  const room = width - 2 - keys!.width - steps!.width - texts!.width - '      |'.length
  const arm = Math.max(ARM_MIN, Math.min(ARM_MAX, Math.floor(room / 2)))
  const most = sorted[0]?.reach ?? 0
  const lines = rows.map(({ effect: { difference } }, i) => {
    const bar = '#'.repeat(Math.round((arm * Math.abs(difference)) / most))
    const [less, more] = difference < 0 ? [bar, ''] : ['', bar]
    const text = texts!.cells[i]!.padStart(texts!.width)
    return `  ${keys!.cells[i]!.padEnd(keys!.width)}  ${steps!.cells[i]!.padEnd(steps!.width)}  ${less.padStart(arm)}|${more.padEnd(arm)}  ${text}`.trimEnd()
  })
  const more = sorted.length - top
  return [
    '',
    ...hanging(printable(headOf(shown, metric, some)), width, '  '),
    ...lines,
    ...(more > 0 ? [`  (${counted(more, 'smaller one')}${files ? ': levers.csv' : ''})`] : []),
  ]
}

/** How many more matches would show what steps move a figure by; empty where that is unknown. */
function missingSteps(found: readonly ProbeFinding[], metric: Metric): string {
  return missingWords(
    found.flatMap(one => {
      const effect = effectOn(one, metric)
      return effect ? [{ name: changeText(one.probe), more: adviceOnDifference(effect) }] : []
    }),
  )
}

/** Whether a lever is shown to move a figure. */
function isMoved({ probes }: Lever, metric: Metric): boolean {
  return probes.some(one => {
    const effect = effectOn(one, metric)
    return effect !== undefined && isShown(effect)
  })
}

/** "score of A, points (51.2 % now): moved by gold.perTurn and base.hp". */
function headOf(shown: readonly Lever[], metric: Metric, some: ProbeFinding): string {
  const { aloneDecimals, scale, sign } = UNITS[FIGURES[metric.kind].unit]
  const before = (effectOn(some, metric)!.before * scale).toFixed(aloneDecimals)
  const names = shown.slice(0, NAMED).map(({ key }) => key)
  const more = shown.length - names.length
  const words = inWords(more > 0 ? [...names, `${more} more`] : names)
  const what = metricHead(metric, some.cell.game.info.step.label)
  const moved = words === '' ? 'no step clearly moves it' : `moved by ${words}`
  return `${what} (${before}${sign} now): ${moved}`
}

/** The largest changes of use that are shown, a match or a turn. */
function useLines(
  levers: readonly Lever[],
  { kind, rate }: (typeof ASSET_USES)[number],
  width: number,
  files: boolean,
): string[] {
  const shown = levers
    .flatMap(({ probes }) => probes)
    .flatMap(({ probe, row }) =>
      row.flatMap(one => (one.metric.kind === kind && isShown(one) ? [{ probe, one }] : [])),
    )
    .sort((a, b) => Math.abs(b.one.difference) - Math.abs(a.one.difference))
  if (shown.length === 0) return ['', `  uses ${rate}: no clear difference`]
  const rows = shown.slice(0, TOP)
  const cells = (text: (row: (typeof rows)[number]) => string) => rows.map(text)
  return [
    '',
    `  uses ${rate}, by all players: ${counted(shown.length, 'clear difference')}${shown.length > TOP ? `; the largest${files ? ' (levers.csv has all)' : ''}` : ''}`,
    ...textTable(
      'step',
      cells(({ probe }) => printable(`${probe.key} ${stepText(probe)}`)),
      [
        { head: 'asset', left: true, cells: cells(({ one }) => printable(one.metric.label)) },
        { head: 'before', left: false, cells: cells(({ one }) => one.before.toFixed(2)) },
        { head: 'after', left: false, cells: cells(({ one }) => one.after.toFixed(2)) },
        { head: 'difference', left: false, cells: cells(({ one }) => differenceText(one)) },
      ],
      width,
    ),
  ]
}

/** What was not moved, and why. */
function leftOutLines(result: RunResult, width: number): string[] {
  const { probing, variants } = result.experiment
  if (!probing) return []
  const { inner } = probing
  const refused = probing.refused.filter(({ kind }) => kind === 'step')
  const told = refused.slice(0, REFUSED).map(refusedText)
  const more = refused.length - told.length
  const isMoved = refused.length > 0 || variants.some(({ probe }) => probe?.kind === 'step')
  const choices = isMoved ? unmovedChoices(result) : []
  return [
    ...(refused.length === 0
      ? []
      : hanging(
          printable(
            `Skipped ${counted(refused.length, 'step')} that the rules forbid: ${told.join('; ')}${more > 0 ? `; ${more} more in manifest.json` : ''}.`,
          ),
          width,
          '  ',
        )),
    ...(inner === 0
      ? []
      : hanging(
          `Skipped ${counted(inner, 'number')} inside lists and parts such as maps (--keys moves them).`,
          width,
          '  ',
        )),
    ...(choices.length === 0 ? [] : hanging(choicesText(choices), width, '  ')),
  ]
}

/** "Skipped 2 on/off or multiple-choice rules: a and b (use evenhand compare for these)." */
function choicesText(choices: readonly string[]): string {
  const named = choices.slice(0, NAMED)
  const more = choices.length - named.length
  const all = inWords(more > 0 ? [...named, `${more} more`] : named)
  return printable(
    `Skipped ${counted(choices.length, 'on/off or multiple-choice rule')}: ${all} (use evenhand compare for these).`,
  )
}

/** Why a probe was left out; most reasons begin with its key. */
function refusedText({ key, name, reason }: RefusedProbe): string {
  return reason.startsWith(key) ? reason : `${name}: ${reason}`
}
