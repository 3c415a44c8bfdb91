/** What positions of small games are worth with perfect play, and how searches keep to it. */
import type { Agent } from '../../agents/index.ts'
import { type Action, type CompiledGame, newEvents, type State, settle } from '../../engine/contract/index.ts'
import { generator, legalOf } from '../../engine/laws/walk.ts'
import { below } from '../../engine/rng.ts'
import { Solver } from '../../engine/solve/index.ts'
import { startOf } from '../classics/load.ts'

/** Knows what every position is worth. */
export class Perfect {
  readonly game: CompiledGame
  readonly #solver: Solver

  constructor(game: CompiledGame) {
    this.game = game
    this.#solver = new Solver(game, { nodes: 10_000_000, bytes: 1 << 27 })
  }

  /** Win units of the first seat with best play. */
  value(state: State): number {
    const value = this.#solver.value(state)
    if (value === null) throw new Error('the position takes too many nodes')
    return value
  }
}

/** The position that an action of the seat to move leads to, up to the next decision. */
export function after(game: CompiledGame, state: State, action: Action): State {
  const next = state.slice()
  const events = newEvents(game.info)
  game.apply(next, game.toMove(state) - 1, action, events)
  settle(game, next, events)
  return next
}

/** What the agent plays at a position, in a separate match. */
function chosen(game: CompiledGame, agent: Agent, state: State, seed: string): Action {
  const seat = game.toMove(state) - 1
  const legal = legalOf(game, state, seat)
  agent.begin?.()
  return agent.choose(state, seat, legal, legal.length, generator(`${seed} ${state.join()}`, 0, seat))
}

/**
 * Visits everything that can happen when the agent has a seat and the other plays anything. Returns how many decisions the agent took, and those
 * by which it gave away what the position was worth.
 */
export function mistakesOf(
  agent: Agent,
  perfect: Perfect,
  seat: number,
  seed: string,
): { asked: number; mistakes: State[] } {
  const { game } = perfect
  const mistakes: State[] = []
  const seen = new Set<string>()
  let asked = 0
  const left = [startOf(game)]
  for (let state = left.pop(); state !== undefined; state = left.pop()) {
    const key = state.join()
    if (seen.has(key) || game.toMove(state) === 0) continue
    seen.add(key)
    if (game.toMove(state) - 1 !== seat) {
      for (const action of legalOf(game, state, 1 - seat)) left.push(after(game, state, action))
      continue
    }
    asked++
    const next = after(game, state, chosen(game, agent, state, seed))
    if (perfect.value(next) !== perfect.value(state)) mistakes.push(state)
    left.push(next)
  }
  return { asked, mistakes }
}

/**
 * Plays a match against perfect play, which draws one of the actions that keep what a position is worth. Returns whether the agent got what the game
 * is worth: it did not if it ever gave that away, for it is never given back.
 */
export function holdsItsOwn(agent: Agent, perfect: Perfect, seat: number, match: number): boolean {
  const { game } = perfect
  const [own, others] = [generator('perfect', match, seat), generator('perfect', match, 1 - seat)]
  agent.begin?.()
  let state = startOf(game)
  const value = perfect.value(state)
  while (game.toMove(state) !== 0) {
    const mover = game.toMove(state) - 1
    const legal = legalOf(game, state, mover)
    if (mover === seat) state = after(game, state, agent.choose(state, seat, legal, legal.length, own))
    else {
      const best = [...legal]
        .map(action => after(game, state, action))
        .filter(next => perfect.value(next) === value)
      state = best[below(others, best.length)]!
    }
    if (perfect.value(state) !== value) return false
  }
  return true
}
