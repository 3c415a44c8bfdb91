/** The pages of a server that shows runs while they are played: their list, and the frame around a report. */
import { createHash } from 'node:crypto'
import { unbroken } from '../formatting.ts'
import { html, Markup, NOTHING, script } from './html.ts'
import { STYLE } from './style.ts'

/** A run as the list shows it. */
export interface ListedRun {
  /** The name of its folder, and the address of its page below that of the list. */
  readonly name: string
  readonly address: string
  /** How far it is, in words. */
  readonly progress: string
  /** Its verdicts so far, a sentence each; empty until there are matches. */
  readonly verdicts: readonly string[]
}

/** How often a page asks for news, in milliseconds. */
const ASK_EVERY = 3000

/** What a page says when it gets no answer. */
const LOST =
  'The server does not answer: the run is over, or was stopped. What was last known of it stays on this page.'

/**
 * Puts news in the place of what is old: the list anew, or the report in its frame. Where one was reading stays in view, and the link that had the
 * focus keeps it.
 */
const SCRIPT = `
const frame = document.querySelector('iframe')
const lost = document.getElementById('lost')
let known = null
const renew = text => {
  const focus = document.activeElement?.getAttribute('href')
  const news = new DOMParser().parseFromString(text, 'text/html')
  document.querySelector('main').replaceWith(news.querySelector('main'))
  for (const link of document.links) if (focus && link.getAttribute('href') === focus) link.focus({ preventScroll: true })
}
const ask = async () => {
  try {
    const answer = await fetch(frame ? frame.getAttribute('src') : location.href, { cache: 'no-cache' })
    const tag = answer.headers.get('etag')
    lost.hidden = true
    if (!answer.ok || tag === known) return
    const isFirst = known === null
    known = tag
    if (!frame) return renew(await answer.text())
    if (isFirst) return
    const { scrollY } = frame.contentWindow
    frame.addEventListener('load', () => frame.contentWindow.scrollTo(0, scrollY), { once: true })
    frame.contentWindow.location.reload()
  } catch {
    lost.hidden = false
  }
}
ask()
setInterval(ask, ${ASK_EVERY})
`

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The policy of these pages: their own style and script, and the server's own reports. */
export const LIVE_POLICY = [
  "default-src 'none'",
  'img-src data:',
  "style-src 'unsafe-inline'",
  `script-src ${hash(SCRIPT)}`,
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const FRAME = `
.frame{display:flex;flex-direction:column;height:100vh;max-width:none;padding:0}
.frame header{padding:8px 12px}
.frame h1{display:inline;font-size:1rem;margin:0 12px 0 0}
.frame #lost{margin:8px 12px 0}
iframe{flex:1;width:100%;border:0}
`

function shell(title: string, style: string, body: Markup, kind: string): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${new Markup(STYLE + style)}</style>
</head>
<body class="${kind}">
<p id="lost" class="stopped" role="status" hidden>${LOST}</p>
${body}
${script(SCRIPT)}
</body>
</html>
`.text
}

/** The list of runs. */
export function listPage(folder: string, runs: readonly ListedRun[]): string {
  const listed = runs.map(
    ({ name, address, progress, verdicts }) => html`<section>
<h2><a href="${address}">${name}</a></h2>
<p>${progress}</p>
${verdicts.length === 0 ? NOTHING : html`<ul class="words">${verdicts.map(verdict => html`<li>${unbroken(verdict)}</li>`)}</ul>`}
</section>
`,
  )
  const body = html`<main>
<h1>Runs in the folder ${folder}</h1>
${runs.length === 0 ? html`<p>There are none yet.</p>` : listed}</main>`
  return shell(`evenhand: ${folder}`, '', body, 'list')
}

/** The frame around the report of a run: `report` is the report's address, `list` that of the list. */
export function watchPage(name: string, report: string, list: string): string {
  const body = html`<header><h1>${name}</h1> <a href="${list}">All runs</a></header>
<iframe src="${report}" title="Report of ${name}"></iframe>`
  return shell(`evenhand: ${name}`, FRAME, body, 'frame')
}
