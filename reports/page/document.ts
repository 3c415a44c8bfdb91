/** A page as a whole: its head, the answer before anything else, the contents and the parts. */
import type { Answer } from '../findings/answer/answer.ts'
import { unbroken } from '../formatting.ts'
import { html, Markup, NOTHING, script, whole } from './html.ts'
import { policyOf } from './script.ts'
import { STYLE } from './style.ts'

interface Document {
  readonly title: string
  readonly answer: Markup
  /** What was played. */
  readonly note: string
  readonly parts: readonly { readonly id: string; readonly name: string; readonly content: Markup }[]
  /** The script, and what its parts add to the style. */
  readonly code: string
  readonly style: string
}

/** The text of a page. Parts without content are left out. */
export function documentOf({ title, answer, note, parts, code, style }: Document): string {
  const written = parts.filter(({ content }) => content.text !== '')
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(policyOf(code))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${new Markup(STYLE + style)}</style>
</head>
<body>
<a class="skip" href="#report">To the report</a>
<header>
<h1>${unbroken(title)}</h1>
${answer}
<p class="note">${note}</p>
</header>
<nav aria-label="Contents"><ul>${written.map(({ id, name }) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>
<main id="report">
${written.map(({ content }) => content)}</main>
${script(code)}
</body>
</html>
`.text
}

/** The answer, before anything else. */
export function answerBlock({
  answer,
  agreement,
  distrust,
  feel = '',
}: Pick<Answer, 'answer' | 'agreement' | 'distrust'> & { readonly feel?: string }): Markup {
  const [first, ...others] = answer.map(unbroken)
  const isList = others.length > MANY
  return html`<div class="answer"><p><strong>${first!}</strong>${isList ? '' : ` ${others.join(' ')}`}</p>${
    isList ? html`<ul class="seen">${others.map(text => html`<li>${text}</li>`)}</ul>` : NOTHING
  }${agreement === '' ? NOTHING : html`<p>${unbroken(agreement)}</p>`}${feel === '' ? NOTHING : html`<p>${unbroken(feel)}</p>`}${distrust.map(
    text => html`<p class="doubt">${whole(text)}</p>`,
  )}</div>`
}

/** More sentences than this are a list. */
const MANY = 2
