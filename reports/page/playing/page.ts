/** The page on which people play: one HTML for all games, which asks only its own server. */
import { createHash } from 'node:crypto'
import { html, Markup, script } from '../html.ts'
import { matchStyle } from '../match/index.ts'
import { STYLE } from '../style.ts'
import { PLAY_SCRIPT } from './script/index.ts'
import { PLAY_STYLE } from './style.ts'

const POLICY = [
  "default-src 'none'",
  'img-src data:',
  "style-src 'unsafe-inline'",
  `script-src 'sha256-${createHash('sha256').update(PLAY_SCRIPT).digest('base64')}'`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const KEYS: readonly (readonly [keys: readonly string[], meaning: string])[] = [
  [['Tab', '← ↑ → ↓'], 'go over places and moves'],
  [['Enter'], 'choose'],
  [['Escape'], 'one step back in a choice'],
  [['letters'], 'search the moves; Enter takes the first'],
  [['U'], 'take back'],
  [['?'], 'these keys'],
]

/** The text of the page, which has colours for these seats, and its Content-Security-Policy. */
export function playPage(seats: readonly string[]): { readonly text: string; readonly policy: string } {
  const keys = KEYS.map(
    ([names, meaning]) => html`<dt>${names.map(name => html`<kbd>${name}</kbd> `)}</dt><dd>${meaning}</dd>`,
  )
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>evenhand play</title>
<link rel="icon" href="data:,">
<style>${new Markup(STYLE + matchStyle(seats) + PLAY_STYLE)}</style>
</head>
<body class="play match">
<a class="skip" href="#main">To the board</a>
<header><h1 id="game">evenhand play</h1><span id="about" class="note"></span><ul id="seats" aria-label="Seats"></ul></header>
<p id="lost" role="status" hidden></p>
<p id="said" role="status" hidden></p>
<main id="main" tabindex="-1">
<details id="doubts" class="box" open hidden><summary>Check this game</summary><ul id="warnings"></ul></details>
<noscript><p>This page needs JavaScript. In a terminal, add <code>--terminal</code> to the command.</p></noscript>
<section id="cover" aria-label="Covered" hidden></section>
<div class="layout">
<section id="table" aria-label="Board">
<p id="title"></p>
<p id="status" role="status"></p>
<p id="ask"></p>
<p id="goal"></p>
<ul id="aims" aria-label="Your missions"></ul>
<div id="board"></div>
<p id="place" aria-hidden="true"></p>
<ul id="standings" aria-label="Standings"></ul>
<div id="words"></div>
<div id="key"></div>
<details id="legend"><summary>Notation</summary><div id="notation"></div></details>
</section>
<section id="side" aria-label="Play">
<div id="now">
<div class="box"><div id="over"></div></div>
<div class="box"><div id="watch"></div></div>
<div class="box"><div id="left"></div></div>
<div class="box"><div id="plan"></div></div>
</div>
<details class="box" id="guide" open><summary>How to play</summary><ul id="how"></ul></details>
<div id="choose" class="box" hidden>
<h2>Moves</h2>
<div id="path"></div>
<div id="search" hidden><input id="filter" type="search" placeholder="Search moves" aria-label="Search moves" autocomplete="off"></div>
<p id="count" role="status"></p>
<div id="list"></div>
<div id="pass" class="row"></div>
</div>
<details class="box" open><summary>What happened</summary><div id="story" tabindex="0" role="group" aria-label="What happened"></div></details>
<div id="tools" class="row"></div>
<div id="hint" role="status"></div>
<div id="bar"></div>
<details class="box" id="changed" open hidden><summary>Changed rules</summary><div id="changes"></div></details>
<details class="box" id="rules"><summary>Change a rule</summary><div id="editor"></div></details>
<details class="box"><summary>Notes</summary><ul id="notes"></ul><form id="noting"><textarea id="note" aria-label="Note" placeholder="What do you think of this turn?" maxlength="2000"></textarea><button>Add</button></form></details>
<details class="box" id="played"><summary>Matches played</summary><div class="row"><button type="button" id="again">New match</button><button type="button" id="turned">New match, sides changed</button></div><div id="matches"></div></details>
<button type="button" id="keys">Keys (?)</button>
</section>
</div>
</main>
<dialog id="help" aria-label="Keys"><dl>${keys}</dl><form method="dialog"><button>Close</button></form></dialog>
${script(PLAY_SCRIPT)}
</body>
</html>
`
  return { text: page.text, policy: POLICY }
}
