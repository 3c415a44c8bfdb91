/** What is said of a game before it is played, whose verdict would mean little. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../engine/package.ts'
import { defineExperiment } from '../../library/index.ts'
import { notesOf } from '../../sim/experiment/index.ts'
import { counting, experimentWith } from './own.ts'

test('a seat that is never to move is told', async () => {
  const passing = counting('')
  expect(notesOf(await experimentWith(passing))).toEqual([])
  const stuck = passing.replace('; s.turn = 1 - s.turn', '')
  expect(notesOf(await experimentWith(stuck))).toEqual([
    'count: never to move in random matches: b. Is the turn passed on? check-game says more',
  ])
})

test('greedy without gauges is told, and no other agent', async () => {
  const greedy = { lineups: [{ agents: ['greedy'] }] }
  expect(notesOf(await experimentWith(counting(''), greedy))).toEqual([
    'count has no gauges, by which greedy tells who is ahead: it plays at random until a move wins',
  ])
  const gauged = counting('gauges: { n: { min: 0, max: 11, of: ({ n }) => n } }')
  expect(notesOf(await experimentWith(gauged, greedy))).toEqual([])
})

test('greedy without a score is told of games of boardgame.io, whose turns and phases it does not go by', async () => {
  const game = `boardgame.io:${join(ROOT, 'test/boardgame-io/games/tic-tac-toe.js')}`
  const experiment = await defineExperiment({ game, matches: 20, lineups: [{ agents: ['greedy'] }] })
  expect(notesOf(experiment)).toContain(
    'tic-tac-toe-io has no score (evenhand.score), by which greedy tells who is ahead: it plays at random until a move wins',
  )
})
