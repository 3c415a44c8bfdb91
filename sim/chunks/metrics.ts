/** What is compared between a variant and its reference. */
import { assetNamed, type Game } from '../../engine/contract/index.ts'
import { type Experiment, referenceOf } from '../experiment/index.ts'
import { type Metric, metricsOf, metricsWithout } from '../tally/pairs.ts'

/** The metrics of a variant, by its index; none for the first. `games` are those of all variants. */
export function metricsOfVariant(experiment: Experiment, games: readonly Game[], variant: number): Metric[] {
  if (variant === 0) return []
  const game = games[variant]!
  const { without } = experiment.variants[variant]!
  if (without !== undefined) return metricsWithout(game, assetNamed(game.info, without))
  return metricsOf(games[referenceOf(experiment, variant)]!, game)
}
