/** The turning point of a match: the winner's lowest point, from which it came back. */
import type { Moment } from './moments.ts'

export interface TurningPoint {
  /** Index of the last moment at which the winner's lead was at its lowest. */
  readonly moment: number
  /** That lead. */
  readonly lead: number
}

/** How a winner's lead went. */
export interface LeadCourse {
  /** Null if the lead was lowest at the start or just before the end, or below 0 before the last step. */
  readonly turning: TurningPoint | null
  /** Index of the moment from which on the winner was ahead; null if it wasn't before the last step. */
  readonly ahead: number | null
  /** The lead before the last step. */
  readonly last: number
}

/** What pages say of the word. */
export const TURNING_POINT =
  'The last time the winner’s lead was at its lowest. From there it came back. The step that ends the match doesn’t count.'

/**
 * The course of a seat's lead in the headline gauge. The last step doesn't count: many endings move the gauge
 * by themselves, such as the loss of a capital.
 */
export function courseOf(moments: readonly Moment[], winner: number, isZeroSum: boolean): LeadCourse {
  const at = completing(moments)
  const leads = at.map(moment => leadOf(moments[moment]!, winner, isZeroSum))
  const lead = Math.min(...leads)
  const lowest = leads.lastIndexOf(lead)
  const last = leads.at(-1)!
  const behind = leads.findLastIndex(value => value <= 0)
  return {
    turning: lowest === 0 || lead === last || last < 0 ? null : { moment: at[lowest]!, lead },
    ahead: at[behind + 1] ?? null,
    last,
  }
}

/** The start and the moments that completed a step, without the last step. */
function completing(moments: readonly Moment[]): number[] {
  const last = moments.at(-1)!.steps
  let steps = 0
  return [...moments.keys()].filter(at => {
    const one = moments[at]!
    if (at === 0) return true
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
