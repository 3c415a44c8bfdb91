/** The section USEFULNESS: what an agent loses that does without an asset. */
import type { RunResult } from '../../sim/chunks/results.ts'
import {
  disagreementWords,
  isToldOf,
  type Usefulness,
  usefulnessOf,
  worthWords,
} from '../findings/changes/usefulness.ts'
import { differencesText } from '../findings/members.ts'
import { printable, times, withInterval } from '../formatting.ts'
import { WITHHELD, withheldNote } from './changes.ts'
import { hanging, type Paint, textTable, wrap } from './layout.ts'

/** Rows from the top and from the bottom of a long list. */
const TOP = 8
const BOTTOM = 5

/** A table for each line-up, the most useful assets first; empty unless the experiment asks. `files`: whether usefulness.csv is written as well. */
export function usefulnessLines(result: RunResult, width: number, paint: Paint, files: boolean): string[] {
  const all = usefulnessOf(result).filter(({ seat }) => seat === '')
  if (all.length === 0) return []
  const lineups = [...new Set(all.map(({ cell }) => cell.cell.lineup))]
  return [
    '',
    `${paint('bold', 'USEFULNESS')}: points lost by who does without, against others who have it`,
    ...lineups.flatMap(lineup =>
      lineupLines(
        all.filter(({ cell }) => cell.cell.lineup === lineup),
        lineup.name,
        width,
        files,
      ),
    ),
    '',
    ...wrap(
      'lost: score with the asset minus score without it, over all seats; ±: the longer arm of the 95 % interval over paired blocks. ' +
        (all.some(({ members }) => members) ? 'by player: what each of those loses that take turns. ' : '') +
        `*: shown, however often one looks, after Holm's correction for all assets and line-ups.${withheldNote(all)} uses: a match, by all ` +
        `seats, with the asset and without it.${files ? ' usefulness.csv has more.' : ''}`,
      width,
    ),
  ]
}

function lineupLines(all: readonly Usefulness[], name: string, width: number, files: boolean): string[] {
  const sorted = [...all].sort((a, b) => a.own.difference - b.own.difference)
  const short = sorted.length > TOP + BOTTOM
  const rows = short ? [...sorted.slice(0, TOP), ...sorted.slice(-BOTTOM)] : sorted
  const left = sorted.length - rows.length
  const disagreement = disagreementWords(sorted)
  return [
    '',
    ...hanging(printable(`${name}: ${worthWords(sorted)}`), width, '  '),
    ...(disagreement === '' ? [] : hanging(printable(disagreement), width, '    ')),
    ...textTable(
      'asset',
      rows.map(one => printable(one.name)),
      [
        { head: 'lost, points', left: false, cells: rows.map(lostText) },
        ...(rows.some(({ members }) => members)
          ? [
              {
                head: 'by player',
                left: false,
                cells: rows.map(({ members }) => (members ? differencesText(members) : '')),
              },
            ]
          : []),
        { head: 'uses', left: false, cells: rows.map(({ uses }) => uses.with.toFixed(2)) },
        { head: 'without', left: false, cells: rows.map(({ uses }) => uses.without.toFixed(2)) },
      ],
      width,
    ),
    ...(short ? [`  (${left} between these${files ? ' in usefulness.csv' : ' are left out'})`] : []),
  ]
}

function lostText(one: Usefulness): string {
  const { difference: mean, low, high } = one.own
  const lost = times(-100, { mean, low, high })
  const star = isToldOf(one) ? '*' : one.verdict === 'players disagree' ? WITHHELD : ' '
  return `${lost.mean > 0 ? '+' : ''}${withInterval(lost, { min: -100, max: 100 })}${star}`
}
