/** Colours of seats: a seat named after a colour has it, others get free ones. */

/** A colour as [light, dark]: of lines, of filled areas, of texts on these, and of their edges. */
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

/** For seats that are named after no colour, in this order. */
const OTHERS = ['blue', 'orange', 'green', 'purple', 'yellow', 'red']

/** In charts, grey belongs to nobody. */
const GREYS = ['white', 'black']

function colorsOf(seats: readonly string[], excluded: readonly string[] = []): SeatColor[] {
  const names = seats.map(seat => seat.toLowerCase())
  const own = (name: string): SeatColor | undefined =>
    excluded.includes(name) || !Object.hasOwn(COLORS, name) ? undefined : COLORS[name]
  const free = OTHERS.filter(name => !names.includes(name))
  return names.map((name, i) => own(name) ?? COLORS[free.shift() ?? OTHERS[i % OTHERS.length]!]!)
}

/** Custom properties of a scheme for charts whose series are seats: `--sN`, from 1. */
export function seatSeries(seats: readonly string[], scheme: 0 | 1): string {
  return colorsOf(seats, GREYS)
    .map(({ line }, i) => `--s${i + 1}:${line[scheme]}`)
    .join(';')
}

/** Ink and edge of colours that name none. */
const PAGE = ['#ffffff', '#14171a'] as const

/** Custom properties of a scheme: `--lN`, `--pN`, `--kN` and `--eN` of each seat (line, fill, ink, edge), from 1. */
export function seatProperties(seats: readonly string[], scheme: 0 | 1): string {
  return colorsOf(seats)
    .map((own, i) => {
      const { line, fill = line, ink = PAGE, edge = PAGE } = own
      return `--l${i + 1}:${line[scheme]};--p${i + 1}:${fill[scheme]};--k${i + 1}:${ink[scheme]};--e${i + 1}:${edge[scheme]}`
    })
    .join(';')
}
