/** What differences between variants agree on: the sums of what was measured in both. */
import { type Ending, type Game, USED, WIN_UNITS } from '../../../engine/contract/index.ts'
import { type Metric, pairedOf } from '../../figures/registry.ts'
import {
  assetOffset,
  FINAL_SIZE,
  leadOffset,
  OUTCOMES,
  payoffOffset,
  seatingOffset,
  type Tally,
  type TallyLayout,
} from '../layout.ts'
import { layoutMeasures, layoutPairs, PAIR_SIZE, type RatioPair, ratioPairAt } from '../pairs.ts'
import { same, squared, total, valuesIn, within } from './expect.ts'

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
    if (metric.per) {
      const { per } = metric
      const sums = ratioPairAt(pairs, layoutPairs(metrics), i)
      same(what, sums.x1 - sums.x0, after - before)
      same(what, sums.y1 - sums.y0, variant[per.variant]! - reference[per.reference]!)
      checkProducts(what, sums, blocks)
      continue
    }
    same(what, pairs[PAIR_SIZE * i]!, after - before)
    // What may be negative adds up to sums that say nothing about its size.
    const most = pairedOf(metric).isSigned ? Infinity : before + after
    const differing = pairs[PAIR_SIZE * i + 2]!
    within(`blocks with ${what}`, differing, 0, Math.min(blocks, pairs[PAIR_SIZE * i + 1]!))
    squared(what, pairs[PAIR_SIZE * i]!, pairs[PAIR_SIZE * i + 1]!, differing, most)
  }
}

/** Holds the sums of a ratio, none of which is negative, to what sums of products can be (Cauchy and Schwarz). */
function checkProducts(what: string, sums: RatioPair, blocks: number): void {
  const { x0, x1, y0, y1, x0x0, x1x1, y0y0, y1y1 } = sums
  for (const value of Object.values(sums)) within(what, value, 0, Number.MAX_SAFE_INTEGER)
  within(`blocks with ${what}`, sums.differing, 0, blocks)
  const products = [
    ...[[blocks, x0x0, x0] as const, [blocks, x1x1, x1] as const, [blocks, y0y0, y0] as const],
    ...[[blocks, y1y1, y1] as const, [x0x0, x1x1, sums.x0x1] as const, [y0y0, y1y1, sums.y0y1] as const],
    ...[[x0x0, y0y0, sums.x0y0] as const, [x0x0, y1y1, sums.x0y1] as const],
    ...[[x1x1, y0y0, sums.x1y0] as const, [x1x1, y1y1, sums.x1y1] as const],
  ]
  for (const [a, b, product] of products)
    if (BigInt(product) ** 2n > BigInt(a) * BigInt(b))
      throw new Error(`${what}: found ${product}, expected less`)
}

/** The sums of Tallier.measure over the blocks of a tally, as `layoutMeasures` lays them out. */
export function measuresIn({ info }: Game, layout: TallyLayout, tally: Tally): Float64Array {
  const returns = info.seats.map((_, seat) =>
    valuesIn(tally, layout.seatScores + seat * layout.scoreBins, layout.scoreBins),
  )
  const ended = (by: Ending['kind']) =>
    total(
      info.endings.flatMap(({ kind }, e) =>
        kind === by
          ? [...info.seats, ''].map((_, seat) => tally[layout.endingCounts + e * (layout.seats + 1) + seat]!)
          : [],
      ),
    )
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
    ended('draw') + ended('length'),
    ended('draw'),
    valuesIn(tally, layout.lengths, layout.steps + 1),
    ...used,
    ...paid,
    total(seated),
    ...seated,
    ...leads,
    ...finals,
  ])
}
