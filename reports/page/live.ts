/** The pages of a server that shows runs while they are played: their list, and the frame around a report. */
import { createHash } from 'node:crypto'
import { unbroken } from '../formatting.ts'
import { html, Markup, script } from './html.ts'
import { STYLE } from './style.ts'

/** A run as the list shows it. */
export interface ListedRun {
  /** The name of its folder, and the address of its page below that of the list. */
  readonly name: string
  readonly address: string
  /** What it asks, and its answer so far in a sentence or two; '' if that isn't known. */
  readonly title: string
  readonly answer: string
  /** When it last counted matches: "2026-11-28 09:30". */
  readonly date: string
  /** complete, running, stopped, learning; '' if that isn't known. */
  readonly state: string
  /** How far it is, in words, or why it can't be read. */
  readonly progress: string
}

/** How often a page asks for news, in milliseconds. */
const ASK_EVERY = 3000

/** What a page says when it gets no answer. */
const LOST = "The server doesn't answer: the run is over or was stopped. This page shows the last results."

/**
 * Replaces what is old: the list, or the report in its frame. The reader's place, focus,
 * filter and order stay. Heads of the list sort it, and a text box filters it.
 */
const SCRIPT = `
const frame = document.querySelector('iframe')
const lost = document.getElementById('lost')
const filter = document.querySelector('.filter')
let known = null
let order = null
const arrange = () => {
  const table = document.querySelector('.runs')
  if (!table) return
  const words = filter.querySelector('input').value.toLowerCase().split(/\\s+/)
  const rows = [...table.tBodies[0].rows]
  for (const row of rows) row.hidden = !words.every(word => row.textContent.toLowerCase().includes(word))
  const heads = [...table.tHead.rows[0].cells]
  for (const [at, head] of heads.entries()) {
    const button = document.createElement('button')
    button.append(...(head.querySelector('button') ?? head).childNodes)
    head.replaceChildren(button)
    button.addEventListener('click', () => {
      order = { at, down: order?.at === at ? !order.down : head.classList.contains('newest') }
      arrange()
      document.querySelectorAll('.runs thead button')[at].focus()
    })
    if (!order) continue
    head.removeAttribute('aria-sort')
    if (order.at === at) head.setAttribute('aria-sort', order.down ? 'descending' : 'ascending')
  }
  if (!order) return
  const key = row => row.cells[order.at].textContent
  const compare = (a, b) => key(a).localeCompare(key(b), 'en', { numeric: true })
  table.tBodies[0].append(...rows.sort((a, b) => order.down ? compare(b, a) : compare(a, b)))
}
const renew = text => {
  const focus = document.activeElement?.getAttribute('href')
  const news = new DOMParser().parseFromString(text, 'text/html')
  document.querySelector('main').replaceWith(news.querySelector('main'))
  arrange()
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
if (filter) {
  filter.hidden = false
  filter.addEventListener('input', arrange)
  arrange()
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

/** On a phone, each run is a block of lines, and the heads are buttons above. */
const LIST = `
.filter input{font:inherit;width:100%;max-width:24em;min-height:40px;padding:4px 10px;color:var(--text);background:var(--page);border:1px solid var(--none);border-radius:6px}
.runs{font-size:.95rem}
.runs thead th{white-space:nowrap}
.runs time,.runs small{color:var(--soft);white-space:nowrap}
.runs small{display:block;font-size:.85rem;white-space:normal;min-width:12em}
.runs td:last-child{min-width:22em}
.runs thead button{min-height:32px}
@media (max-width:760px){
.runs,.runs thead,.runs tbody,.runs tr,.runs td,.runs th{display:block}
.runs thead tr{display:flex;flex-wrap:wrap;gap:0 16px}
.runs td,.runs th{border:0;padding:0}
.runs td:last-child,.runs th,.runs small{min-width:0}
.runs tbody tr{padding:10px 0;border-bottom:1px solid var(--line)}
.runs tbody th{font-weight:600}
.runs small{display:inline;white-space:normal}
}
.runs [hidden]{display:none}
`

/** The list of runs, in the order given: the newest first. */
export function listPage(folder: string, runs: readonly ListedRun[]): string {
  const rows = runs.map(
    ({ name, address, title, date, state, progress, answer }) =>
      html`<tr><th scope="row"><a href="${address}">${name}</a></th><td>${title}</td><td><time>${date}</time></td><td>${state} <small>${progress}</small></td><td>${unbroken(answer)}</td></tr>
`,
  )
  const heads = html`<th scope="col">run</th><th scope="col">question</th><th scope="col" class="newest" aria-sort="descending">date</th><th scope="col">state</th><th scope="col">answer</th>`
  const body = html`<header><h1>Runs in ${folder}</h1>
<p class="filter" hidden><input type="search" aria-label="Filter runs" placeholder="Filter"></p></header>
<main>
${runs.length === 0 ? html`<p>No runs yet.</p>` : html`<table class="runs"><thead><tr>${heads}</tr></thead><tbody>${rows}</tbody></table>`}</main>`
  return shell(`evenhand: ${folder}`, LIST, body, 'list')
}

/** What stands in place of a report that can't be drawn. */
export function troublePage(name: string, trouble: string): string {
  return shell(`evenhand: ${name}`, '', html`<main><h1>${name}</h1><p>${trouble}</p></main>`, 'list')
}

/** The frame around the report of a run: `report` is the report's address, `list` that of the list. */
export function watchPage(name: string, report: string, list: string): string {
  const body = html`<header><h1>${name}</h1> <a href="${list}">All runs</a></header>
<iframe src="${report}" title="Report of ${name}"></iframe>`
  return shell(`evenhand: ${name}`, FRAME, body, 'frame')
}
