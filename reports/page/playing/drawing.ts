/** Draws the position of a match that somebody plays: the board with a target on each place. */
import type { CompiledGame, GameBoard, Holding } from '../../../engine/contract/index.ts'
import type { Position } from '../../../sim/playing/protocol.ts'
import { html, Markup, NOTHING } from '../html.ts'
import { Painter, seatColors } from '../match/index.ts'

/** The position with its `drawing`. */
export function drawn({ info, text }: CompiledGame, position: Position): Position {
  const { board } = text
  if (!board || !position.board) return { ...position, drawing: '' }
  const { holdings } = position.board
  const painter = new Painter(board, info.seats, 'm')
  painter.take(position.board)
  const targets = painter.targets(place => wordsOf(board, info.seats, place, holdings[place]!))
  const { definitions } = painter
  const legend = painter.legend(() => NOTHING)
  const style = html`<style>${new Markup(seatColors(info.seats))}</style>`
  return { ...position, drawing: html`${style}${definitions}${targets}${legend}`.text }
}

/** "c3: white soldier, 4 hit points, rests". */
function wordsOf(board: GameBoard, seats: readonly string[], place: number, holding: Holding): string {
  const { name, note, region } = board.places[place]!
  const { home, marked, owner, pieces } = holding
  const meanings = new Map(board.signs)
  const figures = board.figures ?? ''
  const held = pieces.map(({ seat, sign, figure, faint, words }) =>
    [
      [seats[seat]!, meanings.get(sign) ?? sign].join(' ').trim(),
      ...(words !== undefined
        ? [words]
        : figure === undefined
          ? []
          : [`${figure} ${figure === 1 ? figures.replace(/s$/, '') : figures}`.trim()]),
      ...(faint === true && board.faint !== undefined ? [board.faint] : []),
    ].join(', '),
  )
  const all = [
    ...(note === undefined ? [] : [note]),
    ...held,
    ...(owner === undefined || pieces.some(({ seat }) => seat === owner) ? [] : [`held by ${seats[owner]}`]),
    ...(home === undefined ? [] : [`${board.home ?? 'home'} of ${seats[home]}`]),
    ...(marked === true && board.marked !== undefined ? [board.marked] : []),
  ]
  const where = region === undefined ? name : `${name} (${region})`
  return all.length === 0 ? where : `${where}: ${all.join('; ')}`
}
