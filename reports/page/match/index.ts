/** The page of one match. It loads nothing, and the same record gives the same bytes. */
import type { MatchRecord } from '../../../sim/records/record.ts'
import { html, Markup, script } from '../html.ts'
import { policyOf } from '../script.ts'
import { STYLE } from '../style.ts'
import { playerOf } from './player.ts'
import { MATCH_SCRIPT } from './script.ts'
import { matchStyle, seatColors } from './style.ts'

export { Painter } from './boards/board.ts'
export { MATCH_SCRIPT, matchStyle, playerOf, seatColors }

/** Longer pages join the decisions of a step, or of a turn. */
const LENGTH_MAX = 1_500_000

const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

/** The page. Its title begins with `why` the match is shown. Throws an InputError at the first impossible decision. */
export function matchPage(record: MatchRecord, why = ''): string {
  const { info } = record.game
  const title = why === '' ? record.title : `${capital(why)}: ${record.title}`
  const seats = info.seats.map((seat, i) => `${seat}${record.agents[i] ? `: ${record.agents[i]}` : ''}`)
  const hides = info.type.information === 'imperfect' || info.type.dynamics === 'simultaneous'
  const { markup, outcome } = playerOf(record, 'm', LENGTH_MAX)
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(policyOf(MATCH_SCRIPT))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${new Markup(STYLE)}${new Markup(matchStyle(info.seats))}</style>
</head>
<body class="alone">
<a class="skip" href="#match">To the match</a>
<header>
<h1>${title}</h1>
<p>${seats.join(', ')}.${record.place === '' ? '' : ` ${capital(record.place)} of its run.`}${hides ? ' Hidden information is shown.' : ''}</p>
</header>
<main id="match">
<p><strong>${outcome}.</strong></p>
${markup}</main>
${script(MATCH_SCRIPT)}
</body>
</html>
`
  return page.text
}
