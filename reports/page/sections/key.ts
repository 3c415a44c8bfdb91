/** What colours and marks of charts mean. */
import { MAY_DIFFER } from '../../findings/changes/comparisons.ts'
import { unbroken } from '../../formatting.ts'
import { html, type Markup } from '../html.ts'

/** A key to the series of a chart, in their order. */
export function seriesKey(names: readonly string[], nobody = ''): Markup {
  const swatch = (color: string, name: string): Markup =>
    html`<li><span class="swatch" style="background:var(--${color})"></span>${name}</li>`
  return html`<ul class="key" aria-label="colours">${names.map((name, i) => swatch(`s${(i % 6) + 1}`, name))}${nobody === '' ? '' : swatch('none', nobody)}</ul>
`
}

/** A mark of a chart of intervals, as the page's style draws it. */
type Sign = 'dot' | 'ring' | 'diamond' | 'cross' | 'square' | 'thick' | 'line' | 'dashed'

/** The marks of charts of differences. */
export const DIFFERENCES: readonly (readonly [Sign, string])[] = [
  ['dot', 'a significant difference'],
  ['ring', 'could be chance'],
]

/** What matches show, but not the interval over players. */
export const DISPUTED: readonly [Sign, string] = ['cross', MAY_DIFFER]

/** A key to the marks of a section's charts. */
export function marksKey(marks: readonly (readonly [Sign, string])[]): Markup {
  return html`<ul class="key" aria-label="marks">${marks.map(
    ([sign, meaning]) => html`<li><span class="sign ${sign}"></span>${unbroken(meaning)}</li>`,
  )}</ul>
`
}
