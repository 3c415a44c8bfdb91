/** A game in which a seat is never to move, which a verdict would call unfair. */
import { expect, test } from 'vitest'
import { notesOf } from '../../sim/experiment/index.ts'
import { counting, experimentWith } from './own.ts'

test('is told before it is played', async () => {
  const passing = counting('')
  expect(notesOf(await experimentWith(passing))).toEqual([])
  const stuck = passing.replace('; s.turn = 1 - s.turn', '')
  expect(notesOf(await experimentWith(stuck))).toEqual([
    'count: never to move in random matches: b. Is the turn passed on? check-game says more',
  ])
})
