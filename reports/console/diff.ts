/** Two runs compared, on a terminal: what differs between them, then every figure that moved. */
import { UNITS } from '../../sim/figures/figure.ts'
import { FIGURES } from '../../sim/figures/registry.ts'
import { type Comparison, comparisonsOf, isShown } from '../findings/changes/comparisons.ts'
import { effectsOf, stepsOf } from '../findings/changes/effects.ts'
import { metricTitle, scaleOf } from '../findings/changes/words.ts'
import {
  diffRows,
  NOTHING_SHARED,
  pairingWords,
  type RunDiff,
  ruleValue,
  runFacts,
} from '../findings/diff.ts'
import { isMirror } from '../findings/verdicts/verdicts.ts'
import { decimalsFor, printable, times, withInterval } from '../formatting.ts'
import { hanging, type Paint, painter, textTable, wrap } from './layout.ts'

/** The report of `evenhand diff`, ending with a line end. */
export function diffReport(
  diff: RunDiff,
  { color, width }: { readonly color: boolean; readonly width: number },
): string {
  const paint = painter(color)
  const { before, after, caveats, joined, notCompared, rules } = diff
  const facts = runFacts(diff)
  const all = comparisonsOf(joined)
  const lines = [
    paint('bold', printable(`${before.experiment.game}: ${before.name} → ${after.name}`)),
    ...textTable(
      '',
      facts.map(({ name }) => name),
      [
        { head: 'before', left: true, cells: facts.map(one => printable(one.before)) },
        { head: 'after', left: true, cells: facts.map(one => printable(one.after)) },
      ],
      width,
    ),
    ...caveats.flatMap(text => hanging(printable(text), width, '  ! ')),
    ...(rules.length > 0 ? ['', paint('bold', 'RULES')] : []),
    ...rules.flatMap(one => rulesLines(one, rules.length > 1, width)),
    ...(all.length === 0 ? ['', NOTHING_SHARED] : []),
    ...diffRows(diff).flatMap(row => ['', ...rowLines(row, width, paint)]),
    ...(notCompared.length > 0 ? ['', paint('bold', 'NOT COMPARED')] : []),
    ...notCompared.flatMap(({ what, why }) => hanging(printable(`${what}: ${why}`), width, '  ')),
    ...(all.length > 0
      ? [
          '',
          ...wrap(
            `${pairingWords(all)} ± is a 95 % interval. Only figures that moved beyond chance are listed (5 %, Holm).`,
            width,
          ),
        ]
      : []),
  ]
  return `${lines.join('\n')}\n`
}

function rulesLines({ before, after, changes }: RunDiff['rules'][number], isNamed: boolean, width: number) {
  const names = before.name === after.name ? before.name : `${before.name} → ${after.name}`
  const head = isNamed || before.name !== after.name ? [`  ${printable(names)}`] : []
  if (changes.length === 0) return [...head, '  The rules are the same.']
  return [
    ...head,
    ...changes.flatMap(({ key, a, b }) =>
      hanging(printable(`${key}: ${ruleValue(a)} → ${ruleValue(b)}`), width, '  '),
    ),
  ]
}

/** A variant's figures for some players. */
function rowLines(row: readonly Comparison[], width: number, paint: Paint): string[] {
  const [{ variant }] = row as readonly [Comparison]
  const { lineup } = variant.cell
  const players = isMirror(lineup) ? `${lineup.participants[0]!.label} vs itself` : lineup.name
  const head = paint('bold', printable(`CHANGES of ${variant.cell.variant.name}, ${players}`))
  const shown = row.filter(isShown)
  const { rest } = effectsOf(row)
  const texts = shown.map(figureText)
  const table =
    shown.length === 0
      ? []
      : textTable(
          'figure',
          shown.map(({ metric }) => printable(metricTitle(metric))),
          [
            { head: 'before', left: false, cells: texts.map(({ before }) => before) },
            { head: 'after', left: false, cells: texts.map(({ after }) => after) },
            { head: 'difference', left: false, cells: texts.map(({ difference }) => difference) },
            { head: '', left: true, cells: shown.map(({ words }) => printable(words)) },
          ],
          width,
        )
  return [head, ...table, ...(rest === '' ? [] : hanging(rest, width, '  ', '  '))]
}

function figureText(one: Comparison) {
  const { metric, variant } = one
  const { unit } = FIGURES[metric.kind]
  const { decimals, difference, sign } = UNITS[unit]
  const { scale, bounds } = scaleOf(metric)
  const { name, perTurn } = stepsOf(variant)
  const isLength = metric.kind === 'length'
  const factor = isLength ? scale / perTurn : scale
  const words = isLength ? ` ${name}` : difference('') === '' ? '' : ` ${difference('')}`
  const moved = times(factor, { mean: one.difference, low: one.low, high: one.high })
  const shown = decimalsFor((moved.high - moved.low) / 2, decimals)
  return {
    before: `${(factor * one.before).toFixed(shown)}${sign}`,
    after: `${(factor * one.after).toFixed(shown)}${sign}`,
    difference: `${one.difference > 0 ? '+' : ''}${withInterval(moved, bounds)}${words}`,
  }
}
