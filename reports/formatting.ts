/** Figures and lists as people read them. No locale: the same text on every machine. */
import { CONTROL_CLASS } from '../documents/index.ts'
import type { Bounds } from '../sim/figures/reading.ts'

export type { Bounds }

/** 23600 as 23,600. */
export function thousands(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** 75 seconds as 1:15, 3700 as 1:01:40. */
export function clock(seconds: number): string {
  const whole = Math.ceil(seconds)
  const two = (n: number): string => String(n).padStart(2, '0')
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}

/** Matches a second: whole from ten on. */
export function rateText(rate: number): string {
  return rate >= 10 ? thousands(Math.round(rate)) : rate.toFixed(1)
}

/** "1 match", "2,000 matches". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${thousands(count)} ${count === 1 ? one : many}`
}

/** A number without trailing zeros, to at most three decimals: a margin of 2 or 0.5. */
export function short(value: number): string {
  return String(Number(value.toFixed(3)))
}

/** From here on, a half-width is a rounding error. */
const NO_MARGIN = 1e-9

/** Decimals at which a half-width does not round to 0: 3.1, 0.1, but 0.04 and 0.0004; at least `least`. */
export function decimalsFor(plusMinus: number, least = 1): number {
  if (!(plusMinus >= NO_MARGIN)) return least
  let decimals = least
  for (let rounded = 0.95 / 10 ** least; plusMinus < rounded; rounded /= 10) decimals++
  return decimals
}

/** Those of a half-width that is shown; of none, some show that it is exactly that. */
const marginDecimals = (plusMinus: number): number => (plusMinus < NO_MARGIN ? 3 : decimalsFor(plusMinus))

/** A figure and its half-width, "12.3 ± 3.1", both with as many decimals as the half-width needs. */
export function withMargin(value: number, plusMinus: number, unit = ''): string {
  const decimals = marginDecimals(plusMinus)
  return `${fixed(value, decimals)}${unit} ± ${fixed(plusMinus, decimals)}`
}

/** A figure and the ends of its interval. */
export interface Ends {
  readonly mean: number
  readonly low: number
  readonly high: number
}

/** Rounding errors that a bound forgives. */
const SLACK = 1e-9

/** The longer arm of an interval; NaN where figure ± arm would claim more than can be, or cross a 0 that the interval does not. */
function armOf({ mean, low, high }: Ends, { min, max }: Bounds): number {
  const arm = Math.max(mean - low, high - mean)
  const crosses = (low > 0 && arm > mean) || (high < 0 && arm > -mean)
  return mean - arm < min - SLACK || mean + arm > max + SLACK || crosses ? Number.NaN : arm
}

/** A figure with its interval: "12.3 ± 3.1" by the longer arm, or where that would not do "0.2 (0.0 to 1.9)". */
export function withInterval(figure: Ends, bounds: Bounds, unit = ''): string {
  const arm = armOf(figure, bounds)
  if (!Number.isNaN(arm)) return withMargin(figure.mean, arm, unit)
  return `${fixed(figure.mean, decimalsOf(figure))}${unit} (${rangeOf(figure, bounds)})`
}

/** A difference in points: "3.1 ± 0.8 points", "0.2 points (0.0 to 1.9)". */
export function pointsOf(figure: Ends, bounds: Bounds): string {
  return Number.isNaN(armOf(figure, bounds))
    ? withInterval(figure, bounds, ' points')
    : `${withInterval(figure, bounds)} points`
}

/** A figure and the ends of its interval: "3.10 (2.90 to 3.25)". */
export function withEnds({ mean, low, high }: Ends, least: number, unit = ''): string {
  const decimals = decimalsFor((high - low) / 2, least)
  return `${fixed(mean, decimals)}${unit} (${fixed(low, decimals)} to ${fixed(high, decimals)})`
}

function decimalsOf({ mean, low, high }: Ends): number {
  return marginDecimals(Math.max(mean - low, high - mean))
}

/** From here on an interval is so wide that its ends need no decimals. */
const WIDE = 9.5

function rangeOf(figure: Ends, { min, max }: Bounds): string {
  const decimals = figure.high - figure.low > 2 * WIDE ? 0 : decimalsOf(figure)
  const low = fixed(figure.low, decimals)
  // Of one block, a mean without an upper end may be anything.
  if (figure.high === Infinity) return `${low} or more`
  const high = fixed(figure.high, decimals)
  if (figure.mean >= max - SLACK) return `≥ ${low}`
  if (figure.mean <= min + SLACK) return `≤ ${high}`
  return `${low} to ${high}`
}

/** What a share can be, in percent. */
const PERCENT: Bounds = { min: 0, max: 100 }

/** A mean and its interval as "-0.056 ± 0.004". */
export function meanOf(figure: Ends, bounds: Bounds): string {
  return Number.isNaN(figure.mean) ? '-' : withInterval(figure, bounds)
}

/** A share and its interval as "49.6 % ± 0.5", or "99.8 % (97.6 to 100.0)", "100.0 % (≥ 96.2)"; the interval in points. */
export function percentOf(share: Ends, unit = ' %'): string {
  return Number.isNaN(share.mean) ? '-' : withInterval(times(100, share), PERCENT, unit)
}

/** "36 %" of a count; nearly all never round to all, nor few to none. */
export function wholePercent(count: number, of: number): string {
  if (of === 0) return '-'
  const percent = Math.round((100 * count) / of)
  if (percent === 0 && count > 0) return '< 1 %'
  return percent === 100 && count < of ? '> 99 %' : `${percent} %`
}

/** A figure and its interval in a smaller unit, or with the other sign. */
export function times(factor: number, { mean, low, high }: Ends): Ends {
  const [a, b] = [factor * low, factor * high]
  return { mean: factor * mean, low: Math.min(a, b), high: Math.max(a, b) }
}

/** Of one block, means that have no bounds have an interval without ends. */
function fixed(value: number, decimals: number): string {
  if (Math.abs(value) === Infinity) return value > 0 ? '∞' : '-∞'
  const text = value.toFixed(decimals)
  return Number(text) === 0 ? text.replace('-', '') : text
}

/** The fair share of each of several seats: "50 %", "33.3 %". */
export function evenShare(seats: number): string {
  return `${short(Number((100 / seats).toFixed(1)))} %`
}

/** A number with its sign: +157, -3, +inf. */
export function signed(value: number, decimals = 0): string {
  const text = Number.isFinite(value) ? value.toFixed(decimals) : value > 0 ? 'inf' : '-inf'
  if (Number(text) === 0) return '0'
  return value > 0 ? `+${text}` : text
}

/** Phrases as sentences: each with a capital and a full stop. */
export function sentences(phrases: readonly string[]): string {
  return phrases.map(text => `${text[0]!.toUpperCase()}${text.slice(1)}.`).join(' ')
}

/** "a", "a and b", "a, b and c". */
export function inWords(items: readonly string[]): string {
  if (items.length < 2) return items.join('')
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}

/** 1 as "1st", 2 as "2nd". */
export function ordinal(position: number): string {
  const suffix = ['th', 'st', 'nd', 'rd'][position] ?? 'th'
  return `${position}${suffix}`
}

/** An estimated count, rounded up to two figures: 2,941 is about 3,000. */
export function about(count: number): string {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(count)) - 1)
  return thousands(Math.ceil(count / step) * step)
}

const CONTROLS = new RegExp(`${CONTROL_CLASS}+`, 'gu')

/** Text from outside (names of agents, errors) without control characters, which a terminal would obey. */
export function printable(text: string): string {
  return text.replace(CONTROLS, ' ')
}

/** Names of settings without what leads to their keys, "perTurn=4,range=3" for "gold.perTurn=4,units.archer.range=3"; unchanged if these would mix up. */
export function shortSettings(names: readonly string[]): readonly string[] {
  const short = names.map(name => name.replace(/[\w-]+\.(?=[\w.-]+=)/g, ''))
  const keysOf = (all: readonly string[]): Set<string> =>
    new Set(all.flatMap(name => [...name.matchAll(/[\w.-]+(?==)/g)].map(([key]) => key)))
  return keysOf(short).size === keysOf(names).size ? short : names
}

/** A text cut to at most `width` columns. */
export function cut(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text
}

/** Stands for spaces at which no line breaks. */
export const NO_BREAK = '\u00a0'

/** Words with their figures, whose parts no line break takes apart: 50 %, ± 3, ≥ 46, < 5 %, n 400, 70 : 30. */
export function unbroken(words: string): string {
  return words.replace(/ (?=[%±]|: \d)|(?<=\d :) |(?<=(?:[±≤≥]|(?:^| )[<>])) |(?<=\bn) (?=\d)/g, NO_BREAK)
}
