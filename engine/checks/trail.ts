/** How a random match came to where something was found. */
import { type CompiledGame, wrapGame } from '../contract/index.ts'
import { type Moment, nameOf, walk } from '../laws/index.ts'
import type { Trail } from '../modules/index.ts'

/** Plays the match of a law again, up to and with the decision that was made at that moment, if it can be made. */
export function trailTo(game: CompiledGame, { seed, match, decisions, steps }: Moment): Trail {
  const moves: string[] = []
  let position: string | null = null
  const noting = wrapGame(game, {
    apply: (state, seat, action, events) => {
      moves.push(
        `${nameOf(game, seat)} ${textOr(() => game.text.format(state, seat, action), `move ${action}`)}`,
      )
      game.apply(state, seat, action, events)
    },
  })
  try {
    walk(noting, seed, match, at => {
      if (at.decisions > decisions) moves.pop()
      if (at.decisions > decisions || at.steps > steps) throw new Reached()
      position = textOr(() => game.text.render(at.state), null)
    })
  } catch {
    // Either the moment is passed, or the match fails here as it did before: what was noted is what there is.
  }
  return { moves, position }
}

class Reached extends Error {}

/** A text that the author's functions make, or what stands for it where they fail. */
function textOr<T>(write: () => string, otherwise: T): string | T {
  try {
    return write()
  } catch {
    return otherwise
  }
}
