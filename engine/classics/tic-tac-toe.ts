/** Tic-tac-toe: cross and nought mark the cells of a square of three by three in turn; three in a line win. */
import { z } from 'zod'
import {
  type Action,
  bitCount,
  EVENTS,
  FIELDED,
  type GameInfo,
  type GameText,
  NOBODY,
  packOutcome,
  type RandomMatch,
  RESOLVE_BIT,
  type Seat,
  type State,
  USED,
} from '../contract/index.ts'
import { below } from '../rng.ts'
import { Classic, classicText, classicWords, drawBoard, fileName, squareBoard } from './classic.ts'

export const schema = z.strictObject({
  misere: z.boolean().describe('three in a line lose').default(false),
})
type Rules = z.output<typeof schema>

/** MARKS: the cells that a seat has marked, as bits: a1, b1, c1, a2 and so on. */
const { at, size: STATE_SIZE } = classicWords({ MARKS: 2 })
const { MARKS, OUTCOME, TO_MOVE } = at

const SIDE = 3
const CELLS = SIDE * SIDE
const ALL = (1 << CELLS) - 1
const LINES = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124]
const BY_LINE = 0
const BY_FULL = 1

const SETS = Array.from({ length: 1 << CELLS }, (_, cells) => cells)
/** By set of cells: 1 if it has a line. */
const HAS_LINE = Uint8Array.from(SETS, cells => (LINES.some(line => (cells & line) === line) ? 1 : 0))
/** By set of cells: lines that it has no cell of. */
const LINES_OFF = Uint8Array.from(SETS, cells => LINES.filter(line => (cells & line) === 0).length)
const SIZE = Uint8Array.from(SETS, bitCount)
/** By set of cells and place: the cell at that place, ascending. */
const NTH_SHIFT = 4
const NTH = new Uint8Array(SETS.length << NTH_SHIFT)
for (const cells of SETS) {
  let place = cells << NTH_SHIFT
  for (let cell = 0; cell < CELLS; cell++) if ((cells >> cell) & 1) NTH[place++] = cell
}

const ASSETS = ['corner', 'edge', 'centre']
/** By cell: where the counts of its asset begin among those of a seat. */
const COUNTS = Uint8Array.from([0, 1, 0, 1, 2, 1, 0, 1, 0], asset => asset * EVENTS.length)
const SEAT_COUNTS = ASSETS.length * EVENTS.length

const infoOf = (id: string): GameInfo => ({
  id,
  type: { dynamics: 'sequential', chance: 'deterministic', information: 'perfect', utility: 'constant-sum' },
  seats: ['cross', 'nought'],
  stateSize: STATE_SIZE,
  actionCount: CELLS,
  legalMax: CELLS,
  decisionMax: CELLS,
  stepMax: CELLS,
  step: { label: 'half-turn', perTurn: 2 },
  horizon: CELLS,
  gauges: [
    {
      id: 'lines',
      label: 'lead in open lines',
      min: -LINES.length,
      max: LINES.length,
      zeroSum: true,
      weight: 1,
    },
  ],
  assets: ASSETS.map(id => ({ id, group: 'cell', label: id })),
  endings: [
    { id: 'line', kind: 'win', label: 'three in a line' },
    { id: 'full', kind: 'draw', label: 'all cells are marked' },
  ],
})

class TicTacToe extends Classic {
  readonly text: GameText
  /** What a line is xored with to tell the winner from the seat that made it. */
  readonly #misere: number

  constructor(id: string, { misere }: Rules) {
    super(infoOf(id))
    this.#misere = misere ? 1 : 0
    this.text = textOf(this)
  }

  start(s: State): void {
    s[MARKS] = 0
    s[MARKS + 1] = 0
    s[OUTCOME] = 0
    s[TO_MOVE] = 1
  }

  legal(s: State, _seat: Seat, out: Int32Array): number {
    const free = ALL & ~(s[MARKS]! | s[MARKS + 1]!)
    const count = SIZE[free]!
    for (let n = 0; n < count; n++) out[n] = NTH[(free << NTH_SHIFT) + n]!
    return count
  }

  override passive(s: State): Action {
    return NTH[(ALL & ~(s[MARKS]! | s[MARKS + 1]!)) << NTH_SHIFT]!
  }

  override sample(s: State, _seat: Seat, rng: Int32Array): Action {
    const free = ALL & ~(s[MARKS]! | s[MARKS + 1]!)
    return NTH[(free << NTH_SHIFT) + below(rng, SIZE[free]!)]!
  }

  /** Marks such a cell. */
  uses(_s: State, _seat: Seat, action: Action, asset: number): boolean {
    return COUNTS[action] === asset * EVENTS.length
  }

  apply(s: State, seat: Seat, action: Action, events: Int32Array): void {
    const marks = s[MARKS + seat]! | (1 << action)
    s[MARKS + seat] = marks
    if (HAS_LINE[marks] === 1) s[OUTCOME] = packOutcome(BY_LINE, seat ^ this.#misere)
    else if ((marks | s[MARKS + 1 - seat]!) === ALL) s[OUTCOME] = packOutcome(BY_FULL, NOBODY)
    const count = seat * SEAT_COUNTS + COUNTS[action]!
    events[count + FIELDED]!++
    events[count + USED]!++
    s[TO_MOVE] = RESOLVE_BIT
  }

  /** Closes the half-turn. The seat with as many marks as the other, or cross with no more, is next. */
  resolve(s: State): boolean {
    const next = SIZE[s[MARKS]!]! > SIZE[s[MARKS + 1]!]! ? 0b10 : 0b01
    s[TO_MOVE] = s[OUTCOME] === 0 ? next : 0
    return true
  }

  gauge(s: State, out: Int32Array, at: number): void {
    const lead = LINES_OFF[s[MARKS + 1]!]! - LINES_OFF[s[MARKS]!]!
    out[at] = lead
    out[at + 1] = -lead
  }

  sampleMatch(s: State, rngs: readonly Int32Array[], match: RandomMatch): void {
    this.alternate(s, rngs, match)
  }
}

const SIGNS = ['x', 'o'] as const
const NAMES = Array.from(
  { length: CELLS },
  (_, cell) => `${fileName(cell % SIDE)}${1 + Math.floor(cell / SIDE)}`,
)

function textOf(game: TicTacToe): GameText {
  const signAt = (s: State, cell: number): string =>
    SIGNS.find((_, seat) => (s[MARKS + seat]! >> cell) & 1) ?? '.'
  return classicText(game, {
    format: (_state, _seat, action) => NAMES[action]!,
    places: (_state, _seat, action) => [NAMES[action]!],
    describe: s => ({
      cross: NAMES.filter((_, cell) => (s[MARKS]! >> cell) & 1),
      nought: NAMES.filter((_, cell) => (s[MARKS + 1]! >> cell) & 1),
    }),
    render: s => drawBoard(SIDE, SIDE, (file, rank) => signAt(s, rank * SIDE + file)),
    board: squareBoard(SIDE, SIDE, ['X', 'O'], 'grid', (s, file, rank) =>
      SIGNS.findIndex((_, seat) => (s[MARKS + seat]! >> (rank * SIDE + file)) & 1),
    ),
  })
}

export function compile(id: string, rules: Rules): TicTacToe {
  return new TicTacToe(id, rules)
}
