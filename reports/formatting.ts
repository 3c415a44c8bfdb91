/** Figures and lists as people read them. No locale: the same text on every machine. */
import { CONTROL_CLASS } from '../documents/index.ts'

/** 23600 as 23,600. */
export function thousands(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** "1 match", "2,000 matches". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${thousands(count)} ${count === 1 ? one : many}`
}

/** A number without trailing zeros, to at most three decimals: a margin of 2 or 0.5. */
export function short(value: number): string {
  return String(Number(value.toFixed(3)))
}

/** Decimals at which a half-width does not round to 0: 3.1, 0.1, but 0.04 and 0.004. */
function decimalsFor(plusMinus: number): number {
  if (!(plusMinus < 0.095)) return 1
  return plusMinus < 0.0095 ? 3 : 2
}

/** A figure and its half-width, "12.3 ± 3.1", both with as many decimals as the half-width needs. */
export function withMargin(value: number, plusMinus: number, unit = ''): string {
  const decimals = decimalsFor(plusMinus)
  return `${fixed(value, decimals)}${unit} ± ${fixed(plusMinus, decimals)}`
}

/** A share and its interval as "49.6 % ± 0.5": the half-width is the interval's longer arm, in points. */
export function percentOf(
  { mean, low, high }: { mean: number; low: number; high: number },
  unit = ' %',
): string {
  return Number.isNaN(mean) ? '-' : withMargin(100 * mean, 100 * Math.max(mean - low, high - mean), unit)
}

function fixed(value: number, decimals: number): string {
  const text = value.toFixed(decimals)
  return Number(text) === 0 ? text.replace('-', '') : text
}

/** The fair share of each of several seats: "50 %", "33.3 %". */
export function evenShare(seats: number): string {
  return `${short(Number((100 / seats).toFixed(1)))} %`
}

/** An Elo difference with its sign: +157, -3, +inf. */
export function signed(value: number): string {
  const text = Number.isFinite(value) ? value.toFixed(0).replace('-0', '0') : 'inf'
  if (Number(text) === 0) return '0'
  return value > 0 ? `+${text}` : `-${text.replace('-', '')}`
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
