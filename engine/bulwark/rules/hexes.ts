/**
 * Hexagons in axial coordinates: a column q and a row r, rows running to the right as they go down (Amit Patel,
 * "Hexagonal Grids", redblobgames.com/grids/hexagons).
 */

/** A place of the grid: [q, r]. */
export type Hex = readonly number[]

/** The six directions in circular order. */
export const STEPS: readonly Hex[] = [
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, 0],
  [-1, 1],
  [0, 1],
]
export const DIRECTIONS = STEPS.length

/** Steps from one place to another. */
export function distance(a: Hex, b: Hex): number {
  const q = a[0]! - b[0]!
  const r = a[1]! - b[1]!
  return (Math.abs(q) + Math.abs(r) + Math.abs(q + r)) / 2
}

/** The place one step away in a direction. */
export function neighbour(at: Hex, direction: number): Hex {
  const [q, r] = STEPS[direction]!
  return [at[0]! + q!, at[1]! + r!]
}
