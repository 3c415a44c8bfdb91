/** Two runs of one game compared: what differs between them, and every figure that moved. */
import { type SettingDifference, settingDifferences, settingText } from '../../documents/index.ts'
import { findGame } from '../../engine/registry/index.ts'
import type { RunResult } from '../../sim/chunks/results.ts'
import {
  type Experiment,
  gameNameOf,
  type Lineup,
  type Variant,
  wholeVariants,
} from '../../sim/experiment/index.ts'
import { matchesOf } from '../../sim/figures/reading.ts'
import { inWords, thousands } from '../formatting.ts'
import { type Comparison, comparisonsOf } from './changes/comparisons.ts'
import { byCell } from './changes/words.ts'
import { inOrder } from './order.ts'

/** One of the two runs. */
export interface DiffSide {
  /** What reports call it: its folder. */
  readonly name: string
  readonly experiment: Experiment
  readonly matches: number
  readonly complete: boolean
  /** The first characters of the hash of the code that played it. */
  readonly code: string
}

/** A variant of each run, and what the second changed. */
export interface RulesChange {
  readonly before: Variant
  readonly after: Variant
  readonly changes: readonly SettingDifference[]
}

/** A variant of the first run, and the same of the second. */
type VariantPair = readonly [before: Variant, after: Variant]

/** What the runs don't share, and why it isn't compared. */
export interface NotCompared {
  readonly what: string
  readonly why: string
}

export interface RunDiff {
  readonly before: DiffSide
  readonly after: DiffSide
  readonly rules: readonly RulesChange[]
  readonly notCompared: readonly NotCompared[]
  /** What may have moved figures besides the rules. */
  readonly caveats: readonly string[]
  /** The cells of both runs that are compared, by variants of both; it has the comparisons. */
  readonly joined: RunResult
}

/** What reports say then. */
export const NOTHING_SHARED = 'Nothing can be compared: the runs share no players or no variants.'

/** The comparisons of each variant and line-up, the strongest players first. */
export function diffRows({ joined }: RunDiff): Comparison[][] {
  const rows = byCell(comparisonsOf(joined))
  const cells = inOrder(
    joined,
    rows.map(([one]) => one!.variant),
  )
  return cells.map(cell => rows.find(([one]) => one!.variant === cell)!)
}

/** The variants and line-ups that two runs share, and the rest. */
export function matchRuns(before: SideResult, after: SideResult) {
  const sides = [before, after] as const
  const [was, is] = sides.map(({ experiment }) => wholeVariants(experiment)) as [Variant[], Variant[]]
  const isOneEach = was.length === 1 && is.length === 1
  const variants = was.flatMap(one => {
    const other = isOneEach ? is[0] : is.find(({ name }) => name === one.name)
    return other ? [[one, other] as const] : []
  })
  const notCompared: NotCompared[] = []
  const lineups = before.experiment.lineups.flatMap((one, l) => {
    const isSameName = ({ name }: Lineup) => name === one.name
    const nth = before.experiment.lineups.slice(0, l).filter(isSameName).length
    const other = after.experiment.lineups.filter(isSameName)[nth]
    const why = other ? otherPlayers(one, other) : `only ${before.name} has these players`
    if (why !== '') notCompared.push({ what: one.name, why })
    return other && why === '' ? [[one, other] as const] : []
  })
  for (const [side, { experiment, name, result }] of sides.entries()) {
    for (const variant of [was, is][side]!)
      if (!variants.some(pair => pair[side] === variant))
        notCompared.push({ what: `variant ${variant.name}`, why: `only ${name} has it` })
    const others = experiment.lineups.filter(
      one => !before.experiment.lineups.some(({ name: known }) => known === one.name),
    )
    for (const lineup of others)
      notCompared.push({ what: lineup.name, why: `only ${name} has these players` })
    const parts = [
      ...(result.handicaps.length > 0 ? ['usefulness'] : []),
      ...(result.probes.length > 0 ? ['levers'] : []),
    ]
    if (parts.length > 0)
      notCompared.push({ what: `${inWords(parts)} of ${name}`, why: 'compares variants within one run' })
  }
  return { variants, lineups, notCompared }
}

interface SideResult extends DiffSide {
  readonly result: RunResult
}

/** How players of one name differ; empty if they don't. */
function otherPlayers(before: Lineup, after: Lineup): string {
  const differing = before.participants.flatMap((was, i) => {
    const is = after.participants[i]!
    if (was.agent !== is.agent) return [`${was.label} is another agent`]
    if (was.module !== is.module) return [`the file of ${was.label} has changed`]
    return JSON.stringify(was.options) === JSON.stringify(is.options)
      ? []
      : [`${was.label} has other options`]
  })
  return inWords([...new Set(differing)])
}

/** What a pair of variants has changed, in the order of the schema. */
export function rulesChange(experiment: Experiment, before: Variant, after: Variant): RulesChange {
  const { schema } = findGame(gameNameOf(experiment))
  return { before, after, changes: settingDifferences(schema, before.rules, after.rules) }
}

/** A rule's value as people read it. */
export const ruleValue = (value: unknown): string => (value === undefined ? 'none' : settingText(value))

/** Rules that a sentence names. */
const RULES_MAX = 3

/** Which rules the second run changes, in a sentence; empty if no variant is in both. */
export function rulesWords({ rules }: Pick<RunDiff, 'rules'>): string {
  const changed = rules.filter(({ changes }) => changes.length > 0)
  if (rules.length === 0) return ''
  if (changed.length === 0) return 'The rules are the same.'
  if (rules.length > 1)
    return `The second run changes the rules of ${changed.length} of ${rules.length} variants.`
  const [{ changes }] = changed as [RulesChange]
  const named = changes
    .slice(0, RULES_MAX)
    .map(({ key, a, b }) => `${key} (${ruleValue(a)} → ${ruleValue(b)})`)
  const more = changes.length - named.length
  return `The second run changes ${inWords(more > 0 ? [...named, `${more} more`] : named)}.`
}

/** What besides the rules may have moved a figure. */
export function caveatsOf(before: DiffSide, after: DiffSide, shared: readonly VariantPair[]): string[] {
  const [was, is] = [before.experiment, after.experiment]
  return [
    ...(before.code !== after.code || was.version !== is.version
      ? ['Different code of evenhand played the runs, so players or the game itself may have changed.']
      : []),
    ...(was.source?.sha256 !== is.source?.sha256
      ? ["The game's own file differs, so more may have changed than the rules below."]
      : []),
    ...(shared.some(pair => policyOf(was, pair[0]) !== policyOf(is, pair[1]))
      ? ['The learned players are not the same: each run has its own policy.']
      : []),
    ...[before, after].flatMap(({ complete, name }) =>
      complete ? [] : [`${name} isn't complete; figures are of the matches so far.`],
    ),
  ]
}

/** The players that learned a variant, by their hashes. */
function policyOf({ learn, variants }: Experiment, variant: Variant): string {
  const trained = learn?.policies?.[variants.indexOf(variant)]
  return JSON.stringify([trained?.map(({ sha256 }) => sha256), variant.policy?.sha256])
}

/** Matches of whole variants. */
export function playedIn({ cells }: RunResult): number {
  return cells.reduce((sum, cell) => sum + matchesOf(cell), 0)
}

/** How differences were compared: "blocks paired by seed", "independent samples", or both. */
export function pairingWords(all: readonly Comparison[]): string {
  const paired = all.filter(({ isPaired }) => isPaired).length
  if (paired === 0) return 'The runs are compared as independent samples.'
  return paired === all.length
    ? 'Blocks are paired by seed.'
    : 'Blocks are paired by seed where the runs keep the facts of their matches; all other figures are compared as independent samples.'
}

/** What the runs are, side by side. */
export function runFacts({ before, after }: RunDiff) {
  const fact = (name: string, of: (side: DiffSide) => string) => ({
    name,
    before: of(before),
    after: of(after),
  })
  return [
    fact('name', ({ experiment }) => experiment.name),
    fact('matches', ({ matches }) => thousands(matches)),
    fact('seed', ({ experiment }) => experiment.seed),
    fact('evenhand', ({ experiment, code }) => `${experiment.version} (code ${code})`),
    ...(before.experiment.source || after.experiment.source
      ? [fact('game file', ({ experiment }) => experiment.source?.sha256.slice(0, SHOWN) ?? '')]
      : []),
  ]
}

/** Characters of a hash that are shown. */
const SHOWN = 12
