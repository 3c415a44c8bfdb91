/** Boards of squares: checkered, a grid, or a rack with holes; and lanes, which are rows of cells. */
import type { GameBoard } from '../../../../engine/contract/index.ts'
import { html, type Markup } from '../../html.ts'
import type { Drawing, Drawings, Point } from './drawing.ts'

const SIDE = 40
/** Room for the names of files and ranks. */
const EDGE = 18
const PAD = 4

const ALONE = { points: [{ x: 0, y: 0 }], scale: 1 }

export function squaresOf({ places, look = 'checkered', files = [], ranks = [] }: GameBoard): Drawings {
  const columns = 1 + Math.max(...places.map(({ at }) => at![0]))
  const rows = 1 + Math.max(...places.map(({ at }) => at![1]))
  const left = ranks.length > 0 ? EDGE : PAD
  const centre = (place: number): Point => {
    const [file, rank] = places[place]!.at!
    return { x: left + SIDE * (file + 0.5), y: PAD + SIDE * (rows - rank - 0.5) }
  }
  const width = left + SIDE * columns + PAD
  const height = PAD + SIDE * rows + (files.length > 0 ? EDGE : PAD)
  const names = [
    ...files.map(
      (name, file) =>
        html`<text class="c" x="${left + SIDE * (file + 0.5)}" y="${height - 5}">${name}</text>`,
    ),
    ...ranks.map(
      (name, rank) =>
        html`<text class="c" x="${left / 2}" y="${PAD + SIDE * (rows - rank - 0.5) + 4}">${name}</text>`,
    ),
  ]
  const area = { left, width: SIDE * columns, height: SIDE * rows }
  const wide: Drawing = {
    width,
    height,
    centre,
    ground: html`${GROUNDS[look](area, [...places.keys()].map(centre))}${names}`,
    stand: () => ALONE,
    outline: html`<rect x="-18" y="-18" width="36" height="36"/>`,
    homeAt: { x: -13, y: -13 },
  }
  return { wide }
}

interface Area {
  readonly left: number
  readonly width: number
  readonly height: number
}

const GROUNDS: Readonly<
  Record<NonNullable<GameBoard['look']>, (area: Area, centres: readonly Point[]) => Markup>
> = {
  checkered: ({ left, width, height }, centres) =>
    html`${centres.map(({ x, y }) => {
      const isDark = (Math.floor((x - left) / SIDE) + Math.floor((height + PAD - y) / SIDE)) % 2 === 0
      return html`<rect class="${isDark ? 'sd' : 'sl'}" x="${x - SIDE / 2}" y="${y - SIDE / 2}" width="${SIDE}" height="${SIDE}"/>`
    })}<rect class="rim" x="${left}" y="${PAD}" width="${width}" height="${height}"/>`,
  grid: ({ left, width, height }) => {
    const down = Array.from(
      { length: width / SIDE - 1 },
      (_, i) => html`M${left + SIDE * (i + 1)} ${PAD}v${height}`,
    )
    const across = Array.from(
      { length: height / SIDE - 1 },
      (_, i) => html`M${left} ${PAD + SIDE * (i + 1)}h${width}`,
    )
    return html`<path class="rim" d="${down}${across}"/>`
  },
  rack: ({ left, width, height }, centres) =>
    html`<rect class="rack" x="${left}" y="${PAD}" width="${width}" height="${height}" rx="8"/>${centres.map(
      ({ x, y }) => html`<circle class="hole" cx="${x}" cy="${y}" r="17"/>`,
    )}`,
}

/** Cells that the narrowest screen has room for. */
const CELLS = 7
const CELL = { width: 40, height: 66 }

/** A lane as one row; on a phone as rows of equal length below each other. */
export function laneOf({ places }: GameBoard): Drawings {
  const rows = Math.ceil(places.length / CELLS)
  const wide = laneIn(places, places.length)
  return rows === 1 ? { wide } : { wide, slim: laneIn(places, Math.ceil(places.length / rows)) }
}

/** Units between rows. */
const GAP = 10

function laneIn(places: GameBoard['places'], perRow: number): Drawing {
  const rows = Math.ceil(places.length / perRow)
  const centre = (place: number): Point => ({
    x: CELL.width * ((place % perRow) + 0.5),
    y: PAD + (CELL.height + GAP) * Math.floor(place / perRow) + CELL.height * 0.5,
  })
  return {
    width: CELL.width * perRow,
    height: 2 * PAD + (CELL.height + GAP) * rows - GAP,
    centre,
    ground: html`${places.map(({ name }, place) => {
      const { x, y } = centre(place)
      return html`<rect class="${place % 2 === 0 ? 'sd' : 'sl'}" x="${x - 20}" y="${y - 33}" width="40" height="66"/><text class="c" x="${x}" y="${y + 30}">${name}</text>`
    })}`,
    stand: () => ALONE,
    outline: html`<rect x="-18" y="-31" width="36" height="49"/>`,
    homeAt: { x: 0, y: -23 },
  }
}
