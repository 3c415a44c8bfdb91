/** Experiments, from files or written in code, and the comparison of two variants in one call. */
import { InputError, type Labels, literal, readDocument } from '../documents/index.ts'
import type { RunResult } from '../sim/chunks/results.ts'
import { type Experiment, type Overrides, resolveExperiment } from '../sim/experiment/index.ts'
import type { ExperimentDefinition } from './experiment-definition.ts'
import { run } from './runs/run.ts'
import type { RunOptions } from './runs/run-options.ts'

/** An experiment as in its file. */
export type { ExperimentDefinition } from './experiment-definition.ts'

/**
 * Reads, checks and resolves an experiment file; paths in it are relative to its folder. Throws an
 * InputError.
 */
export async function readExperiment(file: string, overrides: Overrides = {}): Promise<Experiment> {
  if (/\.[cm]?[jt]sx?$/.test(file))
    throw new InputError(
      file,
      `is a module, expected an experiment in YAML or JSON; to play its game, use evenhand play ${file}; to check it, evenhand check-game ${file}`,
    )
  return await resolveExperiment(readDocument(file), overrides)
}

/**
 * Checks and resolves an experiment written in code; paths are relative to the current folder. Throws an
 * InputError that names the wrong key; `label` is what errors call the experiment, and `labels` its keys.
 */
export async function defineExperiment(
  definition: ExperimentDefinition,
  overrides: Overrides = {},
  label = 'experiment',
  labels: Labels = {},
): Promise<Experiment> {
  return await resolveExperiment(literal(definition, label, labels), overrides)
}

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

/** Plays both variants on the same seeds, for `comparisonsOf(result)`. Throws as `run` does. */
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
