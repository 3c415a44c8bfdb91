/** Draws the positions of a match, by pieces and a ground that are defined once. */
import type { BoardPosition, GameBoard, Holding, Piece } from '../../../../engine/contract/index.ts'
import { type Content, html, type Markup, NOTHING } from '../../html.ts'
import { type Drawing, discOf, manOf, markOf, type Part, pieceOf, Symbols, shapeOf, use } from './drawing.ts'
import { hexesOf } from './hexes.ts'
import { mapOf } from './map.ts'
import { laneOf, squaresOf } from './squares.ts'

const FAMILIES: Readonly<Record<GameBoard['family'], (board: GameBoard) => Drawing>> = {
  squares: squaresOf,
  lane: laneOf,
  hexes: hexesOf,
  map: mapOf,
}

/** A home's star and a pending blow, around the origin. */
const HOME = html`<path d="M0-8 2-3H8L3 1 5 7 0 3-5 7-3 1-8-3H-2z"/>`
const DUE = html`<path class="due" d="M0-7V7M-6-3.5 6 3.5M-6 3.5 6-3.5"/>`

/** Hatchings of the places that a seat holds, so that seats differ without colours. */
const HATCHINGS: readonly string[] = [
  'M0 8 8 0',
  'M4 2v4M2 4h4',
  'M0 4h8',
  'M4 0v8',
  'M0 0 8 8',
  'M0 4h8M4 0v8',
]

export class Painter {
  readonly #board: GameBoard
  readonly #seats: readonly string[]
  readonly #drawing: Drawing
  readonly #symbols = new Symbols()
  /** The first sign of each seat that was painted. */
  readonly #marks: string[] = []

  constructor(board: GameBoard, seats: readonly string[]) {
    this.#board = board
    this.#seats = seats
    this.#drawing = FAMILIES[board.family](board)
  }

  /** A position; changes since the one before are framed. */
  paint(position: BoardPosition, before: BoardPosition | null): Markup {
    const { legible = 0, parts } = this.#drawing
    const words = this.#words(position)
    if (parts !== undefined) {
      const drawn = parts.map(part => this.#part(part, position, before, html`aria-hidden="true"`))
      const least = Math.round(legible * Math.max(...parts.map(({ width }) => width)))
      return html`<div class="parts" style="grid-template-columns:repeat(auto-fill,minmax(${least}px,1fr))" role="img" aria-label="${words}">${drawn}</div>`
    }
    const { width } = this.#drawing
    const whole = { x: 0, width, has: () => true }
    const style = `min-width:${Math.round(legible * width)}px;max-width:${Math.round(1.6 * width)}px`
    const board = this.#part(whole, position, before, html`style="${style}" role="img" aria-label="${words}"`)
    return legible === 0
      ? board
      : html`<div class="field" tabindex="0" role="group" aria-label="the board">${board}</div>`
  }

  /** One part of the drawing, with attributes of its element. */
  #part(part: Part, position: BoardPosition, before: BoardPosition | null, attributes: Markup): Markup {
    const { height, labels, centre, homeAt } = this.#drawing
    const holdings = [...position.holdings.entries()].filter(([place]) => part.has(place))
    const fills = this.#board.family === 'hexes'
    const owned = fills
      ? holdings.flatMap(([place, { owner }]) =>
          owner === undefined ? [] : [use(`o${owner % HATCHINGS.length}`, centre(place))],
        )
      : []
    const homes = holdings.flatMap(([place, { home }]) => {
      if (home === undefined) return []
      const { x, y } = centre(place)
      const id = this.#symbols.of(html`<g class="q${home % HATCHINGS.length}">${HOME}</g>`)
      return [use(id, { x: x + homeAt.x, y: y + homeAt.y })]
    })
    const marked = holdings.flatMap(([place, { marked }]) => {
      if (marked !== true) return []
      const { x, y } = centre(place)
      return [use(this.#symbols.of(DUE), { x: x + 12, y: y - 12 })]
    })
    const changed = holdings.flatMap(([place, holding]) =>
      before && !isSame(holding, before.holdings[place]!) ? [use('new', centre(place))] : [],
    )
    return html`<svg class="board" viewBox="${part.x} 0 ${part.width} ${height}" ${attributes}><use href="#ground"/>${owned}${
      labels === undefined ? NOTHING : html`<use href="#labels"/>`
    }${changed}${homes}${holdings.map(([place, { pieces }]) => this.#pieces(place, pieces))}${marked}</svg>`
  }

  #pieces(place: number, pieces: readonly Piece[]): Markup {
    if (pieces.length === 0) return NOTHING
    const { x, y } = this.#drawing.centre(place)
    const { points, scale } = this.#drawing.stand(pieces.length)
    return html`${pieces.map((piece, i) =>
      use(this.#symbols.of(this.#shape(piece, scale)), { x: x + points[i]!.x, y: y + points[i]!.y }),
    )}`
  }

  #shape(piece: Piece, scale: number): Markup {
    this.#marks[piece.seat] ??= piece.sign
    const { look } = this.#board
    const mark = look === 'grid' ? markOf(piece) : null
    if (mark !== null) return mark
    if (piece.sign !== '' || piece.figure !== undefined) return pieceOf(piece, scale)
    return look === 'rack' ? discOf(piece) : manOf(piece)
  }

  /** The position in words: who has what, and where. */
  #words({ holdings }: BoardPosition): string {
    const { places } = this.#board
    const of = this.#seats.flatMap((seat, index) => {
      const held = holdings.flatMap(({ owner, pieces }, place) => {
        const own = pieces.filter(piece => piece.seat === index)
        if (own.length === 0 && owner !== index) return []
        const signs = own.map(({ sign, figure }) => `${sign}${figure ?? ''}`).filter(text => text !== '')
        return [[places[place]!.name, ...signs].join(' ')]
      })
      return held.length === 0 ? [] : [`${seat}: ${held.join(', ')}`]
    })
    return of.length === 0 ? 'The board is empty.' : `${of.join('. ')}.`
  }

  /** What is drawn once; asked for when all positions are painted. */
  get definitions(): Markup {
    const { ground, labels, outline } = this.#drawing
    const fills = HATCHINGS.map(
      (way, seat) =>
        html`<pattern id="w${seat}" width="8" height="8" patternUnits="userSpaceOnUse"><path class="w${seat}" d="${way}"/></pattern><g id="o${seat}"><g class="o${seat}">${outline}</g><g fill="url(#w${seat})">${outline}</g></g>`,
    )
    return html`<svg class="defs" aria-hidden="true" width="0" height="0"><defs><g id="ground">${ground}</g>${
      labels === undefined ? NOTHING : html`<g id="labels">${labels}</g>`
    }<g id="new"><g class="new">${outline}</g></g>${this.#board.family === 'hexes' ? fills : NOTHING}${this.#symbols.markup}</defs></svg>`
  }

  /** What shapes, signs and figures mean; `beside` draws what stands for a seat elsewhere. */
  legend(beside: (seat: number) => Markup): Markup {
    const { faint, family, figures, home, marked, signs } = this.#board
    const piece = (of: Markup): Markup =>
      html`<svg class="sign" viewBox="-20 -20 40 40" aria-hidden="true">${of}</svg>`
    const entry = (sign: Content, meaning: string): Markup => html`<li>${sign} ${meaning}</li>`
    const named = signs.filter(([sign, meaning]) => !meaning.endsWith(` ${sign}`))
    return html`<ul class="key" aria-label="Legend">${this.#seats.map((seat, index) =>
      entry(html`${piece(this.#sample(index))} ${beside(index)}`, seat),
    )}${named.map(([sign, meaning]) => entry(html`<b>${sign}</b>`, meaning))}${[
      ...(figures === undefined ? [] : [entry(html`<b>3</b>`, figures)]),
      ...(faint === undefined ? [] : [entry(piece(shapeOf(0, true)), faint)]),
      ...(home === undefined
        ? []
        : [entry(piece(html`<g class="q0" transform="scale(2)">${HOME}</g>`), home)]),
      ...(marked === undefined ? [] : [entry(piece(html`<g transform="scale(2)">${DUE}</g>`), marked)]),
      ...(family === 'map' ? [entry(html`<b>▒</b>`, 'shaded together: a region')] : []),
      ...(family === 'hexes' ? [entry(html`<b>▨</b>`, 'held by a seat, in its colour and hatching')] : []),
      entry(piece(html`<rect class="new" x="-16" y="-16" width="32" height="32"/>`), 'changed last'),
    ]}</ul>`
  }

  /** A seat's piece as in the positions, without a sign. */
  #sample(seat: number): Markup {
    const { look, figures, signs } = this.#board
    const sign = this.#marks[seat] ?? ''
    if (look === 'grid' || (signs.length === 0 && figures === undefined))
      return this.#shape({ seat, sign }, 1)
    return shapeOf(seat)
  }
}

function isSame(one: Holding, other: Holding): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}
