/** Decisions and positions as text. Off the path of a match; everything may allocate. */
import type { Action, Seat, State } from './basics.ts'
import type { GameBoard } from './board.ts'

export interface GameText {
  /** When `replay` prints a position. */
  readonly replayEach: 'step' | 'decision'
  /** True if `format` depends only on seat and action, so that texts may be cached. */
  readonly fixedFormat: boolean

  /** As records write it, without the seat's name. */
  format(state: State, seat: Seat, action: Action): string

  /**
   * The inverse of `format`. Actions from `actionCount` up are record-only: the rules allow them, but `legal`
   * never lists them, since they are certain to fail. Throws an Error that says what is wrong.
   */
  parse(state: State, seat: Seat, text: string): Action

  /**
   * A decision as a phrase after the seat's name (a whole sentence for chance), before it is carried out.
   * Pages of matches say it; without it, what records write.
   */
  tell?(state: State, seat: Seat, action: Action): string

  /**
   * Names of the board's places that a decision touches, in the order to click them: from, to. People narrow the
   * list of moves by them. Empty if it touches none. A view gives the same answer as its state.
   */
  places?(state: State, seat: Seat, action: Action): readonly string[]

  /** The position as JSON, keys in the order of the rulings. */
  describe(state: State): object

  /** How to play, a sentence or two each, for somebody's first match. */
  readonly guide?: readonly string[]

  /** What the seat to move decides now, as one would ask for it: 'place your incoming troops'. */
  asks?(view: State, seat: Seat): string | undefined

  /** What a seat is after, such as its secret missions, as far as its view shows them. */
  aims?(view: State, seat: Seat): readonly string[]

  /** What the signs of `render` mean; `replay` prints it once. */
  readonly legend?: string

  /**
   * The position as a text board. No line for people exceeds LINE_MAX. Pictures that can be narrower keep to
   * `width` columns (default LINE_MAX); other wide lines are folded by the caller.
   */
  render(state: State, width?: number): string

  /**
   * What `replay` prints: what happened since the position before, and as much of the position as needed.
   * Default: `render(after)`.
   */
  narrate?(before: State, after: State, width?: number): string

  /**
   * Short phrases for a line per turn: a seat's name, a verb, and mostly its object; the line joins what one
   * seat did by one verb. Without it, the line has the decisions.
   */
  brief?(before: State, after: State): readonly string[]

  /**
   * What happened between two positions, a sentence each, for pages. Without it, only decisions are shown.
   */
  story?(before: State, after: State): readonly string[]

  /** The part of the author's state that a word holds; null for other words. */
  field?(state: State, word: number): Field | null

  /** The author's functions that end a match and guess what is hidden, for messages that name their place. */
  readonly over?: (...all: never[]) => unknown

  readonly guess?: ((...all: never[]) => unknown) | undefined

  /** For pages; without it they show `render(state)`. */
  readonly board?: GameBoard | undefined
}

/** A part of the author's state: `hands[0][1]`, '' for the whole. */
export interface Field {
  readonly path: string
  readonly value: unknown
}

export const LINE_MAX = 100

/**
 * Breaks a text at spaces, or within longer words, into lines of at most `width` characters. All but the
 * first begin with `indent`.
 */
export function foldLine(text: string, indent = '    ', width = LINE_MAX): string[] {
  const lines: string[] = []
  let rest = text
  while (rest.length > width) {
    const space = rest.lastIndexOf(' ', width)
    const at = space > rest.search(/[^ ]/) ? space : width
    lines.push(rest.slice(0, at))
    rest = `${indent}${rest.slice(at).trimStart()}`
  }
  return [...lines, rest]
}
