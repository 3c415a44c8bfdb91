/** A position as a board that a person can read, and what the last phase did. */
import { type Ending, endingOf, NOBODY, type State, winnerOf } from '../../contract/index.ts'
import type { Tables } from '../rules/tables.ts'
import { GONE, lane } from '../state/lanes.ts'
import { PLAN, planOf, WORDS } from '../state/layout.ts'
import { phaseOf, STATUSES, statusOf, WAITING } from '../state/orders.ts'
import { pendingDamage, pendingFavour, pendingSeat, pendingSquare } from '../state/pending.ts'
import { lastPhase } from './describe.ts'
import { orderText, squareName } from './notation.ts'

const { BLOCKING, FAVOUR, HP, OUTCOME, OWN, PENDING, PENDING_COUNT, RESTING, SQUARES } = WORDS

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
function boardLines(t: Tables, s: State): string[] {
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
function orderLines(t: Tables, s: State, phase: number): string[] {
  const lines: string[] = []
  for (const [seat, side] of t.rules.sides.entries()) {
    const first = planOf(seat) + PLAN.PLAN_ORDERS
    for (const order of s.subarray(first, first + t.orders))
      if (order !== 0 && phaseOf(order) === phase - 1 && statusOf(order) !== WAITING)
        lines.push(`  ${side.name} ${orderText(t, order)}: ${STATUSES[statusOf(order)]}`)
  }
  return lines
}

export function render(t: Tables, s: State, endings: readonly Ending[]): string {
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
    const winner = winnerOf(outcome)
    const result = winner === NOBODY ? 'nobody wins' : `${t.rules.sides[winner]!.name} wins`
    lines.push(`${result}: ${endings[endingOf(outcome)]!.label}`)
  }
  return lines.join('\n')
}
