/** Breakthrough against a slow second implementation, and its rules one by one. */
import { describe, expect, test } from 'vitest'
import { Solver } from '../../engine/solve/index.ts'
import { classicOf, folded, played, positionsByPly, resultOf, startOf, successors } from './load.ts'

type Board = readonly string[]

/** Boards after every move of a side, from ranks of signs: the lowest first, `o` moving up, `x` down. None once a side has won. */
function moves(board: Board, side: 'o' | 'x'): Board[] {
  const other = side === 'o' ? 'x' : 'o'
  const ahead = side === 'o' ? 1 : -1
  if (board.at(-1)!.includes('o') || board[0]!.includes('x') || !board.join('').includes(side)) return []
  return board.flatMap((rank, y) =>
    [...rank].flatMap((sign, x) =>
      sign !== side
        ? []
        : [-1, 0, 1].flatMap(step => {
            const met = board[y + ahead]?.[x + step]
            if (met === undefined || met === side || (step === 0 && met === other)) return []
            const rows = board.map(row => [...row])
            rows[y]![x] = '.'
            rows[y + ahead]![x + step] = side
            return [rows.map(row => row.join(''))]
          }),
    ),
  )
}

function naiveLayers(board: Board, plies: number): string[][] {
  const layers = [[board.join('/')]]
  for (let ply = 0; ply < plies; ply++) {
    const next = new Set(
      layers[ply]!.flatMap(b => moves(b.split('/'), ply % 2 === 0 ? 'o' : 'x').map(m => m.join('/'))),
    )
    layers.push([...next])
  }
  return layers.map(layer => layer.sort())
}

describe('breakthrough', () => {
  test.each([
    [8, 8, 2],
    [3, 5, 5],
    [4, 4, 6],
    [2, 3, 6],
  ])(
    'on %i files and %i ranks reaches the same positions as a second implementation',
    (files, ranks, plies) => {
      const game = classicOf('breakthrough', { files, ranks })
      const boards = positionsByPly(game, plies).map(layer =>
        [
          ...new Set(layer.map(state => (game.text.describe(state) as { board: string[] }).board.join('/'))),
        ].sort(),
      )
      const rows = ranks >= 5 ? 2 : 1
      const start = Array.from({ length: ranks }, (_, y) =>
        (y < rows ? 'o' : y >= ranks - rows ? 'x' : '.').repeat(files),
      )
      expect(boards).toEqual(naiveLayers(start, plies))
    },
  )

  test('has 22 moves at the start', () => {
    const game = classicOf('breakthrough')
    expect(successors(game, startOf(game))).toHaveLength(22)
  })

  test('is won by the same seat as plain minimax says', () => {
    const game = classicOf('breakthrough', { files: 3, ranks: 4 })
    const wins = folded<boolean>(game, (state, next) => {
      if (next.length === 0) return resultOf(game, state).returns[0] === 60
      return game.toMove(state) === 1 ? next.some(Boolean) : next.every(Boolean)
    })
    expect(new Solver(game, { nodes: 1_000_000, bytes: 1 << 22 }).value(startOf(game))).toBe(wins ? 60 : 0)
  })

  test('takes slanting alone, and wins by the last rank or the last man', () => {
    const game = classicOf('breakthrough', { files: 2, ranks: 3 })
    expect(() => played(game, ['a1-a2', 'a3-a2'])).toThrow(
      'found "a3-a2", expected one of a3-b2, b3-a2, b3-b2',
    )
    const taken = played(game, ['a1-a2', 'b3-a2', 'b1-a2', 'a3-b2'])
    expect(game.text.describe(taken)).toMatchObject({ board: ['..', 'ox', '..'], toMove: ['white'] })
    expect(resultOf(game, played(game, ['a1-a2', 'b3-b2', 'a2-b3']))).toEqual({
      ending: 'rank',
      returns: [60, 0],
    })
  })
})
