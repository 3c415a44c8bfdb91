/** The turning point of a match: where the winner's lead grew most, and left it ahead. */
import type { Moment } from './moments.ts'

/** A step, and the lead of the winner before and after it. */
export interface TurningPoint {
  /** Index of the moment that completed it. */
  readonly moment: number
  readonly before: number
  readonly after: number
}

/**
 * The step in which the lead of a seat in the headline gauge grew most, of those after which it was ahead if there are some, the first of several;
 * null if it never grew. The lead is its value less the
 * best other seat's; of a gauge that adds up to nothing, the value alone, as comebacks count it. The step that ends the match does not count: many
 * endings move the gauge by themselves, as the loss of a capital does.
 */
export function turningPoint(
  moments: readonly Moment[],
  winner: number,
  isZeroSum: boolean,
): TurningPoint | null {
  const leadOf = ({ gauges }: Moment): number => {
    const values = gauges[0]!
    if (isZeroSum) return values[winner]!
    return values[winner]! - Math.max(...values.filter((_, other) => other !== winner))
  }
  const last = moments.at(-1)!.steps
  let found: TurningPoint | null = null
  let before = leadOf(moments[0]!)
  let steps = 0
  for (const [moment, one] of moments.entries()) {
    if (one.steps === steps || one.steps === last) continue
    steps = one.steps
    const after = leadOf(one)
    const now = { moment, before, after }
    if (after > before && (found === null || turnsMore(now, found))) found = now
    before = after
  }
  return found
}

function turnsMore(one: TurningPoint, other: TurningPoint): boolean {
  const isAhead = one.after > 0
  if (isAhead !== other.after > 0) return isAhead
  return one.after - one.before > other.after - other.before
}
