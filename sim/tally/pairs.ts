/**
 * Comparing variants: the same line-up plays the same seeds under the rules of a reference and of a variant, and the
 * differences are taken block by block, so that shared luck cancels. Sums of exact integers, like tallies.
 */
import type { Game } from '../../engine/contract/index.ts'
import { layoutMeasures, MEASURES } from './measures.ts'

/**
 * A compared figure: one of MEASURES, how often all seats together used an asset that both variants have, a seat's payoff, or,
 * with more than two seats, the score of a seat after the first. Of a variant in which the line-up's first agent does without an asset,
 * also its own score (`own`). Leads and gauges at the end are for gates alone.
 */
export interface Metric {
  /** `score:SEAT`, `drawn`, `length`, `use:ASSET`, `payoff:SEAT`; `own`, `own:SEAT`; `lead`, `lead:SEAT`, `gauge:GAUGE`, `gauge:GAUGE:SEAT`. */
  readonly id: string
  readonly kind: (typeof MEASURES)[number] | 'use' | 'payoff' | 'own' | 'lead' | 'gauge'
  /** The seat's name or the asset's label; empty for the others. */
  readonly label: string
  /** Indices into the block measures of the reference and of the variant. */
  readonly reference: number
  readonly variant: number
}

/** A metric whose differences reports tell. */
export type ComparedMetric = Metric & { readonly kind: Exclude<Metric['kind'], 'lead' | 'gauge'> }

/** Whether reports tell of a metric's differences. */
export function isCompared(metric: Metric): metric is ComparedMetric {
  return metric.kind !== 'lead' && metric.kind !== 'gauge'
}

/**
 * Words per metric: sum of the differences (variant minus reference) over blocks, of their squares, and the number of blocks that
 * differ at all: how rare an effect is.
 */
export const PAIR_SIZE = 3

/** The metrics that two compiled variants of one game share. */
export function metricsOf(reference: Game, variant: Game): Metric[] {
  const [first, ...rest] = reference.info.seats
  const from = layoutMeasures(reference.info)
  const to = layoutMeasures(variant.info)
  const general = MEASURES.map((kind, i): Metric => {
    const index = { reference: i, variant: i }
    return kind === 'score'
      ? { id: `score:${first}`, kind, label: first!, ...index }
      : { id: kind, kind, label: '', ...index }
  })
  const uses = reference.info.assets.flatMap((asset, i): Metric[] => {
    const j = variant.info.assets.findIndex(other => other.id === asset.id && other.group === asset.group)
    if (j < 0) return []
    const index = { reference: from.uses + i, variant: to.uses + j }
    return [{ id: `use:${asset.id}`, kind: 'use', label: asset.label, ...index }]
  })
  const ofSeats = (kind: 'score' | 'payoff', seats: readonly string[]) =>
    seats.map((label, i): Metric => {
      const index = { reference: from[`${kind}s`] + i, variant: to[`${kind}s`] + i }
      return { id: `${kind}:${label}`, kind, label, ...index }
    })
  const scores = ofSeats('score', rest.length > 1 ? rest : [])
  const paid = from.own > from.payoffs && to.own > to.payoffs
  const payoffs = ofSeats('payoff', paid ? (rest.length > 1 ? [first!, ...rest] : [first!]) : [])
  return [...general, ...scores, ...payoffs, ...uses, ...endsOf(reference, variant)]
}

/** The leads and the gauges at the end that both variants have: of each seat, and of whoever leads or of all seats together. */
function endsOf(reference: Game, variant: Game): Metric[] {
  const from = layoutMeasures(reference.info)
  const to = layoutMeasures(variant.info)
  const sides = [...reference.info.seats, '']
  const named = (name: string, seat: string) => (seat === '' ? name : `${name}:${seat}`)
  const leads = sides.map((seat, i): Metric => {
    const index = { reference: from.leads + i, variant: to.leads + i }
    return { id: named('lead', seat), kind: 'lead', label: seat, ...index }
  })
  const gauges = reference.info.gauges.flatMap(({ id }, before) => {
    const after = variant.info.gauges.findIndex(other => other.id === id)
    if (after < 0) return []
    return sides.map((seat, i): Metric => {
      const at = (gauge: number) => gauge * sides.length + i
      const index = { reference: from.finals + at(before), variant: to.finals + at(after) }
      return { id: named(`gauge:${id}`, seat), kind: 'gauge', label: seat, ...index }
    })
  })
  return [...leads, ...gauges]
}

/** What is measured where the line-up's first agent does without an asset: its own score, that in each seat, and how often all seats used the asset. */
export function metricsWithout({ info }: Game, asset: number): Metric[] {
  const { own, uses } = layoutMeasures(info)
  const at = (index: number) => ({ reference: index, variant: index })
  const { id, label } = info.assets[asset]!
  return [
    { id: 'own', kind: 'own', label: '', ...at(own) },
    ...info.seats.map(
      (seat, i): Metric => ({ id: `own:${seat}`, kind: 'own', label: seat, ...at(own + 1 + i) }),
    ),
    { id: `use:${id}`, kind: 'use', label, ...at(uses + asset) },
  ]
}

/**
 * Adds one block's differences to `sums`, PAIR_SIZE words a metric. `reference` and `variant` are the two block measures
 * (Tallier.measure).
 */
export function addPair(
  sums: Float64Array,
  metrics: readonly Metric[],
  reference: Int32Array,
  variant: Int32Array,
): void {
  for (let i = 0; i < metrics.length; i++) {
    const difference = variant[metrics[i]!.variant]! - reference[metrics[i]!.reference]!
    if (difference === 0) continue
    sums[PAIR_SIZE * i]! += difference
    sums[PAIR_SIZE * i + 1]! += difference * difference
    sums[PAIR_SIZE * i + 2]!++
  }
}
