/** What is said of a game before it is played, whose verdict would mean little. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkGame, type GameFinding } from '../../engine/checks/index.ts'
import { ROOT } from '../../engine/package.ts'
import { loadGame } from '../../engine/registry/index.ts'
import { defineExperiment } from '../../library/index.ts'
import { gameNameOf, notesOf } from '../../sim/experiment/index.ts'
import { counting, experimentWith } from './own.ts'

test('a note tells of a seat that is never to move', async () => {
  const passing = counting('')
  expect(notesOf(await experimentWith(passing))).toEqual([])
  const stuck = passing.replace('; s.turn = 1 - s.turn', '')
  expect(notesOf(await experimentWith(stuck))).toEqual([
    'count: b never got a turn in random matches. Does apply pass the turn on? Run evenhand check-game',
  ])
})

test('a note tells of greedy in a game without gauges, and of no other agent', async () => {
  const greedy = { lineups: [{ agents: ['greedy'] }] }
  expect(notesOf(await experimentWith(counting(''), greedy))).toEqual([
    "count has no gauges, so greedy can't tell who is ahead and plays at random until a move wins",
  ])
  const gauged = counting('gauges: { n: { min: 0, max: 11, of: ({ n }) => n } }')
  expect(notesOf(await experimentWith(gauged, greedy))).toEqual([])
})

test('a note tells of greedy in a game of boardgame.io without a score', async () => {
  const game = `boardgame.io:${join(ROOT, 'test/boardgame-io/games/tic-tac-toe.js')}`
  const experiment = await defineExperiment({ game, matches: 20, lineups: [{ agents: ['greedy'] }] })
  expect(notesOf(experiment)).toContain(
    "tic-tac-toe-io has no score (evenhand.score), so greedy can't tell who is ahead and plays at random until a move wins",
  )
})

test("a note tells of a key that games do not have, but not of keys of the author's own", async () => {
  const keys =
    "scoreboard: [], _helper: 1, _veiw: 2, twice: n => 2 * n, summary: 'counts', format(n) { return String(this.twice(n)) }"
  const experiment = await experimentWith(counting(keys))
  const note = 'count: games have no key scoreboard, so evenhand ignores it; let your own keys start with _'
  expect(notesOf(experiment)).toEqual([note])
  const told: GameFinding[] = []
  const module = await loadGame(gameNameOf(experiment))
  checkGame(module, {}, { matches: 2 }, finding => told.push(finding))
  expect(told.map(({ severity, wrong }) => [severity, wrong])).toEqual([['note', note]])
})

test('a note tells of a seat that is never to move in a game with such a key, too', async () => {
  const stuck = counting('scoreboard: []').replace('; s.turn = 1 - s.turn', '')
  expect(notesOf(await experimentWith(stuck))).toHaveLength(2)
})
