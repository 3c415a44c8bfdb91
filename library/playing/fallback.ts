/** A plain page, until reports/playing has one. */
export function fallbackPage(): { text: string; policy: string } {
  const text = `<!doctype html><html lang="en"><meta charset="utf-8"><title>evenhand</title><pre id="p"></pre><div id="m"></div><script>
let version = -1
const post = async act => { await fetch('act', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ version, ...act }) }) }
const show = p => {
  version = p.version
  document.getElementById('p').textContent = JSON.stringify({ ...p, moves: undefined }, null, 1)
  const m = document.getElementById('m'); m.textContent = ''
  const add = (label, act) => { const b = document.createElement('button'); b.textContent = label; b.onclick = () => post(act); m.append(b) }
  for (const name of ['uncover', 'seal', 'unplan', 'take-back', 'hint']) add(name, { act: name })
  add('evaluate', { act: 'evaluate', on: !p.isEvaluated })
  for (const move of p.moves) add(move.label, { act: 'choose', move: move.id })
}
const poll = async () => { for (;;) { try { show(await (await fetch('position?after=' + version)).json()) } catch { await new Promise(d => setTimeout(d, 1000)) } } }
poll()
</script></html>`
  return { text, policy: "frame-ancestors 'none'" }
}
