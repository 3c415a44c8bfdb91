/** Positions as plain data; pages know what each family of boards looks like. */
import type { Seat, State } from './basics.ts'

/** What pages need to draw a game's positions. */
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
  /** Of squares: names of files from the left and ranks from below; none if decisions do not name them. */
  readonly files?: readonly string[]
  readonly ranks?: readonly string[]
  readonly places: readonly BoardPlace[]
  /** Of a map: adjacent places by index, each pair once, the lower first. */
  readonly links?: readonly (readonly [number, number])[]
  /** What the signs of pieces mean. */
  readonly signs: readonly (readonly [sign: string, meaning: string])[]
  /** What figures beside pieces count: 'hit points'. */
  readonly figures?: string
  /** Legends of faint pieces, marked places and homes. */
  readonly faint?: string
  readonly marked?: string
  readonly home?: string
  /** A position with all that seats hide from each other: pages show matches that are over. Deterministic. */
  at(state: State): BoardPosition
}

/** The unchanging part of a square, a cell, a hexagon or a territory. */
export interface BoardPlace {
  readonly name: string
  /**
   * File and rank of a square or cell, 0 at the lower left; axial column and row of a hexagon, rows
   * downwards.
   */
  readonly at?: readonly [number, number]
  readonly ground?: 'sea' | 'blocked'
  /** Of a map: places of one region are shown together. */
  readonly region?: string
  /** Of a map: 1, 0 or -1 to the east and to the north, if the name says so; the map is turned by that. */
  readonly bearing?: readonly [east: number, north: number]
  readonly note?: string | undefined
}

export interface Holding {
  readonly owner?: Seat | undefined
  /** Whose capital or base it is. */
  readonly home?: Seat | undefined
  /** Something is about to happen there. */
  readonly marked?: boolean
  readonly pieces: readonly Piece[]
}

export interface Piece {
  readonly seat: Seat
  /** One to three characters; none if all men are alike. */
  readonly sign: string
  /** Such as hit points. */
  readonly figure?: number
  readonly faint?: boolean | undefined
  /** What the piece is, where sign and figure don't say it all: '2 assault, 1 ranged'. */
  readonly words?: string
}

export interface BoardPosition {
  /** By place. */
  readonly holdings: readonly Holding[]
  /** By seat: what it has beside the board, in words. */
  readonly standings: readonly string[]
}
