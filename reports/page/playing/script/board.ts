/** The board, what has changed on it, and the steps of a plan over it. */
export const BOARD = `
/** Draws the steps of a plan over the board: a line from place to place, a ring around a single place. */
const SVG = 'http://www.w3.org/2000/svg'
const arrows = () => {
  for (const old of document.querySelectorAll('.steps')) old.remove()
  const held = new Set([...document.querySelectorAll('.hit')].filter(isHeld).map(hit => hit.dataset.place))
  for (const board of document.querySelectorAll('#board svg.board')) {
    const layer = document.createElementNS(SVG, 'g')
    layer.setAttribute('class', 'steps')
    const at = new Map([...board.querySelectorAll('.hit')].map(hit => {
      const { e, f } = hit.transform.baseVal.consolidate().matrix
      return [hit.dataset.place, [e, f]]
    }))
    for (const places of now.plan?.places ?? []) {
      const points = places.map(place => at.get(place))
      const line = document.createElementNS(SVG, points.length > 1 ? 'path' : 'circle')
      if (points.length > 1) {
        // From the edge of one piece to that of the other, whose letters stay readable.
        const cut = (from, to) => {
          const part = Math.min(0.4, 17 / Math.hypot(to[0] - from[0], to[1] - from[1]))
          return from.map((value, i) => value + part * (to[i] - value))
        }
        const drawn = [cut(points[0], points[1]), ...points.slice(1)]
        if (held.has(places.at(-1))) drawn.push(cut(drawn.pop(), drawn.at(-1)))
        line.setAttribute('d', 'M' + drawn.map(point => point.join(' ')).join('L'))
        const end = document.createElementNS(SVG, 'circle')
        const isTaken = held.has(places.at(-1))
        for (const [name, value] of [['cx', points.at(-1)[0]], ['cy', points.at(-1)[1]], ['r', isTaken ? 19 : 5]]) end.setAttribute(name, value)
        if (!isTaken) end.setAttribute('class', 'end')
        layer.append(end)
      } else if (points.length === 1)
        for (const [name, value] of [['cx', points[0][0]], ['cy', points[0][1]], ['r', 19]]) line.setAttribute(name, value)
      layer.append(line)
    }
    board.append(layer)
  }
}

/** The board with what has changed framed; else the position as a text or a table. */
const picture = before => {
  const drawing = now.drawing
  const isNew = put('board', [drawing, now.text, now.table], () => {
    if (drawing !== '') {
      const box = el('div')
      box.innerHTML = drawing
      find('key').replaceChildren(box.querySelector('.key'))
      return [...box.childNodes]
    }
    if (now.text !== null) return el('pre', { tabIndex: 0 }, now.text)
    return el('table', {}, el('tbody', {}, now.table.map(([name, value]) =>
      el('tr', {}, el('th', { scope: 'row' }, name), el('td', {}, value)))))
  })
  const words = drawing === '' ? null : now.text
  put('words', words, () => words === null ? null : el('details', { open: true }, el('summary', {}, 'In words'), el('pre', { tabIndex: 0 }, words)))
  arrows()
  if (isNew) name([...document.querySelectorAll('.hit')].find(hit => hit.dataset.place === named))
  if (!isNew || !before?.board || !now.board || before.match !== now.match) return
  for (const frames of document.querySelectorAll('#board .frames'))
    for (const [i, frame] of [...frames.children].entries())
      frame.classList.toggle('on', JSON.stringify(before.board.holdings[i]) !== JSON.stringify(now.board.holdings[i]))
}
`
