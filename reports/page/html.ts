/** Markup in which every text from outside is inert: templates escape what is not markup. And the parts of sections. */
import { printable, unbroken } from '../formatting.ts'

/** Text that is HTML. Only this folder makes it. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** What may stand in a template: text and numbers, which are escaped, markup, and lists of them. */
export type Content = Markup | string | number | readonly Content[]

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text as HTML has it, between tags and in quoted attributes alike; without control characters. */
export function escaped(text: string): string {
  return printable(text).replace(/[&<>"']/g, sign => ENTITIES[sign]!)
}

function textOf(content: Content): string {
  if (content instanceof Markup) return content.text
  if (typeof content === 'string') return escaped(content)
  if (typeof content === 'number') return String(content)
  return content.map(textOf).join('')
}

/** A template of markup. Attributes must stand in double quotes. */
export function html(parts: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  return new Markup(parts.map((part, i) => part + (i < contents.length ? textOf(contents[i]!) : '')).join(''))
}

/** A script of ours. In a template, its end tag would make rolldown lower the template, with a helper from outside. */
export const script = (text: string): Markup => new Markup(`<script>${text}</script>`)

export const NOTHING = new Markup('')

/** A figure, or only its table if there is nothing to draw. `table` is the table's markup. */
export function figure(caption: string, chart: Markup | null, table: Markup): Markup {
  const behind = html`<details><summary>Table: ${caption}</summary>${table}</details>`
  return html`<figure><figcaption>${caption}</figcaption>${chart ?? NOTHING}${behind}</figure>
`
}

/** A sentence whose figures and options of the command line no line break takes apart. */
export function whole(text: string): Markup {
  const parts = unbroken(text).split(/(--[a-z][\w-]*)/)
  return html`${parts.map((part, i) => (i % 2 === 1 ? html`<code class="option">${part}</code>` : part))}`
}

/** Content that is folded away; nothing where there is none. */
export function folded(summary: Content, content: readonly Markup[]): Markup {
  if (content.every(({ text }) => text === '')) return NOTHING
  return html`<details><summary>${summary}</summary>${content}</details>
`
}

/** Figures or keys whose series are seats, in the colours of the seats. */
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
