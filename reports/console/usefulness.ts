/** The section USEFULNESS: what an agent loses that does without an asset. */
import type { RunResult } from '../../sim/chunks/results.ts'
import { MAY_DIFFER } from '../findings/changes/comparisons.ts'
import {
  disagreementWords,
  isToldOf,
  lostPoints,
  missingWorth,
  type Usefulness,
  usefulnessOf,
  worthWords,
} from '../findings/changes/usefulness.ts'
import { differencesText } from '../findings/members.ts'
import { lineupsInOrder } from '../findings/order.ts'
import { counted, inWords, printable, withInterval } from '../formatting.ts'
import { WITHHELD, withheldNote } from './changes.ts'
import { hanging, type Paint, textTable, wrap } from './layout.ts'

/** Rows from the top and from the bottom of a long list. */
const TOP = 8
const BOTTOM = 5

/** A table for each line-up, the most useful assets first; empty unless the experiment asks. `files`: whether usefulness.csv is written as well. */
export function usefulnessLines(result: RunResult, width: number, paint: Paint, files: boolean): string[] {
  const all = usefulnessOf(result).filter(({ seat }) => seat === '')
  if (all.length === 0) return []
  const lineups = lineupsInOrder(result).filter(lineup => all.some(({ cell }) => cell.cell.lineup === lineup))
  return [
    '',
    `${paint('bold', 'USEFULNESS')}: points a player loses when it alone can't use this`,
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
      'lost: score with it minus score without, over all seats. ± is a 95 % interval. * marks a significant difference (5 % error across the whole table).' +
        `${withheldNote(all)} uses: how often all players use it in a match; without: the same when the first player can't.` +
        `${all.some(({ members }) => members) ? ' by player: what each trained player loses.' : ''}${files ? ' usefulness.csv has more.' : ''}`,
      width,
    ),
  ]
}

/** What helps and what hurts in each line-up, with the points that they are worth. */
export function worthSummary(result: RunResult, width: number): string[] {
  const all = usefulnessOf(result).filter(({ seat }) => seat === '')
  if (all.length === 0) return []
  const lineups = lineupsInOrder(result).filter(lineup => all.some(({ cell }) => cell.cell.lineup === lineup))
  return [
    ...lineups.flatMap(lineup => {
      const its = all.filter(({ cell }) => cell.cell.lineup === lineup)
      const named = (verdict: Usefulness['verdict']) =>
        its
          .filter(one => one.verdict === verdict)
          .sort((a, b) => Math.abs(b.own.difference) - Math.abs(a.own.difference))
          .map(one => `${one.name} (${(100 * Math.abs(one.own.difference)).toFixed(1)})`)
      const [helps, hurts] = [named('useful'), named('better without')]
      const unsure = named(MAY_DIFFER)
      const open = its.length - helps.length - hurts.length - unsure.length
      const words = [
        ...(helps.length > 0 ? [`Helps: ${listed(helps)}.`] : []),
        ...(hurts.length > 0 ? [`Hurts: ${listed(hurts)}.`] : []),
        ...(unsure.length > 0 ? [`May depend on the player: ${listed(unsure)}.`] : []),
        ...(open > 0 ? [`Not clear: ${counted(open, 'asset')}.`, missingWorth(its)].filter(Boolean) : []),
      ]
      return hanging(printable(`${lineup.participants[0]!.label}: ${words.join(' ')}`), width, '  ')
    }),
    ...(all.some(({ verdict }) => verdict === 'useful' || verdict === 'better without')
      ? hanging(
          "In brackets: how many points a player's score changes if only that player can't use it.",
          width,
          '  ',
          '  ',
        )
      : []),
  ]
}

/** Assets of each kind that one screen names. */
const NAMED = 5

const listed = (names: readonly string[]): string =>
  inWords([...names.slice(0, NAMED), ...(names.length > NAMED ? [`${names.length - NAMED} more`] : [])])

function lineupLines(all: readonly Usefulness[], name: string, width: number, files: boolean): string[] {
  const sorted = [...all].sort((a, b) => a.own.difference - b.own.difference)
  const short = sorted.length > TOP + BOTTOM
  const rows = short ? [...sorted.slice(0, TOP), ...sorted.slice(-BOTTOM)] : sorted
  const left = sorted.length - rows.length
  const disagreement = disagreementWords(sorted)
  const missing = missingWorth(sorted)
  return [
    '',
    ...hanging(printable(`${name}: ${worthWords(sorted)}`), width, '  '),
    ...(disagreement === '' ? [] : hanging(printable(disagreement), width, '    ')),
    ...(missing === '' ? [] : hanging(printable(missing), width, '    ')),
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
    ...(short ? [`  (${left} more in between${files ? ': usefulness.csv' : ''})`] : []),
  ]
}

function lostText(one: Usefulness): string {
  const { difference: mean, low, high } = one.own
  const lost = lostPoints(one, { mean, low, high })
  const star = isToldOf(one) ? '*' : one.verdict === MAY_DIFFER ? WITHHELD : ' '
  return `${lost.mean > 0 ? '+' : ''}${withInterval(lost, { min: -100, max: 100 })}${star}`
}
