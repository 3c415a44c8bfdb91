/** What differences between variants agree on: the sums of what was measured in both. */
import { type Ending, type Game, rolesByEnding, USED, WIN_UNITS } from '../../../engine/contract/index.ts'
import { type Metric, pairedOf } from '../../figures/registry.ts'
import {
  assetOffset,
  FINAL_SIZE,
  leadOffset,
  OUTCOMES,
  payoffOffset,
  qualityOffset,
  seatingOffset,
  type Tally,
  type TallyLayout,
} from '../layout.ts'
import { FEEL, layoutMeasures, layoutPairs, PAIR_SIZE, type RatioPair, ratioPairAt } from '../pairs.ts'
import { same, squared, total, valuesIn, within } from './expect.ts'

/**
 * Throws an Error that says what is wrong unless `pairs` can be the differences over this many blocks whose
 * sums `measuresIn` gave for both.
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
      same(what, sums.x0, before)
      same(what, sums.x1, after)
      same(what, sums.y0, reference[per.reference]!)
      same(what, sums.y1, variant[per.variant]!)
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

/** Holds the sums of a ratio, none negative, to what sums of products can be (Cauchy and Schwarz). */
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
  const at = layoutMeasures(info)
  const measures = new Float64Array(at.size)
  const seats = [...info.seats.keys()]
  const ended = (by: Ending['kind']) =>
    total(
      info.endings.flatMap(({ kind }, e) =>
        kind === by
          ? [...seats, layout.seats].map(seat => tally[layout.endingCounts + e * (layout.seats + 1) + seat]!)
          : [],
      ),
    )
  // Of two seats, only the first is measured.
  const told = layout.seats > 2 ? seats : [0]
  for (const seat of told) {
    measures[at.scores + seat] = valuesIn(
      tally,
      layout.seatScores + seat * layout.scoreBins,
      layout.scoreBins,
    )
    if (layout.payoff >= 0) measures[at.payoffs + seat] = tally[payoffOffset(layout, 'seat', seat)]!
  }
  measures[at.draws] = ended('draw') + ended('length')
  measures[at.drawsBeforeLimit] = ended('draw')
  for (const [ending, role] of rolesByEnding(info).entries())
    if (role >= 0)
      measures[at.roles + role]! += total(
        [...seats, layout.seats].map(
          seat => tally[layout.endingCounts + ending * (layout.seats + 1) + seat]!,
        ),
      )
  measures[at.length] = valuesIn(tally, layout.lengths, layout.steps + 1)
  for (const asset of info.assets.keys())
    measures[at.uses + asset] = total(
      seats.map(seat => tally[assetOffset(layout, 'seat', seat, asset) + USED]!),
    )
  for (const seat of seats) {
    const own = valuesIn(tally, seatingOffset(layout, 0, seat) + OUTCOMES.length, WIN_UNITS + 1)
    measures[at.own + 1 + seat] = own
    measures[at.own]! += own
  }
  for (const seat of [...seats, layout.seats]) measures[at.leads + seat] = tally[leadOffset(layout, seat)]!
  for (let i = 0; i < layout.gauges * (layout.seats + 1); i++)
    measures[at.finals + i] = tally[layout.finals + i * FINAL_SIZE]!
  for (const [i, quality] of FEEL.entries()) {
    const sums = qualityOffset(layout, quality)
    measures[at.feel + 2 * i] = tally[sums]!
    measures[at.feel + 2 * i + 1] = tally[sums + 1]!
  }
  return measures
}
