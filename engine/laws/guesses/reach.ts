/** All states of a small game: every decision of every seat and every outcome of chance, from the start on. */
import { type CompiledGame, newEvents, newState, RESOLVE_BIT, type State } from '../../contract/index.ts'
import { legalOf, seatsIn } from '../walk.ts'

/** The words of a state as a key of maps and sets. */
export function keyOf(words: Int32Array): string {
  return Buffer.from(words.buffer, words.byteOffset, words.byteLength).toString('latin1')
}

/** The words that a key was made of. */
export function wordsOf(key: string): Int32Array {
  const bytes = Uint8Array.from(Buffer.from(key, 'latin1'))
  return new Int32Array(bytes.buffer)
}

/** Every state that play from the start can reach, by its key; null if there are more than `most`. */
export function reachable(game: CompiledGame, most: number): ReadonlyMap<string, State> | null {
  const events = newEvents(game.info)
  const start = newState(game.info)
  game.start(start, events)
  const found = new Map([[keyOf(start), start]])
  // Grows while it is walked through.
  const open = [start]
  for (const state of open) {
    for (const next of successors(game, state, events)) {
      const key = keyOf(next)
      if (found.has(key)) continue
      if (found.size === most) return null
      found.set(key, next)
      open.push(next)
    }
  }
  return found
}

function* successors(game: CompiledGame, state: State, events: Int32Array): Generator<State> {
  const mask = game.toMove(state)
  if (mask === RESOLVE_BIT) {
    const next = state.slice()
    game.resolve(next, events)
    yield next
    return
  }
  for (const seat of seatsIn(game, mask))
    for (const action of legalOf(game, state, seat)) {
      const next = state.slice()
      game.apply(next, seat, action, events)
      yield next
    }
}
