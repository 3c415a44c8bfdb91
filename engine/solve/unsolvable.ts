/** What is said of games that a solver is not made for. */
import type { CompiledGame } from '../contract/index.ts'

/** The game is not of the kind that can be solved. */
export class Unsolvable extends Error {
  constructor(game: CompiledGame, why: string, wanted: string) {
    super(`${game.info.id} cannot be solved: ${why}; expected ${wanted}`)
    this.name = 'Unsolvable'
  }
}
