import { INVALID_MOVE } from 'boardgame.io/core'

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

/** As most people write it: endIf, maxMoves, ai.enumerate. */
export const TicTacToe = {
  name: 'tic-tac-toe-io',
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: ({ G, playerID }, id) => {
      if (G.cells[id] !== null) return INVALID_MOVE
      G.cells[id] = playerID
    },
  },
  endIf: ({ G, ctx }) => {
    if (LINES.some(line => line.every(id => G.cells[id] === ctx.currentPlayer)))
      return { winner: ctx.currentPlayer }
    if (G.cells.every(cell => cell !== null)) return { draw: true }
  },
  ai: {
    enumerate: G => G.cells.flatMap((cell, id) => (cell === null ? [{ move: 'clickCell', args: [id] }] : [])),
  },
}
