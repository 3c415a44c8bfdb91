/** Bins in which values are counted: one for every value, or wider ones for a range that is large. */

/** Bins of counted values. */
export interface Bins {
  readonly min: number
  /** Values of a bin; bin b counts [min + b * width, min + (b + 1) * width). */
  readonly width: number
  readonly bins: number
}

/** The bin of a value. */
export function binOf({ min, width, bins }: Bins, value: number): number {
  return within(width === 1 ? value - min : Math.floor((value - min) / width), bins - 1)
}

/** A bin, or the outermost one that is nearest: values outside a gauge's range count there. */
export function within(bin: number, last: number): number {
  return bin < 0 ? 0 : bin > last ? last : bin
}

/** The most bins that a curve has; a gauge with a larger range gets wider bins. */
const MOST_BINS = 64

/** The bins of the values from `min` to `max`. */
export function binsOf(min: number, max: number): Bins {
  const width = Math.ceil((max - min + 1) / MOST_BINS)
  return { min, width, bins: Math.ceil((max - min + 1) / width) }
}
