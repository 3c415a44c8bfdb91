/** Which colour is whose. */
import { html, type Markup } from '../html.ts'

/** A key to the series of a chart, in their order. */
export function seriesKey(names: readonly string[], nobody = ''): Markup {
  const swatch = (color: string, name: string): Markup =>
    html`<li><span class="swatch" style="background:var(--${color})"></span>${name}</li>`
  return html`<ul class="key" aria-label="colours">${names.map((name, i) => swatch(`s${(i % 6) + 1}`, name))}${nobody === '' ? '' : swatch('none', nobody)}</ul>
`
}
