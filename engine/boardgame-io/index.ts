/** Games of boardgame.io as they are: recognised, and played by a flow of our own that is held to boardgame.io's. */
export { boardgameIn, forcedBoardgameIn } from './game.ts'
export { NO_TURN } from './whose-turn.ts'
