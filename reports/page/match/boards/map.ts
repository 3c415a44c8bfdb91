/** Maps of territories, laid out by what lies beside what: neighbours near each other. */
import type { GameBoard } from '../../../../engine/contract/index.ts'
import { html } from '../../html.ts'
import type { Drawing, Point } from './drawing.ts'

/** Units between neighbours, around the map, and below it for the lowest name. */
const EDGE = 92
/** No two places are nearer. */
const APART = 74
const PAD = { x: 50, y: 36, below: 6 }
const PASSES = 300

export function mapOf({ places, links = [] }: GameBoard): Drawing {
  const raw = layoutOf(places.length, links)
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
  return {
    width: PAD.x + Math.max(...centres.map(({ x }) => x)),
    height: PAD.y + PAD.below + Math.max(...centres.map(({ y }) => y)),
    legible: 0.95,
    ground: html`<path class="region" d="${[...dots, ...inside.map(line)].join('')}"/><path class="road" d="${links.map(line).join('')}"/>${centres.map(
      ({ x, y }) => html`<circle class="spot" cx="${x}" cy="${y}" r="17"/>`,
    )}${places.map(({ name }, i) => html`<text class="l t" x="${centres[i]!.x}" y="${centres[i]!.y + 29}">${name}</text>`)}`,
    centre: place => centres[place]!,
    stand: () => ({ points: [{ x: 0, y: 0 }], scale: 1 }),
    outline: html`<circle r="21"/>`,
    homeAt: { x: 0, y: -20 },
  }
}

/** Links on the shortest way between all places; as far as the furthest and one more where there is none. */
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
 * Places so that distances on paper follow those along links: stress majorization (Gansner, Koren and North, 2004), one place at a time, with
 * weights 1 / distance². Plain arithmetic and square roots alone, so that it is the same on every machine.
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
  for (let pass = 0; pass < PASSES; pass++) spread(points)
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

/** Each place by how much nearer it is to one end of the map than to the other, across two pairs of ends. */
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
