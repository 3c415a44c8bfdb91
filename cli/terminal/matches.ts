/** Matches as text, position by position. */
import { foldLine, LINE_MAX, type State } from '../../engine/contract/index.ts'
import { framesOf, type MatchRecord } from '../../library/command.ts'

/** Narrower terminals get the lines of this width. */
export const WIDTH_MIN = 40

/** Lines of a text, none of them wider than the terminal. */
export function fitted(text: string, width: number): string {
  const most = Math.max(WIDTH_MIN, width)
  return text
    .split('\n')
    .flatMap(line => foldLine(line, '    ', most))
    .join('\n')
}

/** The positions for people, each under the decisions that led to it, unless the game tells of these itself. */
export function boardsOf(record: MatchRecord, width: number): string {
  const columns = Math.min(LINE_MAX, Math.max(WIDTH_MIN, width))
  const { game, decisions } = record
  const { narrate, render, replayEach } = game.text
  const boards: string[] = []
  let before: State | null = null
  let told = 0
  for (const { state, decisions: made, isSealed } of framesOf(record)) {
    if (isSealed && made < decisions.length) continue
    const tells = replayEach === 'step' && narrate !== undefined
    const since = tells ? [] : decisions.slice(told, made).map(decision => `> ${decision}`)
    boards.push(
      [...since, before && narrate ? narrate(before, state, columns) : render(state, columns)].join('\n'),
    )
    before = state.slice()
    told = made
  }
  return boards.join('\n\n')
}
