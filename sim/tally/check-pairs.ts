/** What differences between variants agree on: the sums of what was measured in both. */
import { type Game, USED, WIN_UNITS } from '../../engine/contract/index.ts'
import { type Metric, pairedOf } from '../figures/registry.ts'
import { same, squared, total, valuesIn, within } from './expect.ts'
import {
  assetOffset,
  FINAL_SIZE,
  leadOffset,
  OUTCOMES,
  payoffOffset,
  seatingOffset,
  type Tally,
  type TallyLayout,
} from './layout.ts'
import { layoutMeasures, PAIR_SIZE } from './pairs.ts'

/**
 * Throws an Error that says what is wrong unless `pairs` can be the differences between a reference and a variant over so
 * many blocks, whose sums `measuresIn` gave for both.
 */
export function checkPairs(
  metrics: readonly Metric[],
  pairs: Float64Array,
  reference: Float64Array,
  variant: Float64Array,
  blocks: number,
): void {
  for (const [i, metric] of metrics.entries()) {
    const before = reference[metric.reference]!
    const after = variant[metric.variant]!
    const what = `differences in ${metric.id}`
    same(what, pairs[PAIR_SIZE * i]!, after - before)
    // What may be negative adds up to sums that say nothing about its size.
    const most = pairedOf(metric).isSigned ? Infinity : before + after
    const differing = pairs[PAIR_SIZE * i + 2]!
    within(`blocks with ${what}`, differing, 0, Math.min(blocks, pairs[PAIR_SIZE * i + 1]!))
    squared(what, pairs[PAIR_SIZE * i]!, pairs[PAIR_SIZE * i + 1]!, differing, most)
  }
}

/** The sums of Tallier.measure over the blocks of a tally, as `layoutMeasures` lays them out. */
export function measuresIn({ info }: Game, layout: TallyLayout, tally: Tally): Float64Array {
  const returns = info.seats.map((_, seat) =>
    valuesIn(tally, layout.seatScores + seat * layout.scoreBins, layout.scoreBins),
  )
  let drawn = 0
  for (const [e, { kind }] of info.endings.entries())
    if (kind !== 'win')
      for (let seat = 0; seat <= layout.seats; seat++)
        drawn += tally[layout.endingCounts + e * (layout.seats + 1) + seat]!
  const used = info.assets.map((_, asset) =>
    total(info.seats.map((_, seat) => tally[assetOffset(layout, 'seat', seat, asset) + USED]!)),
  )
  const { scores, draws, payoffs, own } = layoutMeasures(info)
  const paid = Array.from({ length: own - payoffs }, (_, seat) => tally[payoffOffset(layout, 'seat', seat)]!)
  const seated = info.seats.map((_, seat) =>
    valuesIn(tally, seatingOffset(layout, 0, seat) + OUTCOMES.length, WIN_UNITS + 1),
  )
  const leads = [...info.seats, ''].map((_, seat) => tally[leadOffset(layout, seat)]!)
  const finals = Array.from(
    { length: layout.gauges * (layout.seats + 1) },
    (_, i) => tally[layout.finals + i * FINAL_SIZE]!,
  )
  return Float64Array.from([
    ...returns.slice(0, draws - scores),
    drawn,
    valuesIn(tally, layout.lengths, layout.steps + 1),
    ...used,
    ...paid,
    total(seated),
    ...seated,
    ...leads,
    ...finals,
  ])
}
