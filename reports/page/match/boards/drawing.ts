/** Drawings of boards: pieces are defined once, and used wherever they stand. */
import type { Piece } from '../../../../engine/contract/index.ts'
import { html, Markup, NOTHING } from '../../html.ts'

/** A board that can be drawn: its frame, what never changes, and where pieces stand. */
export interface Drawing {
  /** Units of the frame, about as many as pixels on a wide screen. */
  readonly width: number
  readonly height: number
  /** Drawn once, below and above the places that seats hold. */
  readonly ground: Markup
  readonly labels?: Markup
  /** The centre of a place. */
  centre(place: number): Point
  /** Where pieces on a place stand, from its centre, and their scale. */
  stand(pieces: number): { readonly points: readonly Point[]; readonly scale: number }
  /** The outline of a place around its centre. */
  readonly outline: Markup
  /** Whether the outline is turned by a right angle in this drawing. */
  readonly isTurned?: boolean
  /** Where the sign of a home goes, from the centre. */
  readonly homeAt: Point
}

/** A board as wide screens show it, and as phones do if that differs. */
export interface Drawings {
  readonly wide: Drawing
  /** Its places, pieces and outlines have the same shapes. */
  readonly slim?: Drawing
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** A coordinate with one decimal at most. */
export const unit = (value: number): number => Math.round(value * 10) / 10

/** Elements that are drawn once and used by number. Ids begin with `prefix`. */
export class Symbols {
  readonly #prefix: string
  readonly #numbers = new Map<string, number>()

  constructor(prefix: string) {
    this.#prefix = prefix
  }

  /** The id of an element of that markup. */
  of(markup: Markup): string {
    const number = this.#numbers.get(markup.text) ?? this.#numbers.size
    this.#numbers.set(markup.text, number)
    return `${this.#prefix}p${number}`
  }

  /** The definitions of all. */
  get markup(): Markup {
    return html`${[...this.#numbers].map(([text, number]) => html`<g id="${this.#prefix}p${number}">${new Markup(text)}</g>`)}`
  }
}

export function use(id: string, { x, y }: Point = { x: 0, y: 0 }): Markup {
  const at = (name: string, value: number): Markup =>
    unit(value) === 0 ? NOTHING : html` ${name}="${unit(value)}"`
  return html`<use href="#${id}"${at('x', x)}${at('y', y)}/>`
}

/** Shapes by seat, around the origin: seats differ without colours. */
const SHAPES: readonly Markup[] = [
  html`<circle r="15"/>`,
  html`<rect x="-14" y="-14" width="28" height="28" rx="4"/>`,
  html`<path d="M0-18 18 0 0 18-18 0z"/>`,
  html`<path d="M-9-15.6H9L18 0 9 15.6H-9L-18 0z"/>`,
  html`<path d="M0-19 18 15H-18z"/>`,
  html`<path d="M-14 15V-6L0-18 14-6V15z"/>`,
]

/** The shape of a seat, in its colour: `faint` as an outline. */
export function shapeOf(seat: number, faint = false): Markup {
  return html`<g class="${faint ? 'f' : 'q'}${seat % SHAPES.length}">${SHAPES[seat % SHAPES.length]!}</g>`
}

/** A piece around the origin, about 30 units wide. */
export function pieceOf({ seat, sign, figure, faint = false }: Piece, scale: number): Markup {
  const ink = `${faint ? 'i' : 'k'}${seat % SHAPES.length}`
  const texts =
    figure === undefined || sign === ''
      ? html`<text class="sg ${ink}" y="6">${figure ?? sign}</text>`
      : html`<text class="sg ${ink}" y="2">${sign}</text><text class="sg ${ink} fg" y="12">${figure}</text>`
  const content = html`${shapeOf(seat, faint)}${texts}`
  return scale === 1 ? content : html`<g transform="scale(${unit(scale)})">${content}</g>`
}

/** X or O as pen strokes, in the size of a place; null for any other piece. */
export function markOf({ seat, sign }: Piece): Markup | null {
  const strokes = STROKES[sign]
  return strokes ? html`<g class="m${seat % SHAPES.length}">${strokes}</g>` : null
}

const STROKES: Readonly<Record<string, Markup>> = {
  X: html`<path d="M-14-14 14 14M14-14-14 14"/>`,
  O: html`<circle r="15"/>`,
}

/** A man without a sign: the second seat's has a ring, the third's two. */
export function manOf({ seat }: Piece): Markup {
  return html`<g class="q${seat}"><path d="M-11 15C-11 7-6 4-4 0A8 8 0 1 1 4 0C6 4 11 7 11 15z"/></g>${rings(seat, -6, 3)}`
}

/** A disc, with rings as men have. */
export function discOf({ seat }: Piece): Markup {
  return html`<g class="q${seat}"><circle r="16"/></g>${rings(seat, 0, 8)}`
}

function rings(seat: number, y: number, radius: number): Markup {
  return html`${Array.from({ length: seat }, (_, i) => html`<circle class="f${seat} ring" cy="${y}" r="${unit(radius / (1 + i))}"/>`)}`
}
