/** How far from perfect play learned policies are, in small games whose answers are known; docs/explanation/learning.md has the figures. */
import { describe, expect, test } from 'vitest'
import { evenhand, folder } from '../cli/command.ts'

const HOW = ['--rounds', '4', '--matches', '200', '--tests', '100', '--seed', 'classics', '--quiet']

/** Learns a game in a folder of its own. */
async function learned(game: readonly string[]): Promise<{ cwd: string; agent: string }> {
  const cwd = folder()
  const { err } = await evenhand(['learn', ...game, ...HOW, '--out', 'a.policy'], { cwd, own: true })
  expect(err).toBe('')
  return { cwd, agent: 'learned:file=a.policy' }
}

/** How much can be won against an agent, of all seats. */
async function nashConvOf(game: readonly string[], agent: string, cwd: string): Promise<number> {
  const { out } = await evenhand(['exploit', ...game, '--agents', agent, '--json', '--quiet'], {
    cwd,
    own: true,
  })
  return JSON.parse(out).nashConv.mean
}

const MINUTES = { timeout: 600_000 }

test('most matches of tic-tac-toe are drawn against a search that plays it perfectly', MINUTES, async () => {
  const { cwd, agent } = await learned(['tic-tac-toe'])
  const { out } = await evenhand(
    ['play', 'tic-tac-toe', '--agents', `${agent},mcts:iterations=2000`, '--matches', '200', '--json'],
    { cwd },
  )
  expect(JSON.parse(out).summary[0].score).toBeGreaterThan(0.25)
})

describe('of what can be won against a policy', () => {
  test.each([
    ['Kuhn poker', ['kuhn-poker'], 0.06],
    ['Leduc poker', ['leduc-poker'], 0.3],
    ['rock-paper-scissors', ['matrix-game', '--ruleset', 'biased-rps'], 0.7],
    ['Goofspiel with four cards', ['goofspiel', '--rules', 'cards=4'], 0.8],
  ])('there is less than against random play: %s', MINUTES, async (_, game, part) => {
    const { cwd, agent } = await learned(game)
    const random = await nashConvOf(game, 'random', cwd)
    expect(await nashConvOf(game, agent, cwd)).toBeLessThan(part * random)
  })

  test(
    'there is no more than a best response wins, and more than half as much, for an adversary that learns against random play',
    MINUTES,
    async () => {
      // A policy that learned leaves too little to be found in so few matches.
      const [cwd, agent] = [folder(), 'random']
      const exact = await nashConvOf(['kuhn-poker'], agent, cwd)
      const search = ['--search', '--exploiter', 'learned', '--matches', '600', '--json', '--quiet']
      const found = []
      for (const threads of ['1', '2']) {
        const words = ['--policies', `kept-${threads}`, '--threads', threads]
        found.push(
          (await evenhand(['exploit', 'kuhn-poker', '--agents', agent, ...search, ...words], { cwd })).out,
        )
      }
      expect(found[1]).toBe(found[0])
      const { nashConv } = JSON.parse(found[0]!)
      expect(nashConv.low).toBeLessThanOrEqual(exact)
      expect(nashConv.mean).toBeGreaterThan(0.5 * exact)
    },
  )
})
