/**
 * Variants that ask about one thing each: probes of one key of the rules (steps of levers, single changes of
 * several), and handicaps, in which the first agent of every line-up does without one asset.
 */
import {
  changedPaths,
  child,
  choiceKeys,
  type Document,
  didYouMean,
  didYouMeanPart,
  errorAt,
  InputError,
  literal,
  Mistakes,
  matchesPattern,
  numberKeys,
  type PathStep,
  pathText,
  settingText,
  show,
  validate,
  valueAtPath,
  withValueAt,
} from '../../documents/index.ts'
import { assetName, assetNamed, type CompiledGame } from '../../engine/contract/index.ts'
import type { GameModule } from '../../engine/registry/index.ts'
import type { TryRules } from '../threads/inspection.ts'
import { experimentOf, gameOf } from './compile.ts'
import type { ExperimentFile } from './schema.ts'
import { stepOf } from './space.ts'
import type { Lineup, Probe, RefusedProbe, Variant } from './types.ts'
import { VARIANTS_MAX } from './variants.ts'

export interface Probes {
  readonly variants: readonly Variant[]
  /** What the rules don't allow, and why. */
  readonly refused: readonly RefusedProbe[]
  /** Numbers inside lists and parts that are left out. */
  readonly inner: number
}

/** A probe before its rules are tried. */
interface Candidate {
  readonly name: string
  /** The variant that it changes in one key. */
  readonly base: Variant
  readonly path: readonly PathStep[]
  readonly to: unknown
  readonly probe: Pick<Probe, 'kind' | 'of'>
}

/**
 * The probes of a file, with its variants `whole`, the baseline first. Leaves out probes that the rules
 * refuse, with their reasons. Calls `tryRules` with the rules of each before compiling it. Rejects with an
 * InputError for unknown keys, and if no variant differs in several keys.
 */
export async function resolveProbes(
  document: Document,
  { levers, apart }: Pick<ExperimentFile, 'levers' | 'apart'>,
  whole: readonly Variant[],
  game: GameModule,
  tryRules: TryRules,
): Promise<Probes> {
  const mistakes = new Mistakes()
  const { steps, inner } = (levers &&
    mistakes.try(() => stepsOf(document, levers === true ? undefined : levers.keys, whole[0]!, game))) || {
    steps: [],
    inner: 0,
  }
  const single = (apart && mistakes.try(() => changesApart(document, whole, game))) || []
  mistakes.throw()
  const variants: Variant[] = []
  const refused: RefusedProbe[] = []
  const { seats } = gameOf(experimentOf(game), whole[0]!).info
  for (const { name, base, path, to, probe } of [...steps, ...single]) {
    const key = pathText(path)
    const rules = await allowedRules(
      withValueAt(base.rules, path, to),
      name,
      key,
      game,
      seats.length,
      tryRules,
    )
    if (typeof rules === 'string') {
      refused.push({ kind: probe.kind, key, name, reason: rules })
      continue
    }
    if (whole.length + variants.length === VARIANTS_MAX)
      throw errorAt(
        document,
        [probe.kind === 'step' ? 'levers' : 'apart'],
        `${probe.kind === 'step' ? 'levers' : 'apart'} makes more than ${VARIANTS_MAX} variants, expected ` +
          (probe.kind === 'step'
            ? `keys for fewer than ${steps.length / 2} numbers, such as ${String(path[0])}, and separate experiments for the others`
            : 'variants with fewer changes'),
        'key',
      )
    const change = { key, from: valueAtPath(base.rules, path) ?? null, to: to ?? null }
    variants.push({ name, ruleset: base.ruleset, rules, probe: { ...probe, ...change } })
  }
  return { variants, refused, inner }
}

/** The resolved rules, or why they are refused. */
export async function allowedRules(
  changed: unknown,
  name: string,
  key: string,
  game: GameModule,
  seats: number,
  tryRules: TryRules,
): Promise<object | string> {
  try {
    const rules = validate(game.schema, [literal(changed, key)]) as object
    await tryRules([{ name, rules }])
    const count = gameOf(experimentOf(game), { rules }).info.seats.length
    return count === seats ? rules : `changes the number of seats from ${seats} to ${count}`
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return error instanceof InputError ? error.text : error.message
  }
}

/**
 * A step down and a step up of every number of the rules, or of those that match, and everything else that
 * on/off and words may be that are named; how many numbers were left out.
 */
function stepsOf(
  document: Document,
  patterns: readonly string[] | undefined,
  base: Variant,
  game: GameModule,
): { readonly steps: readonly Candidate[]; readonly inner: number } {
  const all = numberKeys(game.schema, base.rules)
  const wrong = (message: string, path: readonly PathStep[] = []): InputError =>
    errorAt(document, ['levers', ...path], message)
  const choices = choiceKeys(game.schema, base.rules)
  const keys = [...all, ...choices].map(({ path }) => pathText(path))
  const hintOn = (pattern: string): string => didYouMean(pattern, keys) || didYouMeanPart(pattern, keys)
  for (const [i, pattern] of (patterns ?? []).entries())
    if (![...all, ...choices].some(({ path }) => isNamed(path, pattern)))
      throw wrong(
        `no number, switch or choice in the rules is called ${show(pattern)}, expected a key that evenhand rules ${game.id} lists, or a pattern such as gold.*${hintOn(pattern)}`,
        ['keys', i],
      )
  const chosen = patterns
    ? all.filter(({ path }) => patterns.some(pattern => isNamed(path, pattern)))
    : all.filter(({ isInner }) => !isInner)
  // A pattern that matches numbers is meant for these.
  const named = choices.filter(({ path }) =>
    patterns?.some(
      pattern =>
        isNamed(path, pattern) && (!/[*?]/.test(pattern) || !chosen.some(one => isNamed(one.path, pattern))),
    ),
  )
  if (chosen.length + named.length === 0)
    throw wrong(
      all.length === 0
        ? `${game.id} has no numbers in its rules, expected at least one`
        : `all ${all.length} numbers in the rules are inside lists, maps or decks, expected their keys, such as ${pathText(all[0]!.path)}`,
    )
  const candidate = (path: readonly PathStep[], to: number | boolean | string): Candidate => {
    const name = `step ${pathText(path)}=${to}`
    return { name, base, path, to, probe: { kind: 'step', of: 0 } }
  }
  const steps = [
    ...chosen.flatMap(({ path, value, isWhole }) =>
      [-1, 1].map(sign => candidate(path, Number((value + sign * stepOf(value, isWhole)).toPrecision(12)))),
    ),
    ...named.flatMap(({ path, others }) => others.map(to => candidate(path, to))),
  ]
  return { steps, inner: patterns ? 0 : all.length - chosen.length }
}

/** Whether a pattern names the key, or one above it. */
function isNamed(path: readonly PathStep[], pattern: string): boolean {
  return path.some((_, i) => matchesPattern(pattern, pathText(path.slice(0, i + 1))))
}

/** For every variant that changes several keys: the baseline with one change, and the variant without one. */
function changesApart(
  document: Document,
  [base, ...others]: readonly Variant[],
  game: GameModule,
): Candidate[] {
  const wrong = (message: string): InputError => errorAt(document, ['apart'], message, 'key')
  const found = others.flatMap((variant, i) => {
    const paths = changedPaths(game.schema, base!.rules, variant.rules)
    if (paths.length < 2) return []
    const of = others.length > 1 ? `${variant.name}: ` : ''
    const candidate = (
      kind: Probe['kind'],
      words: string,
      path: readonly PathStep[],
      [from, to]: readonly [Variant, Variant],
    ): Candidate => ({
      name: `${of}${words} ${pathText(path)}=${valueText(variant.rules, path)}`,
      base: from,
      path,
      to: valueAtPath(to.rules, path),
      probe: { kind, of: 1 + i },
    })
    return [
      ...paths.map(path => candidate('alone', 'only', path, [base!, variant])),
      ...paths.map(path => candidate('left out', 'all but', path, [variant, base!])),
    ]
  })
  if (found.length === 0)
    throw wrong('no variant changes several keys of the first one, expected at least one that does')
  return found
}

/** Most characters of a value in a name. */
const VALUE_MAX = 30

/** A value in a variant's name; a part with a name by its name. */
function valueText(rules: object, path: readonly PathStep[]): string {
  const value = valueAtPath(rules, path)
  const name = child(value, 'name')
  const text = value === undefined ? 'none' : typeof name === 'string' ? name : settingText(value)
  return text.length > VALUE_MAX ? `${text.slice(0, VALUE_MAX)}...` : text
}

/** Agents that play both sides of a search, and can't do without something on one side only. */
const INDIVISIBLE: readonly string[] = ['cfr', 'exploiter', 'restricted']

/** What a user's game lacks if it says nothing of its assets. */
const SAYING = 'assets and assetOf in its module, or uses in the fast contract'

/**
 * The variants of `usefulness`, in the order of the game's assets. Throws an InputError if the game doesn't
 * say which decisions use its assets, and for unknown or automatic assets.
 */
export function resolveHandicaps(
  document: Document,
  { usefulness }: Pick<ExperimentFile, 'usefulness'>,
  { name: _, ...baseline }: Variant,
  { info, uses }: CompiledGame,
): Variant[] {
  if (!usefulness) return []
  const wrong = (message: string, path: readonly (string | number)[] = []): InputError =>
    errorAt(document, ['usefulness', ...path], message)
  if (!uses) throw wrong(`${info.id} doesn't say which decisions use its assets, expected ${SAYING}`)
  const usable = info.assets.flatMap(({ automatic }, asset) => (automatic ? [] : [asset]))
  const mistakes = new Mistakes()
  const asked = usefulness === true ? undefined : usefulness.assets
  const chosen = new Set<number>(asked ? [] : usable)
  for (const [i, name] of (asked ?? []).entries())
    mistakes.try(() => {
      for (const asset of assetsCalled(info, name, message => wrong(message, ['assets', i])))
        chosen.add(asset)
    })
  mistakes.throw()
  return usable
    .filter(asset => chosen.has(asset))
    .map(asset => {
      const without = assetName(info, asset)
      return { name: `without ${without}`, ...baseline, without }
    })
}

/** The assets of a group, or the one of that name. */
function assetsCalled(
  info: CompiledGame['info'],
  name: string,
  wrong: (message: string) => InputError,
): number[] {
  const all = [...info.assets.entries()]
  const group = all.filter(([, asset]) => asset.group === name)
  if (group.length > 0) {
    const usable = group.filter(([, { automatic }]) => !automatic)
    if (usable.length === 0)
      throw wrong(`no decision uses an asset of the group ${name}, expected a different group`)
    return usable.map(([asset]) => asset)
  }
  let asset: number
  try {
    asset = assetNamed(info, name)
  } catch (error) {
    throw wrong(
      `${(error as Error).message}; or a group, one of ${[...new Set(all.map(([, one]) => one.group))].join(', ')}`,
    )
  }
  if (info.assets[asset]!.automatic)
    throw wrong(`no decision uses ${name}, expected an asset that a seat can choose not to use`)
  return [asset]
}

/** Throws an InputError for line-ups whose first agent can't do without something. */
export function refuseIndivisible(document: Document, lineups: readonly Lineup[]): void {
  for (const { participants } of lineups) {
    const { agent, label } = participants[0]!
    if (INDIVISIBLE.includes(agent))
      throw errorAt(
        document,
        ['usefulness'],
        `${label} can't play without an asset, expected a different agent for usefulness`,
        'key',
      )
  }
}
