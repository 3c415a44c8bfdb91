/** What plays a run's matches again: an experiment file, and for what needs none a line for a terminal. */
import { basename } from 'node:path'
import { parseSpec } from '../../agents/index.ts'
import { child, isRecord, shellWord } from '../../documents/index.ts'
import { mapFile } from '../../engine/modules/index.ts'
import { findGame, listRulesets, readRuleset, resolveRules } from '../../engine/registry/index.ts'
import {
  type Experiment,
  experimentSchema,
  exploitedIn,
  type GateBound,
  gameNameOf,
  isMirror,
  type Lineup,
  type Participant,
  portable,
  type StopRule,
  type Variant,
  wholeVariants,
} from '../../sim/experiment/index.ts'
import { printable } from '../formatting.ts'

/** What plays a run's matches again. */
export interface RepeatCommand {
  /** The text of the file. */
  readonly text: string
  /** Whether everything in it has the name that it had, so that the run's fingerprint is the same. */
  readonly exact: boolean
  /** Files that must lie beside it: the modules of the game and of agents. */
  readonly beside: readonly string[]
}

/** A page of many variants does not hold the rules of all of them. */
const LENGTH_MAX = 100_000

/**
 * The file as JSON, with all rules written out, so that it depends on no file of rules. Null where it would be too long for a page. Games and
 * agents by path are named only by their file. `experiment` has the place of its game's module, if it has one.
 */
export function againOf(experiment: Experiment): RepeatCommand | null {
  const { name, game, source, seed, margin, decisionSeconds, against, lineups, learn, gate, tuning } =
    portable(experiment)
  const asked = lineups.filter(lineup => exploiterSpec(lineup) === null)
  const common = commonRules(experiment)
  const variants = writtenVariants(experiment, common)
  const agents = asked.map(({ participants }) => participants.map(writtenAgent))
  const file = {
    name,
    game: source ? mapFile(gameNameOf(experiment), file => `./${basename(file)}`) : game,
    seed,
    margin: Number((100 * margin).toPrecision(12)),
    decisionSeconds,
    ...(against === 'baseline' ? {} : { against }),
    ...(Object.keys(common).length > 0 ? { rules: common } : {}),
    variants: variants.map(({ written }) => written),
    ...probesOf(experiment),
    ...(tuning ? { tune: writtenTuning(tuning) } : {}),
    ...(learn ? { learn: writtenLearn(learn) } : {}),
    lineups: asked.map(({ participants, blocks, stop }, l) => ({
      agents: agents[l]!.map(({ written }) => written),
      matches: blocks * participants.length,
      ...(stop ? { stop: writtenRule(stop, participants.length) } : {}),
    })),
    ...exploitOf(lineups),
    ...(gate ? { gate: gate.map(writtenBound) } : {}),
  }
  const text = JSON.stringify(file, null, 1)
  if (text.length > LENGTH_MAX) return null
  const modules = lineups.flatMap(({ participants }) =>
    participants.flatMap(({ agent, module }) => (module === undefined ? [] : [agent])),
  )
  return {
    text,
    exact: [...variants, ...agents.flat()].every(({ exact }) => exact),
    beside: [...new Set([...(source ? [basename(gameNameOf(experiment))] : []), ...modules])],
  }
}

/** The line that plays a run again which needs no file: one line-up of a rule set that ships, as `evenhand play` names it; else null. */
export function playLine(experiment: Experiment): string | null {
  const { name, game, source, seed, margin, decisionSeconds, against, variants, lineups, ...rest } =
    portable(experiment)
  const [variant, lineup] = [variants[0]!, lineups[0]!]
  const usual = experimentSchema.parse({ game })
  const isPlain =
    !source &&
    variants.length + lineups.length === 2 &&
    !lineup.stop &&
    [rest.learn, rest.gate, rest.probing, rest.tuning].every(part => part === undefined) &&
    name === game &&
    variant.name === variant.ruleset &&
    against === usual.against &&
    decisionSeconds === usual.decisionSeconds &&
    Math.round(1e6 * margin) === Math.round(1e4 * usual.margin)
  const agents = lineup.participants.map(writtenAgent)
  if (!isPlain || !agents.every(({ exact }) => exact) || !isAsShipped(experiment, variant)) return null
  const all = agents.map(({ written }) => String(written))
  if (all.some(agent => agent.includes(',')) || printable(seed) !== seed) return null
  const parts = {
    ruleset: variant.ruleset,
    agents: (isMirror(lineup) ? all.slice(0, 1) : all).join(','),
    seed,
    matches: String(lineup.blocks * all.length),
  }
  const options = Object.entries(parts).map(([key, value]) => `--${key}=${shellWord(value)}`)
  return ['evenhand play', game, ...options].join(' ')
}

/** Whether a variant has the rules of the set that it is called after, without a change. */
function isAsShipped(experiment: Experiment, { ruleset, rules }: Variant): boolean {
  const game = findGame(gameNameOf(experiment))
  if (!listRulesets(game).includes(ruleset)) return false
  return JSON.stringify(resolveRules(game, readRuleset(game, ruleset, ''), [])) === JSON.stringify(rules)
}

/** A part of the file, and whether what it names keeps its name. */
interface Written<T> {
  readonly written: T
  readonly exact: boolean
}

/** What the names of variants may be in a file. */
const NAME = /^\w[\w.,=+ -]{0,79}$/

/** The variants with their rules, as keys on top of those that all have in common. */
function writtenVariants(experiment: Experiment, common: object): Written<object>[] {
  const known = listRulesets(findGame(gameNameOf(experiment)))
  const names = new Set<string>()
  return wholeVariants(experiment).map(({ name, ruleset, rules }) => {
    const isNamed = NAME.test(name)
    let fit = isNamed
      ? name
      : name
          .replace(/^\W+/, '')
          .replace(/[^\w.,=+ -]+/g, '_')
          .slice(0, 70) || 'variant'
    while (names.has(fit)) fit = `${fit}_`
    names.add(fit)
    // A file of rules may be out of reach; all that it says is here.
    const isKnown = known.includes(ruleset)
    return {
      written: { name: fit, ...(isKnown ? { ruleset } : {}), rules: changed(rules, common) },
      exact: isNamed && isKnown,
    }
  })
}

/** The first variant's rules, on top of which those of all others can be said; no rules where one of them lacks a key of the first. */
function commonRules(experiment: Experiment): object {
  const [first, ...others] = wholeVariants(experiment) as readonly [Variant, ...Variant[]]
  return others.length > 0 && others.every(({ rules }) => covers(rules, first.rules)) ? first.rules : {}
}

/** Whether rules have all keys of others, so that they can take their place. */
function covers(rules: unknown, others: unknown): boolean {
  if (!isRecord(rules) || !isRecord(others)) return true
  return Object.entries(others).every(([key, value]) => key in rules && covers(rules[key], value))
}

/** The keys of rules that are not as in others. */
function changed(rules: object, others: object): object {
  const isOther = ([key, value]: [string, unknown]): boolean =>
    JSON.stringify(value) !== JSON.stringify(child(others, key))
  return Object.fromEntries(Object.entries(rules).filter(isOther))
}

/** An agent as a text with the options that were given, which is also what reports call it; with all its options where that cannot be. */
function writtenAgent({ label, agent, module, options }: Participant): Written<unknown> {
  const name = module === undefined ? agent : `./${agent}`
  const [, ...given] = label.split(':')
  const text = [name, ...given].join(':')
  if (says(text, given, options)) return { written: text, exact: true }
  return { written: { ...(isRecord(options) ? options : {}), agent: name }, exact: given.length === 0 }
}

/** Whether an agent's text says again what was said of its options. */
function says(text: string, given: readonly string[], options: unknown): boolean {
  try {
    const read = Object.entries(parseSpec(text).options)
    return read.every(([key, value], i) => {
      const settled = child(options, key)
      return `${key}=${value}` === given[i] && (typeof settled === 'object' || settled === value)
    })
  } catch {
    return false
  }
}

/** What the experiment asks of levers, of changes apart, and of what assets are worth. */
function probesOf({ variants, probing }: Experiment): object {
  const probes = [...variants.flatMap(({ probe }) => probe ?? []), ...(probing?.refused ?? [])]
  const steps = probes.flatMap(({ kind, key }) => (kind === 'step' ? [key] : []))
  const goal = Object.fromEntries((probing?.goals ?? []).map(({ figure, written }) => [figure, written]))
  const goals = Object.keys(goal).length > 0 ? { goal } : {}
  const isAll = probing !== undefined && probing.inner > 0
  const assets = variants.flatMap(({ without }) => without ?? [])
  return {
    ...(steps.length > 0 ? { levers: { ...(isAll ? {} : { keys: [...new Set(steps)] }), ...goals } } : {}),
    ...(probes.length > steps.length ? { apart: true } : {}),
    ...(assets.length > 0 ? { usefulness: { assets } } : {}),
  }
}

/** What a tuning looks for, with the rules that it may change by name. */
function writtenTuning({ goals, space, changes, matches }: NonNullable<Experiment['tuning']>): object {
  const goal = Object.fromEntries(goals.map(({ figure, written }) => [figure, written]))
  return { goal, keys: space.keys.map(({ key }) => key), changes, matches }
}

/** What is learned, without what came of it. */
function writtenLearn({ policies: _, shared, from, ...settings }: NonNullable<Experiment['learn']>): object {
  return { ...settings, from: from ? 'shipped' : 'none', ...(shared ? { shared: shared.rounds } : {}) }
}

/** The prefix of an exploiter that the experiment adds; one that a line-up names also names its opponent. */
const BY = 'exploiter:by='

/** Who searches in a line-up that `exploit` adds; null for all others. */
function exploiterSpec(lineup: Lineup): string | null {
  const [exploiter] = lineup.participants
  if (exploitedIn(lineup) === null || !exploiter!.label.startsWith(BY)) return null
  return exploiter!.label.slice(BY.length)
}

function exploitOf(lineups: readonly Lineup[]): object {
  const specs = lineups.flatMap(lineup => exploiterSpec(lineup) ?? [])
  const added = lineups.find(lineup => exploiterSpec(lineup) !== null)
  if (!added) return {}
  // The default searcher depends on the agent it searches against.
  const by = new Set(specs).size === 1 ? { by: specs[0]!.replaceAll(' ', ':') } : {}
  return { exploit: { matches: added.blocks * added.participants.length, ...by } }
}

/** A rule as files write it. */
function writtenRule({ decide, from, ...rule }: StopRule, seats: number): object {
  return {
    ...rule,
    ...(decide === undefined ? {} : { decide: `fair within ${decide}` }),
    ...(from === 0 ? {} : { from: from * seats }),
  }
}

function writtenBound({ figure, written, lineup, variant }: GateBound): object {
  return {
    ...(lineup === undefined ? {} : { lineup }),
    ...(variant === undefined ? {} : { variant }),
    bounds: { [figure]: written },
  }
}
