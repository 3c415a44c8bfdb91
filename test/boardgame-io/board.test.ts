/** Boards of boardgame.io games: inferred from a grid of empty cells, or as the module says. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newEvents, newState, settle } from '../../engine/contract/index.ts'
import { ROOT } from '../../engine/package.ts'
import { loadGame } from '../../engine/registry/index.ts'
import { folder } from '../cli/command.ts'
import { gameCalled } from '../playing/games.ts'

const played = async (file: string, moves: readonly string[]) => {
  const game = await gameCalled(file)
  const state = newState(game.info)
  game.start(state, newEvents(game.info))
  const places = moves.map((text, turn) => {
    const action = game.text.parse(state, turn % 2, text)
    const touched = game.text.places?.(state, turn % 2, action)
    game.apply(state, turn % 2, action, newEvents(game.info))
    settle(game, state, newEvents(game.info))
    return touched
  })
  return { places, board: game.text.board, holdings: game.text.board?.at(state).holdings }
}

const ROWS = `export default {
  setup: () => ({ rows: Array.from({ length: 3 }, () => [null, null, null]), count: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    put: ({ G, playerID }, x, y) => {
      if (G.rows[y][x] !== null) return 'INVALID_MOVE'
      G.rows[y][x] = playerID === '0' ? 'red' : 'blue'
      G.count++
    },
  },
  endIf: ({ G }) => (G.count === 9 ? { draw: true } : undefined),
  ai: { enumerate: G => G.rows.flatMap((row, y) => row.flatMap((cell, x) => (cell === null ? [{ move: 'put', args: [x, y] }] : []))) },
}
`

it('a list of cells becomes a grid, whose cells are what moves name', async () => {
  const { places, holdings, board } = await played(join(ROOT, 'test/boardgame-io/games/tic-tac-toe.js'), [
    'clickCell(0)',
    'clickCell(5)',
  ])
  expect(places).toEqual([['0'], ['5']])
  expect([board!.places[0], board!.places[5]]).toEqual([
    { name: '0', at: [0, 2] },
    { name: '5', at: [2, 1] },
  ])
  expect([holdings![0]!.pieces, holdings![5]!.pieces]).toEqual([
    [{ seat: 0, sign: 'X' }],
    [{ seat: 1, sign: 'O' }],
  ])
})

it('rows become one, whichever argument comes first', async () => {
  const { places, board } = await played(`${folder({ 'rows.mjs': ROWS })}/rows.mjs`, ['put(2,0)'])
  expect(places).toEqual([['2,0']])
  expect(board!.places.find(({ name }) => name === '2,0')!.at).toEqual([2, 2])
})

it('nothing is inferred where a move changes more than one cell', async () => {
  const text = ROWS.replace('G.count++', 'G.count++; G.rows[(y + 1) % 3][x] ??= "grey"').replace(
    '=== 9',
    '> 2',
  )
  const { board } = await played(`${folder({ 'rows.mjs': text })}/rows.mjs`, [])
  expect(board).toBeUndefined()
})

it('a module says how its board looks, and where moves happen', async () => {
  const text = `${ROWS}
export const evenhand = {
  board: { family: 'lane', places: [{ name: 'all', at: [0, 0] }], at: G => [{ seat: 0, sign: String(G.count) }] },
  placesOf: ({ move }) => (move === 'put' ? ['all'] : []),
}
`
  const { places, holdings } = await played(`${folder({ 'rows.mjs': text })}/rows.mjs`, ['put(1,1)'])
  expect(places).toEqual([['all']])
  expect(holdings![0]!.pieces).toEqual([{ seat: 0, sign: '1' }])
  const bad = folder({ 'rows.mjs': text.replace('board: {', 'bored: {') })
  await expect(loadGame(`${bad}/rows.mjs`)).rejects.toThrow('evenhand.bored is unknown')
})
