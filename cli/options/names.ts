/** Games and rule sets that the command line names. */

import { InputError } from '../../documents/index.ts'
import { findGame, type GameModule, type Ruleset, readRuleset } from '../../engine/registry/index.ts'

/** Runs what throws a plain Error over an argument; the error is then about that argument. */
export function placed<T>(label: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    if (error instanceof InputError || !(error instanceof Error)) throw error
    throw new InputError(label, error.message)
  }
}

/** The game that the argument GAME names. */
export function gameNamed(id: string): GameModule {
  return placed('GAME', () => findGame(id))
}

/** The rule set that an option names, or the path of one. */
export function rulesetNamed(game: GameModule, name: string, label: string): Ruleset {
  return placed(label, () => readRuleset(game, name, process.cwd()))
}
