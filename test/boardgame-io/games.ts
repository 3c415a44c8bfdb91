/** Games in boardgame.io's format. */
import { fileURLToPath } from 'node:url'

/** Their folder. */
export const HERE = fileURLToPath(new URL('./games', import.meta.url))

export const GAMES = [
  'tic-tac-toe.js',
  'bank.js',
  'auction.js',
  'high-card.js',
  'draft.js',
  'sowing.js',
  'sowing-listed.js',
  'heaps.ts',
]
