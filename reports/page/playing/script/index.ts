/**
 * The script of the page on which people play, one text for the browser. It asks the server for positions and draws
 * them. All texts but `drawing` become text nodes.
 */
import { BOARD } from './board.ts'
import { FOLDS } from './folds.ts'
import { KEYS } from './keys.ts'
import { MOVES } from './moves.ts'
import { REGIONS } from './regions.ts'
import { SERVER } from './server.ts'

export const PLAY_SCRIPT = [SERVER, MOVES, BOARD, REGIONS, FOLDS, KEYS].join('')
