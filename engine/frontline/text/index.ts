/** What people read and write: decisions as records have them, a position as the JSON of the rulings, and a lane in text. */
import {
  type Action,
  type Ending,
  endingOf,
  foldLine,
  type GameBoard,
  type GameText,
  type Holding,
  LINE_MAX,
  type State,
  winnerOf,
} from '../../contract/index.ts'
import { KINDS, RECRUITS, type Rules, SIDES } from '../rules.ts'
import { BASE, CELLS, GOLD, hpOf, isHomeTaken, kindOf, OUTCOME, sideOn, TO_MOVE, TURNS } from '../state.ts'
import { guideOf } from './guide.ts'
import { briefOf, sideToMove, storyOf } from './story.ts'

export function textOf(rules: Rules, endings: readonly Ending[]): GameText {
  return {
    replayEach: 'step',
    fixedFormat: true,
    format: (_state, _seat, action) => CHOICES[action]!,
    parse: (state, seat, text) => parse(rules, state, seat, text),
    tell: (_state, _seat, action) => {
      const kind = CHOICES[action]!
      return action === 0
        ? 'recruits nobody'
        : `recruits ${kind} for ${rules.units[kind as 'infantry'].price} gold`
    },
    // Recruits appear in the cell of the base.
    places: (_state, seat, action) => (action === 0 ? [] : [String(seat === 0 ? 1 : rules.cells)]),
    describe: state => describe(rules, state),
    guide: guideOf(rules),
    legend: foldLine(LEGEND).join('\n'),
    render: state => render(rules, state, endings, []),
    narrate: (before, after) => render(rules, after, endings, storyOf(rules, before, after)),
    brief: (before, after) => briefOf(rules, before, after),
    story: (before, after) => storyOf(rules, before, after),
    board: boardOf(rules),
  }
}

/** The turn last begun: its round from 1, and its side; round 0 and null before the first. */
function turnOf(rules: Rules, s: Int32Array): { round: number; player: string | null } {
  const turns = s[TURNS]!
  return { round: Math.ceil(turns / 2), player: turns === 0 ? null : SIDES[sideToMove(rules, s)]! }
}

/** How records write a decision, by action: 0 is none, 1 + kind recruits. */
const CHOICES: readonly string[] = ['none', ...KINDS.slice(0, RECRUITS)]

/** The action that a text means. Throws an Error that says why the side cannot do that now. */
function parse(rules: Rules, s: Int32Array, seat: number, text: string): Action {
  const action = CHOICES.indexOf(text)
  const side = SIDES[seat]
  if (action < 0) throw new Error(`found ${JSON.stringify(text)}, expected one of ${CHOICES.join(', ')}`)
  if (((s[TO_MOVE]! >> seat) & 1) === 0) throw new Error(notToMove(rules, s, seat))
  if (action === 0) return action
  const { price } = rules.units[KINDS[action - 1] as 'infantry']
  if (s[GOLD + seat]! < price)
    throw new Error(`${side} has ${s[GOLD + seat]} gold, but ${text} costs ${price}`)
  return action
}

/** Says that a side is not to move, and what may have kept it from being to move before. */
function notToMove(rules: Rules, s: Int32Array, seat: number): string {
  const { round, player } = turnOf(rules, s)
  const prices = KINDS.slice(0, RECRUITS).map(kind => rules.units[kind as 'infantry'].price)
  const gold = s[GOLD + seat]!
  const side = SIDES[seat]
  let why = ''
  if (isHomeTaken(s, rules.cells, seat)) why = `; the cell of ${side}'s base is taken`
  else if (gold < Math.min(...prices)) why = `; ${side}'s gold, ${gold}, buys nothing`
  return `${side} has nothing to decide in ${player}'s turn of round ${round}${why}, expected a decision of ${player}`
}

function unitsOf({ cells }: Rules, s: Int32Array) {
  const units = []
  for (let cell = 0; cell < cells; cell++) {
    const unit = s[CELLS + cell]!
    if (unit === 0) continue
    const side = SIDES[sideOn(s, cell)]!
    units.push({ cell: cell + 1, kind: KINDS[kindOf(unit)]!, side, hp: hpOf(unit) })
  }
  return units
}

function describe(rules: Rules, s: Int32Array): object {
  const outcome = s[OUTCOME]!
  return {
    ...turnOf(rules, s),
    gold: { A: s[GOLD]!, B: s[GOLD + 1]! },
    base: { A: s[BASE]!, B: s[BASE + 1]! },
    units: unitsOf(rules, s),
    winner: outcome === 0 ? null : (SIDES[winnerOf(outcome)] ?? 'draw'),
  }
}

/** Columns of a cell: a letter, three digits, a space. */
const WIDTH = 5
const LETTERS = KINDS.map(kind => kind[0]!)
const LEGEND = `${KINDS.map((kind, k) => `${LETTERS[k]} ${kind}`).join(', ')}; upper case A, lower case B; digits: hit points`

/** The position under what happened before it, a sentence a line. */
function render(rules: Rules, s: State, endings: readonly Ending[], story: readonly string[]): string {
  const { round, player } = turnOf(rules, s)
  const outcome = s[OUTCOME]!
  const winner = SIDES[winnerOf(outcome)]
  return [
    player === null ? 'start' : `round ${round}, ${player}'s turn`,
    ...story.flatMap(sentence => foldLine(`  ${sentence}`)),
    ...purseLines(rules, s),
    ...laneLines(rules, s),
    ...(outcome === 0
      ? []
      : [`${winner ? `${winner} wins` : 'nobody wins'}: ${endings[endingOf(outcome)]!.label}`]),
  ].join('\n')
}

/** What both sides have, A's above the left end of the lane and B's above the right end. */
function purseLines({ cells }: Rules, s: State): string[] {
  const [a, b] = SIDES.map((side, seat) => `${side}: base ${s[BASE + seat]}, gold ${s[GOLD + seat]}`) as [
    string,
    string,
  ]
  return [`${a.padEnd(Math.max(WIDTH * Math.min(cells, ROW) - b.length, a.length + 2))}${b}`]
}

/** Cells that fit on a line. */
const ROW = Math.floor(LINE_MAX / WIDTH)

/** The units above the numbers of their cells; a long lane takes several rows of equal length. */
function laneLines(rules: Rules, s: State): string[] {
  const { cells } = rules
  const lane = new Array<string>(cells).fill('.')
  for (const { cell, kind, side, hp } of unitsOf(rules, s)) {
    const letter = LETTERS[KINDS.indexOf(kind)]!
    lane[cell - 1] = `${side === 'A' ? letter.toUpperCase() : letter}${hp}`
  }
  const rows = Math.ceil(cells / ROW)
  const length = Math.ceil(cells / rows)
  return Array.from({ length: rows }, (_, row) => {
    const shown = lane.slice(row * length, (row + 1) * length)
    return [rowOf(shown), rowOf(shown.map((_, i) => String(row * length + i + 1)))]
  }).flat()
}

function rowOf(cells: readonly string[]): string {
  return cells
    .map(text => text.padEnd(WIDTH))
    .join('')
    .trimEnd()
}

const SIGNS = KINDS.map(kind => kind[0]!.toUpperCase())

export function boardOf({ cells }: Rules): GameBoard {
  const lane = Array.from({ length: cells }, (_, cell) => cell)
  const homes = new Map([
    [0, { home: 0 }],
    [cells - 1, { home: 1 }],
  ])
  const holding = (s: State, cell: number): Holding => {
    const unit = s[CELLS + cell]!
    const piece = { seat: sideOn(s, cell), sign: SIGNS[kindOf(unit)]!, figure: hpOf(unit) }
    return { ...homes.get(cell), pieces: unit === 0 ? [] : [piece] }
  }
  return {
    family: 'lane',
    places: lane.map(cell => ({ name: String(cell + 1), at: [cell, 0] })),
    signs: KINDS.map((kind, k) => [SIGNS[k]!, kind]),
    figures: 'hit points',
    home: 'a base',
    at: s => ({
      holdings: lane.map(cell => holding(s, cell)),
      standings: SIDES.map((side, seat) => `${side}: base ${s[BASE + seat]}, gold ${s[GOLD + seat]}`),
    }),
  }
}
