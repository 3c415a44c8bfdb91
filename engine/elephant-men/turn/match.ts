/** Random play of whole matches, turn by turn. */
import type { RandomMatch, State } from '../../contract/index.ts'
import * as layout from '../state/layout.ts'
import * as scratches from '../state/scratch.ts'
import * as drawing from './draw.ts'
import type { UsualTurn } from './usual.ts'

// Constants of this module, for speed: see state/layout.ts.
const { DONE, OUTCOME, PENDING, TO_MOVE } = layout.WORDS
const { ordersByPhase } = drawing
const s = scratches.scratch

export class Playout {
  readonly #drawer: drawing.Drawer
  readonly #turn: UsualTurn

  constructor(drawer: drawing.Drawer, turn: UsualTurn) {
    this.#drawer = drawer
    this.#turn = turn
  }

  /**
   * Plays from the beginning of a turn to the end of the match, for rules that are usual (usual.ts). Of the state, only the words before PENDING
   * are brought up to date: what `toMove`, `result` and `gauge` ask.
   */
  play(state: State, rngs: readonly Int32Array[], match: RandomMatch): void {
    s.set(state)
    const toSteps = match.steps - s[DONE]!
    let made = 0
    while (s[OUTCOME] === 0) {
      made += this.#drawer.drawTurn(0, rngs[0]!)
      made += this.#drawer.drawTurn(1, rngs[1]!)
      this.#turn.play(match, ordersByPhase[0]!, ordersByPhase[1]!, toSteps)
    }
    s[TO_MOVE] = 0
    for (let i = 0; i < PENDING; i++) state[i] = s[i]!
    match.decisions += made
    match.steps = s[DONE]! + toSteps
  }
}
