/** Goals: which levers move a figure towards its bounds, and which of their steps reach them. */
import type { CellResult, RunResult } from '../../sim/chunks/results.ts'
import { figuresOf, type GateBound } from '../../sim/experiment/index.ts'
import { isCompared } from '../../sim/tally/pairs.ts'
import { type Comparison, isShown } from './comparisons.ts'
import { type GateFinding, judgeGate, pairedMetric } from './gate.ts'
import { effectOn, type ProbeFinding, probesIn } from './levers.ts'

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
      const figure = figuresOf(one.cell.game.info).get(now.bound.figure)
      const paired = figure && pairedMetric(one.cell, figure)
      const change = paired && isCompared(paired.metric) && effectOn(one, paired.metric)
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
