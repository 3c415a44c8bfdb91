/** Published figures of tic-tac-toe, by playing it out. */
import { describe, expect, test } from 'vitest'
import { Solver } from '../../engine/solve/index.ts'
import { classicOf, folded, played, positionsByPly, resultOf, startOf } from './load.ts'

const game = classicOf('tic-tac-toe')

describe('tic-tac-toe', () => {
  // Henry Bottomley, How many Tic-Tac-Toe (noughts and crosses) games are possible? (2001).
  test('has 255168 matches: 131184 won by cross, 77904 by nought, 46080 drawn', () => {
    const counts = folded<number[]>(game, (state, next) => {
      if (next.length > 0) return [0, 1, 2].map(i => next.reduce((sum, count) => sum + count[i]!, 0))
      const { returns } = resultOf(game, state)
      return [Number(returns[0] === 60), Number(returns[1] === 60), Number(returns[0] === 30)]
    })
    expect(counts).toEqual([131_184, 77_904, 46_080])
    expect(counts.reduce((sum, count) => sum + count)).toBe(255_168)
  })

  // Seth Coulson, Counting, https://www.sethcoulson.com/tic-tac-toe/counting: 5,478 positions that play reaches.
  test('has 5478 positions', () => {
    const layers = positionsByPly(game, 9).map(layer => layer.length)
    expect(layers).toEqual([1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78])
    expect(layers.reduce((sum, count) => sum + count)).toBe(5478)
  })

  test('between random players is won by cross with 737/1260, by nought with 121/420, drawn with 8/63', () => {
    const mean = folded<number[]>(game, (state, next) => {
      if (next.length > 0)
        return [0, 1].map(seat => next.reduce((sum, value) => sum + value[seat]!, 0) / next.length)
      const { returns } = resultOf(game, state)
      return [Number(returns[0] === 60), Number(returns[1] === 60)]
    })
    expect(mean[0]).toBeCloseTo(737 / 1260, 12)
    expect(mean[1]).toBeCloseTo(121 / 420, 12)
    expect(1 - mean[0]! - mean[1]!).toBeCloseTo(8 / 63, 12)
  })

  test.each([[{}], [{ misere: true }]])('is a draw with best play, under the rules %j', rules => {
    const same = classicOf('tic-tac-toe', rules)
    expect(new Solver(same, { nodes: 100_000, bytes: 1 << 20 }).value(startOf(same))).toBe(30)
  })

  test('with misere, three in a line lose', () => {
    const moves = ['a1', 'a2', 'b1', 'b2', 'c1']
    expect(resultOf(game, played(game, moves))).toEqual({ ending: 'line', returns: [60, 0] })
    const misere = classicOf('tic-tac-toe', { misere: true })
    expect(resultOf(misere, played(misere, moves))).toEqual({ ending: 'line', returns: [0, 60] })
  })

  test('draws the board with a1 at the lower left', () => {
    expect(game.text.render(played(game, ['a1', 'b2', 'c1']))).toBe(
      ['3 . . .', '2 . o .', '1 x . x', '  a b c', 'to move: nought'].join('\n'),
    )
  })
})
