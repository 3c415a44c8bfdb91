/** The section APART: what each of several changes does alone, and what it adds to the others. */
import type { RunResult } from '../../sim/chunks/results.ts'
import { changesApart, type SingleChange } from '../findings/apart.ts'
import { metricHead } from '../findings/change-words.ts'
import type { Comparison } from '../findings/comparisons.ts'
import { printable } from '../formatting.ts'
import { differenceText } from './changes.ts'
import { hanging, type Paint, textTable, wrap } from './layout.ts'

/** A table for each variant, line-up and figure; empty unless changes were judged apart. `files`: whether levers.csv is written as well. */
export function apartLines(result: RunResult, width: number, paint: Paint, files: boolean): string[] {
  const all = changesApart(result)
  const { refused = [] } = result.experiment.probing ?? {}
  const left = refused.filter(({ kind }) => kind !== 'step').map(({ name, reason }) => `${name}: ${reason}`)
  if (all.length + left.length === 0) return []
  return [
    '',
    `${paint('bold', 'APART')}: each change by itself, and all together`,
    ...all.flatMap(({ variant, lineup, changes, together }) => [
      '',
      ...hanging(printable(`${variant}, ${lineup.name}`), width, '  '),
      ...together.flatMap(whole => ['', ...tableOf(whole, changes, result, width)]),
    ]),
    '',
    ...left.flatMap(text => hanging(printable(`left out, for the rules refuse it: ${text}`), width, '  ')),
    ...wrap(
      'alone: with this change alone minus without any. last: with all changes minus with all but this one. If changes work on each other, the two ' +
        `differ, and neither adds up to what all do together. ±, *: as above, after Holm's correction for all changes that are judged apart.${files ? ' levers.csv has more.' : ''}`,
      width,
    ),
  ]
}

function tableOf(
  together: Comparison,
  changes: readonly SingleChange[],
  { cells }: RunResult,
  width: number,
): string[] {
  const { metric } = together
  const of = (row: readonly Comparison[]): string => {
    const one = row.find(other => other.metric.id === metric.id)
    return one ? differenceText(one) : '-'
  }
  return textTable(
    printable(metricHead(metric, cells[0]!.game.info.step.label)),
    [...changes.map(({ change }) => printable(change)), 'all together'],
    [
      { head: 'alone', left: false, cells: [...changes.map(({ alone }) => of(alone)), of([together])] },
      { head: 'last', left: false, cells: [...changes.map(({ last }) => of(last)), ''] },
    ],
    width,
  )
}
