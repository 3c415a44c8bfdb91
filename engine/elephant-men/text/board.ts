/** Positions as a board of squares to draw. */
import type { GameBoard, Piece, State } from '../../contract/index.ts'
import type { Tables } from '../rules/tables.ts'
import { pendingSquare } from '../state/cells.ts'
import { GONE, lane } from '../state/lanes.ts'
import { FAVOUR, HP, OWN, PENDING, PENDING_COUNT, RESTING, SQUARES } from '../state/layout.ts'
import { squareName } from './notation.ts'
import { letters } from './render.ts'

export function boardOf(t: Tables): GameBoard {
  const signs = letters(t).map(letter => letter.toUpperCase())
  const squares = Array.from({ length: t.squares }, (_, square) => square)
  return {
    family: 'squares',
    files: Array.from({ length: t.files }, (_, file) => squareName(t, file).slice(0, 1)),
    ranks: Array.from({ length: t.ranks }, (_, rank) => String(1 + rank)),
    places: squares.map(square => ({
      name: squareName(t, square),
      at: [square % t.files, Math.floor(square / t.files)],
    })),
    signs: t.kinds.map((kind, k) => [signs[k]!, kind]),
    figures: 'hit points',
    faint: 'rests',
    marked: 'target of a pending attack or prayer',
    at: s => {
      const pieces = piecesOf(t, s, signs)
      const due = new Set(Array.from(s.subarray(PENDING, PENDING + s[PENDING_COUNT]!), pendingSquare))
      return {
        holdings: squares.map(square => ({
          ...(due.has(square) ? { marked: true } : {}),
          pieces: pieces.get(square) ?? [],
        })),
        standings: t.rules.sides.map(({ name }, seat) => {
          const favour = seat === 0 ? s[FAVOUR]! : -s[FAVOUR]!
          return `${name}: favour ${favour > 0 ? '+' : ''}${favour} of ${t.rules.favour.win}`
        }),
      }
    },
  }
}

/** What stands on the squares, by square. */
function piecesOf(t: Tables, s: State, signs: readonly string[]): ReadonlyMap<number, readonly Piece[]> {
  const pieces = new Map<number, readonly Piece[]>()
  for (let slot = 0; slot < t.units; slot++) {
    const square = lane(s, SQUARES, slot)
    if (square === GONE) continue
    const piece = {
      seat: (s[OWN]! >>> slot) & 1 ? 0 : 1,
      sign: signs[t.slotKind[slot]!]!,
      figure: lane(s, HP, slot),
      ...((s[RESTING]! >>> slot) & 1 ? { faint: true } : {}),
    }
    pieces.set(square, [piece])
  }
  return pieces
}
