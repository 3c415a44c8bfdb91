/** Experiments: the schema of their files, and what a checked file resolves to. */
export { experimentFileSchema } from './editor.ts'
export { type Overrides, resolveExperiment } from './resolve.ts'
export { experimentSchema, seedSchema } from './schema.ts'
export {
  type Cell,
  cellsOf,
  compileVariant,
  type Experiment,
  fingerprint,
  type Lineup,
  type Participant,
  portable,
  referenceOf,
  type Variant,
} from './types.ts'
