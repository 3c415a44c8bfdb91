/** A position as the JSON of the rulings, and as a board that a person can read. */
import {
  BLOCKING,
  DONE,
  FATES,
  FAVOUR,
  fateOf,
  GONE,
  HP,
  lane,
  OUTCOME,
  OWN,
  PENDING,
  PENDING_COUNT,
  PLAN_ORDERS,
  pendingDamage,
  pendingFavour,
  pendingSeat,
  pendingSquare,
  phaseOf,
  planOf,
  RESTING,
  SQUARES,
  WAITING,
} from './layout.ts'
import { orderText, squareName } from './notation.ts'
import type { Tables } from './tables.ts'

/** Turn and phase last resolved, from 1; phase 0 before the first. */
export function lastPhase(t: Tables, s: Int32Array): { turn: number; phase: number } {
  const done = s[DONE]!
  if (done === 0) return { turn: 1, phase: 0 }
  return { turn: Math.floor((done - 1) / t.phases) + 1, phase: ((done - 1) % t.phases) + 1 }
}

const byPlace = (a: { at: string }, b: { at: string }): number => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)

function unitsOf(t: Tables, s: Int32Array) {
  const units = []
  for (let slot = 0; slot < t.units; slot++) {
    const square = lane(s, SQUARES, slot)
    if (square === GONE) continue
    units.push({
      at: squareName(t, square),
      kind: t.kinds[t.slotKind[slot]!]!,
      side: t.rules.sides[(s[OWN]! >>> slot) & 1 ? 0 : 1]!.name,
      hp: lane(s, HP, slot),
      resting: ((s[RESTING]! >>> slot) & 1) === 1,
      blocking: ((s[BLOCKING]! >>> slot) & 1) === 1,
    })
  }
  return units.sort(byPlace)
}

function pendingOf(t: Tables, s: Int32Array) {
  const words = Array.from(s.subarray(PENDING, PENDING + s[PENDING_COUNT]!))
  const blows = words.filter(w => pendingDamage(w) > 0)
  const prayers = words.filter(w => pendingDamage(w) === 0)
  return [
    ...blows.map(w => ({ at: squareName(t, pendingSquare(w)), damage: pendingDamage(w) })),
    ...prayers.map(w => ({ at: squareName(t, pendingSquare(w)), favour: pendingFavour(w) })),
  ].sort(byPlace)
}

/** The winner's name, 'draw', 'length' or null. */
function winnerOf(t: Tables, s: Int32Array, endings: readonly { kind: string }[]): string | null {
  const outcome = s[OUTCOME]!
  if (outcome === 0) return null
  const winner = (outcome >> 4) - 1
  return winner >= 0 ? t.rules.sides[winner]!.name : endings[(outcome & 15) - 1]!.kind
}

export function describe(t: Tables, s: Int32Array, endings: readonly { kind: string }[]): object {
  const { turn, phase } = lastPhase(t, s)
  return {
    turn,
    phase,
    favour: s[FAVOUR]!,
    units: unitsOf(t, s),
    pending: pendingOf(t, s),
    winner: winnerOf(t, s, endings),
  }
}

/** Letters of the kinds on the board: the first that no earlier kind has taken. */
function letters(t: Tables): string[] {
  const taken = new Set<string>()
  return t.kinds.map(kind => {
    const letter = [...kind.replaceAll('-', '')].find(c => !taken.has(c)) ?? '?'
    taken.add(letter)
    return letter
  })
}

/** Four columns a square: letter (upper case for the first side), hit points, z for resting, # for blocking. */
function boardLines(t: Tables, s: Int32Array): string[] {
  const letter = letters(t)
  const cells = new Array<string>(t.squares).fill('  . ')
  for (let k = 0; k < s[PENDING_COUNT]!; k++) cells[pendingSquare(s[PENDING + k]!)] = '  * '
  for (let slot = 0; slot < t.units; slot++) {
    const square = lane(s, SQUARES, slot)
    if (square === GONE) continue
    const own = (s[OWN]! >>> slot) & 1
    const name = letter[t.slotKind[slot]!]!
    const flag = (s[RESTING]! >>> slot) & 1 ? 'z' : (s[BLOCKING]! >>> slot) & 1 ? '#' : ' '
    const before = cells[square] === '  * ' ? '*' : ' '
    cells[square] = `${before}${own ? name.toUpperCase() : name}${lane(s, HP, slot)}${flag}`
  }
  const lines: string[] = []
  for (let rank = t.ranks - 1; rank >= 0; rank--)
    lines.push(
      `${String(rank + 1).padStart(3)} ${cells.slice(rank * t.files, (rank + 1) * t.files).join('')}`.trimEnd(),
    )
  lines.push(
    `    ${Array.from({ length: t.files }, (_, f) => ` ${String.fromCharCode(97 + f)}  `).join('')}`.trimEnd(),
  )
  return lines
}

/** What each order of the last phase did, or why it did nothing. */
function orderLines(t: Tables, s: Int32Array, phase: number): string[] {
  const lines: string[] = []
  for (const [seat, side] of t.rules.sides.entries()) {
    const first = planOf(seat) + PLAN_ORDERS
    for (const order of s.subarray(first, first + t.orders))
      if (order !== 0 && phaseOf(order) === phase - 1 && fateOf(order) !== WAITING)
        lines.push(`  ${side.name} ${orderText(t, order)}: ${FATES[fateOf(order)]}`)
  }
  return lines
}

export function render(
  t: Tables,
  s: Int32Array,
  endings: readonly { kind: string; label: string }[],
): string {
  const { turn, phase } = lastPhase(t, s)
  const [first, second] = t.rules.sides
  const favour = s[FAVOUR]!
  const signed = favour > 0 ? `+${favour}` : String(favour)
  const key = letters(t).map((letter, k) => `${letter} ${t.kinds[k]}`)
  const lines = [
    phase === 0 ? 'start' : `turn ${turn}, phase ${phase}`,
    `favour ${signed} (${first!.name} wins at +${t.rules.favour.win}, ${second!.name} at -${t.rules.favour.win})`,
    ...orderLines(t, s, phase),
    ...boardLines(t, s),
    `    ${key.join(', ')}; upper case ${first!.name}, lower case ${second!.name}`,
    '    digit: hit points; z rests, # blocks, * a blow or prayer is due',
  ]
  for (let k = 0; k < s[PENDING_COUNT]!; k++) {
    const word = s[PENDING + k]!
    const what =
      pendingDamage(word) > 0 ? `a blow of ${pendingDamage(word)}` : `a prayer of ${pendingFavour(word)}`
    lines.push(
      `  next phase: ${what} by ${t.rules.sides[pendingSeat(word)]!.name} lands on ${squareName(t, pendingSquare(word))}`,
    )
  }
  const outcome = s[OUTCOME]!
  if (outcome !== 0) {
    const winner = (outcome >> 4) - 1
    const who = winner >= 0 ? `${t.rules.sides[winner]!.name} wins` : 'nobody wins'
    lines.push(`${who}: ${endings[(outcome & 15) - 1]!.label}`)
  }
  return lines.join('\n')
}
