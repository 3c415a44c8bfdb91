/** The look of the page on which people play, beside that of matches. */
/**
 * Pieces that rest keep some of their side's colour: a bare outline reads as a white piece. Boards draw them by
 * <use>, in which no selector sees the page around.
 */
const FAINT = [1, 2, 3, 4, 5, 6]
  .map((seat, i) => `.f${i}{fill:color-mix(in srgb,var(--p${seat}) 35%,var(--page));stroke-dasharray:4 2}`)
  .join('\n')

export const PLAY_STYLE = `
body.play{padding-bottom:24px}
.play header{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 16px}
.play h1{font-size:1.25rem;margin:12px 0 4px}
.play h2{font-size:1.05rem;margin:0 0 6px;padding:0;border:0}
.play h3{font-size:.9rem;margin:8px 0 2px}
.play button,.play select,.play input:not([type=checkbox]),.play textarea{font:inherit;color:var(--text);background:var(--tint);border:1px solid var(--none);border-radius:6px;padding:4px 12px;min-height:40px}
.play input:not([type=checkbox]),.play textarea{background:var(--page);min-width:0}
.play button{cursor:pointer}
.play button:disabled{opacity:.55;cursor:default}
.play button.main{background:var(--link);border-color:var(--link);color:var(--page);font-weight:600}
.play label{display:inline-flex;align-items:center;gap:4px}
.busy{cursor:progress}
#seats{display:flex;flex-wrap:wrap;gap:2px 16px;list-style:none;margin:0;padding:0}
#seats .next{font-weight:600}
#seats small{color:var(--soft);font-weight:400}
.play .swatch{border:2px solid;border-radius:50%;width:16px;height:16px}
#lost,#said{position:sticky;top:6px;z-index:1;background:var(--mark);border:1px solid var(--none);padding:6px 10px;border-radius:4px;margin:6px 0;max-width:none}
.layout{display:grid;grid-template-columns:minmax(0,1fr);gap:12px 28px;align-items:start;margin-top:8px}
.layout [hidden],.play [hidden]{display:none!important}
#title{font-size:.9rem;color:var(--soft);margin:0}
#status::first-letter,#how li::first-letter{text-transform:uppercase}
.result::first-letter{text-transform:uppercase}
#status{font-size:1.15rem;font-weight:600;margin:0 0 2px}
#ask{margin:0 0 4px;min-height:1.5em}
#goal,#place{font-size:.9rem;color:var(--soft);margin:2px 0 6px}
#place{min-height:1.5em}
#goal:empty,#path:empty,#hint:empty{display:none}
#board .board{margin:0 auto}
#board svg.board{max-height:72vh}
#board pre,#words pre{margin:0}
#key .key{font-size:.85rem}
#standings,#aims{list-style:none;margin:4px 0;padding:0;font-size:.95rem}
#board svg.board>:not(.hit){pointer-events:none}
${FAINT}
.steps *{fill:none;stroke:var(--good);stroke-width:3;stroke-linecap:round}
.steps .end{fill:var(--good)}
.hit>*{fill:transparent;stroke:none}
.hit.legal{cursor:pointer}
.hit.legal>*{fill:var(--link);fill-opacity:.14;stroke:var(--link);stroke-width:2.5}
.hit.legal:hover>*{fill-opacity:.3}
.hit.chosen>*{stroke:var(--text);stroke-width:3.5}
.hit:focus{outline:none}
.hit:focus-visible>*{stroke:var(--text);stroke-width:4;stroke-dasharray:6 3;fill:var(--link);fill-opacity:.3}
.row,.moves{display:flex;flex-wrap:wrap;gap:6px 10px;align-items:center;margin:6px 0}
.moves{gap:6px}
.moves:empty,#pass:empty{display:none}
.move{text-align:left}
#path{display:flex;gap:10px;align-items:center;margin:4px 0;font-weight:600}
#search{display:flex;gap:10px;align-items:center;margin:0 0 4px}
#filter{flex:1 1 10em;max-width:24em}
#count{margin:0;color:var(--soft);font-size:.85rem}
#list{max-height:50vh;overflow:auto;padding:3px;margin:0 -3px}
#list summary{padding:4px 0}
#plan ol{margin:4px 0;padding-left:24px}
.box{border:1px solid var(--line);border-radius:6px;padding:8px 12px;margin:0 0 10px}
.box:has(>:empty:only-child),.box:empty{display:none}
#story{max-height:34vh;overflow:auto}
#story ul,.play details ul{margin:2px 0;padding-left:20px}
.result{font-size:1.15rem;margin:0 0 4px}
.shares{display:flex;height:14px;border-radius:7px;overflow:hidden;gap:2px;max-width:30em}
.shares i{flex:0 1 0;min-width:1px}
.rules{list-style:none;padding:4px!important;max-height:50vh;overflow:auto}
.rules li{margin:0 0 10px}
.rules small{display:block;color:var(--soft)}
.rules .edited{background:var(--mark)}
.rules label{display:flex;flex-wrap:wrap;gap:2px 8px}
.rules code{overflow-wrap:anywhere}
#noting{display:flex;flex-wrap:wrap;gap:8px}
#note{flex:1 1 12em;min-height:60px}
#cover{min-height:60vh;display:flex;flex-direction:column;justify-content:center;align-items:flex-start}
dialog{color:var(--text);background:var(--page);border:1px solid var(--none);border-radius:8px;max-width:34em}
dialog::backdrop{background:#0008}
#help dl{grid-template-columns:max-content minmax(0,1fr)}
kbd{font:inherit;border:1px solid var(--none);border-radius:4px;padding:0 6px}
#main:focus{outline:none}
@media (min-width:1000px) and (min-height:820px){#table{position:sticky;top:8px}}
@media (min-width:1000px){
.layout{grid-template-columns:minmax(0,3fr) minmax(340px,2fr)}
.play{max-width:1360px}
}
#side{display:flex;flex-direction:column}
#side>*{width:100%}
#side>#keys{align-self:flex-start;width:auto}
#side .narrowed#choose{order:-1}
@media (max-width:999px){
.layout{display:flex;flex-direction:column;align-items:stretch;gap:0}
#table,#side{display:contents}
#table>*{order:1}
#side>*{order:5}
#side #choose,#side #guide{order:4}
#side #now{order:3}
#side .narrowed#choose{order:2}
#table #words{order:5}
#table #key,#table #legend{order:6}
}
@media (max-width:640px){#board svg.board{max-height:none}#ask{min-height:3em}}
`
