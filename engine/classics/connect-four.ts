/** Connect four: two seats drop discs into the columns of an upright board in turn; four in a line win. */
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
  WIN_UNITS,
} from '../contract/index.ts'
import { below } from '../rng.ts'
import { Classic, classicText, classicWords, squareBoard } from './classic.ts'

/** Columns of a board: their heights share a word. */
const COLUMNS_MAX = 8
const ROWS_MAX = 12
/** A board and a row that stays empty above it have to fit into the two words of a seat. */
const BITS = 64

export const schema = z
  .strictObject({
    columns: z.int().min(1).max(COLUMNS_MAX).describe('columns of the board').default(7),
    rows: z
      .int()
      .min(1)
      .max(ROWS_MAX)
      .describe('discs that fill a column; columns x (rows + 1) is 64 at most')
      .default(6),
  })
  .superRefine(({ columns, rows }, context) => {
    if (columns <= COLUMNS_MAX && columns * (rows + 1) > BITS)
      context.addIssue({
        code: 'custom',
        path: ['rows'],
        message: `rows is ${rows}, expected at most ${Math.floor(BITS / columns) - 1} with ${columns} columns`,
      })
  })
type Rules = z.output<typeof schema>

/**
 * DISCS: two words a seat, one bit a cell, columns after each other from the lowest row up, with a bit that stays 0 above
 * each, so that no line runs from one column into the next. HEIGHTS: the discs in each column, 4 bits each. OPEN: the
 * columns that are not full, as bits. PLIES: discs so far. LEAD: of the first seat in lines through its discs.
 */
const { at, size: STATE_SIZE } = classicWords({ PLIES: 1, OPEN: 1, HEIGHTS: 1, LEAD: 1, DISCS: 4 })
const { DISCS, HEIGHTS, LEAD, OPEN, OUTCOME, PLIES, TO_MOVE } = at

const SEATS = ['red', 'yellow']
const LINE = 4
const WORD_BITS = 32
const HEIGHT_SHIFT = 2
const HEIGHT_MASK = 15
const BY_FOUR = 0
const BY_FULL = 1

/** By cell, in the order of the bits: the lines of four that run through it. */
function linesThrough({ columns, rows }: Rules): Int32Array {
  const through = new Int32Array(columns * (rows + 1))
  const isCell = (column: number, row: number) => column >= 0 && column < columns && row >= 0 && row < rows
  for (const [right, up] of [
    [1, 0],
    [0, 1],
    [1, 1],
    [1, -1],
  ] as const)
    for (let column = 0; column < columns; column++)
      for (let row = 0; row < rows; row++)
        if (isCell(column + (LINE - 1) * right, row + (LINE - 1) * up))
          for (let n = 0; n < LINE; n++) through[(column + n * right) * (rows + 1) + row + n * up]!++
  return through
}

/** By column: how far it is from the middle, rounded down. */
const offCentre = (columns: number): number[] =>
  Array.from({ length: columns }, (_, column) => Math.floor(Math.abs(2 * column + 1 - columns) / 2))

function infoOf(id: string, rules: Rules): GameInfo {
  const { columns, rows } = rules
  const cells = columns * rows
  const most = Math.max(
    1,
    linesThrough(rules).reduce((sum, lines) => sum + lines, 0),
  )
  return {
    id,
    type: {
      dynamics: 'sequential',
      chance: 'deterministic',
      information: 'perfect',
      utility: 'constant-sum',
    },
    seats: SEATS,
    stateSize: STATE_SIZE,
    actionCount: columns,
    legalMax: columns,
    decisionMax: cells,
    stepMax: cells,
    step: { label: 'half-turn', perTurn: 2 },
    // Lines say little about who wins: playouts have to go to the end.
    horizon: cells,
    gauges: [
      {
        id: 'lines',
        label: 'lead in lines through the discs',
        min: -most,
        max: most,
        zeroSum: true,
        weight: WIN_UNITS / 4 / most,
      },
    ],
    assets: Array.from({ length: 1 + Math.max(...offCentre(columns)) }, (_, off) => ({
      id: off === 0 ? 'middle' : `${off} off`,
      group: 'column',
      label: off === 0 ? 'the middle' : `${off} off the middle`,
    })),
    endings: [
      { id: 'four', kind: 'win', label: 'four in a line' },
      { id: 'full', kind: 'draw', label: 'the board is full' },
    ],
  }
}

class ConnectFour extends Classic {
  readonly text: GameText
  readonly #columns: number
  /** Bits of a column. */
  readonly #stride: number
  readonly #rows: number
  readonly #all: number
  readonly #through: Int32Array
  /** By column: where the counts of its asset begin among those of a seat. */
  readonly #counts: Int32Array
  readonly #seatCounts: number

  constructor(id: string, rules: Rules) {
    super(infoOf(id, rules))
    this.#columns = rules.columns
    this.#rows = rules.rows
    this.#stride = rules.rows + 1
    this.#all = (1 << rules.columns) - 1
    this.#through = linesThrough(rules)
    this.#counts = Int32Array.from(offCentre(rules.columns), off => off * EVENTS.length)
    this.#seatCounts = this.info.assets.length * EVENTS.length
    this.text = textOf(this, rules)
  }

  start(s: State): void {
    s.fill(0)
    s[TO_MOVE] = 1
    s[OPEN] = this.#all
  }

  legal(s: State, _seat: Seat, out: Int32Array): number {
    let count = 0
    for (let column = 0, open = s[OPEN]!; open !== 0; column++, open >>= 1)
      if ((open & 1) !== 0) out[count++] = column
    return count
  }

  override passive(s: State): Action {
    const open = s[OPEN]!
    return WORD_BITS - 1 - Math.clz32(open & -open)
  }

  override sample(s: State, _seat: Seat, rng: Int32Array): Action {
    return this.#draw(s[OPEN]!, rng)
  }

  /** One of the columns that are open. */
  #draw(columns: number, rng: Int32Array): number {
    if (columns === this.#all) return below(rng, this.#columns)
    let open = columns
    for (let left = below(rng, bitCount(open)); left > 0; left--) open &= open - 1
    return WORD_BITS - 1 - Math.clz32(open & -open)
  }

  /** Drops a disc that far off the centre. */
  uses(_s: State, _seat: Seat, action: Action, asset: number): boolean {
    return this.#counts[action] === asset * EVENTS.length
  }

  apply(s: State, seat: Seat, action: Action, events: Int32Array): void {
    const heights = s[HEIGHTS]!
    const height = (heights >>> (action << HEIGHT_SHIFT)) & HEIGHT_MASK
    const cell = action * this.#stride + height
    const discs = DISCS + 2 * seat
    s[discs + (cell >> 5)]! |= 1 << cell
    s[HEIGHTS] = heights + (1 << (action << HEIGHT_SHIFT))
    if (height + 1 === this.#rows) s[OPEN]! &= ~(1 << action)
    s[LEAD]! += seat === 0 ? this.#through[cell]! : -this.#through[cell]!
    const plies = s[PLIES]! + 1
    s[PLIES] = plies
    if (plies >= 2 * LINE - 1 && this.#hasFour(s[discs]!, s[discs + 1]!))
      s[OUTCOME] = packOutcome(BY_FOUR, seat)
    else if (s[OPEN] === 0) s[OUTCOME] = packOutcome(BY_FULL, NOBODY)
    const count = seat * this.#seatCounts + this.#counts[action]!
    events[count + FIELDED]!++
    events[count + USED]!++
    s[TO_MOVE] = RESOLVE_BIT
  }

  /** Whether discs have four in a column, in a row, or on a diagonal. */
  #hasFour(low: number, high: number): boolean {
    const stride = this.#stride
    return (
      inLine(low, high, 1) ||
      inLine(low, high, stride) ||
      inLine(low, high, stride + 1) ||
      inLine(low, high, stride - 1)
    )
  }

  /** Closes the half-turn. */
  resolve(s: State): boolean {
    s[TO_MOVE] = s[OUTCOME] === 0 ? 1 << (s[PLIES]! & 1) : 0
    return true
  }

  gauge(s: State, out: Int32Array, at: number): void {
    const lead = s[LEAD]!
    out[at] = lead
    out[at + 1] = -lead
  }

  sampleMatch(s: State, rngs: readonly Int32Array[], match: RandomMatch): void {
    this.alternate(s, rngs, match)
  }
}

/** Whether four bits stand `by` apart from each other in 64: those with another `by` above, of these those with such two `2 * by` above. */
function inLine(low: number, high: number, by: number): boolean {
  const lowPairs = low & ((low >>> by) | (high << (WORD_BITS - by)))
  const highPairs = high & (high >>> by)
  const twice = by << 1
  return (
    ((lowPairs & ((lowPairs >>> twice) | (highPairs << (WORD_BITS - twice)))) |
      (highPairs & (highPairs >>> twice))) !==
    0
  )
}

const SIGNS = ['x', 'o'] as const

function textOf(game: ConnectFour, { columns, rows }: Rules): GameText {
  const seatAt = (s: State, column: number, row: number): Seat => {
    const cell = column * (rows + 1) + row
    return SIGNS.findIndex((_, seat) => (s[DISCS + 2 * seat + (cell >> 5)]! >> (cell & 31)) & 1)
  }
  const signAt = (s: State, column: number, row: number): string => SIGNS[seatAt(s, column, row)] ?? '.'
  const range = (length: number) => Array.from({ length }, (_, n) => n)
  return classicText(game, {
    format: (_state, _seat, action) => `${1 + action}`,
    places: (s, _seat, action) => [
      `${1 + action} row ${1 + ((s[HEIGHTS]! >>> (action << HEIGHT_SHIFT)) & HEIGHT_MASK)}`,
    ],
    legend: 'x is red, o is yellow',
    describe: s => ({
      columns: range(columns).map(column =>
        range(rows)
          .map(row => signAt(s, column, row))
          .join('')
          .replaceAll('.', ''),
      ),
    }),
    render: s =>
      [
        ...range(rows).map(below =>
          range(columns)
            .map(column => signAt(s, column, rows - 1 - below))
            .join(' '),
        ),
        range(columns)
          .map(column => 1 + column)
          .join(' '),
      ].join('\n'),
    board: squareBoard(columns, rows, ['', ''], 'rack', seatAt, {
      files: range(columns).map(column => String(1 + column)),
    }),
  })
}

export function compile(id: string, rules: Rules): ConnectFour {
  return new ConnectFour(id, rules)
}
