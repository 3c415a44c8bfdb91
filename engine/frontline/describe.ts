/** A position as the JSON of the rulings, and as a lane that a person can read. */
import * as layout from './layout.ts'
import { KINDS, type Rules, SIDES } from './rules.ts'

const { BASE, CELLS, GOLD, OUTCOME, TURNS, UNITS, hpOf, kindOf } = layout

/** The turn last begun: its round from 1, and its side; round 0 and null before the first. */
export function turnOf({ first }: Rules, s: Int32Array): { round: number; player: string | null } {
  const turns = s[TURNS]!
  const firsts = turns % 2 === 1 ? 0 : 1
  const seat = first === 'A' ? firsts : 1 - firsts
  return { round: Math.ceil(turns / 2), player: turns === 0 ? null : SIDES[seat]! }
}

function unitsOf({ cells }: Rules, s: Int32Array) {
  const units = []
  for (let cell = 0; cell < cells; cell++) {
    const unit = s[CELLS + cell]!
    if (unit === 0) continue
    const side = (s[UNITS]! >>> cell) & 1 ? 'A' : 'B'
    units.push({ cell: cell + 1, kind: KINDS[kindOf(unit)]!, side, hp: hpOf(unit) })
  }
  return units
}

/** 'A', 'B', 'draw' or null. */
function winnerOf(s: Int32Array): string | null {
  if (s[OUTCOME] === 0) return null
  return SIDES[(s[OUTCOME]! >> 4) - 1] ?? 'draw'
}

export function describe(rules: Rules, s: Int32Array): object {
  return {
    ...turnOf(rules, s),
    gold: { A: s[GOLD]!, B: s[GOLD + 1]! },
    base: { A: s[BASE]!, B: s[BASE + 1]! },
    units: unitsOf(rules, s),
    winner: winnerOf(s),
  }
}

const WIDTH = 5
const LETTERS = KINDS.map(kind => kind[0]!)

export function render(rules: Rules, s: Int32Array, endings: readonly { label: string }[]): string {
  const { round, player } = turnOf(rules, s)
  const lane = new Array<string>(rules.cells).fill('.')
  for (const { cell, kind, side, hp } of unitsOf(rules, s)) {
    const letter = LETTERS[KINDS.indexOf(kind)]!
    lane[cell - 1] = `${side === 'A' ? letter.toUpperCase() : letter}${hp}`
  }
  const row = (cells: readonly string[]) =>
    cells
      .map(text => text.padEnd(WIDTH))
      .join('')
      .trimEnd()
  const purse = (seat: number) => `${SIDES[seat]}: base ${s[BASE + seat]}, gold ${s[GOLD + seat]}`
  const width = WIDTH * rules.cells
  const lines = [
    player === null ? 'start' : `round ${round}, ${player}'s turn`,
    `${purse(0).padEnd(Math.max(width - purse(1).length, purse(0).length + 2))}${purse(1)}`,
    row(lane),
    row(Array.from({ length: rules.cells }, (_, cell) => String(cell + 1))),
    `${KINDS.map((kind, k) => `${LETTERS[k]} ${kind}`).join(', ')}; upper case A, lower case B; the digits are hit points`,
  ]
  if (s[OUTCOME] !== 0) {
    const winner = SIDES[(s[OUTCOME]! >> 4) - 1]
    lines.push(`${winner ? `${winner} wins` : 'nobody wins'}: ${endings[(s[OUTCOME]! & 15) - 1]!.label}`)
  }
  return lines.join('\n')
}
