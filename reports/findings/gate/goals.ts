/** Goals: which levers move a figure towards its bounds, and which of their steps reach them. */
import type { CellResult, RunResult } from '../../../sim/chunks/results.ts'
import type { GateBound } from '../../../sim/experiment/index.ts'
import { gateFigures, pairedMetric } from '../../../sim/figures/registry.ts'
import { about, inWords, printable } from '../../formatting.ts'
import { ADVISED_CHANCE, adviceOnDifference } from '../advice.ts'
import { type Comparison, isShown } from '../changes/comparisons.ts'
import { effectOn, type ProbeFinding, probesIn, stepText } from '../changes/levers.ts'
import { type GateFinding, judgeGate } from './gate.ts'
import { valueWords } from './words.ts'

/** A step of a lever, as far as a goal goes. */
export interface GoalStep {
  readonly found: ProbeFinding
  /** The difference block by block; of a goal on a use, that of uses a match. */
  readonly change: Comparison
  /** Whether the step is shown to move the figure towards the goal (1), away from it (-1), or neither. */
  readonly way: 1 | -1 | 0
  /** Whether the figure keeps within the bounds with this step, corrected for all steps, line-ups and goals. */
  readonly judged: GateFinding
}

/** A goal in a line-up of the baseline. */
export interface GoalFinding {
  readonly bound: GateBound
  /** The figure without a step. */
  readonly now: GateFinding
  /** 1 if it has to rise, -1 if it has to fall, 0 if it lies within the bounds. */
  readonly needed: 1 | -1 | 0
  /** The largest changes first. */
  readonly steps: readonly GoalStep[]
}

/** Every goal in every line-up. */
export function goalsOf(result: RunResult): readonly GoalFinding[] {
  const { goals = [] } = result.experiment.probing ?? {}
  if (goals.length === 0) return []
  const found = probesIn(result).filter(({ probe }) => probe.kind === 'step')
  const [first] = result.experiment.variants
  const base = result.cells.filter(({ cell }) => cell.variant === first)
  const judged = judgeGate(
    goals,
    found.map(({ cell }) => cell),
    () => null,
    { single: true },
  )
  const bySeries = new Map<GateBound, Map<CellResult, GateFinding>>(goals.map(goal => [goal, new Map()]))
  for (const one of judged) bySeries.get(one.bound)!.set(one.cell, one)
  return judgeGate(goals, base, () => null).map(now => {
    const needed = neededOf(now)
    const steps = found.flatMap((one): GoalStep[] => {
      const finding = bySeries.get(now.bound)!.get(one.cell)
      const figure = gateFigures(one.cell.game.info).get(now.bound.figure)
      const paired = figure && pairedMetric(one.cell, figure)
      const change = paired && effectOn(one, paired.metric)
      if (one.cell.cell.lineup !== now.cell.cell.lineup || !finding || !change) return []
      const sign = Math.sign(change.difference) * paired.sign
      const way = isShown(change) && needed !== 0 ? (sign === needed ? 1 : -1) : 0
      return [{ found: one, change, way, judged: finding }]
    })
    steps.sort((a, b) => Math.abs(b.change.difference) - Math.abs(a.change.difference))
    return { bound: now.bound, now, needed, steps }
  })
}

function neededOf({ bound: { low, high }, value }: GateFinding): GoalFinding['needed'] {
  if (!value) return 0
  if (low !== null && value.mean < low) return 1
  return high !== null && value.mean > high ? -1 : 0
}

/** Steps that are named of a goal; the others are counted. */
const NAMED = 6

/** "draws < 20 %, greedy vs greedy". */
export function goalName({ bound, now }: GoalFinding): string {
  return printable(`${bound.figure} ${bound.written}, ${now.cell.cell.lineup.name}`)
}

/** How a goal stands, which steps move its figure towards it, and which of them reach it, in sentences. */
export function goalWords({ bound, now, needed, steps }: GoalFinding): string {
  const stands = `${now.verdict} under the current rules: ${valueWords(now)}.`
  if (needed === 0) {
    const leaving = steps.filter(({ judged }) => judged.verdict === 'not met')
    return leaving.length === 0 ? stands : `${stands} No longer met: ${named(leaving)}.`
  }
  const towards = steps.filter(({ way }) => way === 1)
  if (towards.length === 0) {
    const promising = promisingOf(needed, steps)
    return promising === ''
      ? `${stands} No single step moved ${bound.figure} clearly towards the goal.`
      : `${stands} No step is confirmed yet. Promising: ${promising}.`
  }
  const meeting = towards.filter(({ judged }) => judged.verdict === 'met')
  if (meeting.length === 0)
    return `${stands} What helps: ${named(towards)}. No single step clearly reaches it.`
  const others = towards.filter(one => !meeting.includes(one))
  return `${stands} Reached: ${named(meeting)}.${others.length === 0 ? '' : ` What helps: ${named(others)}.`}`
}

/** Promising steps that are named. */
const PROMISING = 3

/** Steps that by themselves would count as moving the figure towards a goal, with the matches that would confirm them. */
function promisingOf(needed: GoalFinding['needed'], steps: readonly GoalStep[]): string {
  const words = steps
    .filter(({ change, judged }) => {
      const paired = pairedMetric(judged.cell, judged.figure)
      return change.p < 0.05 && paired && Math.sign(change.difference) * paired.sign === needed
    })
    .slice(0, PROMISING)
    .map(({ found: { probe }, change }) => {
      const more = adviceOnDifference(change)
      const needs = Number.isFinite(more)
        ? ` (about ${about(more)} more matches to confirm, ${ADVISED_CHANCE})`
        : ''
      return `${printable(probe.key)} ${printable(stepText(probe))}${needs}`
    })
  return inWords(words)
}

/** "turns 100 → 90 gives 180.0 steps ± 12.1" for each step. */
function named(steps: readonly GoalStep[]): string {
  const words = steps
    .slice(0, NAMED)
    .map(
      ({ found: { probe }, judged }) =>
        `${printable(probe.key)} ${printable(stepText(probe))} gives ${valueWords(judged)}`,
    )
  const more = steps.length - words.length
  return inWords(more > 0 ? [...words, `${more} more`] : words)
}

/** The goals as plain data for JSON; ends that are unknown or infinite are null. */
export function goalDocument(result: RunResult): object[] {
  const number = (value: number | undefined) => (value !== undefined && Number.isFinite(value) ? value : null)
  const figureOf = ({ value, verdict, disputed }: GateFinding) => ({
    verdict,
    disputed,
    value: number(value?.mean),
    low: number(value?.low),
    high: number(value?.high),
  })
  return goalsOf(result).map(({ bound, now, steps }) => ({
    figure: bound.figure,
    bound: bound.written,
    lineup: now.cell.cell.lineup.name,
    ...figureOf(now),
    steps: steps.map(({ found: { probe }, way, judged }) => ({
      key: probe.key,
      from: probe.from,
      to: probe.to,
      way: way === 1 ? 'towards' : way === -1 ? 'away' : 'not shown',
      ...figureOf(judged),
    })),
  }))
}
