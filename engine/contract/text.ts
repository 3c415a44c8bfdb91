/** What people read and write: decisions and positions as text. Nothing here is on the path of a match; all of it may allocate. */
import type { Action, Seat, State } from './basics.ts'
import type { GameBoard } from './board.ts'

/** The texts of one compiled rule set. */
export interface GameText {
  /** When `replay` prints a position: after every step or after every decision. */
  readonly replayEach: 'step' | 'decision'
  /** True when `format` depends on seat and action alone, so that its texts may be cached. */
  readonly fixedFormat: boolean

  /** A decision as records write it, without the seat's name. */
  format(state: State, seat: Seat, action: Action): string

  /**
   * The inverse of `format`, for any well-formed decision. Actions from `actionCount` up are record-only: the rules let a
   * record hold them, but `legal` never lists them, because they are certain to fail. Throws an Error that says what is
   * wrong.
   */
  parse(state: State, seat: Seat, text: string): Action

  /**
   * A decision, before it is carried out, in words that need no key and follow the seat's name; of chance the whole sentence. Pages of matches say
   * it, and say what records write without it.
   */
  tell?(state: State, seat: Seat, action: Action): string

  /** The position as the JSON that the rulings define, keys in their order. */
  describe(state: State): object

  /** What the signs of `render` mean, if they need an explanation: `replay` prints it once, before the first position. */
  readonly legend?: string

  /**
   * The position for a person: a board in text. No line of this or the other texts for people is longer than LINE_MAX. Pictures that can be
   * narrower keep to `width` columns, LINE_MAX if it is not given; of others, the lines that are wider are folded by who prints them.
   */
  render(state: State, width?: number): string

  /**
   * What `replay` prints for a position: what has happened since the one before, which it printed last, and as much of the
   * position as a reader needs now. Without it `replay` prints `render(after)`.
   */
  narrate?(before: State, after: State, width?: number): string

  /**
   * What happened between two such positions as a line a turn says it: a few words each, a seat's name, a verb, and mostly what it was done to. The
   * line puts together what one seat did by one verb. Without this, the line has the decisions.
   */
  brief?(before: State, after: State): readonly string[]

  /**
   * What has happened between two positions that `replay` shows one after the other, a sentence each, without the position. Pages show
   * these beside a board; without it, the decisions alone.
   */
  story?(before: State, after: State): readonly string[]

  /** The part of the author's own state which a word of a state, a view or a guess stands for; null for words that are none of the author's. */
  field?(state: State, word: number): Field | null

  /** The author's own function that says whether a match is over, so that messages can name its place. */
  readonly over?: (...all: never[]) => unknown

  /** The author's own function that guesses at what is hidden, likewise. */
  readonly guess?: (...all: never[]) => unknown

  /** Positions as data, for pages that draw them. Without it pages show `render(state)`. */
  readonly board?: GameBoard
}

/** A part of a state by the name of its author's: `hands[0][1]`, '' for the whole, and its value. */
export interface Field {
  readonly path: string
  readonly value: unknown
}

/** Most characters of a line. */
export const LINE_MAX = 100

/**
 * A text as lines of at most `width` characters, broken at spaces, or within a word that is longer than a line. All but the
 * first begin with `indent`, which is shorter than a line.
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
