/** Positions of a game of plain values as data for pages that draw them. */
import { show } from '../../documents/index.ts'
import type { BoardPosition, GameBoard, Holding, Place, State } from '../contract/index.ts'
import { GameError } from '../modules/index.ts'
import type { Context, Definition, PlainBoard, PlainHolding } from './define.ts'

/** What boards need to know of a game. */
interface Positions {
  positionOf(state: State): unknown
  contextOf(seat: number): Context<object>
}

/** The board of a definition; undefined without one. Throws a GameError that says what is missing in it. */
export function boardOf(game: Positions, { board }: Definition): GameBoard | undefined {
  if (board === undefined) return undefined
  const context = game.contextOf(-1)
  const drawn: PlainBoard<unknown, object> = typeof board === 'function' ? board(context) : board
  const { at, standings, ...fixed } = drawn
  if (typeof at !== 'function' || !Array.isArray(fixed.places) || !FAMILIES.includes(fixed.family))
    throw new GameError(
      `board: expected a family (${FAMILIES.join(', ')}), a list of places, and a function at`,
    )
  for (const [index, place] of fixed.places.entries()) requirePlace(place, index, fixed.family)
  return {
    signs: [],
    ...fixed,
    at: (state): BoardPosition => {
      const position = game.positionOf(state)
      const holdings = Array.from(at(position, context), holdingOf)
      return { holdings, standings: standings?.(position, context) ?? [] }
    },
  }
}

const FAMILIES: readonly GameBoard['family'][] = ['squares', 'lane', 'hexes', 'map']

/** Throws a GameError for a place that no page could draw. */
function requirePlace(place: unknown, index: number, family: GameBoard['family']): void {
  const { name, at } = (typeof place === 'object' && place !== null ? place : {}) as Partial<Place>
  if (typeof name !== 'string')
    throw new GameError(`board: place ${index} is ${show(place)}, expected { name, at } with a text for name`)
  const isPair = Array.isArray(at) && at.length === 2 && at.every(Number.isInteger)
  if (family === 'map' ? at !== undefined && !isPair : !isPair)
    throw new GameError(
      `board: place ${index}, ${show(name)}, is at ${show(at)}, expected at: [file, rank], two whole numbers${family === 'lane' ? ', the rank 0' : ''}`,
    )
}

function holdingOf(held: PlainHolding): Holding {
  if (held === null || held === undefined) return { pieces: [] }
  if (typeof held !== 'object')
    throw new GameError(
      `board.at returned ${show(held)} for a place, expected { seat, sign }, { owner, pieces } or null`,
    )
  return 'seat' in held ? { pieces: [{ sign: '', ...held }] } : { pieces: [], ...held }
}
