/** What a check finds in a game that is defined here. */
import { checkGame, type GameFinding } from '../../engine/checks/index.ts'
import { wrapGame } from '../../engine/contract/index.ts'
import type { GameModule } from '../../engine/registry/index.ts'
import { type Definition, defineGame } from '../../library/game.ts'

/** By its default rules, on this many random matches for each law. `onDecision` gets every decision that is carried out. */
export function findingsOf(definition: Definition, matches: number, onDecision?: () => void): GameFinding[] {
  const game = defineGame(definition)
  const module: GameModule = {
    ...game,
    folder: '',
    ruleset: 'default',
    compile: rules => {
      const compiled = game.compile(game.id, game.schema.parse(rules))
      if (!onDecision) return compiled
      return wrapGame(compiled, {
        apply: (...all) => {
          onDecision()
          compiled.apply(...all)
        },
      })
    },
  }
  const found: GameFinding[] = []
  checkGame(module, module.schema.parse({}), { matches }, finding => found.push(finding))
  return found
}
