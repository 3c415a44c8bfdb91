/** Draws the positions of a match: the board once, and a place again whenever it changes. */
import type { BoardPosition, GameBoard, Holding, Piece } from '../../../../engine/contract/index.ts'
import { printable } from '../../../formatting.ts'
import { type Content, html, Markup, NOTHING } from '../../html.ts'
import {
  type Drawing,
  type Drawings,
  discOf,
  manOf,
  markOf,
  pieceOf,
  Symbols,
  shapeOf,
  use,
} from './drawing.ts'
import { hexesOf } from './hexes.ts'
import { mapOf } from './map.ts'
import { laneOf, squaresOf } from './squares.ts'

const FAMILIES: Readonly<Record<GameBoard['family'], (board: GameBoard) => Drawings>> = {
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

/** What scripts draw positions from. */
export interface BoardData {
  readonly seats: readonly string[]
  readonly places: readonly string[]
  /** What places hold: markup below and above their names, and by seat its words, null if it has nothing there. */
  readonly holdings: readonly (readonly [below: string, above: string, words: readonly (string | null)[]])[]
  /** What changed in each position: a place and the index of its holding, the next place and its, and so on. */
  readonly changes: readonly (readonly number[])[]
}

/** Layouts take a while, and one board is drawn often where somebody plays. */
const DRAWINGS = new WeakMap<GameBoard, Drawings>()

function drawingsOf(board: GameBoard): Drawings {
  const known = DRAWINGS.get(board) ?? FAMILIES[board.family](board)
  DRAWINGS.set(board, known)
  return known
}

/** What is drawn over a place, with its attribute `transform`. */
type Target = (place: number, transform: Markup) => Markup

export class Painter {
  readonly #board: GameBoard
  readonly #seats: readonly string[]
  readonly #drawings: readonly Drawing[]
  readonly #prefix: string
  readonly #symbols: Symbols
  /** The first sign of each seat that was painted. */
  readonly #marks: string[] = []
  /** Indices of holdings by their JSON. */
  readonly #known = new Map<string, number>()
  readonly #holdings: BoardData['holdings'][number][] = []
  readonly #changes: number[][] = []
  /** By place: what the last position holds. */
  readonly #held: number[] = []

  /** Ids of elements begin with `prefix`. */
  constructor(board: GameBoard, seats: readonly string[], prefix: string) {
    this.#board = board
    this.#seats = seats
    this.#prefix = prefix
    this.#symbols = new Symbols(prefix)
    const { wide, slim } = drawingsOf(board)
    this.#drawings = slim ? [wide, slim] : [wide]
  }

  /** Takes the next position. */
  take({ holdings }: BoardPosition): void {
    const changes: number[] = []
    for (const [place, holding] of holdings.entries()) {
      const index = this.#indexOf(holding)
      if (this.#held[place] === index) continue
      this.#held[place] = index
      changes.push(place, index)
    }
    this.#changes.push(changes)
  }

  get data(): BoardData {
    const places = this.#board.places.map(({ name }) => printable(name))
    const seats = this.#seats.map(printable)
    return { seats, places, holdings: this.#holdings, changes: this.#changes }
  }

  #indexOf(holding: Holding): number {
    const key = JSON.stringify(holding)
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const index = this.#holdings.length
    this.#known.set(key, index)
    this.#holdings.push([this.#below(holding).text, this.#above(holding).text, this.#wordsOf(holding)])
    return index
  }

  /** The colour of a place that a seat holds. */
  #below({ owner }: Holding): Markup {
    const isShown = this.#board.family === 'hexes' && owner !== undefined
    return isShown ? use(`${this.#prefix}o${owner % HATCHINGS.length}`) : NOTHING
  }

  #above({ home, marked, pieces }: Holding): Markup {
    const { homeAt } = this.#drawings[0]!
    const star =
      home === undefined
        ? NOTHING
        : use(this.#symbols.of(html`<g class="q${home % HATCHINGS.length}">${HOME}</g>`), homeAt)
    const due = marked === true ? use(this.#symbols.of(DUE), { x: 12, y: -12 }) : NOTHING
    return html`${star}${this.#pieces(pieces)}${due}`
  }

  #pieces(pieces: readonly Piece[]): Markup {
    if (pieces.length === 0) return NOTHING
    const { points, scale } = this.#drawings[0]!.stand(pieces.length)
    return html`${pieces.map((piece, i) => use(this.#symbols.of(this.#shape(piece, scale)), points[i]!))}`
  }

  #shape(piece: Piece, scale: number): Markup {
    this.#marks[piece.seat] ??= piece.sign
    const { look } = this.#board
    const mark = look === 'grid' ? markOf(piece) : null
    if (mark !== null) return mark
    if (piece.sign !== '' || piece.figure !== undefined) return pieceOf(piece, scale)
    return look === 'rack' ? discOf(piece) : manOf(piece)
  }

  #wordsOf({ owner, pieces }: Holding): (string | null)[] {
    return this.#seats.map((_, index) => {
      const own = pieces.filter(({ seat }) => seat === index)
      if (own.length === 0 && owner !== index) return null
      return printable(own.map(({ sign, figure }) => `${sign}${figure ?? ''}`).join(' '))
    })
  }

  /** The board with the last position that was taken, as wide screens and phones show it. */
  get drawn(): Markup {
    return this.#drawn(() => NOTHING)
  }

  /** The same with a target on each place, for pointers and keys; `words` describes the place. */
  targets(words: (place: number) => string): Markup {
    const { outline } = this.#drawings[0]!
    return this.#drawn((place, at) => {
      const { name } = this.#board.places[place]!
      return html`<g class="hit" data-place="${name}" data-words="${words(place)}" ${at}>${outline}</g>`
    })
  }

  #drawn(target: Target): Markup {
    const words = this.#words()
    return html`${this.#drawings.map((drawing, i) => {
      const kind = this.#drawings.length === 1 ? '' : i === 0 ? ' broad' : ' slim'
      return this.#whole(drawing, kind, words, target)
    })}`
  }

  #whole(
    { width, height, ground, labels, centre, isTurned }: Drawing,
    kind: string,
    words: string,
    target: Target,
  ): Markup {
    const turn = isTurned === true ? ' rotate(90)' : ''
    const transformOf = (place: number, turn = ''): Markup => {
      const { x, y } = centre(place)
      return html`transform="translate(${x} ${y})${turn}"`
    }
    const targets = this.#held.map((_, place) => target(place, transformOf(place, turn)))
    // Parts of an image can't be buttons.
    const role = targets.some(({ text }) => text !== '') ? 'group' : 'img'
    const layer = (name: string, of: (holding: BoardData['holdings'][number]) => Markup, turn = ''): Markup =>
      html`<g class="${name}">${this.#held.map((index, place) => {
        return html`<g ${transformOf(place, turn)}>${of(this.#holdings[index]!)}</g>`
      })}</g>`
    return html`<svg class="board${kind}" viewBox="0 0 ${width} ${height}" style="max-width:${Math.round(1.6 * width)}px" role="${role}" aria-label="${words}">${[
      ground,
      layer('below', ([below]) => new Markup(below), turn),
      targets,
      labels ?? NOTHING,
      layer('frames', () => use(`${this.#prefix}new`), turn),
      layer('above', ([, above]) => new Markup(above)),
    ]}</svg>`
  }

  /** The last position in words: who has what, and where. Scripts say the others. */
  #words(): string {
    const of = this.#seats.flatMap((seat, index) => {
      const held = this.#held.flatMap((holding, place) => {
        const words = this.#holdings[holding]![2][index] ?? null
        const { name } = this.#board.places[place]!
        return words === null ? [] : [words === '' ? name : `${name} ${words}`]
      })
      return held.length === 0 ? [] : [`${seat}: ${held.join(', ')}`]
    })
    return of.length === 0 ? 'The board is empty.' : `${of.join('. ')}.`
  }

  /** What is drawn once; asked for when all positions are taken. */
  get definitions(): Markup {
    const { outline } = this.#drawings[0]!
    const id = this.#prefix
    const fills = HATCHINGS.map(
      (way, seat) =>
        html`<pattern id="${id}w${seat}" width="8" height="8" patternUnits="userSpaceOnUse"><path class="w${seat}" d="${way}"/></pattern><g id="${id}o${seat}"><g class="o${seat}">${outline}</g><g fill="url(#${id}w${seat})">${outline}</g></g>`,
    )
    return html`<svg class="defs" aria-hidden="true" width="0" height="0"><defs><g id="${id}new"><g class="new">${outline}</g></g>${this.#board.family === 'hexes' ? fills : NOTHING}${this.#symbols.markup}</defs></svg>`
  }

  /** The meaning of shapes, signs and figures; `beside` draws a seat's mark elsewhere. */
  legend(beside: (seat: number) => Markup): Markup {
    const { faint, family, figures, home, marked, signs } = this.#board
    const piece = (of: Markup): Markup =>
      html`<svg class="piece" viewBox="-20 -20 40 40" aria-hidden="true">${of}</svg>`
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
      entry(piece(html`<rect class="new" x="-16" y="-16" width="32" height="32"/>`), 'changed this step'),
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
