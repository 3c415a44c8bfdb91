/** Laws of what people read. */
import { type GameBoard, LINE_MAX, RESOLVE_BIT, type State } from '../contract/index.ts'
import { broken, type Law, lawOfPositions, requireSame, type Subject } from './law.ts'
import type { Position } from './walk.ts'

export function textLaws(subject: Subject): Law[] {
  const lines = lawOfPositions(
    subject,
    `what people read fits on lines of ${LINE_MAX} characters`,
    replayCheck(),
  )
  const { board } = subject.game.text
  return board
    ? [lines, lawOfPositions(subject, 'boards say what pages can draw', boardCheck(board))]
    : [lines]
}

/** Holds what is drawn of a position to the places, links and seats that the game has. */
function boardCheck({ family, places, links = [], signs }: GameBoard): (at: Position) => void {
  const known = new Set(signs.map(([sign]) => sign))
  const isOne = (index: number, of: number): boolean => Number.isInteger(index) && index >= 0 && index < of
  return ({ game: { info, text }, state }) => {
    if (family !== 'map' && places.some(({ at }) => at === undefined))
      broken(`a place without coordinates on a board of ${family}`, 'some for each')
    if (links.some(([a, b]) => !isOne(a, places.length) || !isOne(b, places.length) || a >= b))
      broken(`a link of ${links.length} that joins no two places`, 'indices of places, the lower first')
    const now = state.slice()
    const { holdings, standings } = text.board!.at(state)
    requireSame(state, now, 'a state that was drawn')
    if (JSON.stringify(text.board!.at(now)) !== JSON.stringify({ holdings, standings }))
      broken('two boards of one position', 'the same data for the same words')
    if (holdings.length !== places.length)
      broken(`what ${holdings.length} places hold`, `one for each of ${places.length}`)
    for (const { owner = 0, home = 0, pieces } of holdings) {
      const seats = [owner, home, ...pieces.map(({ seat }) => seat)]
      if (seats.some(seat => !isOne(seat, info.seats.length)))
        broken(`seats ${seats.join(', ')} on a place`, `seats below ${info.seats.length}`)
      const strange = pieces.find(({ sign }) => known.size > 0 && !known.has(sign))
      if (strange) broken(`the sign ${JSON.stringify(strange.sign)}`, `one of ${[...known].join(', ')}`)
    }
  }
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
    for (const said of before
      ? [...(text.story?.(before, state) ?? []), ...(text.brief?.(before, state) ?? [])]
      : [])
      if (said === '' || said.includes('\n'))
        broken(`the sentence ${JSON.stringify(said)}`, 'one line of words')
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
