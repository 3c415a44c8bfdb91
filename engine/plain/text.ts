/** Texts and boards of a game of plain values. */
import { escapeControls, show } from '../../documents/index.ts'
import {
  type BoardPlace,
  type BoardPosition,
  CHANCE,
  CHANCE_BIT,
  type CompiledGame,
  type Field,
  foldLine,
  type GameBoard,
  type GameText,
  type Holding,
  type Seat,
  type State,
} from '../contract/index.ts'
import { type Callable, GameError } from '../modules/index.ts'
import { shown } from './checked.ts'
import type { Context, Definition, PlainBoard, PlainHolding } from './define.ts'

interface Positions extends Pick<CompiledGame, 'info' | 'toMove'> {
  positionOf(state: State): unknown
  movesOf(state: State, seat: Seat): readonly unknown[]
  contextOf(seat: Seat): Context<object>
  fieldOf(state: State, word: number): Field | null
}

/** Longest move in a record: a line of 4 MiB holds the longest matches. */
const TEXT_MAX = 2_000
const NAMED_MAX = 12

export function textOf(game: Positions, definition: Definition): GameText {
  const textOfMove = (state: State, seat: Seat, action: number): string => {
    const text = writeMove(definition, game.movesOf(state, seat)[action], game.contextOf(seat))
    if (text.length <= TEXT_MAX) return text
    throw new GameError(
      `${definition.format ? 'format returned' : 'moves offers'} a move whose text has ${text.length} characters, expected at most ${TEXT_MAX}, because records contain every move`,
      definition.format ?? definition.moves,
    )
  }
  const board = boardOf(game, definition)
  return {
    board,
    replayEach: 'decision',
    fixedFormat: false,
    over: definition.outcome,
    guess: definition.determinize,
    field: (state, word) => game.fieldOf(state, word),
    format: textOfMove,
    parse: (state, seat, text) => {
      const bit = seat === CHANCE ? CHANCE_BIT : 1 << seat
      if ((game.toMove(state) & bit) === 0)
        throw new Error(
          `it isn't the turn of ${game.info.seats[seat] ?? 'chance'}, expected a decision by a seat whose turn it is`,
        )
      const moves = game.movesOf(state, seat)
      const place = moves.findIndex((_, action) => textOfMove(state, seat, action) === text)
      if (place >= 0) return place
      const some = moves.slice(0, NAMED_MAX).map((_, action) => textOfMove(state, seat, action))
      if (moves.length > NAMED_MAX) some.push('...')
      throw new Error(`found ${show(text)}, expected one of ${some.join(', ')}`)
    },
    ...(board && definition.placesOf ? { places: placesOf(game, definition, board) } : {}),
    describe: state => ({
      state: JSON.parse(JSON.stringify(game.positionOf(state) ?? null)) as unknown,
      toMove: toMoveOf(game, state),
    }),
    render: state => {
      const position = game.positionOf(state)
      const text = definition.render
        ? textFrom('render', definition.render, definition.render(position, game.contextOf(-1)))
        : linesOf(position)
      const next = toMoveOf(game, state)
      const lines = [...text.split('\n'), ...(next.length > 0 ? [`to move: ${next.join(', ')}`] : [])]
      return lines.flatMap(line => foldLine(line)).join('\n')
    },
  }
}

function placesOf(
  game: Positions,
  definition: Definition,
  { places }: GameBoard,
): NonNullable<GameText['places']> {
  const known = new Set(places.map(({ name }) => name))
  return (state, seat, action) => {
    if (seat === CHANCE) return []
    const move = game.movesOf(state, seat)[action]
    const named: unknown = definition.placesOf!(move, game.positionOf(state), game.contextOf(seat))
    if (Array.isArray(named) && named.every(name => known.has(name))) return named
    throw new GameError(
      `placesOf returned ${show(named)}, expected a list of names of the board's places`,
      definition.placesOf,
    )
  }
}

/** A move as records write it. */
export function writeMove(definition: Definition, move: unknown, context: Context<object>): string {
  const text = definition.format
    ? // Called as a method: authors may use `this`.
      textFrom('format', definition.format, definition.format(move, context))
    : typeof move === 'object'
      ? JSON.stringify(move)
      : String(move)
  // Records refuse what could garble a terminal or disguise a text.
  return escapeControls(text)
}

function textFrom(name: string, part: Callable, answer: unknown): string {
  if (typeof answer === 'string' || typeof answer === 'number') return String(answer)
  throw new GameError(`${name} returned ${shown(answer)}, expected a string`, part)
}

function toMoveOf(game: Positions, state: State): string[] {
  const mask = game.toMove(state)
  return [
    ...game.info.seats.filter((_, seat) => (mask >> seat) & 1),
    ...(mask === CHANCE_BIT ? ['chance'] : []),
  ]
}

/** Objects take a line per key; anything else is JSON. */
export function linesOf(position: unknown): string {
  if (typeof position !== 'object' || position === null || Array.isArray(position))
    return JSON.stringify(position) ?? 'undefined'
  return Object.entries(position)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
    .join('\n')
}

interface Positions {
  positionOf(state: State): unknown
  contextOf(seat: number): Context<object>
}

/** Throws a GameError for an incomplete board. */
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

function requirePlace(place: unknown, index: number, family: GameBoard['family']): void {
  const { name, at } = (typeof place === 'object' && place !== null ? place : {}) as Partial<BoardPlace>
  if (typeof name !== 'string')
    throw new GameError(
      `board: place ${index} is ${show(place)}, expected { name, at } with a string as name`,
    )
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
