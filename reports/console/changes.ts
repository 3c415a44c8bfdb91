/** The section CHANGES: the effect of every variant's rules. */
import type { Seat } from '../../engine/contract/index.ts'
import type { RunResult } from '../../sim/chunks/results.ts'
import type { Metric } from '../../sim/tally/pairs.ts'
import { byCell, changeWords, scaleOf } from '../findings/change-words.ts'
import { type Comparison, comparisonsOf, isShown, isWithheld } from '../findings/comparisons.ts'
import { isMirror } from '../findings/verdicts.ts'
import { printable, times, withInterval } from '../formatting.ts'
import { hanging, type Paint, type TextColumn, textTable, wrap } from './layout.ts'

/**
 * The differences of every variant from its reference, in words and as a table; empty with one variant. `files`: whether
 * comparisons.csv is written as well.
 */
export function changeLines(result: RunResult, width: number, paint: Paint, files: boolean): string[] {
  const all = comparisonsOf(result)
  if (all.length === 0) return []
  const { against, seats, variants } = result.experiment
  const reference = against === 'previous' ? 'the previous variant' : printable(variants[0]!.name)
  const rows = byCell(all)
  const label = ([one]: readonly Comparison[]): string => {
    const { variant, lineup } = one!.variant.cell
    return printable(`${variant.name}, ${isMirror(lineup) ? lineup.participants[0]!.label : lineup.name}`)
  }
  const step = result.cells[0]!.game.info.step.label
  // Where some variant has no payoff, none is compared.
  const payoff = rows.every(row => row.some(one => one.metric.kind === 'payoff')) && payoffIn(result)
  const scored = (seats.length > 2 ? seats : seats.slice(0, 1)).map((_, seat) => seat)
  return [
    '',
    paint('bold', `CHANGES against ${reference}`),
    ...rows.flatMap(row => hanging(`${label(row)}: ${changeWords(row, step)}`, width, '  ')),
    '',
    ...textTable(
      'variant, line-up',
      rows.map(label),
      [
        ...scored.map(seat => figures(rows, 'score', seat, `${nameOf(result, seat)} points`)),
        ...(payoff
          ? scored.map(seat => figures(rows, 'payoff', seat, `${nameOf(result, seat)} ${payoff}`))
          : []),
        figures(rows, 'drawn', 0, 'drawn points'),
        figures(rows, 'length', 0, `${step}s`),
      ],
      width,
    ),
    '',
    ...wrap(
      'Differences: after the change minus before. ±: the longer arm of the 95 % interval over paired blocks. *: shown, however often one ' +
        `looks, after Holm's correction for all comparisons of the run.${withheldNote(all)}${files ? ' comparisons.csv has more.' : ''}`,
      width,
    ),
  ]
}

/** Stands behind what would be shown, but for players who disagree on it. */
export const WITHHELD = '†'

/** What that means, where players take turns. */
export const withheldNote = (all: readonly Pick<Comparison, 'members'>[]): string =>
  all.some(({ members }) => members) ? ` ${WITHHELD}: would be, but its players disagree on it.` : ''

/** What the game's payoff is called. */
function payoffIn({ cells }: RunResult): string | undefined {
  const { game, layout } = cells[0]!
  return game.info.gauges[layout.payoff]?.id
}

/** What a seat is called: its name, if that is the same in all variants. */
function nameOf({ cells }: RunResult, seat: Seat): string {
  const [name, ...others] = new Set(cells.map(({ game }) => game.info.seats[seat]!))
  return others.length === 0 ? printable(name!) : `seat ${seat + 1}`
}

/** "+3.1 ± 0.8*": a difference with its interval for one look, and a star if it is shown at every look. */
export function differenceText(one: Comparison): string {
  const { metric, difference: mean, low, high } = one
  const { scale, bounds } = scaleOf(metric)
  const star = isShown(one) ? '*' : isWithheld(one) ? WITHHELD : ' '
  return `${mean > 0 ? '+' : ''}${withInterval(times(scale, { mean, low, high }), bounds)}${star}`
}

/** The column of a metric; of those that there are for every seat, of the seat's. */
function figures(rows: readonly Comparison[][], kind: Metric['kind'], seat: Seat, head: string): TextColumn {
  const cells = rows.map(row => differenceText(row.filter(({ metric }) => metric.kind === kind)[seat]!))
  return { head, left: false, cells }
}
