/** The turning point of a match: where the winner's lead grew most, and left it ahead. */
import type { Moment } from './moments.ts'

export interface TurningPoint {
  /** Index of the moment that completed the step. */
  readonly moment: number
  /** The winner's lead. */
  readonly before: number
  readonly after: number
}

/**
 * The first step in which a seat's lead in the headline gauge grew most, of those after which it was ahead.
 * Null if there is none, or if the seat was behind before the last step: the gauge then does not show what it
 * won by. The last step does not count, since many endings move the gauge by themselves, such as the loss of
 * a capital.
 */
export function turningPoint(
  moments: readonly Moment[],
  winner: number,
  isZeroSum: boolean,
): TurningPoint | null {
  let found: TurningPoint | null = null
  let before = leadOf(moments[0]!, winner, isZeroSum)
  for (const moment of completing(moments)) {
    const after = leadOf(moments[moment]!, winner, isZeroSum)
    const gain = after - before
    if (after > 0 && gain > 0 && (found === null || gain > found.after - found.before))
      found = { moment, before, after }
    before = after
  }
  return before < 0 ? null : found
}

/** The lead of a seat in the headline gauge before the step that ended the match. */
export function lastLead(moments: readonly Moment[], seat: number, isZeroSum: boolean): number {
  return leadOf(moments[completing(moments).at(-1) ?? 0]!, seat, isZeroSum)
}

/** The moments that completed a step, but for the last step. */
function completing(moments: readonly Moment[]): number[] {
  const last = moments.at(-1)!.steps
  let steps = 0
  return [...moments.keys()].filter(at => {
    const one = moments[at]!
    if (one.steps === steps || one.steps === last) return false
    steps = one.steps
    return true
  })
}

/** A seat's value minus the best other seat's; of a zero-sum gauge only the value, as comebacks count it. */
function leadOf({ gauges }: Moment, seat: number, isZeroSum: boolean): number {
  const values = gauges[0]!
  if (isZeroSum) return values[seat]!
  return values[seat]! - Math.max(...values.filter((_, other) => other !== seat))
}
