/** An experiment file that plays a run's matches again. */
import { basename } from 'node:path'
import { refiled } from '../../engine/modules/index.ts'
import {
  type Experiment,
  gameNameOf,
  portable,
  type StopRule,
  wholeVariants,
} from '../../sim/experiment/index.ts'

/** A page of many variants does not hold the rules of all of them. */
const LENGTH_MAX = 100_000

/**
 * The file as JSON, with all rules and options written out, so that it depends on no file of rules and on no default. Null where it would
 * be too long for a page. Games and agents by path are named by their file alone.
 */
export function againText(experiment: Experiment): string | null {
  const { name, game, source, seed, margin, decisionSeconds, against, variants, lineups, probing } =
    portable(experiment)
  const probes = variants.flatMap(({ probe }) => probe ?? [])
  const keys = [...new Set(probes.flatMap(({ kind, key }) => (kind === 'step' ? [key] : [])))]
  const goals = probing?.goals ?? []
  const goal = Object.fromEntries(goals.map(({ figure, written }) => [figure, written]))
  const assets = variants.flatMap(({ without }) => without ?? [])
  const file = {
    name,
    game: source ? refiled(gameNameOf(experiment), file => `./${basename(file)}`) : game,
    seed,
    margin: Number((100 * margin).toPrecision(12)),
    decisionSeconds,
    ...(variants.length > 1 ? { against } : {}),
    variants: wholeVariants({ variants }).map(({ name, rules }) => ({ name, rules })),
    ...(keys.length > 0 ? { levers: { keys, ...(goals.length > 0 ? { goal } : {}) } } : {}),
    ...(probes.some(({ kind }) => kind !== 'step') ? { apart: true } : {}),
    ...(assets.length > 0 ? { usefulness: { assets } } : {}),
    lineups: lineups.map(({ participants, blocks, stop }) => ({
      agents: participants.map(({ agent, module, options }) => ({
        ...(typeof options === 'object' ? options : {}),
        agent: module === undefined ? agent : `./${agent}`,
      })),
      matches: blocks * participants.length,
      ...(stop ? { stop: writtenRule(stop, participants.length) } : {}),
    })),
  }
  const text = JSON.stringify(file, null, 1)
  return text.length > LENGTH_MAX ? null : text
}

/** A rule as files write it. */
function writtenRule({ decide, from, ...rule }: StopRule, seats: number): object {
  return {
    ...rule,
    ...(decide === undefined ? {} : { decide: `fair within ${decide}` }),
    ...(from === 0 ? {} : { from: from * seats }),
  }
}
