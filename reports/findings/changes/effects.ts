/** What a change did to one line-up, the largest effect first, in sentences. */
import type { CellResult } from '../../../sim/chunks/results.ts'
import { UNITS } from '../../../sim/figures/figure.ts'
import { FIGURES, type FigureId } from '../../../sim/figures/registry.ts'
import { inWords, short } from '../../formatting.ts'
import { adviceOnDifference, missingWords } from '../advice.ts'
import { payoffOfCell, winVerb } from '../verdicts/words.ts'
import {
  type Comparison,
  isOfAsset,
  isOfFeel,
  isShown,
  isWithheld,
  judgedInterval,
  wayOf,
} from './comparisons.ts'
import { disagreements, metricTitle } from './words.ts'

/** A difference that is shown, as a clause. */
export interface Effect {
  /** What it is on: a metric's id. */
  readonly on: string
  readonly more: boolean
  /** Of uses, the asset; else empty. */
  readonly asset: string
  /** "matches get longer (43.8 → 57.5 turns)" */
  readonly words: string
  /** The same without figures: "longer matches". */
  readonly brief: string
}

/** The changes of one line-up. */
export interface Effects {
  /** The largest first: seats, draws, length and feel before uses. */
  readonly shown: readonly Effect[]
  /** What bounds all that is not shown, as a sentence; empty if nothing is left. */
  readonly rest: string
  /** What the players of a population disagree on. */
  readonly disputed: readonly string[]
}

/** The effects of a variant on one line-up; `row` has the comparisons of the line-up. */
export function effectsOf(row: readonly Comparison[]): Effects {
  const [{ variant }] = row as readonly [Comparison]
  const told = row.filter(one => !isRestated(one, row))
  const shown = told.filter(isShown)
  const others = shown.filter(one => !isOfAsset(one)).map(effectOf)
  const uses = shown.filter(isOfAsset).map(effectOf)
  const bySize = (a: Sized, b: Sized): number => b.size - a.size
  return {
    shown: [...others.toSorted(bySize), ...uses.toSorted(bySize)],
    rest: restWords(told, shown.length > 0),
    disputed: disagreements(row, stepsOf(variant).name.slice(0, -1)),
  }
}

/** An effect with its size, in points or percent. */
type Sized = Effect & { readonly size: number }

/** Whether another figure says the same: uses a match, where uses a turn are known; of two roles, the second; draws before the limit, if all draws move alike. */
function isRestated(one: Comparison, row: readonly Comparison[]): boolean {
  const isKnown = (kind: FigureId): boolean => row.some(({ metric }) => metric.kind === kind)
  if (one.metric.kind === 'uses') return isKnown('use-per-turn')
  if (one.metric.kind === 'role') {
    const [first, ...others] = row.filter(({ metric }) => metric.kind === 'role')
    return (
      others.length === 1 && one !== first && isShown(first!) && first!.difference > 0 !== one.difference > 0
    )
  }
  if (one.metric.kind !== 'draws-before-limit') return false
  const draws = row.find(({ metric }) => metric.kind === 'draws')
  return draws !== undefined && isShown(draws) && draws.difference > 0 === one.difference > 0
}

/** The unit of lengths: turns if a turn has several steps. */
export function stepsOf({ game }: CellResult): { readonly perTurn: number; readonly name: string } {
  const { perTurn, label } = game.info.step
  return { perTurn, name: perTurn > 1 ? 'turns' : `${label}s` }
}

export function effectOf(one: Comparison): Sized {
  const { metric, before, after, difference, variant, words } = one
  const more = difference > 0
  const { label, kind } = metric
  if (isOfFeel(one)) return feelEffect(one)
  const on = { on: metric.id, more, asset: isOfAsset(one) ? label : '' }
  const relative = (100 * Math.abs(difference)) / Math.max(before, after)
  const points = 100 * Math.abs(difference)
  const percents = `(${percent(before)} → ${percent(after)})`
  if (kind === 'length') {
    const { perTurn, name } = stepsOf(variant)
    const [from, to] = pair(before / perTurn, after / perTurn, 1)
    const way = more ? 'longer' : 'shorter'
    return {
      ...on,
      size: relative,
      words: `matches get ${way} (${from} → ${to} ${name})`,
      brief: `${way} matches`,
    }
  }
  if (kind === 'draws' || kind === 'draws-before-limit') {
    const what = kind === 'draws' ? 'draws' : 'draws before the turn limit'
    const way = more ? 'more common' : 'rarer'
    return {
      ...on,
      size: points,
      words: `${what} get ${way} ${percents}`,
      brief: `${more ? 'more' : 'fewer'} ${what}`,
    }
  }
  if (kind === 'role') {
    const way = `${label} ${winVerb(label)} ${more ? 'more' : 'less'} often`
    return { ...on, size: points, words: `${way} ${percents}`, brief: way }
  }
  if (kind === 'score') {
    const fairness = words === 'fairer' || words === 'less fair' ? `the seats get ${words}: ` : ''
    const way = `${label} scores ${more ? 'more' : 'less'}`
    return { ...on, size: points, words: `${fairness}${way} ${percents}`, brief: way }
  }
  if (kind === 'payoff') {
    const range = payoffOfCell(variant)
    const [from, to] = pair(before, after, 2)
    const way = `${label} gets ${more ? 'more' : 'less'}`
    return {
      ...on,
      size: points / (range ? range.max - range.min : 1),
      words: `${way} (${from} → ${to})`,
      brief: way,
    }
  }
  if (isOfAsset(one)) {
    const [from, to] = pair(before, after, 2)
    const way = `${label} is used ${more ? 'more' : 'less'}`
    return {
      ...on,
      size: relative,
      words: `${way} (${from} → ${to} ${FIGURES[kind].words.rate ?? ''})`,
      brief: way,
    }
  }
  const { scale, decimals, sign, isNear } = UNITS[FIGURES[kind].unit]
  const [from, to] = pair(scale * before, scale * after, decimals)
  const way = `${label} ${more ? 'rises' : 'falls'}`
  return { ...on, size: isNear ? points : relative, words: `${way} (${from} → ${to}${sign})`, brief: way }
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

/** Two figures with as many decimals as tell them apart. */
function pair(before: number, after: number, decimals: number): readonly [string, string] {
  const [from, to] = [before.toFixed(decimals), after.toFixed(decimals)]
  return from === to && decimals < 4 ? pair(before, after, decimals + 1) : [from, to]
}

/** Words for changes in how play feels. */
const FEEL: Readonly<Partial<Record<FigureId, (more: boolean, from: string, to: string) => string>>> = {
  'half-leader': (more, from, to) =>
    `the leader at half-time wins ${more ? 'more' : 'less'} often (${from} → ${to})`,
  'lead-changes': (more, from, to) =>
    `the lead changes ${more ? 'more' : 'less'} often (${from} → ${to} per match)`,
  drama: (more, from, to) =>
    `winners are behind for ${more ? 'more' : 'less'} of the match (${from} → ${to})`,
}

function feelEffect({ metric, before, after, difference }: Comparison): Sized {
  const more = difference > 0
  const { isNear, scale, sign } = UNITS[FIGURES[metric.kind].unit]
  const [from, to] = pair(scale * before, scale * after, 1)
  return {
    ...{ on: metric.id, more, asset: '' },
    size: (100 * Math.abs(difference)) / (isNear ? 1 : Math.max(before, after)),
    words: FEEL[metric.kind]!(more, `${from}${sign}`, `${to}${sign}`),
    brief: wayOf(metric, difference),
  }
}

/** "Nothing else shows: the score moved by at most 2.1 points, draws by at most 0.8 points, length by at most 1.1 turns." */
function restWords(told: readonly Comparison[], isSome: boolean): string {
  const open = told.filter(
    one =>
      one.metric.kind !== 'draws-before-limit' &&
      !(isOfAsset(one) || isOfFeel(one) || isShown(one) || isWithheld(one)),
  )
  const kinds = [...new Set(open.map(({ metric }) => metric.kind))]
  const bounds = kinds.flatMap(kind => {
    const its = open.filter(({ metric }) => metric.kind === kind)
    const most = Math.max(...its.map(mostMoved))
    return most <= TELLING * fullScaleOf(its[0]!)
      ? [`${REST[kind] ?? kind} by at most ${amount(its[0]!, most)}`]
      : []
  })
  const head = isSome ? 'Nothing else clearly changed' : 'Nothing clearly changed'
  const missing = missingWords(
    open.map(one => ({ name: metricTitle(one.metric), more: adviceOnDifference(one) })),
  )
  const further = missing === '' ? '' : ` ${missing}`
  // What matches show and the interval over players doesn't is marked elsewhere.
  if (open.length === 0) return isSome ? '' : `${head}.`
  const few = `too few matches${open.some(({ members }) => members) ? ' or players' : ''}`
  if (bounds.length === 0) return `${head}, but there are ${few} to rule out large changes.${further}`
  const [first, ...others] = bounds as [string, ...string[]]
  const left = bounds.length < kinds.length ? ` There are ${few} to say more about the rest.` : ''
  return `${head}: ${inWords([first.replace(' by', ' moved by'), ...others])}.${left}${further}`
}

/** Bounds beyond this share of the figure's scale say nothing. */
const TELLING = 0.25

/** The scale of a figure: 1 for shares, the length before, the range of payoffs. */
function fullScaleOf({ metric: { kind }, before, variant }: Comparison): number {
  const payoff = payoffOfCell(variant)
  return kind === 'length' ? before : kind === 'payoff' && payoff ? payoff.max - payoff.min : 1
}

const REST: Readonly<Partial<Record<FigureId, string>>> = {
  role: 'wins of each role',
  score: 'the score',
  draws: 'draws',
  length: 'length',
  payoff: 'payoffs',
}

function mostMoved(one: Comparison): number {
  const { low, high } = judgedInterval(one)
  return Math.max(Math.abs(low), Math.abs(high))
}

function amount({ metric: { kind }, variant }: Comparison, most: number): string {
  if (kind === 'length') {
    const { perTurn, name } = stepsOf(variant)
    return `${upTo(most / perTurn, 1)} ${name}`
  }
  if (kind === 'payoff') return `${upTo(most, 2)} ${payoffOfCell(variant)?.label ?? ''}`.trim()
  return `${upTo(100 * most, 1)} points`
}

/** Rounded up, so that it stays a bound. */
const upTo = (value: number, decimals: number): string =>
  short(Math.ceil(value * 10 ** decimals - 1e-9) / 10 ** decimals)

/** Effects as a sentence without its subject: "matches get longer (20.1 → 31.4 turns), and draws get rarer (12.0 % → 4.0 %)". */
export function effectWords(shown: readonly Effect[], most = Number.POSITIVE_INFINITY): string {
  const told = shown.slice(0, most).map(({ words }) => words)
  const left = shown.length - told.length
  const others = left > 0 ? `, plus ${left} smaller ${left === 1 ? 'change' : 'changes'}` : ''
  return `${inWords(told)}${others}`
}
