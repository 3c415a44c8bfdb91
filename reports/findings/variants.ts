/** A run's cells by variant, and the rule keys in which variants differ. */

import { settingDifferences } from '../../documents/index.ts'
import { findGame } from '../../engine/registry/index.ts'
import type { CellResult } from '../../sim/chunks/results.ts'
import { type Experiment, gameNameOf, type Variant } from '../../sim/experiment/index.ts'

/** One variant's cells, a line-up each. */
export interface VariantCells {
  readonly variant: string
  readonly cells: readonly CellResult[]
}

/** The variants in the experiment's order: their names all differ. */
export function byVariant(cells: readonly CellResult[]): VariantCells[] {
  const names = [...new Set(cells.map(({ cell }) => cell.variant.name))]
  return names.map(variant => ({ variant, cells: cells.filter(({ cell }) => cell.variant.name === variant) }))
}

/** A rule key that differs between variants, and its value in each of them, in their order. */
export interface Factor {
  readonly key: string
  readonly meaning: string
  readonly values: readonly unknown[]
}

/** The keys in which any variant differs from the first, in the order of the schema. */
export function factorsOf(experiment: Experiment): Factor[] {
  const { variants } = experiment
  const [first, ...others] = variants as readonly [Variant, ...Variant[]]
  const rules = JSON.stringify(first.rules)
  const changed = others.filter(variant => JSON.stringify(variant.rules) !== rules)
  if (changed.length === 0) return []
  const { schema } = findGame(gameNameOf(experiment))
  const found = new Map<string, { meaning: string; first: unknown; values: Map<Variant, unknown> }>()
  for (const variant of changed)
    for (const { key, a, b, meaning } of settingDifferences(schema, first.rules, variant.rules)) {
      // Each key that only probes change would be a column.
      if (variant.probe && !found.has(key)) continue
      const factor = found.get(key) ?? { meaning, first: a, values: new Map<Variant, unknown>() }
      factor.values.set(variant, b)
      found.set(key, factor)
    }
  return [...found].map(([key, { meaning, first: base, values }]) => ({
    key,
    meaning,
    values: variants.map(variant => (values.has(variant) ? values.get(variant) : base)),
  }))
}
