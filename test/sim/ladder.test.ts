import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../documents/index.ts'
import { type Overrides, resolveExperiment } from '../../sim/experiment/index.ts'

/** Line-ups of an experiment with that ladder, by name, with their matches. */
async function lineups(text: string, overrides: Overrides = {}): Promise<[string, number][]> {
  const { lineups, seats } = await resolveExperiment(parseDocument(text, 'x.yaml'), overrides)
  return lineups.map(({ name, blocks }) => [name, blocks * seats.length])
}

const THREE = 'agents: [random, greedy, "mcts:iterations=5"]'

describe('a ladder', () => {
  it('of two seats is every agent against itself, and every pair once', async () => {
    expect(await lineups(`{game: tic-tac-toe, ladder: {${THREE}}}`)).toEqual([
      ['random vs random', 200],
      ['greedy vs greedy', 200],
      ['mcts:iterations=5 vs mcts:iterations=5', 200],
      ['greedy vs random', 200],
      ['mcts:iterations=5 vs random', 200],
      ['mcts:iterations=5 vs greedy', 200],
    ])
  })

  it('of three seats has one of each of a pair among the other', async () => {
    const text = '{game: prestige, ruleset: three, matches: 4, ladder: {agents: [random, greedy]}}'
    expect(await lineups(text)).toEqual([
      ['random vs random vs random', 6],
      ['greedy vs greedy vs greedy', 6],
      ['greedy vs random vs random', 6],
      ['random vs greedy vs greedy', 6],
    ])
  })

  it.each<[string, Overrides, number, number]>([
    ['matches: 8, ladder: {agents: [random, greedy]}', {}, 8, 8],
    ['matches: 8, ladder: {agents: [random, greedy], matches: 6}', {}, 6, 6],
    ['matches: 8, ladder: {agents: [random, greedy], mirrors: 40}', {}, 40, 8],
    ['ladder: {agents: [random, greedy], matches: 6, mirrors: 40}', { matches: 10 }, 10, 10],
  ])('has matches as told: %s %j', async (ladder, overrides, mirror, pair) => {
    const found = await lineups(`{game: tic-tac-toe, ${ladder}}`, overrides)
    expect(found.map(([, matches]) => matches)).toEqual([mirror, mirror, pair])
  })

  it.each([
    ['[random]', /ladder\.agents/],
    [`[${Array.from({ length: 13 }, (_, i) => `"mcts:iterations=${i + 1}"`)}]`, /ladder\.agents/],
    ['[random, greedy, random]', /:1:55: found random twice, expected every agent once/],
    ['[random, gredy]', /:1:47: unknown agent "gredy".*greedy/],
  ])('of %s is refused', async (agents, message) => {
    const text = `{game: tic-tac-toe, ladder: {agents: ${agents}}}`
    await expect(lineups(text)).rejects.toThrow(message)
  })

  it('is refused beside lineups, even with other mistakes', async () => {
    const text = '{game: tic-tac-toe, lineups: [{agents: [gredy]}], ladder: {agents: [random, greedy]}}'
    await expect(lineups(text)).rejects.toThrow(
      /:1:41: unknown agent "gredy".*\n.*:1:51: found both ladder and lineups, expected one of them/,
    )
  })
})
