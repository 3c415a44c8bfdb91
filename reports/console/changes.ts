/** The sections CHANGES, the effect of every variant's rules, and APART, the effect of each single change. */
import type { Seat } from '../../engine/contract/index.ts'
import type { CellResult, RunResult } from '../../sim/chunks/results.ts'
import { UNITS } from '../../sim/figures/figure.ts'
import { FIGURES, type FigureId, type Metric } from '../../sim/figures/registry.ts'
import {
  type Comparison,
  comparisonsOf,
  isShown,
  isWithheld,
  MAY_DIFFER,
} from '../findings/changes/comparisons.ts'
import { effectsOf, stepsOf } from '../findings/changes/effects.ts'
import { changesApart, type SingleChange } from '../findings/changes/levers.ts'
import { byCell, changeWords, metricHead, scaleOf } from '../findings/changes/words.ts'
import { withPlayers } from '../findings/members.ts'
import { inOrder } from '../findings/order.ts'
import { isMirror } from '../findings/verdicts/verdicts.ts'
import { counted, printable, times, withInterval } from '../formatting.ts'
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
  const rows = byStrength(result, byCell(all))
  const label = ([one]: readonly Comparison[]): string => {
    const { variant, lineup } = one!.variant.cell
    return printable(`${variant.name}, ${isMirror(lineup) ? lineup.participants[0]!.label : lineup.name}`)
  }
  const step = result.cells[0]!.game.info.step.label
  // Where some variant has no payoff, none is compared.
  const payoff = rows.every(row => row.some(one => one.metric.kind === 'payoff')) && payoffIn(result)
  const { roles } = result.cells[0]!.game.info
  const scored = (seats.length > 2 ? seats : seats.slice(0, 1)).map((_, seat) => seat)
  const tableOfChanges = (kinds: typeof RUN_FIGURES): string[] =>
    textTable(
      'variant, line-up',
      rows.map(label),
      [
        ...(roles
          ? roles.map(({ id }, role) => figures(rows, 'role', role, `${printable(id)} points`))
          : scored.map(seat => figures(rows, 'score', seat, `${nameOf(result, seat)} points`))),
        ...(payoff
          ? scored.map(seat => figures(rows, 'payoff', seat, `${nameOf(result, seat)} ${payoff}`))
          : []),
        ...kinds
          .filter(([kind]) => rows.every(row => row.some(one => one.metric.kind === kind)))
          .map(([kind, unit, column]) =>
            figures(rows, kind, 0, [column, UNITS[unit].difference(step)].filter(Boolean).join(', ')),
          ),
      ],
      width,
    )
  const whole = tableOfChanges(rows.every(hasNoLimitDraws) ? NARROW : RUN_FIGURES)
  return [
    '',
    paint('bold', `CHANGES against ${reference}`),
    ...rows.flatMap(row => hanging(`${label(row)}: ${changeWords(row, step)}`, width, '  ')),
    '',
    ...(whole.every(line => line.length <= width) ? whole : tableOfChanges(NARROW)),
    '',
    ...wrap(
      'Each figure is after the change minus before, on the same seeds. ± is a 95 % interval. * marks a significant difference ' +
        `(5 % error across the whole table).${withheldNote(all)}${files ? ' comparisons.csv has more.' : ''}`,
      width,
    ),
  ]
}

/** Rows by variant, the strongest players of each first. */
function byStrength(result: RunResult, rows: readonly Comparison[][]): Comparison[][] {
  const cells = inOrder(
    result,
    rows.map(([one]) => one!.variant),
  )
  return cells.map(cell => rows.find(([one]) => one!.variant === cell)!)
}

/** Rows that one screen shows. */
const ROWS_MAX = 8

/** Figures before and after each change: of one change a row for each line-up, of several those of the strongest players. */
export function changeSummary(result: RunResult, width: number): string[] {
  const all = byStrength(result, byCell(comparisonsOf(result)))
  const variants = new Set(all.map(([one]) => one!.variant.cell.variant))
  const [strongest] = all.map(([one]) => one!.variant.cell.lineup)
  const isOne = variants.size === 1
  const rows = isOne ? all : all.filter(([one]) => one!.variant.cell.lineup === strongest)
  if (rows.length === 0) return []
  const shown = rows.slice(0, ROWS_MAX)
  const more = rows.length - shown.length
  const told = (shown[0]!.some(({ metric }) => metric.kind === 'role') ? SUMMED_OF_ROLES : SUMMED).flatMap(
    kind => shown[0]!.filter(({ metric }) => metric.kind === kind).map(({ metric }) => metric),
  )
  const { rest } = effectsOf(shown[0]!)
  const isUnsure = shown.some(row =>
    row.some(one => told.some(({ id }) => id === one.metric.id) && isWithheld(one)),
  )
  const doubt = isUnsure ? ` ${WITHHELD} ${MAY_DIFFER}.` : ''
  return [
    ...textTable(
      isOne ? 'player' : 'variant',
      shown.map(([one]) => {
        const { variant, lineup } = one!.variant.cell
        if (!isOne) return printable(variant.name)
        return printable(isMirror(lineup) ? lineup.participants[0]!.label : lineup.name)
      }),
      told.map(({ id, kind, label }) => ({
        head: headOf(result, shown[0]![0]!.variant, { kind, label }),
        left: false,
        cells: shown.map(row => changeText(row.find(({ metric }) => metric.id === id))),
      })),
      width,
    ),
    ...(more > 0 ? [`  and ${counted(more, 'more row')} with --details`] : []),
    ...hanging(`* a significant difference.${doubt}${rest === '' ? '' : ` ${rest}`}`, width, '  ', '  '),
  ]
}

function headOf(
  result: RunResult,
  cell: CellResult,
  { kind, label }: Pick<Metric, 'kind' | 'label'>,
): string {
  if (kind === 'length') return stepsOf(cell).name
  if (kind === 'role') return `${printable(label)} wins`
  return FIGURES[kind].words.column ?? `${label} ${kind === 'payoff' ? payoffIn(result)! : 'score'}`
}

/** The figures of that table. */
const SUMMED = ['score', 'payoff', 'draws', 'length'] as const
const SUMMED_OF_ROLES = ['role', 'draws', 'length'] as const

/** "27.8 → 95.3 %*", the star if the difference is shown. */
function changeText(one: Comparison | undefined): string {
  if (!one) return '-'
  const { scale, decimals, sign } = UNITS[FIGURES[one.metric.kind].unit]
  const { perTurn } = one.variant.game.info.step
  const per = one.metric.kind === 'length' ? scale / perTurn : scale
  const [from, to] = [one.before, one.after].map(value => (per * value).toFixed(decimals))
  return `${from} → ${to}${sign}${starOf(one)}`
}

/** Stands behind what matches show, but not the interval over players. */
export const WITHHELD = '†'

const starOf = (one: Comparison): string => (isShown(one) ? '*' : isWithheld(one) ? WITHHELD : ' ')

/** What that means, where there is such an interval. */
export const withheldNote = (all: readonly Pick<Comparison, 'members'>[]): string =>
  all.some(({ members }) => members)
    ? ` ${WITHHELD} marks a difference that other such players may not show.`
    : ''

/** The figures of a whole line-up that get a column. */
const RUN_FIGURES = Object.entries(FIGURES).flatMap(([kind, { unit, words }]) =>
  words.column === undefined ? [] : [[kind as FigureId, unit, words.column] as const],
)

/** Those that fit 80 columns; the words above the table tell of the others. */
const NARROW = RUN_FIGURES.filter(([kind]) => kind !== 'draws-before-limit')

/** Whether no match hit the limit, so that all draws are draws before it. */
function hasNoLimitDraws(row: readonly Comparison[]): boolean {
  const [all, early] = (['draws', 'draws-before-limit'] as const).map(kind =>
    row.find(({ metric }) => metric.kind === kind),
  )
  return all?.before === early?.before && all?.after === early?.after
}

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

/** "+3.1 ± 0.8*": a difference with its interval for one look, over matches and players, and a star if it is shown. */
export function differenceText(one: Comparison): string {
  const { metric, difference: mean, low, high } = one
  const { scale, bounds } = scaleOf(metric)
  return `${mean > 0 ? '+' : ''}${withInterval(times(scale, withPlayers({ mean, low, high }, one.members)), bounds)}${starOf(one)}`
}

/** "+43.7": a difference without its interval. */
export function signedText({ metric, difference }: Comparison): string {
  const value = scaleOf(metric).scale * difference
  return `${value > 0 ? '+' : ''}${value.toFixed(1)}`
}

/** The column of a metric; of those that there are for every seat, of the seat's. */
function figures(rows: readonly Comparison[][], kind: FigureId, seat: Seat, head: string): TextColumn {
  const cells = rows.map(row => differenceText(row.filter(({ metric }) => metric.kind === kind)[seat]!))
  return { head, left: false, cells }
}

/** A table for each variant, line-up and figure; empty unless changes were judged apart. `files`: whether levers.csv is written as well. */
export function apartLines(result: RunResult, width: number, paint: Paint, files: boolean): string[] {
  const all = changesApart(result)
  const { refused = [] } = result.experiment.probing ?? {}
  const left = refused.filter(({ kind }) => kind !== 'step').map(({ name, reason }) => `${name}: ${reason}`)
  if (all.length + left.length === 0) return []
  return [
    '',
    `${paint('bold', 'APART')}: each change alone, and all together`,
    ...all.flatMap(({ variant, lineup, changes, together }) => [
      '',
      ...hanging(printable(`${variant}, ${lineup.name}`), width, '  '),
      ...together.flatMap(whole => ['', ...tableOf(whole, changes, result, width)]),
    ]),
    '',
    ...left.flatMap(text => hanging(printable(`Skipped, because the rules forbid it: ${text}`), width, '  ')),
    ...wrap(
      'alone: only this change, compared with none. last: all changes, compared with all but this one. If changes interact, the two ' +
        `differ, and neither column adds up to the whole.${files ? ' levers.csv has more.' : ''}`,
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
