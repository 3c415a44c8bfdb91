/**
 * What holds of the published orderings of search where seats decide at the same time: by exploitability, and in matches of two searches.
 */
import { describe, expect, it } from 'vitest'
import { evenhand } from '../cli/command.ts'

const MINUTES = { timeout: 900_000 }

const GOOFSPIEL = (cards: number) => ['goofspiel', '--rules', `cards=${cards}`, 'order=descending']

const MATCHING = 'regret-matching-plus'

/** A search by a policy of selection. */
const search = (selection: string) => `mcts:iterations=1000:selection=${selection}`

/** NashConv of a search in Goofspiel of 4 cards, with its interval. */
async function nashConvOf(selection: string): Promise<{ low: number; high: number; mean: number }> {
  const args = ['exploit', ...GOOFSPIEL(4), '--agents', search(selection), '--samples', '6']
  const { out } = await evenhand([...args, '--json', '--quiet'], { own: true })
  return JSON.parse(out).nashConv
}

/** Score of regret matching against another search of 1,000 iterations. */
async function scoreAgainst(game: readonly string[], other: string): Promise<number> {
  const agents = `${search(MATCHING)},${search(other)}`
  const args = ['play', ...game, '--agents', agents, '--matches', '60', '--seed', 'j', '--no-keep']
  const { out } = await evenhand([...args, '--json', '--quiet'], { own: true })
  return JSON.parse(out).summary[0].score
}

describe('Goofspiel', () => {
  it(
    'regret matching is less exploitable than Exp3, Exp3 than the average of UCT, and that than its most visited action',
    MINUTES,
    async () => {
      const matching = await nashConvOf(MATCHING)
      const exp3 = await nashConvOf('exp3')
      const average = await nashConvOf('ucb:final=average')
      const ucb = await nashConvOf('ucb')
      expect(matching.high).toBeLessThan(0.15)
      expect(matching.high).toBeLessThan(exp3.low)
      expect(exp3.high).toBeLessThan(average.low)
      expect(average.mean).toBeLessThan(ucb.mean)
    },
  )

  it('regret matching is even with UCT, and beats its average and Exp3', MINUTES, async () => {
    const game = [...GOOFSPIEL(8), 'stakes=win']
    expect(Math.abs((await scoreAgainst(game, 'ucb')) - 0.5)).toBeLessThan(0.1)
    expect(await scoreAgainst(game, 'exp3')).toBeGreaterThan(0.5)
    expect(await scoreAgainst(game, 'ucb:final=average')).toBeGreaterThan(0.5)
  })
})

it('in Oshi-Zumo, regret matching beats all that mix', MINUTES, async () => {
  const game = ['oshi-zumo', '--rules', 'coins=20']
  for (const other of ['exp3', 'ucb:final=average'])
    expect(await scoreAgainst(game, other)).toBeGreaterThan(0.6)
})
