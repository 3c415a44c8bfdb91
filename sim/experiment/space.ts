/** The rules that a tuning may change, and what may take their place. */
import {
  choiceKeys,
  type Document,
  didYouMean,
  didYouMeanPart,
  errorAt,
  Mistakes,
  matchesPattern,
  numberKeys,
  type PathStep,
  pathText,
  settingText,
  show,
  valueAtPath,
  withValueAt,
} from '../../documents/index.ts'
import type { GameModule } from '../../engine/registry/index.ts'

/** A rule that may change. */
export interface TuneKey {
  /** `gold.start`. */
  readonly key: string
  readonly path: readonly PathStep[]
  readonly from: unknown
  /** Of a number: its step and its range. */
  readonly number?: {
    readonly step: number
    readonly min: number
    readonly max: number
    readonly bold: number
    readonly isWhole: boolean
  }
  /** Of on/off, words and lists: everything else it may be. */
  readonly others: readonly unknown[]
}

/** A changed key. */
export interface Change {
  /** Its place among the keys. */
  readonly key: number
  readonly to: unknown
  /** Of a number, how many steps from its value; otherwise 1. */
  readonly steps: number
}

/** Changes in the order of their keys, each of another key. */
export type Patch = readonly Change[]

/** The rules that a tuning may change, and those it keeps. */
export interface Space {
  readonly keys: readonly TuneKey[]
  /** Keys that the length limit or the shape of the game depends on. */
  readonly kept: readonly string[]
  /** Numbers inside lists and parts, which only `keys` names. */
  readonly inner: number
}

/** What a file or the options say of the keys. */
export interface SpaceAsked {
  readonly keys?: readonly string[] | undefined
  readonly keep?: readonly string[] | undefined
}

/** A lever's step: a tenth of its value; of whole numbers a whole one, at least 1; 0.1 for a value of 0. */
export function stepOf(value: number, isWhole: boolean): number {
  const tenth = Math.abs(value) / 10
  return isWhole ? Math.max(1, Math.round(tenth)) : tenth || 0.1
}

/** A screening moves a number by about this share of its value, which shows in fewer matches than one step. */
const BOLD = 0.3

/** Limits on the length of a match, by the names that games give them. */
const LIMITS = /^(limits\.\w+|(\w+\.)*(max|maximum|limit)?(turns?|rounds?|moves|plies|steps)(limit|max)?)$/i

/**
 * The rules of `rules` that may change: by default all numbers outside lists and parts, on/off and words,
 * and lists that the game says how to vary; not the length limit nor what the game calls structural. Throws
 * an InputError at `document`'s `keys` and `keep` for names of no rule.
 */
export function spaceOf(document: Document, asked: SpaceAsked, game: GameModule, rules: object): Space {
  const { structural = [], values = {} } = game.tuning ?? {}
  const numbers = numberKeys(game.schema, rules).map(({ path, value, isWhole, isInner, min, max }) => {
    const step = stepOf(value, isWhole)
    const bold = Math.max(1, Math.round((BOLD * Math.abs(value)) / step))
    return { path, from: value, number: { step, min, max, bold, isWhole }, others: [], isInner }
  })
  const choices = choiceKeys(game.schema, rules).map(({ path, value, others }) => ({
    ...{ path, from: value, others, isInner: false },
  }))
  const lists = Object.entries(values).map(([key, others]) => {
    const path = key.split('.')
    const from = valueAtPath(rules, path)
    const isSame = (other: unknown): boolean => JSON.stringify(other) === JSON.stringify(from)
    return { path, from, others: others.filter(other => !isSame(other)), isInner: false }
  })
  const listed = new Set(lists.map(({ path }) => pathText(path)))
  const all = [...[...numbers, ...choices].filter(({ path }) => !listed.has(pathText(path))), ...lists].map(
    one => ({
      ...one,
      key: pathText(one.path),
    }),
  )
  const isIn = (patterns: readonly string[], path: readonly PathStep[]): boolean =>
    patterns.some(pattern => path.some((_, i) => matchesPattern(pattern, pathText(path.slice(0, i + 1)))))
  refuseUnknown(document, asked, game, all)
  const { keys: wanted, keep = [] } = asked
  const isKept = ({ key, path, number }: (typeof all)[number] & { number?: unknown }): boolean =>
    isIn(structural, path) || (number !== undefined && LIMITS.test(key))
  const chosen = all.filter(one => {
    if (isIn(keep, one.path)) return false
    return wanted ? isIn(wanted, one.path) : !one.isInner && !isKept(one)
  })
  if (chosen.length === 0)
    throw errorAt(
      document,
      [wanted ? 'keys' : 'keep'],
      `leaves no rule of ${game.id} to change, expected at least one`,
    )
  return {
    keys: chosen.map(({ isInner: _, ...key }) => key),
    kept: wanted ? [] : all.filter(one => !one.isInner && isKept(one)).map(({ key }) => key),
    inner: wanted ? 0 : all.filter(({ isInner }) => isInner).length,
  }
}

/** Throws an InputError for patterns that match no rule. */
function refuseUnknown(
  document: Document,
  asked: SpaceAsked,
  game: GameModule,
  all: readonly { readonly key: string; readonly path: readonly PathStep[] }[],
): void {
  const names = all.map(({ key }) => key)
  const mistakes = new Mistakes()
  for (const option of ['keys', 'keep'] as const)
    for (const [i, pattern] of (asked[option] ?? []).entries()) {
      const isFound = all.some(({ path }) =>
        path.some((_, step) => matchesPattern(pattern, pathText(path.slice(0, step + 1)))),
      )
      if (isFound) continue
      const hint = didYouMean(pattern, names) || didYouMeanPart(pattern, names)
      mistakes.add(
        errorAt(
          document,
          [option, i],
          `no rule that can be varied is called ${show(pattern)}, expected a key that evenhand rules ${game.id} lists, or a pattern such as gold.*${hint}`,
        ),
      )
    }
  mistakes.throw()
}

/** A number about this many steps from its value, within its range; null if that is its value. */
export function numberAt({ from, number }: TuneKey, steps: number): { to: number; steps: number } | null {
  const { step, min, max, isWhole } = number!
  const start = from as number
  const wanted = Number((start + steps * step).toPrecision(12))
  const to = Math.min(max, Math.max(min, isWhole ? Math.round(wanted) : wanted))
  return to === start ? null : { to, steps: (to - start) / step }
}

/** The moves of a key that a screening tries: a number down and up, and everything else that others may be. */
export function screenedMoves(key: TuneKey, index: number): Change[] {
  if (!key.number) return key.others.map(to => ({ key: index, to, steps: 1 }))
  const { bold } = key.number
  return [-bold, bold].flatMap(steps => {
    const found = numberAt(key, steps)
    return found ? [{ key: index, ...found }] : []
  })
}

/** How far a change goes, for the model: 1 for a screened move. */
export const reachOf = (keys: readonly TuneKey[], { key, steps }: Change): number =>
  steps / (keys[key]!.number?.bold ?? 1)

/** The rules with a patch. */
export const patched = (rules: object, keys: readonly TuneKey[], patch: Patch): object =>
  patch.reduce<unknown>((sum, { key, to }) => withValueAt(sum, keys[key]!.path, to), rules) as object

/** "favour.win=8, limits.tiebreak=favour"; a patch is known by it. */
export function patchName(keys: readonly TuneKey[], patch: Patch): string {
  return patch.map(({ key, to }) => `${keys[key]!.key}=${settingText(to)}`).join(', ')
}

/** Fewer changes come first, then smaller steps: a change counts 1, and a number's step a tenth more. */
export function sizeOf(keys: readonly TuneKey[], patch: Patch): number {
  return patch.reduce((sum, one) => sum + 1 + (keys[one.key]!.number ? Math.abs(one.steps) / 10 : 0.1), 0)
}

/** Equal for patches that make the same changes. */
export function patchKey(patch: Patch): string {
  return patch.map(({ key, to }) => `${key}:${JSON.stringify(to)}`).join(' ')
}

/** The changes of a patch as data, for reports and rule files. */
export const changesOf = (
  keys: readonly TuneKey[],
  patch: Patch,
): readonly { readonly key: string; readonly from: unknown; readonly to: unknown }[] =>
  patch.map(({ key, to }) => ({ key: keys[key]!.key, from: keys[key]!.from, to }))
