/** Laws of what people read. */
import { LINE_MAX, RESOLVE_BIT, type State } from '../contract/index.ts'
import { broken, type Law, lawOfPositions, requireSame, type Subject } from './law.ts'
import type { Position } from './walk.ts'

export function textLaws(subject: Subject): Law[] {
  return [lawOfPositions(subject, `what people read fits on lines of ${LINE_MAX} characters`, replayCheck())]
}

/** Writes every position that `replay` would print, with the one that it printed before. */
function replayCheck(): (at: Position) => void {
  let before: State | null = null
  let shown = 0
  return ({ game: { text }, state, mask, decisions, steps }) => {
    const count = text.replayEach === 'step' ? steps : decisions
    if (decisions === 0 && steps === 0) before = null
    // A decision is printed with all that needs no further one.
    else if (count === shown || (text.replayEach === 'decision' && mask === RESOLVE_BIT)) return
    requireLines('legend', text.legend ?? '')
    requireLines('render', text.render(state))
    const now = state.slice()
    if (before && text.narrate) requireLines('narrate', text.narrate(before, state))
    requireSame(state, now, 'a state that was narrated')
    before = now
    shown = count
  }
}

function requireLines(what: string, text: string): void {
  const long = text.split('\n').find(line => line.length > LINE_MAX)
  if (long !== undefined)
    broken(
      `${what} has a line of ${long.length} characters: ${long}`,
      `at most ${LINE_MAX}, as foldLine makes them`,
    )
}
