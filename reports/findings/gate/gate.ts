/** What a run shows of the bounds of its gate: met, not met, or inconclusive. */
import type { CellResult, RunResult } from '../../../sim/chunks/results.ts'
import { exploitedIn, type GateBound, referenceOf as variantBefore } from '../../../sim/experiment/index.ts'
import { UNITS } from '../../../sim/figures/figure.ts'
import { FIGURES, type GateFigure, gateFigures, pairedMetric } from '../../../sim/figures/registry.ts'
import type { Interval } from '../../../sim/stats/interval.ts'
import type { Spread } from '../../../sim/stats/spread.ts'
import { differenceIn } from '../changes/comparisons.ts'
import { memberDifferences, memberSpread } from '../members.ts'

/** What a report says about a bound. */
export type GateVerdict = 'met' | 'not met' | 'inconclusive'

/** One bound in one cell. */
export interface GateFinding {
  readonly bound: GateBound
  readonly figure: GateFigure
  readonly cell: CellResult
  /** What a change is counted from; null for other figures, and where there is nothing to count from. */
  readonly reference: Reference | null
  /**
   * The figure with its interval, in the unit of the bound, or null if it can't be told; the interval decides the verdict, and holds at every
   * look.
   */
  readonly value: Interval | null
  readonly verdict: GateVerdict
  /**
   * Whether members of a population disagree on the figure, and what covers others like them bears out neither that the bound is met nor that it is
   * not: it is inconclusive then, whatever the matches show. Of scores, of matches that nobody won and of the length; of all else nothing is known.
   */
  readonly disputed: boolean
}

/** The cell that changes are counted from. */
export interface Reference {
  readonly cell: CellResult
  /** Whether both played the same seeds in one run, so that differences are known block by block. */
  readonly paired: boolean
}

/** The chance that is taken of calling a bound met that is not, and of calling any bound of the gate not met that is. */
const ALPHA = 0.05

/**
 * The bounds of a run's own gate, in its order: what its reports say of them. Changes are counted from what each variant is compared with; of those
 * that are counted from a run outside of this one, only `evenhand check` can tell.
 */
export function gateOf(result: RunResult): GateFinding[] {
  const { experiment, cells } = result
  return judgeGate(experiment.gate ?? [], cells, cell => pairedReference(result, cell))
}

/** The cell of the same run that a cell is compared with; undefined for the first variant's. */
function pairedReference({ experiment, cells }: RunResult, { cell }: CellResult): Reference | undefined {
  const { length } = experiment.lineups
  const reference = variantBefore(experiment, Math.floor(cell.index / length))
  const found = cells[reference * length + (cell.index % length)]
  return found && { cell: found, paired: true }
}

/**
 * Every bound in every cell of `cells` that it is for. `referenceOf` says what a cell's changes are counted from: null if that is missing,
 * undefined if no bound is about changes in that cell.
 *
 * `met` rests on two one-sided tests at 5 % (Schuirmann, J. Pharmacokinetics 15, 1987), that is on an interval of 90 %, and `not met` on one
 * whose level is divided among all bounds of the gate (Bonferroni), so that a gate of many bounds that are all kept seldom fails. A gate that
 * passes needs no such correction: all of its bounds must be met (Berger, Technometrics 24, 1982). The tests are those of confidence
 * sequences, so both stay valid if you look early and play on. If each cell is judged by itself (`single`), to find one that keeps
 * within the bounds, `met` is corrected as well. `alpha` is the chance of an error of either kind.
 */
export function judgeGate(
  gate: readonly GateBound[],
  cells: readonly CellResult[],
  referenceOf: (cell: CellResult) => Reference | null | undefined,
  { single = false, alpha = ALPHA }: { readonly single?: boolean; readonly alpha?: number } = {},
): GateFinding[] {
  const asked: Pick<GateFinding, 'bound' | 'cell' | 'figure' | 'reference'>[] = gate.flatMap(bound =>
    cells.flatMap(cell => {
      const { variant, lineup } = cell.cell
      // An exploiter's line-up says what an agent's verdicts are worth. Only bounds that name it apply to it.
      const isAll = bound.lineup === undefined && !exploitedIn(lineup)
      const isFor =
        (bound.variant ?? variant.name) === variant.name && (isAll || bound.lineup === lineup.name)
      const figure = isFor ? gateFigures(cell.game.info).get(bound.figure) : undefined
      const reference = figure?.change && !bound.outside ? referenceOf(cell) : null
      return figure && reference !== undefined ? [{ bound, cell, figure, reference }] : []
    }),
  )
  return asked.map(({ bound, cell, figure, reference }) => {
    const at = (level: number) => measured(cell, figure, reference, level)
    const { low, high } = { low: bound.low ?? -Infinity, high: bound.high ?? Infinity }
    const once = at(1 - (2 * alpha) / (single ? asked.length : 1))
    const isMet = once !== null && once.low >= low && once.high <= high
    const value = isMet ? once : at(1 - (2 * alpha) / asked.length)
    const isMissed = value !== null && (value.high < low || value.low > high)
    const spread = isMet || isMissed ? playersOf(cell, figure, reference) : null
    const isConfirmed = ({ low: least, high: most }: Interval): boolean =>
      isMet ? least >= low && most <= high : most < low || least > high
    const disputed = spread !== null && !isConfirmed(spread.groups)
    const shown = isMet ? 'met' : isMissed ? 'not met' : 'inconclusive'
    return { bound, figure, cell, reference, value, verdict: disputed ? 'inconclusive' : shown, disputed }
  })
}

/** What the members of a population show of a figure, in the unit of bounds; null where that is not known member by member. */
function playersOf(cell: CellResult, figure: GateFigure, reference: Reference | null): Spread | null {
  const { member, unit } = FIGURES[figure.kind]
  if (!member) return null
  const most = member.most?.(reference ? [cell, reference.cell] : [cell]) ?? 1
  const read = (one: CellResult) => member.of(one, figure.index, most)
  const scale = UNITS[unit].scale * most
  if (!figure.change) return memberSpread(cell, read, scale)
  if (reference?.cell.members.length !== cell.members.length) return null
  return memberDifferences(cell, reference.cell, read, scale)?.spread ?? null
}

/** The gate as a whole: not met if any bound is not, met if all are and there is one. */
export function gateVerdict(findings: readonly GateFinding[]): GateVerdict {
  const has = (verdict: GateVerdict) => findings.some(finding => finding.verdict === verdict)
  return has('not met') ? 'not met' : has('inconclusive') || findings.length === 0 ? 'inconclusive' : 'met'
}

/** A figure in the unit of bounds, with its interval at that level; null if nothing is known of it. */
function measured(
  cell: CellResult,
  figure: GateFigure,
  reference: Reference | null,
  level: number,
): Interval | null {
  const factor = UNITS[figure.unit].scale
  const value = figure.change ? changeOf(cell, figure, reference, level) : estimateOf(cell, figure, level)
  if (!value || Number.isNaN(value.mean)) return null
  return { n: value.n, mean: factor * value.mean, low: factor * value.low, high: factor * value.high }
}

function estimateOf(cell: CellResult, { kind, index }: GateFigure, level: number): Interval | null {
  return FIGURES[kind].anytime?.(cell, index, level) ?? null
}

function changeOf(
  cell: CellResult,
  figure: GateFigure,
  reference: Reference | null,
  level: number,
): Interval | null {
  if (!reference) return null
  if (!reference.paired) {
    const before = counterpart(figure, cell, reference.cell)
    // Each takes half of the chance, so that nothing need be known of how the two hang together.
    const half = (1 + level) / 2
    const [a, b] = [estimateOf(cell, figure, half), before && estimateOf(reference.cell, before, half)]
    return a && b
      ? { n: Math.min(a.n, b.n), mean: a.mean - b.mean, low: a.low - b.high, high: a.high - b.low }
      : null
  }
  const paired = pairedMetric(cell, figure)
  if (!paired) return null
  const { n, mean, low, high } = differenceIn(reference.cell, cell, paired.metric, level)
  return paired.sign < 0 ? { n, mean: -mean, low: -high, high: -low } : { n, mean, low, high }
}

/** The same figure of another game: that of the asset or seat of the same name. */
function counterpart(
  { kind, index }: GateFigure,
  { game }: CellResult,
  other: CellResult,
): GateFigure | undefined {
  const name = [...gateFigures(game.info)].find(
    ([, figure]) => figure.kind === kind && figure.index === index && !figure.change,
  )?.[0]
  return name === undefined ? undefined : gateFigures(other.game.info).get(name)
}
