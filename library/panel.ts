/**
 * The panel: fixed opponents that measure the strength of a trained player, none of which knows it. A planner that
 * plans against a player's own policy says nothing of its strength.
 */
import { readPolicy, shippedFile, shippedOutsiders } from '../agents/index.ts'
import type { GameModule } from '../engine/registry/index.ts'
import { defineExperiment, type ExperimentDefinition } from './experiment.ts'
import { tablesOf } from './public.ts'
import { run } from './runs/run.ts'
import type { RunOptions } from './runs/run-options.ts'

/** An opponent of a panel, which takes all seats but one. */
export interface PanelOpponent {
  /** `greedy`, `mcts:400`, or the name of a policy's file. */
  readonly name: string
  /** As line-ups name it. */
  readonly agent: string
  readonly matches: number
}

/** The opponents of every panel. */
export const ALWAYS: readonly PanelOpponent[] = [
  { name: 'greedy', agent: 'greedy', matches: 400 },
  { name: 'mcts:400', agent: 'mcts:iterations=400', matches: 200 },
  { name: 'mcts:1600', agent: 'mcts:iterations=1600', matches: 40 },
]
/** Matches against another policy. */
export const POLICY_MATCHES = 400

/** A seed that no policy is trained with. */
const SEED = 'measured'

/** The panel for a policy by some resolved rules: shipped policies without the policy itself. */
export function panelOf(game: GameModule, rules: object, file: string): PanelOpponent[] {
  const policies = shippedOutsiders(game, rules, readPolicy(file).sha256)
  return [
    ...ALWAYS,
    ...policies.map(one => ({
      name: one.file,
      agent: `learned:file=${shippedFile(one.file)}`,
      matches: POLICY_MATCHES,
    })),
  ]
}

/** Shares of a win, with their 95 % intervals. */
export interface ScoreInterval {
  readonly score: number
  readonly low: number
  readonly high: number
}

export interface PanelScore extends ScoreInterval {
  readonly name: string
  readonly matches: number
}

export interface PanelStrength {
  /** The mean over the opponents. */
  readonly mean: ScoreInterval
  readonly against: readonly PanelScore[]
}

/** The rules that a policy is measured on, as experiments name them. */
export type PanelRules = Pick<ExperimentDefinition, 'game' | 'ruleset' | 'rules'>

/** Plays a policy against opponents; the same seeds whatever the policy. The intervals are anytime intervals. */
export async function measurePanel(
  rules: PanelRules,
  file: string,
  panel: readonly PanelOpponent[],
  seats: number,
  options: RunOptions = {},
): Promise<PanelScore[]> {
  const experiment = await defineExperiment({
    ...rules,
    name: 'panel',
    seed: SEED,
    lineups: panel.map(({ agent, matches }) => ({
      agents: [`learned:file=${file}`, ...Array.from({ length: seats - 1 }, () => agent)],
      matches,
    })),
  })
  const rows = tablesOf(await run(experiment, options)).summary!
  return panel.map(({ name, matches }, i) => {
    const { score, score_anytime_low, score_anytime_high } = rows[i]!
    return {
      name,
      matches,
      score: Number(score),
      low: Number(score_anytime_low),
      high: Number(score_anytime_high),
    }
  })
}

/** The strength in scores against a whole panel. */
export const strengthOf = (against: readonly PanelScore[]): PanelStrength => ({
  mean: meanOf(against),
  against,
})

/** The mean over opponents. They count alike; their matches are independent, so that half-widths add up in squares. */
export function meanOf(shares: readonly ScoreInterval[]): ScoreInterval {
  const mean = (value: (one: ScoreInterval) => number): number =>
    shares.reduce((sum, one) => sum + value(one), 0) / shares.length
  const score = mean(one => one.score)
  const below = Math.sqrt(mean(one => (one.score - one.low) ** 2) / shares.length)
  const above = Math.sqrt(mean(one => (one.high - one.score) ** 2) / shares.length)
  return { score, low: score - below, high: score + above }
}

/** `81 % ± 2 on average against a panel of 4 that doesn't know it: greedy 97, mcts:400 88, ...`. */
export function panelWords({ mean: { score, low, high }, against }: PanelStrength): string {
  const percent = (share: number): string => (100 * share).toFixed(0)
  const width = Math.ceil(100 * Math.max(high - score, score - low))
  const each = against.map(one => `${one.name} ${percent(one.score)}`).join(', ')
  return `${percent(score)} % ± ${width} on average against ${against.length} opponents that don't know it: ${each}`
}
