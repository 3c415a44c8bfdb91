/** A chart with its caption, and the table of its figures behind it. */
import { html, type Markup, NOTHING } from './html.ts'

/** A figure; where there is nothing to draw, the table alone. `table` is the table's markup. */
export function figure(caption: string, chart: Markup | null, table: Markup): Markup {
  const behind = html`<details><summary>Table: ${caption}</summary>${table}</details>`
  return html`<figure><figcaption>${caption}</figcaption>${chart ?? NOTHING}${behind}</figure>
`
}

/** Figures or keys whose series are the seats, which have their own colours. */
export function ofSeats(content: Markup): Markup {
  return html`<div class="seats">${content}</div>`
}

/** Figures beside each other, as many as there is room for. */
export function gallery(figures: readonly Markup[]): Markup {
  return figures.length === 0 ? NOTHING : html`<div class="gallery">${figures}</div>`
}

/** A section of the page: its question as the heading. */
export function section(id: string, question: string, content: readonly Markup[]): Markup {
  return html`<section id="${id}" aria-labelledby="${id}-h"><h2 id="${id}-h">${question}</h2>
${content}</section>
`
}
