/** The look of matches, beside that of all pages. */
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
  return `.match{${boards.join(';')};${seatProperties(seats, index)}}`
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

/** Colours of the seats, and of boards, as custom properties of `.match`. */
export const seatColors = (seats: readonly string[]): string => `${scheme(seats, 0)}
@media screen and (prefers-color-scheme: dark){${scheme(seats, 1)}}`

/** Follows the style of all pages. What boards use of it stands without its surroundings, as copies have none. */
export const matchStyle = (seats: readonly string[]): string => `
${seatColors(seats)}
${SEATS}
${STRIP_STYLE}
.defs{position:absolute}
.sg{font:700 15px system-ui,sans-serif;text-anchor:middle}
.fg{font-size:10px}
.board .c{font:11px system-ui,sans-serif;text-anchor:middle;fill:var(--soft)}
.board .l{font:8.5px system-ui,sans-serif;text-anchor:middle;fill:var(--text);paint-order:stroke;stroke:var(--b-land);stroke-width:2px;stroke-linejoin:round}
.board .tn{stroke:var(--b-region)}
.board .nt{font-style:italic;fill:var(--soft)}
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
.frames>:not(.on){visibility:hidden}
.due{fill:none;stroke:var(--bad);stroke-width:2.5;stroke-linecap:round}
svg.board{display:block;width:100%;height:auto}
svg.slim{display:none}
.slim .l{font-size:9.4px}
.piece{width:22px;height:22px;vertical-align:-6px}
.sample{width:30px;height:8px}
.strip{margin:0 0 6px}
.strip figcaption{font-size:.85rem;margin:0}
.strip span{font-weight:400;color:var(--soft)}
.track{position:relative;border:1px solid var(--line);border-radius:4px;background:var(--tint);touch-action:pan-y}
.track svg{display:block;width:100%;height:30px;overflow:hidden}
.strip.first .track svg{height:56px}
.zero{fill:none;stroke:var(--line);vector-effect:non-scaling-stroke}
.turn{fill:none;stroke:var(--open);stroke-width:4;vector-effect:non-scaling-stroke}
.cursor{position:absolute;top:0;bottom:0;width:3px;margin-left:-1.5px;background:var(--text);pointer-events:none}
.controls{display:none}
.match.js .controls{display:flex;flex-wrap:wrap;gap:6px;align-items:center;position:sticky;top:0;z-index:1;padding:6px 0;background:var(--page)}
.controls button{font:inherit;min-width:44px;min-height:40px;padding:4px 10px;color:var(--text);background:var(--tint);border:1px solid var(--line);border-radius:6px;cursor:pointer}
.controls button:disabled{opacity:.5;cursor:default}
.controls input{flex:1 1 160px;min-width:0;height:32px;accent-color:var(--link)}
.controls output{flex:0 0 auto;min-width:6em;text-align:right;font-variant-numeric:tabular-nums}
.told{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.match .title{font-size:1.1rem;margin:8px 0 6px}
.match .title:empty{display:none}
.watch{margin:8px 0;border:1px solid var(--line);border-radius:6px;padding:0 12px}
.watch>summary{font-weight:600;font-size:1.05rem}
.view{display:grid;grid-template-columns:minmax(0,1fr);gap:4px 24px;align-items:start}
.view ul,.story ul{margin:6px 0;padding-left:20px}
.match pre{max-height:none;white-space:pre-wrap}
.decided{color:var(--soft)}
.standings{margin:2px 0;color:var(--soft);font-size:.9rem}
.story>ol{list-style:none;margin:0;padding:0}
.story>ol>li{margin:0 0 12px;scroll-margin-top:60px}
@media (max-width:640px){svg.broad{display:none}svg.slim{display:block}}
@media (min-width:1000px){.view{grid-template-columns:minmax(0,3fr) minmax(0,2fr)}}
@media print{
.controls,.cursor,.match .title,.caption{display:none!important}
.board *{print-color-adjust:exact;-webkit-print-color-adjust:exact}
}
`
