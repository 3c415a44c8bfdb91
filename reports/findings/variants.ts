/** A run's cells by variant. */
import type { CellResult } from '../../sim/chunks/results.ts'

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
