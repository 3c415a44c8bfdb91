/** Experiments, from files or written in code. */
import type { z } from 'zod'
import { InputError, type Labels, literal, readDocument } from '../documents/index.ts'
import {
  type Experiment,
  type experimentSchema,
  type Overrides,
  resolveExperiment,
} from '../sim/experiment/index.ts'

/** An experiment as in its file: `evenhand schema experiment` lists every key. */
export type ExperimentDefinition = z.input<typeof experimentSchema>

/** Reads, checks and resolves an experiment file. Paths in it are relative to its folder. Throws an InputError. */
export async function readExperiment(file: string, overrides: Overrides = {}): Promise<Experiment> {
  if (/\.[cm]?[jt]sx?$/.test(file))
    throw new InputError(
      file,
      `is a module, expected an experiment in YAML or JSON; evenhand play ${file} plays the game of a module, and evenhand check-game ${file} checks it`,
    )
  return await resolveExperiment(readDocument(file), overrides)
}

/**
 * Checks and resolves an experiment written in code. Paths in it are relative to the current folder. Throws an InputError
 * that names the key that is wrong; `label` is its name for the experiment, and `labels` are names of its keys.
 */
export async function defineExperiment(
  definition: ExperimentDefinition,
  overrides: Overrides = {},
  label = 'experiment',
  labels: Labels = {},
): Promise<Experiment> {
  return await resolveExperiment(literal(definition, label, labels), overrides)
}
