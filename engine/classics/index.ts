/** Small games with published answers: they prove agents, searches and statistics, and are no subjects of balance. */
export * as connectFour from './connect-four.ts'
export * as ticTacToe from './tic-tac-toe.ts'
