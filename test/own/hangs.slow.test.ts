/** Games of the user that hang, while they load or in one of many matches: nothing waits for them for ever. */
import { describe, expect, it } from 'vitest'
import { evenhand } from '../cli/command.ts'
import { changed, own } from './own.ts'

const HANG = 'for (;;);'

describe('a game that hangs', () => {
  const play = (text: string, agents: string) => {
    const args = ['play', './bad.js', '--agents', agents, '--matches', '400', '--decision-seconds', '2']
    return evenhand([...args, '--threads', '2'], { cwd: own({ 'bad.js': text }), own: true })
  }

  it('while it loads is refused', async () => {
    const { code, err } = await play(HANG, 'random')
    expect(err).toMatch(/GAME: game module .*bad.js cannot be played: it is not done after 10 s/)
    expect(code).toBe(2)
  })

  it.each(['random', 'greedy', 'mcts:iterations=20'])(
    'in a match of %s ends the run in words',
    async agents => {
      const text = changed(`let matches = 0
  const { start } = game
  game.start = (...all) => { if (++matches > 40) ${HANG} return start.apply(game, all) }
  const { resolve } = game
  let turns = 0
  game.resolve = state => { if (++turns > 3000) ${HANG} return resolve.call(game, state) }`)
      const { code, err } = await play(text, agents)
      expect(err).toMatch(
        /game module .*bad.js hangs its threads, for more than 2 s without a decision, 3 times/,
      )
      expect(code).toBe(1)
    },
  )
})
