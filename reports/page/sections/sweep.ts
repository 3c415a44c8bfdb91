/** A sweep over one or two rule keys: as a line, or as a heat map. */
import { settingText } from '../../../documents/index.ts'
import type { CellResult, RunResult } from '../../../sim/chunks/results.ts'
import { wholeVariants } from '../../../sim/experiment/index.ts'
import { drawsIn, lengthsOf, matchesOf } from '../../../sim/figures/reading.ts'
import type { FigureId } from '../../../sim/figures/registry.ts'
import { summarize } from '../../../sim/stats/moments.ts'
import { judgedIn } from '../../../sim/stopping.ts'
import { isShown } from '../../findings/changes/comparisons.ts'
import { stepsOf } from '../../findings/changes/effects.ts'
import type { Factor } from '../../findings/variants.ts'
import { cellFinding, verdictsOf } from '../../findings/verdicts/verdicts.ts'
import { payoffOfCell } from '../../findings/verdicts/words.ts'
import { times } from '../../formatting.ts'
import { roles, summary } from '../../tables/index.ts'
import { curveChart } from '../charts/curves.ts'
import { heatChart, heatKey } from '../charts/heat.ts'
import { figure, folded, gallery, html, type Markup } from '../html.ts'
import { byStrength, resultOf, type Subject } from '../subject.ts'
import { rowsTable } from '../table.ts'

/** What a sweep is drawn of, where one agent plays all seats: what verdicts are on (of two, the first), draws, and the length. */
interface Swept {
  readonly title: string
  readonly value: (cell: CellResult) => number
  readonly bands: (cell: CellResult) => readonly (readonly [number, number])[]
  /** What a fair game comes to; null where no value is fair. */
  readonly middle: number | null
  /** The least that the ends of the colours are away from the middle: less is noise. */
  readonly span: number
  /** Whether a cell of the heat map is pale, and the sentence that says when. */
  readonly isPale: (cell: CellResult, variant: number) => boolean
  readonly paleIs: string
  readonly table: (result: RunResult) => Markup
}

/** Fewer settings than this make no line. */
const SETTINGS_MIN = 3
/** The least share of the range that a colour spans; with less, noise would look like a pattern. */
const SPAN_MIN = 0.1

/** Charts of each player, all but the strongest folded; none where the variants differ in no key, or in more than two. */
export function sweepFigures(subject: Subject, factors: readonly Factor[]): Markup[] {
  const variants = wholeVariants(subject.result.experiment)
  const [one, second] = factors
  if (!one || factors.length > 2 || variants.length < SETTINGS_MIN) return []
  const [first] = subject.result.cells as [CellResult]
  const [drawsMoved, lengthMoved] = [movedIn(subject, 'draws'), movedIn(subject, 'length')]
  const { perTurn, name } = stepsOf(first)
  const summaryOf =
    (columns: readonly string[]): Swept['table'] =>
    result =>
      rowsTable(
        summary.columns,
        ['variant', 'matches', ...columns],
        summary.rows(result).filter(row => row.seat === first.game.info.seats[0]),
      )
  const swept: Swept[] = [
    ...judgedSwept(subject.result, first, summaryOf),
    {
      title: 'draws, %',
      value: cell => (100 * drawsIn(cell)) / matchesOf(cell),
      bands: () => [],
      middle: null,
      span: 1,
      isPale: (cell, variant) => variant !== 0 && !drawsMoved.has(cell),
      paleIs: 'Pale: could be chance.',
      table: summaryOf(['draw_share', 'draws_before_limit_share']),
    },
    {
      title: `length, ${name}`,
      value: cell => summarize(lengthsOf(cell)).mean / perTurn,
      bands: () => [],
      middle: null,
      span: 1,
      isPale: (cell, variant) => variant !== 0 && !lengthMoved.has(cell),
      paleIs: 'Pale: could be chance.',
      table: summaryOf(['length_steps', 'length_steps_sd', 'draw_share', 'turn_limit_share']),
    },
  ]
  const figures = byStrength(subject).map(({ agent, cells }) => ({
    agent,
    drawn: swept.flatMap(what => {
      const caption = `${agent}: ${what.title}`
      const points = cells.map(cell => ({ cell, variant: variants.indexOf(cell.cell.variant) }))
      const chart = second ? heatOf(points, one, second, what, caption) : lineOf(points, one, what, caption)
      return chart ? [figure(caption, chart, what.table(resultOf(subject, cells)))] : []
    }),
  }))
  const [strongest, ...weaker] = figures
  return strongest && strongest.drawn.length > 0
    ? [
        gallery(strongest.drawn),
        ...weaker.map(({ agent, drawn }) => folded(`The same between ${agent} players`, [gallery(drawn)])),
      ]
    : []
}

/** The score or payoff of the first seat; the wins of the first of two roles, or of each of several. */
function judgedSwept(
  { experiment: { margin } }: RunResult,
  first: CellResult,
  summaryOf: (columns: readonly string[]) => Swept['table'],
): Swept[] {
  const judged = judgedIn(first)
  const payoff = judged === 'role' ? undefined : payoffOfCell(first)
  const all = verdictsOf(first, margin)
  const shown = judged === 'role' && all.length > 2 ? all : all.slice(0, 1)
  const scale = payoff ? 1 : 100
  return shown.map(({ name, fair }, index): Swept => {
    const of = (cell: CellResult) => {
      const { payoff: paid, score } = verdictsOf(cell, margin)[index]!
      return times(scale, paid ?? score)
    }
    const titles = { role: `wins of ${name}, %`, seat: `score of ${name}, %` }
    return {
      title: payoff ? `${payoff.label} of ${name}` : titles[judged],
      value: cell => of(cell).mean,
      bands: cell => [[of(cell).low, of(cell).high]],
      middle: payoff ? 0 : 100 * fair,
      span: SPAN_MIN * (payoff ? payoff.max - payoff.min : 100),
      isPale: cell => cellFinding(cell, margin) !== 'favours',
      paleIs: `Pale: doesn't clearly favour a ${judged}.`,
      table:
        judged === 'role'
          ? result =>
              rowsTable(
                roles.columns,
                ['variant', 'matches', 'win_share', 'score', 'score_low', 'score_high'],
                roles.rows(result).filter(row => row.role === name),
              )
          : summaryOf(
              payoff ? ['payoff', 'payoff_low', 'payoff_high'] : ['score', 'score_low', 'score_high'],
            ),
    }
  })
}

interface Point {
  /** The number of its variant. */
  readonly variant: number
  readonly cell: CellResult
}

/** A line over a key whose values are numbers. */
function lineOf(points: readonly Point[], factor: Factor, what: Swept, caption: string): Markup | null {
  const known = points.flatMap(({ cell, variant }) => {
    const x = factor.values[variant]
    return typeof x === 'number' ? [{ x, cell }] : []
  })
  if (known.length < points.length) return null
  known.sort((a, b) => a.x - b.x)
  const settings = [...new Set(known.map(({ x }) => x))]
  if (settings.length < SETTINGS_MIN) return null
  return curveChart(
    known.map(({ x, cell }) => ({
      series: 0,
      x,
      y: what.value(cell),
      bands: what.bands(cell),
      says: `${factor.key} ${x}: ${what.value(cell).toFixed(2)}`,
    })),
    {
      series: 1,
      xIs: factor.key,
      settings,
      ...(what.middle === null ? {} : { reference: what.middle }),
      alt: `${caption}, over ${factor.key}: ${known.map(({ x, cell }) => `${x}: ${what.value(cell).toFixed(1)}`).join(', ')}.`,
    },
  )
}

function heatOf(
  points: readonly Point[],
  one: Factor,
  other: Factor,
  what: Swept,
  caption: string,
): Markup | null {
  const rows = settingsOf(one, points)
  const columns = settingsOf(other, points)
  const values = points.map(({ cell }) => what.value(cell)).filter(Number.isFinite)
  const low = Math.min(...values)
  const high = Math.max(...values)
  const middle = what.middle ?? (low + high) / 2
  const reach = Math.max(high - middle, middle - low, what.span)
  const chart = heatChart(
    points.map(({ variant, cell }) => ({
      pale: what.isPale(cell, variant),
      framed: variant === 0,
      column: columns.indexOf(settingText(other.values[variant])),
      row: rows.indexOf(settingText(one.values[variant])),
      value: what.value(cell),
      written: what.value(cell).toFixed(what.span < 1 ? 2 : 1),
      says: `${cell.cell.variant.name}: ${what.value(cell).toFixed(2)}`,
    })),
    {
      columns,
      rows,
      columnsAre: other.key,
      rowsAre: one.key,
      from: middle - reach,
      to: middle + reach,
      alt: `${caption}: a heat map over ${one.key} and ${other.key}, from ${low.toFixed(1)} to ${high.toFixed(1)}.`,
    },
  )
  if (chart === null) return null
  const ends = [middle - reach, middle, middle + reach]
  const decimals = ends.every(Number.isInteger) ? 0 : what.span < 1 ? 2 : 1
  const [first, half, last] = ends.map(end => end.toFixed(decimals))
  return html`${chart}${heatKey(first!, half!, last!)}<p class="note">Framed: the baseline. ${what.paleIs}</p>`
}

/** The cells whose comparison with the baseline shows a difference in a figure. */
function movedIn({ comparisons }: Subject, kind: FigureId): ReadonlySet<CellResult> {
  const shown = comparisons.filter(one => one.metric.kind === kind && isShown(one))
  return new Set(shown.map(({ variant }) => variant))
}

/** The values of a key as text, numbers in their order. */
function settingsOf({ values }: Factor, points: readonly Point[]): string[] {
  const found = points.map(({ variant }) => values[variant])
  const sorted = found.every(value => typeof value === 'number') ? [...found].sort((a, b) => a - b) : found
  return [...new Set(sorted.map(value => settingText(value)))]
}
