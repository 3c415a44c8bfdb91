/** Games whose calls show in shared memory. */
import { type CompiledGame, wrapGame } from '../contract/index.ts'
import { watched } from '../modules/index.ts'

/** The same game, whose calls show in the memory of `watchCalls`: those of the fast contract are the author's own functions. */
export function watchedGame(game: CompiledGame): CompiledGame {
  const flat = wrapGame(game, {})
  const names = Object.entries(flat).flatMap(([name, member]) => (typeof member === 'function' ? [name] : []))
  return watched(flat, names)
}
