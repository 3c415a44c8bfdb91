/** Neither seat of a game of simultaneous decisions is better off for being asked first. */
import { describe, expect, it } from 'vitest'
import { wrapGame } from '../../engine/contract/index.ts'
import { classicOf } from '../classics/load.ts'
import { firstSeatScore } from './even.ts'

describe('matching pennies', () => {
  const game = classicOf('matrix-game', {
    row: ['heads', 'tails'],
    column: ['heads', 'tails'],
    payoffs: [
      [1, -1],
      [-1, 1],
    ],
  })

  // A standard error of 1.8 points; searches of a serialised game score 62.9 % there.
  it.each(['game', 'ucb'])('is even between searches that select by %s', selection => {
    expect(Math.abs(firstSeatScore(game, { selection, iterations: 100 }, 800) - 0.5)).toBeLessThan(0.054)
  })

  it('is uneven where the second seat sees what the first has sealed', () => {
    const open = wrapGame(game, {
      observe: (state, _seat, view) => view.set(state),
      info: { ...game.info, type: { ...game.info.type, dynamics: 'sequential' } },
    })
    expect(firstSeatScore(open, { iterations: 100 }, 400)).toBeLessThan(0.3)
  })
})
