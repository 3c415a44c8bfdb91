/** Games and rule sets that the command line names. */

import { InputError } from '../../documents/index.ts'
import {
  type GameModule,
  gameListing,
  loadGame,
  type Ruleset,
  readRuleset,
} from '../../engine/registry/index.ts'

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
export async function gameNamed(id: string): Promise<GameModule> {
  return await loadGame(placed('GAME', () => gameListing(id)).id)
}

/** The rule set that an option names, or the path of one. */
export function rulesetNamed(game: GameModule, name: string, label: string): Ruleset {
  return placed(label, () => readRuleset(game, name, process.cwd()))
}
