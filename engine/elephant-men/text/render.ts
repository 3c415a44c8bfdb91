/** A position as a board that a person can read, and what the last phase did. */
import { type Ending, endingOf, foldLine, NOBODY, type State, winnerOf } from '../../contract/index.ts'
import { SIGNS, signOf } from '../rules/actions.ts'
import type { Tables } from '../rules/tables.ts'
import { pendingSquare } from '../state/cells.ts'
import { GONE, lane } from '../state/lanes.ts'
import {
  BLOCKING,
  FAVOUR,
  HP,
  OUTCOME,
  OWN,
  PENDING,
  PENDING_COUNT,
  RESTING,
  SQUARES,
} from '../state/layout.ts'
import { lastPhase } from './describe.ts'
import { orderLines, pendingTexts, storyOf } from './story.ts'

/** Letters of the kinds on the board: the first that no earlier kind has taken. */
export function letters(t: Tables): string[] {
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

/** What the letters and signs of a board mean. */
export function legendOf(t: Tables): string {
  const [first, second] = t.rules.sides
  const key = letters(t).map((letter, k) => `${letter} ${t.kinds[k]}`)
  return [
    ...foldLine(`${key.join(', ')}; upper case ${first!.name}, lower case ${second!.name}`),
    'digit: hit points; z rests, # blocks, * a blow or prayer is due',
    ...foldLine(`orders: ${ordersKey(t)}`),
    ...foldLine(
      `favour: ${first!.name} wins at +${t.rules.favour.win}, ${second!.name} at -${t.rules.favour.win}`,
    ),
  ].join('\n')
}

/** Every sign with its actions. */
function ordersKey({ rules }: Tables): string {
  const meanings = SIGNS.map(
    sign => [sign, rules.order.filter(name => signOf(rules, name) === sign)] as const,
  )
  return meanings
    .flatMap(([sign, names]) => (names.length > 0 ? [`${sign} ${names.join(' or ')}`] : []))
    .join(', ')
}

/** The favour, who leads by it, and what it was if it is known and differs. */
function favourLine(t: Tables, s: State, before: State | null): string {
  const favour = s[FAVOUR]!
  const signed = (n: number) => (n > 0 ? `+${n}` : String(n))
  const leader = favour === 0 ? 'even' : `${t.rules.sides[favour > 0 ? 0 : 1]!.name} leads`
  const was = before && before[FAVOUR] !== favour ? ` (${signed(before[FAVOUR]!)} before)` : ''
  return `favour ${signed(favour)}${was}: ${leader}`
}

const sameLines = (a: readonly string[], b: readonly string[]): boolean => a.join('\n') === b.join('\n')

/** The position, under what happened since `before` if that is given, whose board is not drawn again where nothing has changed. */
export function render(t: Tables, s: State, endings: readonly Ending[], before: State | null = null): string {
  const { turn, phase } = lastPhase(t, s)
  const board = boardLines(t, s)
  const story = before ? storyOf(t, before, s, phase) : orderLines(t, s, phase)
  const lines = [
    phase === 0 ? 'start' : `turn ${turn}, phase ${phase}`,
    ...story.flatMap(sentence => foldLine(`  ${sentence}`)),
    favourLine(t, s, before),
    ...(before && sameLines(boardLines(t, before), board) ? [] : board),
    ...pendingTexts(t, s).map(({ side, what, at }) => `  next phase: ${side}'s ${what} lands on ${at}`),
  ]
  const outcome = s[OUTCOME]!
  if (outcome !== 0) {
    const winner = winnerOf(outcome)
    const result = winner === NOBODY ? 'nobody wins' : `${t.rules.sides[winner]!.name} wins`
    lines.push(`${result}: ${endings[endingOf(outcome)]!.label}`)
  }
  return lines.join('\n')
}
