/** Maps of hexagons, each with its name: a corner on top, or on a phone turned by a right angle if that is narrower. */
import { foldLine, type GameBoard } from '../../../../engine/contract/index.ts'
import { html, type Markup, NOTHING } from '../../html.ts'
import { type Drawing, type Drawings, type Point, unit } from './drawing.ts'

const RADIUS = 42
/** Half of a hexagon's width: the root of 3, halved, times the radius. */
const HALF = 0.8660254 * RADIUS
const PAD = 4

/** Most letters on a line of a name, lines of it, and their height. */
const LETTERS = 14
const LINES = 2
const LINE = 9

const HEX = `M0-${RADIUS} ${unit(HALF)}-${RADIUS / 2}V${RADIUS / 2}L0 ${RADIUS}-${unit(HALF)} ${RADIUS / 2}V-${RADIUS / 2}z`

export function hexesOf(board: GameBoard): Drawings {
  const [wide, slim] = [drawn(board, false), drawn(board, true)]
  return slim.width < wide.width ? { wide, slim } : { wide }
}

function drawn({ places }: GameBoard, isTurned: boolean): Drawing {
  const [halfWidth, halfHeight] = isTurned ? [RADIUS, HALF] : [HALF, RADIUS]
  const raw = places.map(({ at }): Point => {
    const [q, r] = at!
    const [along, down] = [HALF * (2 * q + r), 1.5 * RADIUS * r]
    return isTurned ? { x: -down, y: along } : { x: along, y: down }
  })
  const left = Math.min(...raw.map(({ x }) => x)) - halfWidth - PAD
  const top = Math.min(...raw.map(({ y }) => y)) - halfHeight - PAD
  const centres = raw.map(({ x, y }) => ({ x: unit(x - left), y: unit(y - top) }))
  const turn = isTurned ? ' rotate(90)' : ''
  const ground = places.map(
    ({ ground: kind = 'land' }, i) =>
      html`<path class="${kind}" transform="translate(${centres[i]!.x} ${centres[i]!.y})${turn}" d="${HEX}"/>`,
  )
  return {
    width: Math.ceil(Math.max(...centres.map(({ x }) => x)) + halfWidth + PAD),
    height: Math.ceil(Math.max(...centres.map(({ y }) => y)) + halfHeight + PAD),
    ground: html`${ground}`,
    labels: html`${places.map(({ name, note }, i) => labelOf(name, note, centres[i]!))}`,
    centre: place => centres[place]!,
    stand: standing,
    outline: html`<path d="${HEX}"/>`,
    isTurned,
    homeAt: { x: 0, y: -27 },
  }
}

function labelOf(name: string, note: string | undefined, { x, y }: Point): Markup {
  const lines = wrapped(name)
  const top = y + 28 - LINE * (lines.length - 1)
  return html`${lines.map(
    (line, i) => html`<text class="l" x="${x}" y="${unit(top + LINE * i)}">${line}</text>`,
  )}${note === undefined ? NOTHING : html`<text class="l nt" x="${x}" y="${unit(y - 18)}">${note}</text>`}`
}

/** A name in a few lines, cut if it is longer. */
function wrapped(name: string): string[] {
  const lines = foldLine(name, '', LETTERS)
  const fit = lines.slice(0, LINES)
  if (lines.length > LINES) fit[LINES - 1] = `${fit[LINES - 1]!.slice(0, LETTERS - 1)}…`
  return fit
}

/** Rows of up to four pieces around the middle. */
function standing(pieces: number): ReturnType<Drawing['stand']> {
  const perRow = Math.min(4, pieces)
  const rows = Math.ceil(pieces / perRow)
  const scale = pieces <= 3 ? 0.6 : rows <= 1 ? 0.5 : rows <= 2 ? 0.4 : 0.3
  const step = 34 * scale
  const points = Array.from({ length: pieces }, (_, i) => {
    const row = Math.floor(i / perRow)
    const inRow = Math.min(perRow, pieces - row * perRow)
    return {
      x: step * ((i % perRow) - (inRow - 1) / 2),
      y: step * (row - (rows - 1) / 2) - 2,
    }
  })
  return { points, scale }
}
