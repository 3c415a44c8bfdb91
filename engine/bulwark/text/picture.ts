/** A map drawn as SVG. */
import { foldLine } from '../../contract/index.ts'
import type { GameMap, Tile } from '../rules/map.ts'

/** From a hexagon's centre to its corners, in pixels. */
const RADIUS = 58
const WIDTH = Math.sqrt(3) * RADIUS
const MARGIN = 10
const LINE = 13
const LEGEND = 26
const LETTERS = 13

const FILL = { land: '#efe7cf', sea: '#c3dcee', impassable: '#c9c9c9' } as const
const ABILITY = { rally: 'Rally', swarm: 'Bee Swarm', recon: 'Reconnaissance', training: 'Training' } as const

interface Point {
  readonly x: number
  readonly y: number
}

const fixed = (value: number): string => value.toFixed(1)
const point = ({ x, y }: Point): string => `${fixed(x)},${fixed(y)}`
const escaped = (text: string): string => text.replace(/[&<>"]/g, c => `&#${c.charCodeAt(0)};`)

/** A tile's centre before the picture is shifted into its frame. */
function centreOf({ at }: Tile): Point {
  const [q, r] = at as [number, number]
  return { x: WIDTH * (q + r / 2), y: 1.5 * RADIUS * r }
}

function corners({ x, y }: Point): Point[] {
  return Array.from({ length: 6 }, (_, i) => {
    const angle = (Math.PI / 180) * (60 * i - 90)
    return { x: x + RADIUS * Math.cos(angle), y: y + RADIUS * Math.sin(angle) }
  })
}

function textLines(tile: Tile, { x, y }: Point): string[] {
  const name = foldLine(tile.name, '', LETTERS).map(text => ({ text, style: '' }))
  const abilities = tile.abilities.map(given => ({
    text: ABILITY[typeof given === 'string' ? given : given.name],
    style: ' class="ability"',
  }))
  const lines = [...name, ...abilities]
  const top = y - ((lines.length - 1) * LINE) / 2 + 4
  return lines.map(
    ({ text, style }, i) =>
      `<text${style} x="${fixed(x)}" y="${fixed(top + i * LINE)}">${escaped(text)}</text>`,
  )
}

/** An arc from a dot in one tile to the rim of another, bent to its right. */
function ferryLine(from: Point, to: Point): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length]
  // The dot lies well inside its tile, so that it is not taken for the neighbour's.
  const start = { x: from.x + 0.5 * dx * RADIUS, y: from.y + 0.5 * dy * RADIUS }
  const end = { x: to.x - 0.75 * dx * RADIUS, y: to.y - 0.75 * dy * RADIUS }
  const bend = length / 8
  const middle = { x: (start.x + end.x) / 2 - dy * bend, y: (start.y + end.y) / 2 + dx * bend }
  return (
    `<circle class="quay" cx="${fixed(start.x)}" cy="${fixed(start.y)}" r="4"/>` +
    `<path class="ferry" d="M${point(start)} Q${point(middle)} ${point(end)}" marker-end="url(#tip)"/>`
  )
}

/** The meaning of colours and dashes, in a row below the map. */
function legend(y: number): string[] {
  const kinds = Object.entries(FILL).flatMap(([kind, fill], i) => [
    `<rect x="${MARGIN + 110 * i}" y="${fixed(y)}" width="16" height="16" fill="${fill}" stroke="#6b6350"/>`,
    `<text class="key" x="${MARGIN + 110 * i + 24}" y="${fixed(y + 12)}">${kind}</text>`,
  ])
  const at = MARGIN + 110 * Object.keys(FILL).length
  return [
    ...kinds,
    `<circle class="quay" cx="${at + 4}" cy="${fixed(y + 8)}" r="4"/>`,
    `<path class="ferry" d="M${at + 4},${fixed(y + 8)} L${at + 44},${fixed(y + 8)}" marker-end="url(#tip)"/>`,
    `<text class="key" x="${at + 54}" y="${fixed(y + 12)}">ferry, one way</text>`,
  ]
}

/**
 * The whole picture, with a newline at its end.
 * @internal For docs/scripts/map.ts.
 */
export function drawMap({ name, tiles }: GameMap): string {
  const raw = tiles.map(centreOf)
  const left = Math.min(...raw.map(({ x }) => x)) - WIDTH / 2 - MARGIN
  const top = Math.min(...raw.map(({ y }) => y)) - RADIUS - MARGIN
  const centres = raw.map(({ x, y }) => ({ x: x - left, y: y - top }))
  const width = Math.max(...centres.map(({ x }) => x)) + WIDTH / 2 + MARGIN
  const height = Math.max(...centres.map(({ y }) => y)) + RADIUS + MARGIN
  const size = `${Math.ceil(width)} ${Math.ceil(height) + LEGEND}`
  const hexes = tiles.map(
    ({ kind }, i) => `<polygon fill="${FILL[kind]}" points="${corners(centres[i]!).map(point).join(' ')}"/>`,
  )
  const ferries = tiles.flatMap((tile, i) =>
    tile.ferries.map(target => ferryLine(centres[i]!, centres[tiles.findIndex(t => t.name === target)]!)),
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size}" role="img" aria-label="${escaped(`The map ${name}`)}">`,
    '<style>polygon{stroke:#6b6350;stroke-width:1.5}text{font:11px sans-serif;text-anchor:middle;fill:#222;paint-order:stroke;stroke:#fff;stroke-opacity:.7;stroke-width:3}' +
      '.ability{font-weight:bold;font-size:10px;fill:#7a2d10}.key{text-anchor:start}.quay{fill:#2b6ca3}.ferry{fill:none;stroke:#2b6ca3;stroke-width:2;stroke-dasharray:6 4;opacity:.75}</style>',
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">' +
      '<path d="M0,0 L8,4 L0,8 z" fill="#2b6ca3"/></marker></defs>',
    ...hexes,
    ...ferries,
    ...tiles.flatMap((tile, i) => textLines(tile, centres[i]!)),
    ...legend(height),
    '</svg>',
    '',
  ].join('\n')
}
