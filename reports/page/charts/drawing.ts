/** Draws charts with Observable Plot, over a DOM in memory, as SVG that looks the same everywhere. */
import { type PlotOptions, plot } from '@observablehq/plot'
// In one file, which loads five times as fast as its many.
import { parseHTML } from 'linkedom/worker'
import { cut, printable, shortSettings } from '../../formatting.ts'
import { escaped, Markup } from '../html.ts'

/** Width of a chart in its own units: that of a phone, where it isn't scaled. */
export const WIDTH = 340

const { document } = parseHTML('<!doctype html><html><body></body></html>')

/** The colour of a series, or of a class of a heat map, by the page's style. */
export const seriesColor = (index: number): string => `var(--s${(index % 6) + 1})`
export const heatColor = (level: number): string => `var(--h${level})`

/** Classes of a heat map. */
export const HEAT_LEVELS = 9

/** An SVG of a chart; `alt` says what it shows to who cannot see it. */
export function draw(options: PlotOptions, alt: string): Markup {
  const svg: DrawnElement = plot({
    document,
    className: 'chart',
    width: WIDTH,
    marginTop: 8,
    marginRight: 14,
    marginBottom: 34,
    ...options,
  })
  // The page's style has what Plot would repeat in each chart.
  svg.querySelector('style')?.remove()
  svg.removeAttribute('font-family')
  for (const element of [svg, ...svg.querySelectorAll('*')]) tidy(element)
  const text = printable(svg.outerHTML).replace('<svg ', `<svg role="img" aria-label="${escaped(alt)}" `)
  return new Markup(text)
}

/** What is needed of an element of the drawing. */
interface DrawnElement {
  readonly outerHTML: string
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>
  querySelector(selector: string): { remove(): void } | null
  querySelectorAll(selector: string): Iterable<DrawnElement>
  setAttribute(name: string, value: string): void
  removeAttribute(name: string): void
}

/** Removes what has no effect: labels inside a labelled image, default attributes, and decimals beyond two. */
function tidy(element: DrawnElement): void {
  for (const { name, value } of [...element.attributes]) {
    const isIdle = name.startsWith('aria-') || (name === 'fill-opacity' && value === '1')
    if (isIdle) element.removeAttribute(name)
    else if (/\.\d{3}/.test(value)) element.setAttribute(name, value.replace(/(\.\d\d)\d+/g, '$1'))
  }
}

/** Most characters of a label beside a chart. */
const LABEL_MAX = 26
/** Units that a character of a label takes at most, on average. */
const LABEL_UNITS = 5.9

/**
 * Labels that fit beside a chart, and their margin. They differ from each other and from those of `among`,
 * the names beside other charts, so that a name has one label everywhere.
 */
export function labelsBeside(
  names: readonly string[],
  among: readonly string[] = [],
): { labels: readonly string[]; margin: number } {
  const all = [...new Set([...among, ...names])]
  const found = labelsOf(all)
  const labels = names.map(name => found[all.indexOf(name)]!)
  const longest = Math.max(1, ...labels.map(({ length }) => length))
  return { labels, margin: Math.round(longest * LABEL_UNITS + 12) }
}

/** Labels of names that differ, in the same order. */
function labelsOf(names: readonly string[]): readonly string[] {
  const whole = names.map(name => printable(name))
  const ways = [
    whole,
    shortSettings(whole),
    // "…Quarry" for "battles at Quarry", where all are battles.
    whole.map(name => `…${name.slice(sharedWords(whole))}`),
    // What tells names of a sweep apart is mostly at their ends.
    whole.map(name => (name.length <= LABEL_MAX ? name : `…${name.slice(1 - LABEL_MAX)}`)),
    whole.map(name => cut(name, LABEL_MAX)),
  ]
  const tellApart = (labels: readonly string[]): boolean =>
    labels.every(({ length }) => length <= LABEL_MAX) && new Set(labels).size === names.length
  return ways.find(tellApart) ?? whole.map((name, i) => cut(`${i + 1} ${name}`, LABEL_MAX))
}

/** Characters of the words with which all of several names begin. */
function sharedWords(names: readonly string[]): number {
  const [first = '', ...others] = names
  if (others.length === 0) return 0
  let shared = 0
  while (shared < first.length && others.every(name => name[shared] === first[shared])) shared++
  return 1 + first.lastIndexOf(' ', shared - 1)
}
