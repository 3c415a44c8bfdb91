/** Small games with published answers: they prove agents, searches and statistics, and are no subjects of balance. */
export * as connectFour from './connect-four.ts'
export * as kuhnPoker from './kuhn-poker.ts'
export * as leducPoker from './leduc-poker.ts'
export * as matrixGame from './matrix-game.ts'
export * as ticTacToe from './tic-tac-toe.ts'
