/** Games of boardgame.io as they are. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { loadGame } from '../../engine/registry/index.ts'
import { lawsOf } from '../../library/testing.ts'

const HERE = fileURLToPath(new URL('./games', import.meta.url))
const GAMES = ['tic-tac-toe.js', 'bank.js', 'auction.js']

describe.each(GAMES)('%s', async file => {
  const { compile, schema } = await loadGame(join(HERE, file))
  const game = compile(schema.parse({}))

  it('is the same in the reducer', () => {
    expect(game.notes).toEqual([expect.stringMatching(/are the same in boardgame.io's reducer/)])
  })

  it.each(lawsOf(game, { samples: 300 }))('keeps the law: $name', ({ check }) => check())
})
