/** Random play of whole matches, turn by turn. */
import type { RandomMatch, State } from '../../contract/index.ts'
import { DONE, OUTCOME, PENDING, TO_MOVE } from '../state/layout.ts'
import { scratch } from '../state/scratch.ts'
import { type Drawer, ordersByPhase } from './draw.ts'
import type { UsualTurn } from './usual.ts'

export class Playout {
  readonly #drawer: Drawer
  readonly #turn: UsualTurn

  constructor(drawer: Drawer, turn: UsualTurn) {
    this.#drawer = drawer
    this.#turn = turn
  }

  /**
   * Plays from the beginning of a turn to the end of the match, for rules that are usual (usual.ts). Of the state, only the words before PENDING
   * are brought up to date: what `toMove`, `result` and `gauge` ask.
   */
  play(state: State, rngs: readonly Int32Array[], match: RandomMatch): void {
    scratch.set(state)
    const toSteps = match.steps - scratch[DONE]!
    let made = 0
    while (scratch[OUTCOME] === 0) {
      made += this.#drawer.drawTurn(0, rngs[0]!)
      made += this.#drawer.drawTurn(1, rngs[1]!)
      this.#turn.play(match, ordersByPhase[0]!, ordersByPhase[1]!, toSteps)
    }
    scratch[TO_MOVE] = 0
    for (let i = 0; i < PENDING; i++) state[i] = scratch[i]!
    match.decisions += made
    match.steps = scratch[DONE]! + toSteps
  }
}
