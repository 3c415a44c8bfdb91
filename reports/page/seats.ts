/** Colours of seats: those that they are named after, and others for the rest. */

/** A colour as [light, dark]: of lines and outlines, of what is filled, of texts on that, and of its edge. */
interface SeatColor {
  readonly line: readonly [string, string]
  readonly fill?: readonly [string, string]
  readonly ink?: readonly [string, string]
  readonly edge?: readonly [string, string]
}

const COLORS: Readonly<Record<string, SeatColor>> = {
  blue: { line: ['#1f66ad', '#6db0f2'] },
  orange: { line: ['#c2500f', '#f29a5c'] },
  green: { line: ['#1f7a4d', '#62c793'] },
  purple: { line: ['#8a3ea8', '#cf95e6'] },
  yellow: {
    line: ['#8a6800', '#e6c84f'],
    fill: ['#f2cf3d', '#e6c84f'],
    ink: ['#1c2126', '#14171a'],
    edge: ['#6b5100', '#14171a'],
  },
  red: { line: ['#b3261e', '#f58b82'] },
  white: {
    line: ['#66717c', '#d3dae1'],
    fill: ['#ffffff', '#f1f3f5'],
    ink: ['#1c2126', '#14171a'],
    edge: ['#1c2126', '#14171a'],
  },
  black: {
    line: ['#1c2126', '#98a3ae'],
    fill: ['#2b3036', '#050607'],
    ink: ['#ffffff', '#e4e8ec'],
    edge: ['#ffffff', '#aab4be'],
  },
}

/** What seats get that are named after no colour, in this order. */
const OTHERS = ['blue', 'orange', 'green', 'purple', 'yellow', 'red']

/** Colours that a chart leaves to what is nobody's. */
const GREYS = ['white', 'black']

/** The colour of each seat: the one that it is named after, if it may be, else a free one. */
function colorsOf(seats: readonly string[], but: readonly string[] = []): SeatColor[] {
  const names = seats.map(seat => seat.toLowerCase())
  const own = (name: string): SeatColor | undefined =>
    but.includes(name) || !Object.hasOwn(COLORS, name) ? undefined : COLORS[name]
  const free = OTHERS.filter(name => !names.includes(name))
  return names.map((name, i) => own(name) ?? COLORS[free.shift() ?? OTHERS[i % OTHERS.length]!]!)
}

/** The custom properties of a scheme for charts whose series are seats: `--sN` of each, from 1, as everywhere on the page. */
export function seatSeries(seats: readonly string[], scheme: 0 | 1): string {
  return colorsOf(seats, GREYS)
    .map(({ line }, i) => `--s${i + 1}:${line[scheme]}`)
    .join(';')
}

/** Texts on a filled piece, and its edge, where its colour does not say. */
const PAGE = ['#ffffff', '#14171a'] as const

/** The custom properties of a scheme: `--lN`, `--pN`, `--kN` and `--eN` of each seat (line, fill, ink, edge), from 1. */
export function seatProperties(seats: readonly string[], scheme: 0 | 1): string {
  return colorsOf(seats)
    .map((own, i) => {
      const { line, fill = line, ink = PAGE, edge = PAGE } = own
      return `--l${i + 1}:${line[scheme]};--p${i + 1}:${fill[scheme]};--k${i + 1}:${ink[scheme]};--e${i + 1}:${edge[scheme]}`
    })
    .join(';')
}
