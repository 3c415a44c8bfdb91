/** What a turn asks: every unit by number, then whether an ability is still to be used. */
import * as contract from '../../contract/index.ts'
import * as layout from '../state/layout.ts'
import type { Abilities } from './abilities.ts'

// Constants of this module, for speed: see layout.ts.
const { ASKED, RECOVERING, STAGE, STEPPED, TO_MOVE, TURN, UNITS } = layout.WORDS
const { ANSWERING, ENDING } = layout
const { lowest } = contract

export class Questions {
  readonly #abilities: Abilities

  constructor(abilities: Abilities) {
    this.#abilities = abilities
  }

  /** Asks the next unit from a slot on that has a choice, else offers abilities for the last time. False if nothing is left. */
  ask(s: Int32Array, slot: number): boolean {
    const seat = s[TURN]!
    const rest = s[UNITS + seat]! & ~(s[STEPPED]! | s[RECOVERING]!) & (-1 << slot)
    if (rest !== 0) {
      s[ASKED] = lowest(rest)
      s[STAGE] = ANSWERING
      s[TO_MOVE] = 1 << seat
      return true
    }
    s[ASKED] = 0
    if (!this.#abilities.any(s, seat)) return false
    s[STAGE] = ENDING
    s[TO_MOVE] = 1 << seat
    return true
  }
}
