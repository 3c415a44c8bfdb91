/** Classics by their names, and every position of a small one. */
import {
  type CompiledGame,
  newEvents,
  newState,
  OVER,
  type State,
  settle,
} from '../../engine/contract/index.ts'
import { listClassics } from '../../engine/registry/index.ts'

/** Compiles a classic under the rules given; the others are the schema's defaults. */
export function classicOf(id: string, rules: object = {}): CompiledGame {
  const found = listClassics().find(game => game.id === id)
  if (!found) throw new Error(`no classic is named ${id}`)
  return found.compile(rules)
}

/** The position before the first decision. */
export function startOf(game: CompiledGame): State {
  const state = newState(game.info)
  game.start(state, newEvents(game.info))
  settle(game, state, newEvents(game.info))
  return state
}

/** What every decision of the lowest seat to move (chance among them) leads to, ascending; none at the end of a match. */
export function successors(game: CompiledGame, state: State): State[] {
  const events = newEvents(game.info)
  const seat = settle(game, state, events)
  if (seat === OVER) return []
  const actions = new Int32Array(game.info.legalMax)
  const count = game.legal(state, seat, actions)
  return [...actions.subarray(0, count)].map(action => {
    const next = state.slice()
    game.apply(next, seat, action, events)
    settle(game, next, events)
    return next
  })
}

/** The positions after each number of decisions, from 0 to `plies`, each once. */
export function positionsByPly(game: CompiledGame, plies: number): State[][] {
  const layers = [[startOf(game)]]
  for (let ply = 0; ply < plies; ply++) {
    const next = new Map<string, State>()
    for (const state of layers[ply]!)
      for (const after of successors(game, state)) next.set(after.join(), after)
    layers.push([...next.values()])
  }
  return layers
}

/** A value of every position, computed from the values of those that it leads to, each once; returns that of the start. */
export function folded<Value>(
  game: CompiledGame,
  value: (state: State, next: readonly Value[]) => Value,
): Value {
  const known = new Map<string, Value>()
  const visit = (state: State): Value => {
    const key = state.join()
    const old = known.get(key)
    if (old !== undefined) return old
    const fresh = value(state, successors(game, state).map(visit))
    known.set(key, fresh)
    return fresh
  }
  return visit(startOf(game))
}

/** Plays decisions, as records write them but without seats, for whoever moves next. Returns the position after them. */
export function played(game: CompiledGame, decisions: readonly string[]): State {
  const state = startOf(game)
  const events = newEvents(game.info)
  for (const text of decisions) {
    const seat = settle(game, state, events)
    game.apply(state, seat, game.text.parse(state, seat, text), events)
  }
  settle(game, state, events)
  return state
}

/** The ending's name and the returns of a position at the end of a match. */
export function resultOf(game: CompiledGame, state: State): { ending: string; returns: number[] } {
  const returns = new Int32Array(game.info.seats.length)
  const ending = game.info.endings[game.result(state, returns)]!.id
  return { ending, returns: [...returns] }
}
