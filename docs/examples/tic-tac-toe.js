/**
 * Tic-tac-toe in the easy contract. `npm run bench` plays it beside the one in the fast contract, and a test holds that the two play the same matches.
 *
 *   bin/evenhand play ./docs/examples/tic-tac-toe.js --agents mcts:iterations=50,greedy --matches 200
 */
const LINES = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
]
const ASSET = ['corner', 'edge', 'corner', 'edge', 'centre', 'edge', 'corner', 'edge', 'corner']

/** Lines that a player may still fill. */
const open = (cells, seat) =>
  LINES.filter(line => line.every(cell => cells[cell] === null || cells[cell] === seat)).length

export default {
  id: 'easy-tic-tac-toe',
  summary: 'three marks in a line win, written in the easy contract',
  seats: ['cross', 'nought'],
  setup: () => ({ cells: Array(9).fill(null), turn: 0 }),
  toMove: ({ turn }) => turn,
  moves: ({ cells }) => [...cells.keys()].filter(cell => cells[cell] === null),
  apply(state, cell) {
    state.cells[cell] = state.turn
    state.turn = 1 - state.turn
  },
  outcome({ cells, turn }) {
    const last = 1 - turn
    if (LINES.some(line => line.every(cell => cells[cell] === last))) return { winner: last, by: 'line' }
    return cells.includes(null) ? null : {}
  },
  endings: { line: 'three in a line' },
  maxMoves: 9,
  gauges: {
    lines: {
      label: 'lead in lines that the other has no mark on',
      min: -8,
      max: 8,
      of: ({ cells }, { seat }) => open(cells, seat) - open(cells, 1 - seat),
    },
  },
  assets: ['corner', 'edge', 'centre'],
  assetOf: cell => ASSET[cell],
  format: cell => 'abc'[cell % 3] + (1 + Math.floor(cell / 3)),
  render: ({ cells }) =>
    [2, 1, 0].map(row => [0, 1, 2].map(file => 'xo'[cells[3 * row + file]] ?? '.').join(' ')).join('\n'),
}
