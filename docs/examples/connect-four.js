/**
 * Connect four in the easy contract, beside the one in the fast contract in `npm run bench`. `columns` hold the seats of their discs, from the lowest up.
 *
 *   bin/evenhand play ./docs/examples/connect-four.js --agents mcts:iterations=50,greedy --matches 200
 */
const WAYS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
]

/** Discs of a seat in a row from a place on, one way; that place is not counted. */
function run(columns, seat, column, row, right, up) {
  let length = 0
  while (columns[column + right * (length + 1)]?.[row + up * (length + 1)] === seat) length++
  return length
}

/** Whether a disc is one of four in a line. */
const wins = (columns, column, row) =>
  WAYS.some(([right, up]) => {
    const seat = columns[column][row]
    return run(columns, seat, column, row, right, up) + run(columns, seat, column, row, -right, -up) >= 3
  })

const placeName = (column, row) => `column ${1 + column}, row ${1 + row}`

export default {
  id: 'easy-connect-four',
  summary: 'four discs in a line win, written in the easy contract',
  seats: ['red', 'yellow'],
  rules: z =>
    z.strictObject({
      columns: z.int().min(1).max(8).describe('columns of the board').default(7),
      rows: z.int().min(1).max(7).describe('discs that fill a column').default(6),
    }),
  setup: ({ rules }) => ({ columns: Array.from({ length: rules.columns }, () => []), turn: 0, last: -1 }),
  toMove: ({ turn }) => turn,
  moves: ({ columns }, { rules }) => [...columns.keys()].filter(at => columns[at].length < rules.rows),
  apply(state, column, { seat }) {
    state.columns[column].push(seat)
    state.turn = 1 - seat
    state.last = column
  },
  outcome({ columns, turn, last }, { rules }) {
    if (last < 0) return null
    if (wins(columns, last, columns[last].length - 1)) return { winner: 1 - turn, by: 'four' }
    return columns.every(discs => discs.length === rules.rows) ? {} : null
  },
  endings: { four: 'four in a line' },
  maxMoves: 56,
  assets: ['middle', '1 off', '2 off', '3 off'],
  assetOf: (column, _state, { rules }) =>
    ['middle', '1 off', '2 off', '3 off'][Math.floor(Math.abs(2 * column + 1 - rules.columns) / 2)],
  format: column => `${1 + column}`,
  board: ({ rules: { columns, rows } }) => ({
    family: 'squares',
    look: 'rack',
    places: Array.from({ length: columns * rows }, (_, i) => ({
      name: placeName(i % columns, Math.floor(i / columns)),
      at: [i % columns, Math.floor(i / columns)],
    })),
    at: state =>
      Array.from({ length: columns * rows }, (_, i) => {
        const seat = state.columns[i % columns][Math.floor(i / columns)]
        return seat === undefined ? null : { seat }
      }),
  }),
  placesOf: (column, { columns }) => [placeName(column, columns[column].length)],
  render: ({ columns }, { rules }) =>
    Array.from({ length: rules.rows }, (_, below) =>
      columns.map(discs => 'xo'[discs[rules.rows - 1 - below]] ?? '.').join(' '),
    ).join('\n'),
}
