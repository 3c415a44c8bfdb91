/**
 * What holds of the published orderings of search where seats decide at the same time: by exploitability, and in matches of two searches. The
 * commands and their figures are those of docs/agents.md.
 */
import { describe, expect, it } from 'vitest'
import { evenhand } from '../cli/command.ts'

const MINUTES = { timeout: 900_000 }

const GOOFSPIEL = (cards: number) => ['goofspiel', '--rules', `cards=${cards}`, 'order=descending']

/** A search by a policy of selection. */
const search = (selection: string, iterations = 1_000) =>
  `mcts:iterations=${iterations}:selection=${selection}`

/** NashConv of a search in Goofspiel of 4 cards, with its interval. */
async function nashConvOf(selection: string): Promise<{ low: number; high: number; mean: number }> {
  const args = ['exploit', ...GOOFSPIEL(4), '--agents', search(selection), '--samples', '10']
  const { out } = await evenhand([...args, '--json', '--quiet'], { own: true })
  return JSON.parse(out).nashConv
}

/** Score of one search against another in Goofspiel of 8 cards, played for the win. */
async function scoreOf(agent: string, other: string, matches: number): Promise<number> {
  const args = ['play', ...GOOFSPIEL(8), 'stakes=win', '--agents', `${agent},${other}`]
  const { out } = await evenhand([...args, '--matches', String(matches), '--json', '--quiet'], { own: true })
  return JSON.parse(out).summary[0].score
}

describe('Goofspiel', () => {
  it(
    'regret matching is less exploitable than Exp3, Exp3 than the average of UCT, and that than its most visited action',
    MINUTES,
    async () => {
      const matching = await nashConvOf('regret-matching')
      const exp3 = await nashConvOf('exp3')
      const average = await nashConvOf('ucb:final=average')
      const ucb = await nashConvOf('ucb')
      expect(matching.high).toBeLessThan(0.5)
      expect(matching.high).toBeLessThan(exp3.low)
      expect(exp3.high).toBeLessThan(average.low)
      expect(average.mean).toBeLessThan(ucb.mean)
    },
  )

  it('regret matching is even with UCT in searches of 10,000 iterations', MINUTES, async () => {
    const score = await scoreOf(search('regret-matching', 10_000), search('ucb', 10_000), 60)
    expect(Math.abs(score - 0.5)).toBeLessThan(0.1)
  })
})
