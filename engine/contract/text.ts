/** What people read and write: decisions and positions as text. Nothing here is on the path of a match; all of it may allocate. */
import type { Action, Seat, State } from './basics.ts'

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

  /** The position as the JSON that the rulings define, keys in their order. */
  describe(state: State): object

  /** The position for a person: a board in text, and what the last step did. */
  render(state: State): string
}
