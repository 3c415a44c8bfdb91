/** What a check could not look at. */
import type { CompiledGame } from '../contract/index.ts'
import { viewsAgain } from '../laws/index.ts'
import type { Finding } from './finding.ts'

/** A note where most views of a game with secrets come up only once, so that guesses could hardly be compared with what play led to. */
export function unseen(game: CompiledGame): Finding[] {
  const { matches, views, again } = viewsAgain(game)
  if (2 * again >= views) return []
  return [
    {
      severity: 'note',
      wrong: `${again} of ${views} views that hide something came up in more than one of ${matches} random matches: only there were guesses compared with what play led to, view by view`,
      found: null,
      place: null,
      trail: null,
      advice:
        'check the game by rules with less to hide, too, such as fewer cards, and let apply throw at what cannot be',
    },
  ]
}
