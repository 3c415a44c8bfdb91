/** Maps of territories, laid out by their links: neighbours near each other. */
import type { GameBoard } from '../../../../engine/contract/index.ts'
import { html, type Markup } from '../../html.ts'
import type { Drawings, Point } from './drawing.ts'

/** Units between neighbours, around the map, and below it for the lowest name. */
const EDGE = 92
/** No two places are nearer. */
const APART = 74
/** No line between two places passes another one more closely. */
const CLEAR = 34
const PAD = { x: 50, y: 36, below: 6 }
const PASSES = 300

export function mapOf({ places, links = [] }: GameBoard): Drawings {
  const raw = turned(layoutOf(places.length, links), places)
  const left = Math.min(...raw.map(({ x }) => x))
  const top = Math.min(...raw.map(({ y }) => y))
  const centres = raw.map(({ x, y }) => ({
    x: Math.round(PAD.x + x - left),
    y: Math.round(PAD.y + y - top),
  }))
  const line = ([a, b]: readonly [number, number]): string =>
    `M${centres[a]!.x} ${centres[a]!.y}L${centres[b]!.x} ${centres[b]!.y}`
  const regionOf = (place: number): string => places[place]!.region ?? ''
  const inside = links.filter(([a, b]) => regionOf(a) !== '' && regionOf(a) === regionOf(b))
  const dots = places.map((_, i) => `M${centres[i]!.x} ${centres[i]!.y}h0`)
  const width = PAD.x + Math.max(...centres.map(({ x }) => x))
  const whole = html`<path class="region" d="${[...dots, ...inside.map(line)].join('')}"/><path class="road" d="${links.map(line).join('')}"/>${centres.map(
    ({ x, y }) => html`<circle class="spot" cx="${x}" cy="${y}" r="17"/>`,
  )}`
  const drawing = {
    width,
    height: PAD.y + PAD.below + Math.max(...centres.map(({ y }) => y)),
    centre: (place: number) => centres[place]!,
    stand: () => ({ points: [{ x: 0, y: 0 }], scale: 1 }),
    outline: html`<circle r="21"/>`,
    homeAt: { x: 0, y: -20 },
  }
  const named = places.map(({ name }, i) => labelOf([name], centres[i]!, SIZE))
  const wide = { ...drawing, ground: html`${whole}${named}` }
  const size = Math.round((SLIM_SIZE * width) / SLIM_WIDTH)
  if (size <= SIZE) return { wide }
  const folded = places.map(({ name }, i) => labelOf(partsOf(name), centres[i]!, size))
  return {
    wide,
    slim: { ...drawing, height: drawing.height + size, ground: html`${whole}${folded}` },
  }
}

/** Units of a letter's height; and pixels of it on a phone, whose screen has this many for the map. */
const SIZE = 11
const SLIM_SIZE = 10
const SLIM_WIDTH = 360

/** A name in two lines, where it can be cut. */
function partsOf(name: string): string[] {
  const at = name.search(/[- ]/) + 1
  return at === 0 ? [name] : [name.slice(0, at).trim(), name.slice(at)]
}

function labelOf(lines: readonly string[], { x, y }: Point, size: number): Markup {
  return html`${lines.map((text, i) => html`<text class="l tn" style="font-size:${size}px" x="${x}" y="${y + 18 + size * (1 + 0.95 * i)}">${text}</text>`)}`
}

/** Links on the shortest way between all places; one more than the longest where there is no way. */
function distancesOf(count: number, links: readonly (readonly [number, number])[]): number[][] {
  const near = Array.from({ length: count }, (): number[] => [])
  for (const [a, b] of links) {
    near[a]!.push(b)
    near[b]!.push(a)
  }
  const rows = near.map((_, from) => {
    const row = new Array<number>(count).fill(-1)
    row[from] = 0
    const queue = [from]
    for (const at of queue)
      for (const to of near[at]!)
        if (row[to] === -1) {
          row[to] = row[at]! + 1
          queue.push(to)
        }
    return row
  })
  const most = 1 + Math.max(...rows.flat())
  return rows.map(row => row.map(distance => (distance < 0 ? most : distance)))
}

/**
 * Places whose distances on paper follow those along links: stress majorization (Gansner, Koren and North,
 * 2004), one place at a time, with weights 1 / distance². Only arithmetic and square roots, which are the
 * same on every machine.
 */
function layoutOf(count: number, links: readonly (readonly [number, number])[]): Point[] {
  const far = distancesOf(count, links)
  const points = startOf(far)
  for (let pass = 0; pass < PASSES; pass++)
    for (const [i, row] of far.entries()) {
      let [x, y, weights] = [0, 0, 0]
      for (const [j, distance] of row.entries()) {
        if (i === j) continue
        const weight = 1 / (distance * distance)
        const dx = points[i]!.x - points[j]!.x
        const dy = points[i]!.y - points[j]!.y
        const pull = (EDGE * distance) / Math.max(1e-6, Math.sqrt(dx * dx + dy * dy))
        x += weight * (points[j]!.x + pull * dx)
        y += weight * (points[j]!.y + pull * dy)
        weights += weight
      }
      if (weights > 0) points[i] = { x: x / weights, y: y / weights }
    }
  for (let pass = 0; pass < PASSES; pass++) {
    spread(points)
    clear(points, links)
  }
  const wide = (of: (point: Point) => number): number =>
    Math.max(...points.map(of)) - Math.min(...points.map(of))
  // Screens are wider than high.
  return wide(({ x }) => x) >= wide(({ y }) => y) ? points : points.map(({ x, y }) => ({ x: y, y: x }))
}

/** Pushes places that are too near away from each other. */
function spread(points: Point[]): void {
  for (const i of points.keys())
    for (let j = 0; j < i; j++) {
      const [one, other] = [points[i]!, points[j]!]
      const [dx, dy] = [one.x - other.x, one.y - other.y]
      const distance = Math.max(1e-6, Math.sqrt(dx * dx + dy * dy))
      if (distance >= APART) continue
      const push = (APART - distance) / (2 * distance)
      points[i] = { x: one.x + push * dx, y: one.y + push * dy }
      points[j] = { x: other.x - push * dx, y: other.y - push * dy }
    }
}

/** Pushes places off the lines between two others. */
function clear(points: Point[], links: readonly (readonly [number, number])[]): void {
  for (const [a, b] of links)
    for (const i of points.keys()) {
      if (i === a || i === b) continue
      const [from, to, at] = [points[a]!, points[b]!, points[i]!]
      const [dx, dy] = [to.x - from.x, to.y - from.y]
      const along = ((at.x - from.x) * dx + (at.y - from.y) * dy) / Math.max(1e-6, dx * dx + dy * dy)
      if (along <= 0 || along >= 1) continue
      const [ox, oy] = [at.x - from.x - along * dx, at.y - from.y - along * dy]
      const off = Math.max(1e-6, Math.sqrt(ox * ox + oy * oy))
      if (off >= CLEAR) continue
      const push = (CLEAR - off) / (2 * off)
      points[i] = { x: at.x + push * ox, y: at.y + push * oy }
      points[a] = { x: from.x - (push * ox) / 2, y: from.y - (push * oy) / 2 }
      points[b] = { x: to.x - (push * ox) / 2, y: to.y - (push * oy) / 2 }
    }
}

/**
 * The map turned, and mirrored if need be, so that places lie where their bearings say, north above: the
 * rotation of least squares (Procrustes), which needs no angle. Unchanged if no place has a bearing.
 */
function turned(points: readonly Point[], places: GameBoard['places']): readonly Point[] {
  const mean = (of: (point: Point) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [x, y] = [mean(point => point.x), mean(point => point.y)]
  const centred = points.map(point => ({ x: point.x - x, y: point.y - y }))
  const ways = [centred, centred.map(point => ({ x: point.x, y: -point.y }))].map(way => {
    let [cos, sin] = [0, 0]
    for (const [i, { bearing }] of places.entries()) {
      if (!bearing) continue
      const [east, south] = [bearing[0], -bearing[1]]
      cos += way[i]!.x * east + way[i]!.y * south
      sin += way[i]!.x * south - way[i]!.y * east
    }
    return { way, cos, sin, fit: Math.sqrt(cos * cos + sin * sin) }
  })
  const best = ways[1]!.fit > ways[0]!.fit ? ways[1]! : ways[0]!
  const { way, fit } = best
  if (fit === 0) return points
  const [cos, sin] = [best.cos / fit, best.sin / fit]
  return way.map(point => ({ x: cos * point.x - sin * point.y, y: sin * point.x + cos * point.y }))
}

/** A start: how much nearer each place is to one end of the map than to the other, for two pairs of ends. */
function startOf(far: readonly (readonly number[])[]): Point[] {
  const furthest = (of: (place: number) => number): number => {
    const values = far.map((_, place) => of(place))
    return values.indexOf(Math.max(...values))
  }
  const a = furthest(place => far[0]![place]!)
  const b = furthest(place => far[a]![place]!)
  const c = furthest(place => Math.min(far[a]![place]!, far[b]![place]!))
  const d = furthest(
    place => Math.min(far[a]![place]!, far[b]![place]!, far[c]![place]!) + far[c]![place]! / 8,
  )
  // No two at one point, from which nothing would move them.
  return far.map((row, i) => ({
    x: EDGE * (row[a]! - row[b]!) + i / 7,
    y: EDGE * (row[c]! - row[d]!) + (i * i) / 11,
  }))
}
