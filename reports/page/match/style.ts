/** The look of a match's page, beside that of all pages. */
import { seatProperties } from '../seats.ts'
import { STRIP_STYLE } from './strip.ts'

/** Colours of boards as [light, dark]. */
const BOARDS: Readonly<Record<string, readonly [string, string]>> = {
  dark: ['#e3d9c2', '#1c1b19'],
  light: ['#f7f2e6', '#35322b'],
  land: ['#f5efdf', '#24231f'],
  sea: ['#d8e8f4', '#14293a'],
  stone: ['#cfcfcf', '#3a3a3a'],
  rim: ['#8a7f66', '#8f8874'],
  rack: ['#dfe5ec', '#2a323b'],
  region: ['#ece4d0', '#2b2a26'],
}

function scheme(seats: readonly string[], index: 0 | 1): string {
  const boards = Object.entries(BOARDS).map(([name, pair]) => `--b-${name}:${pair[index]}`)
  return `:root{${boards.join(';')};${seatProperties(seats, index)}}`
}

const SEATS = [1, 2, 3, 4, 5, 6]
  .map(
    (seat, i) =>
      `.q${i}{fill:var(--p${seat});stroke:var(--e${seat});stroke-width:1.5}` +
      `.f${i}{fill:var(--page);stroke:var(--l${seat});stroke-width:3}` +
      `.m${i}{fill:none;stroke:var(--l${seat});stroke-width:5;stroke-linecap:round}` +
      `.k${i}{fill:var(--k${seat})}` +
      `.i${i}{fill:var(--l${seat})}` +
      `.o${i}{fill:var(--l${seat});fill-opacity:.22;stroke:var(--l${seat});stroke-width:2}` +
      `.w${i}{fill:none;stroke:var(--l${seat});stroke-opacity:.5}`,
  )
  .join('\n')

/** What follows the style of all pages; `seats` are the names of the seats. */
export const matchStyle = (seats: readonly string[]): string => `
${scheme(seats, 0)}
@media screen and (prefers-color-scheme: dark){${scheme(seats, 1)}}
${SEATS}
${STRIP_STYLE}
.defs{position:absolute}
text{font:700 15px system-ui,sans-serif;text-anchor:middle;stroke:none}
text.n{font-size:10px}
text.c{font:11px system-ui,sans-serif;fill:var(--soft)}
text.l{font:8.5px system-ui,sans-serif;fill:var(--text);paint-order:stroke;stroke:var(--b-land);stroke-width:2px;stroke-linejoin:round}
text.t{font-size:11px;stroke:var(--b-region)}
text.a{font-style:italic;fill:var(--soft)}
.ring{fill:none;stroke-width:3}
.sd{fill:var(--b-dark)}
.sl{fill:var(--b-light)}
.rim{fill:none;stroke:var(--b-rim);stroke-width:2}
.rack{fill:var(--b-rack)}
.hole{fill:var(--page)}
.land{fill:var(--b-land)}
.sea{fill:var(--b-sea)}
.blocked{fill:var(--b-stone)}
.land,.sea,.blocked{stroke:var(--b-rim)}
.region{fill:none;stroke:var(--b-region);stroke-width:62;stroke-linecap:round;stroke-linejoin:round}
.road{fill:none;stroke:var(--b-rim);stroke-width:2}
.spot{fill:var(--page);stroke:var(--b-rim)}
.new{fill:none;stroke:var(--text);stroke-width:2;stroke-dasharray:5 3}
.due{fill:none;stroke:var(--bad);stroke-width:2.5;stroke-linecap:round}
.board{display:block;width:100%;height:auto}
.field{overflow-x:auto;min-width:0}
.parts{display:grid;row-gap:4px}
.sign{width:22px;height:22px;vertical-align:-6px}
.sample{width:30px;height:8px}
.strip{margin:0 0 6px}
.strip figcaption{font-size:.85rem;margin:0}
.strip span{font-weight:400;color:var(--soft)}
.track{position:relative;border:1px solid var(--line);border-radius:4px;background:var(--tint);touch-action:pan-y}
.track svg{display:block;width:100%;height:30px;overflow:hidden}
.first .track svg{height:72px}
.zero{fill:none;stroke:var(--line);vector-effect:non-scaling-stroke}
.turn{fill:none;stroke:var(--open);stroke-width:4;vector-effect:non-scaling-stroke}
.cursor{position:absolute;top:0;bottom:0;width:3px;margin-left:-1.5px;background:var(--text);pointer-events:none}
.controls{display:none}
.moments{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,336px),1fr));gap:24px;align-items:start;margin-top:8px}
.moment{min-width:0}
.moment h2{font-size:1.1rem;margin:0 0 6px;padding:0;border:0}
.moment,#match{scroll-margin-top:60px}
.moment ul{margin:6px 0;padding-left:20px}
.moment pre{max-height:none}
.decided{color:var(--soft)}
.standings{margin:2px 0;color:var(--soft);font-size:.9rem}
.js .moments{display:block}
.js .moment{display:none}
.js .moment.on{display:grid;grid-template-columns:minmax(0,3fr) minmax(0,2fr);gap:4px 24px;align-items:start}
.js .moment.on.text{grid-template-columns:minmax(0,1fr)}
.js .moment h2{grid-column:1/-1}
.js .controls{display:flex;flex-wrap:wrap;gap:6px 8px;align-items:center;position:sticky;top:0;z-index:1;padding:8px 0;background:var(--page)}
.controls button{font:inherit;min-width:44px;min-height:40px;padding:4px 10px;color:var(--text);background:var(--tint);border:1px solid var(--line);border-radius:6px;cursor:pointer}
.controls button:disabled{opacity:.5;cursor:default}
.controls input{flex:1 1 160px;min-width:0;height:32px;accent-color:var(--link)}
.controls output{flex:0 0 auto;font-variant-numeric:tabular-nums}
.told{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.gauges summary{font-size:.9rem}
@media (max-width:760px){.js .moment.on{grid-template-columns:minmax(0,1fr)}}
@media print{
.controls,.cursor,.keys{display:none!important}
.moments,.js .moments{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:16px}
.moment,.js .moment,.js .moment.on{display:block;break-inside:avoid}
.board{min-width:0!important}
.board *{print-color-adjust:exact;-webkit-print-color-adjust:exact}
}
`
