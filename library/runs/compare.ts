/** The effect of a rule change: two variants of a game, played on the same seeds. */
import type { RunResult } from '../../sim/chunks/results.ts'
import { defineExperiment, type ExperimentDefinition } from '../experiment.ts'
import { type RunOptions, run } from './run.ts'

/** A variant: a rule set by name or path, rule keys changed on top of it, or both. */
export interface VariantDefinition {
  readonly name?: string
  readonly ruleset?: string
  readonly rules?: Record<string, unknown>
}

/** Two variants to compare, and whatever else an experiment may say. */
export interface ComparisonDefinition extends Omit<ExperimentDefinition, 'variants' | 'baseline' | 'sweep'> {
  readonly before: VariantDefinition
  readonly after: VariantDefinition
}

/** Plays both variants on the same seeds; `comparisonsOf(result)` gives the differences. Throws as `run` does. */
export async function compare(
  definition: ComparisonDefinition,
  options: RunOptions = {},
): Promise<RunResult> {
  const { before, after, ...rest } = definition
  const experiment = await defineExperiment(
    { ...rest, baseline: before, variants: [after] },
    {},
    'comparison',
  )
  return await run(experiment, options)
}
