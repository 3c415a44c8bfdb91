/** Positions as plain data for pages that draw them. What each family of boards looks like, only the page knows. */
import type { Seat, State } from './basics.ts'

/** What a game gives to pages that draw its positions: what never changes, and a reader of positions. */
export interface GameBoard {
  /**
   * - `squares`: files and ranks, `checkered`, as the lines of a `grid`, or as holes of a `rack`.
   * - `lane`: cells in a row.
   * - `hexes`: hexagons with a corner on top.
   * - `map`: territories without coordinates, by what lies beside what.
   */
  readonly family: 'squares' | 'lane' | 'hexes' | 'map'
  /** Of squares: what they look like; `checkered` by default. */
  readonly look?: 'checkered' | 'grid' | 'rack'
  /** Of squares: the names of the files from the left, and of the ranks from below, beside the board; none where decisions do not name them. */
  readonly files?: readonly string[]
  readonly ranks?: readonly string[]
  readonly places: readonly Place[]
  /** Of a map: places beside each other, by index, each pair once, the lower first. */
  readonly links?: readonly (readonly [number, number])[]
  /** What the signs of pieces mean. */
  readonly signs: readonly (readonly [sign: string, meaning: string])[]
  /** What the figures beside pieces count: 'hit points'. */
  readonly figures?: string
  /** What it means that a piece is faint, a place marked, a place somebody's home. Said in the legend. */
  readonly faint?: string
  readonly marked?: string
  readonly home?: string
  /**
   * A position: everything in it, what seats hide from each other too, for pages show matches that are over. The same position gives the
   * same data.
   */
  at(state: State): BoardPosition
}

/** A square, a cell of a lane, a hexagon, a territory: what of it is the same in all positions. */
export interface Place {
  readonly name: string
  /** File and rank of a square or a cell, from 0 at the lower left; column and row of a hexagon in axial coordinates, rows downwards. */
  readonly at?: readonly [number, number]
  readonly ground?: 'sea' | 'blocked'
  /** Of a map: places of one region are shown together. */
  readonly region?: string
  /** Of a map: roughly where it lies, to the east and to the north (1, 0 or -1 each), if its name says so; the map is turned by that. */
  readonly bearing?: readonly [east: number, north: number]
  /** What the place can do, in a word or two. */
  readonly note?: string
}

/** What a place holds in a position. */
export interface Holding {
  /** The seat that holds it. */
  readonly owner?: Seat
  /** The seat whose capital or base it is. */
  readonly home?: Seat
  /** Whether something is about to happen there. */
  readonly marked?: boolean
  readonly pieces: readonly Piece[]
}

/** What stands on a place. */
export interface Piece {
  readonly seat: Seat
  /** One to three characters; none for games of men that are all alike. */
  readonly sign: string
  /** A figure beside it, such as hit points. */
  readonly figure?: number
  /** Whether it can do less than others now. */
  readonly faint?: boolean
}

/** A position as data. */
export interface BoardPosition {
  /** One for each place, in their order. */
  readonly holdings: readonly Holding[]
  /** What each seat has beside the board, in words. */
  readonly standings: readonly string[]
}
