/** The look of the page: on a phone, on a wide screen, in the dark, on paper. */

/** Colours as [light, dark]: texts on the page have a contrast of 4.5 at least, marks of charts of 3. */
const COLORS: Readonly<Record<string, readonly [string, string]>> = {
  page: ['#ffffff', '#14171a'],
  text: ['#1c2126', '#e4e8ec'],
  soft: ['#55606b', '#a3aeb9'],
  line: ['#d5dbe1', '#3a424b'],
  tint: ['#f3f5f8', '#1e2328'],
  link: ['#0b57a8', '#7fb8f5'],
  mark: ['#fff0b8', '#5a4a10'],
  good: ['#1d6b34', '#7ccf93'],
  bad: ['#a8281c', '#f59c92'],
  open: ['#7a5200', '#e3bd6a'],
  none: ['#8b95a0', '#76818c'],
  s1: ['#1f66ad', '#6db0f2'],
  s2: ['#c2500f', '#f29a5c'],
  s3: ['#1f7a4d', '#62c793'],
  s4: ['#8a3ea8', '#cf95e6'],
  s5: ['#94700a', '#d9bd4f'],
  s6: ['#b02a5e', '#f288af'],
  h0: ['#7a4a06', '#dba45a'],
  h1: ['#b07a2c', '#b58437'],
  h2: ['#d6b878', '#86622b'],
  h3: ['#efdfba', '#584526'],
  h4: ['#ececec', '#3a3d40'],
  h5: ['#c0e4de', '#27524e'],
  h6: ['#79c7ba', '#2a7a72'],
  h7: ['#2f9186', '#3fa89d'],
  h8: ['#04635a', '#7fd6cb'],
  t0: ['#ffffff', '#101214'],
  t1: ['#1c1208', '#101214'],
  t2: ['#1c2126', '#ffffff'],
  t3: ['#1c2126', '#ffffff'],
  t4: ['#1c2126', '#ffffff'],
  t5: ['#1c2126', '#ffffff'],
  t6: ['#1c2126', '#ffffff'],
  t7: ['#0b1118', '#101214'],
  t8: ['#ffffff', '#101214'],
}

/** A style by scheme; dark is only for screens. */
export function schemes(style: (index: 0 | 1) => string): string {
  return `${style(0)}\n@media screen and (prefers-color-scheme: dark){${style(1)}}`
}

const scheme = (index: 0 | 1): string =>
  `:root{color-scheme:${index === 0 ? 'light' : 'dark'};${Object.entries(COLORS)
    .map(([name, pair]) => `--${name}:${pair[index]}`)
    .join(';')}}`

/** On a phone, a row of a wide table is a block of labels and values: `--c2` to `--c40` are the table's own. */
const STACK = `@media screen and (max-width:640px){
.wide{overflow:visible;border:0}
.stack,.stack tbody,.stack tr,.stack th,.stack td{display:block}
.stack thead{position:absolute;left:-9999px;width:1px;height:1px;overflow:hidden}
.stack tr{border-top:1px solid var(--line);padding:6px 0}
.stack th,.stack td{border:0;padding:1px 0;text-align:left;white-space:normal;overflow-wrap:anywhere}
.stack tbody th{font-weight:600}
.stack td:empty{display:none}
.stack td::before{color:var(--soft);margin-right:8px}
${Array.from({ length: 39 }, (_, i) => `.stack td:nth-child(${i + 2})::before{content:var(--c${i + 2})}`).join('')}
pre{white-space:pre-wrap;max-height:none;overflow-wrap:anywhere}
p code:not(.option){white-space:normal}
}`

/** Parts that scroll sideways fade where there is more, in browsers that support it. */
const MORE = `
@property --before{syntax:"<length>";inherits:false;initial-value:0px}
@property --after{syntax:"<length>";inherits:false;initial-value:0px}
@keyframes more{from{--after:36px}10%,90%{--before:36px;--after:36px}to{--before:36px}}
@supports (animation-timeline:scroll()){@media screen{.wide,.field{mask-image:linear-gradient(to right,#0003,#000 var(--before),#000 calc(100% - var(--after)),#0003);animation:more linear both;animation-timeline:scroll(self inline)}}}
`

export const STYLE = `
${schemes(scheme)}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0 auto;max-width:1200px;padding:0 12px 48px;background:var(--page);color:var(--text);font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.6rem;line-height:1.2;margin:24px 0 4px}
h2{font-size:1.3rem;line-height:1.25;margin:40px 0 8px;padding-top:12px;border-top:1px solid var(--line)}
h3{font-size:1.05rem;margin:20px 0 6px}
p{margin:6px 0 10px;max-width:75ch}
a{color:var(--link)}
nav ul{display:flex;flex-wrap:wrap;gap:0 14px;list-style:none;margin:4px 0;padding:0;font-size:.9rem}
nav a{display:inline-block;padding:5px 0}
abbr{text-decoration:underline dotted;cursor:help}
.seen{margin:4px 0 12px;padding-left:20px;max-width:80ch}
.seen li{margin:3px 0}
.note{color:var(--soft)}
.skip{position:absolute;left:-999px}
.skip:focus{left:12px;top:8px;background:var(--page);padding:8px}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
dl{display:grid;grid-template-columns:minmax(0,max-content) minmax(0,1fr);gap:4px 16px;margin:8px 0 12px}
dt{font-weight:600}
dd{margin:0}
.verdicts dd{border-left:4px solid var(--open);padding-left:10px}
.verdicts .is-fair{border-color:var(--good)}
.verdicts .is-favours{border-color:var(--bad)}
td .is-fair,.verdict.is-fair{color:var(--good)}
td .is-favours,.verdict.is-favours{color:var(--bad)}
td .is-inconclusive,td .is-drawn,.verdict.is-inconclusive{color:var(--open)}
.answer{font-size:1.1rem;line-height:1.45;border-left:4px solid var(--link);padding-left:12px;margin:10px 0 12px}
.answer p{margin:0 0 6px}
.doubt,.flip,.stopped{background:var(--mark);padding:6px 10px;border-radius:4px;font-size:.95rem}
mark{background:var(--mark);color:inherit;padding:0 3px}
.words{padding-left:20px;max-width:80ch}
.words li{margin:4px 0}
.gallery{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,336px),1fr));gap:16px 24px;align-items:start}
figure{margin:0 0 8px;min-width:0}
figcaption{font-weight:600;margin-bottom:4px}
svg.chart{display:block;width:100%;max-width:480px;height:auto;font:10px system-ui,sans-serif;overflow:visible}
svg.chart text{white-space:pre}
summary{cursor:pointer;padding:6px 0;color:var(--link)}
figure summary{font-size:.85rem}
.lineup>summary h3{display:inline;color:var(--text)}
.seats{display:contents}
.scale{display:flex;flex-wrap:wrap;align-items:center;gap:0;margin:2px 0;font-size:.8rem;max-width:none}
.scale i{width:16px;height:10px;print-color-adjust:exact;-webkit-print-color-adjust:exact}
.scale span{margin:0 6px}
.key{display:flex;flex-wrap:wrap;gap:4px 16px;font-size:.9rem;list-style:none;margin:8px 0;padding:0}
.swatch{display:inline-block;width:14px;height:14px;border-radius:3px;margin-right:6px;vertical-align:-2px;print-color-adjust:exact;-webkit-print-color-adjust:exact}
.sign{display:inline-block;box-sizing:border-box;margin-right:6px;vertical-align:middle;print-color-adjust:exact;-webkit-print-color-adjust:exact}
.sign.dot,.sign.ring{width:10px;height:10px;border:2px solid;border-radius:50%}
.sign.dot,.sign.square{background:currentColor}
.sign.square{width:9px;height:9px}
.sign.thick{width:20px;border-top:3px solid}
.sign.diamond{width:8px;height:8px;background:currentColor;transform:rotate(45deg)}
.sign.cross{width:10px;height:10px;background:linear-gradient(45deg,transparent 42%,currentColor 42% 58%,transparent 58%),linear-gradient(-45deg,transparent 42%,currentColor 42% 58%,transparent 58%)}
.sign.line,.sign.dashed{height:14px;border-left:1px solid}
.sign.dashed{width:9px;border:dashed;border-width:0 1px}
.wide{overflow-x:auto;width:fit-content;max-width:100%;margin:4px 0 12px;border:1px solid var(--line);border-radius:4px}
table{border-collapse:collapse;font-size:.85rem;line-height:1.35;min-width:100%}
.wide{min-width:min(100%,30rem)}
th,td{text-align:left;vertical-align:top;padding:4px 8px;border-bottom:1px solid var(--line);overflow-wrap:normal}
thead th{background:var(--tint);vertical-align:bottom}
tbody th{font-weight:400;min-width:7em}
thead .long{min-width:22em}
.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
th button{font:inherit;color:inherit;background:none;border:0;padding:0;text-align:inherit;cursor:pointer;text-decoration:underline dotted}
th[aria-sort=ascending] button::after{content:" ▲"}
th[aria-sort=descending] button::after{content:" ▼"}
p code,code.option{white-space:nowrap}
pre{overflow:auto;max-height:60vh;background:var(--tint);padding:10px;border-radius:4px;font-size:.8rem;overflow-wrap:normal}
${MORE.trim()}
${STACK}
@media (max-width:520px){.verdicts,.facts{grid-template-columns:minmax(0,1fr);gap:0}.verdicts dd,.facts dd{margin-bottom:8px}}
@media print{
body{max-width:none;font-size:10.5pt;padding:0}
nav,.skip,figure details{display:none}
details::details-content{display:block;content-visibility:visible}
.gallery{grid-template-columns:repeat(2,minmax(0,1fr))}
figure,tr,.verdicts dd{break-inside:avoid}
h2,h3,figcaption{break-after:avoid}
.wide,pre{max-height:none;overflow:visible}
svg.chart{print-color-adjust:exact;-webkit-print-color-adjust:exact}
}
`
